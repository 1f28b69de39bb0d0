#include "server/daily/daily_game.hpp"

#include <algorithm>
#include <array>
#include <sodium.h>

#include "arena/catalog.hpp"
#include "arena/save.hpp"
#include "play/keys.hpp"

namespace hilltop::server {

std::size_t DailyGame::person() const {
  return static_cast<std::size_t>(std::ranges::find(players, "human") - players.begin());
}

std::span<const DailyGame> daily_games() {
  static const std::array<DailyGame, 2> games{
      {{"yahtzee", "cab201-advanced", {"human"}}, {"pazaak", "koth", {"human", "austin"}}}};
  return games;
}

const DailyGame* find_daily_game(std::string_view game) {
  const auto found = std::ranges::find(daily_games(), game, &DailyGame::game);
  return found == daily_games().end() ? nullptr : &*found;
}

play::Seed seed_of_day(const HostKey& key, std::string_view game, Day day) {
  static_assert(std::tuple_size_v<HostKey> == crypto_auth_KEYBYTES);
  const std::string text = "hilltop daily 1 " + std::string(game) + ' ' + day.text();
  std::array<unsigned char, crypto_auth_BYTES> code{};
  crypto_auth(code.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size(),
              key.data());
  play::Seed::Secret secret{};
  std::copy_n(code.begin(), secret.size(), secret.begin());
  return play::Seed(secret);
}

Record daily_record(const DailyGame& daily, const play::Seed& seed, std::string_view name) {
  const arena::GameModule& game = **arena::find_game(daily.game);
  std::vector<Record::Player> players;
  for (const std::string& player : daily.players) players.push_back({player, {}});
  Record record =
      arena::new_record(game, **game.under(std::string(daily.rules), {}), std::move(players));
  record.luck_key = play::luck_key(seed, record.game, daily.players);  // as the command names them
  arena::show_titles(record, game);
  if (!name.empty()) record.players[daily.person()].name = name;
  return record;
}

}  // namespace hilltop::server
