#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lockstep/games.hpp"

namespace hilltop::lockstep {

// Returns what is wrong with the players of these settings; nullopt if nothing is.
template <class E>
std::optional<Problem> problem_of_players(const typename E::Rules& rules,
                                          const LockstepSettings& settings) {
  const auto players = static_cast<int>(settings.players.size());
  const SeatRange seats = rules.seats();
  if (!seats.holds(players))
    return Problem{std::string(E::info.name) + " (" + settings.rules + ") needs " +
                   (seats.fewest == seats.most
                        ? std::to_string(seats.most)
                        : std::to_string(seats.fewest) + " to " + std::to_string(seats.most)) +
                   " players; " + std::to_string(players) + (players == 1 ? " was" : " were") +
                   " named"};
  bool has_own = false;
  for (auto player = settings.players.begin(); player != settings.players.end(); ++player) {
    if (std::ranges::count(settings.players, player->name, &LockstepPlayer::name) > 1)
      return Problem{"two players are named '" + player->name +
                     "': their names key the randomness, so each needs its own"};
    has_own |= player->bot.empty();
    if (player->bot.empty()) continue;
    std::vector<std::string> known;
    for (const auto& bot : E::house_bots())
      if (!bot.remembers) known.emplace_back(bot.name);
    if (std::ranges::find(known, player->bot) == known.end())
      return Problem{"there is no house bot '" + player->bot + "' of " + std::string(E::info.name) +
                     " that plays here" + suggestion(player->bot, known)};
  }
  if (!has_own) return Problem{"every player is a house bot: one at least is the caller's"};
  return std::nullopt;
}

// Returns why the number is none of those that `may` allows; nullopt if it is.
template <class May, class Name>
std::optional<std::string> not_among(const std::string& kind, std::int32_t number,
                                     std::span<const May> may, const std::string& allowed,
                                     const Name& name) {
  const std::string subject = kind + ' ' + std::to_string(number);
  if (number < 0 || number >= std::ssize(may))
    return subject + " is none of 0 to " + std::to_string(may.size() - 1) + " and -1";
  if (may[static_cast<std::size_t>(number)] > 0) return std::nullopt;
  std::string list;
  constexpr std::size_t listed_max = 400;  // bytes
  for (std::size_t each = 0; each < may.size() && list.size() < listed_max; ++each)
    if (may[each] > 0)
      list += (list.empty() ? "" : ", ") + std::to_string(each) + " (" +
              name(static_cast<int>(each)) + ')';
  return subject + " (" + name(number) + ") is not " + allowed + " now; " + allowed + ": " + list +
         (list.size() < listed_max ? "" : ", …");
}

}  // namespace hilltop::lockstep
