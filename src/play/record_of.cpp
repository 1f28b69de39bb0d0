#include "play/record_of.hpp"

namespace hilltop::play {

std::expected<Record, Problem> record_of(const PlayableGame& game, const Series& series,
                                         std::span<const Entrant* const> entrants,
                                         const tournament::GameRecord& kept,
                                         std::string_view source) {
  const std::uint32_t deal = series.deal(kept.game);
  Record head{std::string(game.info().name),
              std::string(game.rules_name()),
              game.switches(),
              series.luck.deal(deal).key(),
              deal,
              {},
              {},
              {}};
  const std::size_t first = series.first_player(kept.game, entrants.size());
  for (std::size_t seat = 0; seat < entrants.size(); ++seat) {
    const Entrant& player = *entrants[(first + seat) % entrants.size()];
    head.players.push_back({"bot", player.title.empty() ? player.name : player.title});
  }
  return read_record(write(head) + kept.text, source);
}

}  // namespace hilltop::play
