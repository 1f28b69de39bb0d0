#pragma once
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/contest.hpp"
#include "arena/keys.hpp"
#include "arena/play.hpp"
#include "arena/qualification.hpp"
#include "arena/result_cache.hpp"
#include "tournament/tournament.hpp"

namespace hilltop::arena {

struct ContestProgress {
  std::uint64_t games_done, games_planned;  // of the round that is being played
  int round;                                // 1, 2, …; 0: the check before the contest
};

// What is told of a run while it goes on, on any thread but one at a time; each may be null.
struct RunEvents {
  std::function<void(tournament::EntryId, const store::QualificationRow&)> checked;
  std::function<void(int round, std::size_t fixtures)> round;  // it begins; 1, 2, …
  // It was played through or, `recalled`, known; or it ended with a disqualification.
  std::function<void(const tournament::Result&, bool recalled)> fixture;
};

struct RunOptions {
  int jobs = 1;               // threads, if there is no host; never changes a result
  BatchHost* host = nullptr;  // where batches are played; null: in threads of this program
  std::function<void(const ContestProgress&)> progress;
  // Is told of every house bot before it first plays at a table of so many; may be null.
  std::function<void(const HousePlayer& bot, int seats)> prepare = {};
  ResultCache* cache = nullptr;  // of this contest; null: nothing is recalled or kept
  bool recall_only = false;      // nothing is played: the contest ends where something is missing
  std::stop_token stop;          // told to stop, it ends with the games that are being played
  RunEvents events = {};
};

// A bot that did not pass the check, and the fault for which it is disqualified.
struct FailedQualification {
  tournament::EntryId entry;
  store::QualificationRow::Failure failure;
};

struct ContestReport {
  std::vector<FailedQualification> failed;  // in the order of the contest's list; they took no part
  tournament::Concluded concluded;
  std::vector<tournament::Row> rows;         // best first
  std::string digest;                        // hexadecimal, over all results in canonical order
  std::optional<runner::Layers> sandbox;     // around every process that ran; nullopt: none did
  std::vector<Timing> timings;               // by EntryId, of answers in the contest; or empty
  std::uint64_t fixtures = 0, recalled = 0;  // of them, those whose games were all known
  bool complete = true;             // else it was stopped: the table is of what was played through
  std::vector<std::string> damage;  // what the cache held, but not to be believed; a sentence each
};

// Plays the whole contest, but for what the cache recalls. Throws what only the machine can do
// wrong.
ContestReport run_contest(const Contest& contest, const RunOptions& options);

}  // namespace hilltop::arena
