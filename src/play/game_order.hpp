#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/switches.hpp"
#include "play/conditions.hpp"
#include "play/entrant.hpp"
#include "play/series.hpp"
#include "tournament/batch_result.hpp"
#include "tournament/game_record.hpp"

namespace hilltop::play {

class PlayableGame;

// The terms on which games are played; the same for all games of a contest.
struct GameTerms {
  std::string game, rules;
  Switches switches;  // all of the rule set
  FaultPolicy faults;
  TimeLimits time;
  runner::Limits limits;  // on the processes of bots in folders
};

// A bot in a folder, wherever a machine has its copy of that.
struct FolderBot {
  std::string bot;                             // as its `meta` has it
  std::optional<runner::ContentHash> content;  // nullopt where only one machine knows the bot
  runner::StateScope state = runner::StateScope::none;
  std::vector<Setting> parameters;  // all of them
};

// A player of an order, in which names are unique.
struct Contestant {
  std::string name, title;
  std::variant<HousePlayer, FolderBot> player;
};

// Games to play, by value: all that determines them, and nothing of the machine that plays them.
struct GameOrder : Series {
  std::shared_ptr<const GameTerms> terms;
  std::vector<Contestant> contestants;

  // Kept of each game besides its result: its record; its log; its report; the times of processes'
  // answers.
  bool records = false, logs = false, reports = false, answers = false;
  // Games after which they are handed over; 0: about once a second, if a process plays.
  std::uint32_t games_a_part = 0;
  // Starts each process anew, so that its start is among the games.
  bool starts_anew = false;
  // If set, no process plays: these are the records of all games, in order, and house bots are
  // asked again (Batch::recorded).
  std::optional<std::vector<tournament::GameRecord>> recorded = {};
};

// Returns the terms of a game under conditions; of the host they have the limits alone.
std::shared_ptr<const GameTerms> terms_of(const PlayableGame& game, const Conditions& conditions);
// Returns the entrant by value. Throws std::logic_error for a person, whom no order seats.
Contestant contestant_of(const Entrant& entrant);

}  // namespace hilltop::play
