#pragma once
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/fault.hpp"
#include "play/outside_player.hpp"
#include "play/patience.hpp"
#include "runner/build.hpp"
#include "runner/policy.hpp"

// The conditions of a game: what a fault costs, how long an answer may take, and what the processes
// of bots run in.
namespace hilltop::play {

// The cost of a fault. `substitute`: the rules play their own move in place of an illegal answer;
// only for games that have one (HasSubstitute).
enum class Sanction : std::uint8_t { substitute, lose, disqualify };

struct FaultPolicy {
  Sanction illegal = Sanction::lose;
  Sanction broken = Sanction::lose;  // every other kind of fault
  // Time that a bot may let pass without an answer, in a run.
  std::chrono::seconds patience_s{60};

  Sanction cost_of(FaultKind kind) const { return hilltop::broken(kind) ? broken : illegal; }
  bool disqualifies() const {
    return illegal == Sanction::disqualify || broken == Sanction::disqualify;
  }
};

struct TimeLimits {
  std::chrono::milliseconds move_ms{500};    // per answer
  std::chrono::milliseconds start_ms{5000};  // added for the first answer of a new process
  std::chrono::milliseconds game_ms{0};      // for all answers to a game; 0: no limit
  // Nodes of the search for each answer; 0: no limit. Bots are told of it and keep it themselves:
  // nobody else can count them.
  std::int64_t move_nodes = 0;
};

constexpr std::int64_t limit_ms_max = 24 * 60 * 60 * 1000;
constexpr std::int64_t move_nodes_max = 1'000'000'000;

// A switch of the arena: it sets a limit for any game, in a contest and with --set, and replaces
// {NAME} in a bot's arguments. The least value is 1.
struct TimeSwitch {
  std::string_view name;
  std::int64_t max;
  std::int64_t (*get)(const TimeLimits&);
  void (*set)(TimeLimits&, std::int64_t);
};

template <std::chrono::milliseconds TimeLimits::* limit>
constexpr TimeSwitch switch_of_ms(std::string_view name) {
  return {
      name, limit_ms_max,
      [](const TimeLimits& limits) -> std::int64_t { return (limits.*limit).count(); },
      [](TimeLimits& limits, std::int64_t ms) { limits.*limit = std::chrono::milliseconds(ms); }};
}

inline constexpr std::array time_switches = {
    switch_of_ms<&TimeLimits::move_ms>("move_ms"), switch_of_ms<&TimeLimits::start_ms>("start_ms"),
    switch_of_ms<&TimeLimits::game_ms>("game_ms"),
    TimeSwitch{"move_nodes", move_nodes_max,
               [](const TimeLimits& limits) { return limits.move_nodes; },
               [](TimeLimits& limits, std::int64_t nodes) { limits.move_nodes = nodes; }}};

// How the arena runs bots that are separate processes.
struct BotHost {
  std::filesystem::path warden;  // path of hilltop-warden
  runner::Policy sandbox;        // around each process
  std::shared_ptr<runner::BotBuilder> builder = std::make_shared<runner::BotBuilder>();
  // Whether files that a bot with StateScope::folder writes stay for its later games, which are
  // then played in order. If not, each of its players has a copy of its folder, as other bots'
  // have.
  bool files_stay = true;
  // Limits the time that bots cost a run by silence. Null: no game knows of another, as among
  // people.
  std::shared_ptr<Patience> patience = {};
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
  // Called on any thread before a game is played again that a failure of the machine voided, or
  // before a bot is started again in a game of people.
  std::function<void(std::string_view fault)> voided = {};

  // Calls `overheard` and `overloaded` for a fault, as chosen.
  void tell(std::string_view bot, const Fault& fault) const {
    // What a build printed was shown when it failed.
    if (overhears == Overhears::faults && overheard && fault.kind != FaultKind::refused_to_start)
      for (std::string_view rest = fault.error_output; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        overheard(bot, rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    if (fault.overloaded && overloaded) overloaded(bot, fault);
  }
};

struct Conditions {
  FaultPolicy faults = {};
  TimeLimits time = {};
  BotHost host = {};
  // What {NAME} stands for in the arguments of bots, besides limits and parameters: AnyGame adds
  // its rules and switches.
  std::map<std::string, std::string> arguments = {};
};

}  // namespace hilltop::play
