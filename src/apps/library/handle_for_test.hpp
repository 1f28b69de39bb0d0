#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/chance.hpp"
#include "hilltop/games.h"

// Games of libhilltop through its C interface, and settings of them.
namespace hilltop::library::library_test {

using nlohmann::json;

struct Free {
  void operator()(hilltop_games* games) const { hilltop_games_free(games); }
};

// Games with their arrays.
struct Handle {
  explicit Handle(hilltop_games* begun) : games(begun) {
    if (!games) return;
    about = json::parse(hilltop_games_describe(begun));
    count = about["games"];
    players = about["players"].size();
    actions = about["actions"].size();
    numbers = shape("observation")[1];
    outcomes = about["outcomes"].size();
  }
  explicit Handle(const json& settings) : Handle(begin(settings)) {}

  static hilltop_games* begin(const json& settings) {
    std::array<char, 400> error{};
    auto* begun = hilltop_games_create(settings.dump().c_str(), error.data(), error.size());
    EXPECT_NE(begun, nullptr) << error.data();
    return begun;
  }

  std::vector<std::size_t> shape(const std::string& name) const {
    for (const json& array : about["arrays"])
      if (array["name"] == name) return array["shape"];
    ADD_FAILURE() << name;
    return {};
  }
  template <class Number>
  Number* array(const char* name) const {
    return static_cast<Number*>(hilltop_games_array(games.get(), name));
  }
  // Returns the bytes of what a step shows.
  std::string seen() const {
    std::string bytes;
    const auto add = [&](const char* name, std::size_t size) {
      bytes.append(array<char>(name), size * count);
    };
    add("observation", 2 * numbers);
    add("mask", actions);
    add("player", 4);
    add("terminated", 1);
    add("reward", 4 * players);
    add("points", 4 * players);
    add("game", 4);
    return bytes;
  }
  // Chooses a legal action of each game by chance, or what falls by its chances; 0 if it is over.
  void choose(Draw& pick) const {
    const auto* mask = array<std::uint8_t>("mask");
    auto* action = array<std::int32_t>("action");
    for (std::size_t i = 0; i < count; ++i) {
      if (array<std::int32_t>("player")[i] == -2) {
        const double* chances = array<double>("chances") + i * outcomes;
        double left = pick.word32() * 0x1p-32;
        int outcome = 0;
        while (chances[outcome] == 0 || left >= chances[outcome]) left -= chances[outcome++];
        action[i] = outcome;
        continue;
      }
      std::array<std::int32_t, 512> legal;
      std::uint32_t size = 0;
      for (std::size_t each = 0; each < actions; ++each)
        if (mask[i * actions + each] != 0) legal[size++] = static_cast<std::int32_t>(each);
      action[i] = size == 0 ? 0 : legal[pick.below(size)];
    }
  }
  int step() const { return hilltop_games_step(games.get(), nullptr); }

  std::unique_ptr<hilltop_games, Free> games;
  json about;
  std::size_t count = 0, players = 0, actions = 0, numbers = 0, outcomes = 0;
};

// Games of chance with an opponent.
inline constexpr std::array<std::pair<const char*, const char*>, 3> of_chance{
    {{"pazaak", "kid"}, {"yahtzee", "greedy"}, {"pig", "hold-20"}}};

// `bot`: the opponent.
inline json settings_of(const std::string& game, const std::string& rules, const std::string& bot) {
  return {{"game", game}, {"rules", rules}, {"players", {{{"name", "me"}}, {{"bot", bot}}}}};
}

}  // namespace hilltop::library::library_test
