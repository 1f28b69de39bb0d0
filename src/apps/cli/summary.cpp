#include "apps/cli/summary.hpp"

#include "rating/bradley_terry.hpp"

namespace hilltop::cli {

using tournament::EntryId;
using tournament::Line;
using tournament::Result;
using tournament::Stage;

const std::string& name_of(const arena::Contest& contest, EntryId entry) {
  return contest.entrants[static_cast<std::size_t>(entry)].name;
}

Pairs pairs(const arena::Contest& contest, const arena::Report& report) {
  Pairs pairs;
  for (const Result& result : report.concluded.standings.results) {
    if (result.fixture.stage != Stage::main || result.fixture.entries.size() != 2) continue;
    Pair& pair = pairs[{name_of(contest, result.fixture.entries[0]),
                        name_of(contest, result.fixture.entries[1])}];
    pair.a.add(result.lines[0]);
    pair.b.add(result.lines[1]);
  }
  return pairs;
}

rating::Ratings ratings(const arena::Contest& contest, const arena::Report& report) {
  std::vector<rating::PairCount> counts;
  for (const Result& result : report.concluded.standings.results) {
    if (result.fixture.stage != Stage::main || result.fixture.entries.size() != 2) continue;
    const Line& a = result.lines[0];
    counts.push_back({static_cast<std::size_t>(result.fixture.entries[0]),
                      static_cast<std::size_t>(result.fixture.entries[1]), a.won, a.tied,
                      a.lost()});
  }
  return rating::bradley_terry(contest.entrants.size(), counts);
}

double mean(const Line& line) {
  return line.games == 0 ? 0 : static_cast<double>(line.sum) / static_cast<double>(line.games);
}

double share(const Line& line) {
  return line.games == 0 ? 0
                         : (static_cast<double>(line.won) + static_cast<double>(line.tied) / 2) /
                               static_cast<double>(line.games);
}

}  // namespace hilltop::cli
