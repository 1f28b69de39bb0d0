#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/pair_games.hpp"
#include "core/switches.hpp"
#include "play/game_service.hpp"
#include "rating/spsa.hpp"

namespace hilltop::arena {

constexpr std::uint32_t tune_iterations_max = 100'000, tune_games_max = 10'000;
constexpr std::uint32_t tune_ahead_max = 256;

// What a file of `hilltop tune` asks for (docs/tune.md).
struct Tuning {
  struct Parameter {
    std::string name;
    rating::TunedParameter range;
  };

  const GameModule* game = nullptr;
  std::string rules;
  Switches switches;
  play::Conditions conditions;
  play::Entrant bot;
  std::vector<Parameter> parameters;
  play::Seed seed = play::usual_seed;  // as of a Contest
  bool seed_is_drawn = false;
  std::uint32_t iterations = 1000;
  std::uint32_t games = 64;  // of an iteration; even
  double rate = 0;           // as in SpsaPlan
  std::uint32_t ahead = 16;  // as in SpsaPlan
};

struct TuneProgress {
  std::uint32_t iterations;           // scored so far
  const std::vector<double>& values;  // after them
};

// How a tuning is played. Only `luck` changes a result.
struct TuneOptions {
  int jobs = 1;                           // threads, if there is no service
  play::GameService* service = nullptr;   // plays the games; null: threads
  PairStorage storage = {};               // where results are kept
  std::optional<store::BotRow> bot = {};  // the bot's row, if results are kept
  std::stop_token stop = {};              // when requested, ends with the current games
  std::function<void(const TuneProgress&)> progress = {};
  // Whether iterations are scored without their luck, which the game knows (knows_luck()). It
  // changes the values.
  bool luck = false;
};

struct Tuned {
  std::vector<std::vector<double>> path;  // the values after 0, 1, … iterations
  std::vector<int> best;                  // the last ones, whole
  std::uint64_t games = 0;
  std::uint64_t faulty_games = 0;            // in which either side had a fault
  std::vector<tournament::FaultNote> notes;  // the first ones
  std::string digest;                        // of all games, in order
  std::optional<runner::Layers> sandbox;
  bool complete = true;  // false if stopped
};

// Plays the iterations, several at once. The values follow from the tuning alone. Throws on
// failures of the machine.
Tuned tune(const Tuning& tuning, const TuneOptions& options);

// Reads such a file. `bot` is a house bot or a folder; a relative one is relative to the file's.
// Problems name file and line.
std::expected<Tuning, Problem> read_tuning(const std::filesystem::path& file);

}  // namespace hilltop::arena
