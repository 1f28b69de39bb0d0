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

// Under what conditions a game is played: what a fault costs, how long an answer may take, and what
// bots that are programs run in.
namespace hilltop::arena {

// What a fault costs. `substitute`: the game's own substitute is played for an illegal answer; only
// for games whose rules have one (HasSubstitute).
enum class Sanction : std::uint8_t { substitute, lose, disqualify };

struct FaultPolicy {
  Sanction illegal = Sanction::lose;
  Sanction broken = Sanction::lose;  // every other kind of fault

  bool disqualifies() const {
    return illegal == Sanction::disqualify || broken == Sanction::disqualify;
  }
};

struct TimeLimits {
  std::chrono::milliseconds move_ms{500};    // for an answer
  std::chrono::milliseconds start_ms{5000};  // in addition, for the first answer of a new process
};

// Runs the bots that are programs of their own.
struct BotHost {
  std::filesystem::path warden;  // the program that guards bots' processes
  runner::Policy sandbox;        // around each process
  std::shared_ptr<runner::BotBuilder> builder = std::make_shared<runner::BotBuilder>();
  // Makes the players outside the program. Null: a player is the process of the bot's folder.
  MakeOutsidePlayer make_player = {};
  // Whose standard error is shown: the bots whose `meta` asks for it, none, the bot at fault (the
  // end of it, after the game), all.
  enum class Overhears : std::uint8_t { as_meta, nobody, faults, all };
  Overhears overhears = Overhears::as_meta;
  // Called with each such line, on any thread.
  std::function<void(std::string_view bot, std::string_view line)> overheard = {};
  // Called with the machine's fault that voids a game, before the game is played again; on any
  // thread.
  std::function<void(std::string_view fault)> voided = {};
};

struct Conditions {
  FaultPolicy faults = {};
  TimeLimits time = {};
  BotHost host = {};
};

}  // namespace hilltop::arena
