#pragma once
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/catalog.hpp"
#include "core/problem.hpp"
#include "core/setting.hpp"

namespace hilltop::arena {

// A parameter of an entrant and what it may be set to.
struct ParameterRange {
  std::string name;
  int usual, min, max;
};

// Returns the parameters of a house bot, or those of a folder's bot.toml. A person has none.
std::vector<ParameterRange> parameters_of(const GameModule& game, const play::Entrant& entrant);

// A bot as typed: `bots/mine+margin=80` is `bots/mine` with one setting.
struct TypedBot {
  std::string bot;
  std::vector<Setting> settings;
};
// Problem: a setting is not a name and a whole number.
std::expected<TypedBot, Problem> read_typed_bot(const std::string& typed);

// Returns the entrant under these settings, which become a part of its name. Problem: it has no
// such parameter, the value is not allowed, or a parameter is set twice.
std::expected<play::Entrant, Problem> with_settings(const GameModule& game, play::Entrant entrant,
                                                    std::span<const Setting> settings);

// Returns whether with_settings() made the entrant.
bool has_settings(const play::Entrant& entrant);

}  // namespace hilltop::arena
