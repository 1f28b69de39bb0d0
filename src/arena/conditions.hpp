#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>

#include "arena/outside_player.hpp"
#include "runner/build.hpp"
#include "runner/policy.hpp"

// The conditions of a game: what a fault costs, how long an answer may take, and what the processes
// of bots run in.
namespace hilltop::arena {

// The cost of a fault. `substitute`: the rules play their own move in place of an illegal answer;
// only for games that have one (HasSubstitute).
enum class Sanction : std::uint8_t { substitute, lose, disqualify };

struct FaultPolicy {
  Sanction illegal = Sanction::lose;
  Sanction broken = Sanction::lose;  // every other kind of fault

  bool disqualifies() const {
    return illegal == Sanction::disqualify || broken == Sanction::disqualify;
  }
};

struct TimeLimits {
  std::chrono::milliseconds move_ms{500};    // per answer
  std::chrono::milliseconds start_ms{5000};  // added for the first answer of a new process
};

// How the arena runs bots that are separate processes.
struct BotHost {
  std::filesystem::path warden;  // path of hilltop-warden
  runner::Policy sandbox;        // around each process
  std::shared_ptr<runner::BotBuilder> builder = std::make_shared<runner::BotBuilder>();
  // Makes the players outside the program. Null: each player is a process of its bot's folder.
  MakeOutsidePlayer make_player = {};
  // The bots whose standard error is shown: those whose `meta` asks for it, none, a bot at fault
  // (its last lines, after the game), or all.
  enum class Overhears : std::uint8_t { as_meta, nobody, faults, all };
  Overhears overhears = Overhears::as_meta;
  // Called on any thread with each line to show.
  std::function<void(std::string_view bot, std::string_view line)> overheard = {};
  // Called on any thread when a bot has timed out while the machine was overloaded.
  std::function<void(std::string_view bot, const Fault&)> overloaded = {};
  // Called on any thread before a game is played again that a failure of the machine voided.
  std::function<void(std::string_view fault)> voided = {};
};

struct Conditions {
  FaultPolicy faults = {};
  TimeLimits time = {};
  BotHost host = {};
};

}  // namespace hilltop::arena
