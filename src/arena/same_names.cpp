#include "arena/same_names.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>
#include <variant>

#include "core/look.hpp"

namespace hilltop::arena {
namespace {

enum class Claim { none, called_so, held_before, listed, house };

// "Group 7" and the folder "group-7" are one.
std::string words_of(std::string_view name) {
  std::string words;
  for (const char c : look_of(name))
    if (static_cast<unsigned char>(c) >= 0x80 || std::isalnum(static_cast<unsigned char>(c)))
      words += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return words;
}

Claim claim_of(const NameClaim& bot, const store::NameHolders& holders) {
  if (bot.is_house) return Claim::house;
  if (bot.is_listed) return Claim::listed;
  const std::string folder = folder_name(bot.folder);
  const auto holder = holders.find(look_of(bot.name));
  if (holder != holders.end() && holder->second == folder) return Claim::held_before;
  return words_of(folder) == words_of(bot.name) ? Claim::called_so : Claim::none;
}

// Returns how a message to the bot of `name` names this bot.
std::string described(const NameClaim& bot, const std::string& name) {
  const std::string place = bot.is_house ? "a house bot" : "'" + folder_name(bot.folder) + "'";
  return bot.name == name ? place : place + " ('" + bot.name + "')";
}

// Returns the message to a bot that is left out, with the others and the one that stays.
std::string complaint(const NameClaim& bot, std::span<const NameClaim* const> alike,
                      const NameClaim& owner, Claim claim) {
  std::string others;
  bool is_same = true;
  for (const NameClaim* const other : alike) {
    is_same &= other->name == bot.name;
    if (other != &bot) others += (others.empty() ? "" : ", ") + described(*other, bot.name);
  }
  const std::string stays =
      claim == Claim::held_before ? " had it in an earlier run and stays" : " stays";
  return "the name '" + bot.name + (is_same ? "' is also that of " : "' looks like that of ") +
         others +
         (alike.size() == 2 ? ", which" + stays : "; " + described(owner, bot.name) + stays);
}

}  // namespace

std::vector<TakenName> taken_names(std::span<const NameClaim> claims,
                                   const store::NameHolders& holders) {
  std::map<std::string, std::vector<const NameClaim*>> by_look;
  for (const NameClaim& bot : claims) by_look[look_of(bot.name)].push_back(&bot);
  std::vector<TakenName> taken;
  for (const auto& [look, alike] : by_look) {
    if (alike.size() == 1) continue;
    const auto claim = [&](const NameClaim* bot) { return claim_of(*bot, holders); };
    const NameClaim* const owner = *std::ranges::max_element(alike, {}, claim);
    for (const NameClaim* const bot : alike)
      if (bot != owner && !bot->is_house)
        taken.push_back({static_cast<std::size_t>(bot - claims.data()),
                         complaint(*bot, alike, *owner, claim(owner))});
  }
  std::ranges::sort(taken, {}, &TakenName::claim);
  return taken;
}

store::NameHolders holders_after(std::span<const play::Entrant> entrants,
                                 std::span<const NotEntered> left_out,
                                 const store::NameHolders& before) {
  store::NameHolders holders;
  for (const play::Entrant& entrant : entrants) {
    const auto* const bot = std::get_if<runner::Manifest>(&entrant.player);
    if (bot == nullptr) continue;
    const std::string look = look_of(entrant.name);
    const auto holder = before.find(look);
    const bool holder_is_left_out =
        holder != before.end() && std::ranges::any_of(left_out, [&](const NotEntered& other) {
          return folder_name(other.folder) == holder->second;
        });
    holders.emplace(look, holder_is_left_out ? holder->second : folder_name(bot->folder));
  }
  return holders;
}

}  // namespace hilltop::arena
