#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/contest.hpp"
#include "arena/qualification.hpp"
#include "arena/result_cache.hpp"
#include "play/game_service.hpp"
#include "play/keys.hpp"
#include "tournament/tournament.hpp"

namespace hilltop::arena {

struct ContestProgress {
  std::uint64_t games_done, games_planned;  // of the current round
  int round;                                // from 1; 0: the check before the contest
  // Stored games that come after those, and are taken in their turn.
  std::uint64_t games_ahead = 0;
};

struct ContestReport;

// Callbacks during a contest, on any thread, one at a time; each may be null.
struct RunEvents {
  std::function<void(tournament::EntryId, const store::QualificationRow&)> checked;
  std::function<void(int round, std::size_t fixtures)> round;  // at its start; from 1
  // At the end of a fixture: it was completed, read from the store (`recalled`), or ended by a
  // disqualification.
  std::function<void(const tournament::Result&, bool recalled)> fixture;
  // After each batch: `so_far` makes the report of the games so far, which takes time.
  std::function<void(const std::function<ContestReport()>& so_far)> batch = {};
};

// Stored games to play again.
struct Again {
  std::optional<tournament::EntryId> bot;  // all games of a bot; nullopt: those with a timeout
};

struct RunOptions {
  int jobs = 1;                          // threads, if there is no service; never changes a result
  play::GameService* service = nullptr;  // plays the games; null: threads of this program
  std::function<void(const ContestProgress&)> progress;
  // Called for each house bot before its first game with `seats` players; may be null.
  std::function<void(const play::HousePlayer& bot, int seats)> prepare = {};
  ResultCache* cache = nullptr;  // of this contest; null: reads and stores nothing
  bool recall_only = false;      // plays nothing: ends at the first missing result
  // Whether games of house bots are stored before their fixture is whole: of no use where the
  // service keeps them.
  bool stores_parts = true;
  bool partial = false;  // if stopped: the table also has the games of an unfinished fixture
  std::optional<Again> again = {};
  std::stop_token stop;  // when requested, ends with the current games
  RunEvents events = {};
};

// A bot that did not pass the check, and its fault.
struct FailedQualification {
  tournament::EntryId entry;
  store::QualificationRow::Failure failure;
};

struct ContestReport {
  std::vector<FailedQualification> failed;  // in contest order; these bots did not take part
  tournament::Concluded concluded;
  std::vector<tournament::Result> voided;    // that disqualified a bot, as they ended
  std::vector<tournament::Row> rows;         // best first
  std::string digest;                        // hexadecimal, over all results in canonical order
  std::optional<runner::Layers> sandbox;     // around every process; nullopt if none ran
  std::vector<Timing> timings;               // of answers, by EntryId; empty if no process answered
  std::uint64_t fixtures = 0, recalled = 0;  // recalled: all games were in the store
  std::uint64_t again = 0;                   // stored games that were played again on request
  bool complete = true;  // false if stopped: the table covers the completed fixtures
  // The fixture of which the table has some games only, with all of its games: by these it is
  // stored.
  std::optional<tournament::Fixture> unfinished;
  std::vector<std::string> damage;  // stored results that were rejected, a sentence each
};

// Plays the contest, except the results that the cache has. Throws on failures of the machine.
ContestReport run_contest(const Contest& contest, const RunOptions& options);

}  // namespace hilltop::arena
