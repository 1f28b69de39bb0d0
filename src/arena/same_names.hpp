#pragma once
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/not_entered.hpp"
#include "play/entrant.hpp"
#include "store/name_holders.hpp"
#include "store/store.hpp"

// Bots of one contest that have one name, or names that look alike: only one of them stays.
namespace hilltop::arena {

// A bot that is to be entered under a name.
struct NameClaim {
  std::string name;
  std::filesystem::path folder;  // empty for a house bot
  bool is_house = false;
  bool is_listed = false;  // the contest lists it by itself, not with its folder
};

// A bot whose name another one has.
struct TakenName {
  std::size_t claim;  // its position
  std::string what;   // the other bots, and which one stays
};

// Returns the bots in folders that cannot be entered because of their names, in their order. Of
// several the one with the best claim stays: a house bot, then one that the contest lists by
// itself, then the folder that had the name in an earlier run, then the folder that is itself
// called so, then the first.
std::vector<TakenName> taken_names(std::span<const NameClaim> claims,
                                   const store::NameHolders& holders);

// Returns the holders of the names after a run of these entrants. A holder that was left out of it
// keeps its name.
store::NameHolders holders_after(std::span<const play::Entrant> entrants,
                                 std::span<const NotEntered> left_out,
                                 const store::NameHolders& before);

}  // namespace hilltop::arena
