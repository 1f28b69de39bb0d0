#pragma once
#include <cstdint>
#include <expected>
#include <stop_token>

#include "core/progress.hpp"
#include "report/luck_row.hpp"
#include "report/stored_contest.hpp"

// The results of a contest's bots with their luck and without, from the records of its games; those
// of house bots are played again (docs/luck.md).
namespace hilltop::report {

struct ContestLuckOptions {
  std::uint32_t games_a_pairing_max;  // the first games of a pairing; whole deals
  int threads = 1;                    // never changes a result
  Progress progress = {};             // of games
  std::stop_token stop = {};          // when requested, ends soon
};

// Takes the games of the main stage. Problem: the luck of this game is not known, or a record is
// damaged.
std::expected<ContestLuck, Problem> contest_luck(const StoredContest& stored,
                                                 const arena::ContestReport& report,
                                                 const ContestLuckOptions& options);

}  // namespace hilltop::report
