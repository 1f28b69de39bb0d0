#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "core/not_entered.hpp"
#include "store/name_holders.hpp"
#include "tournament/batch_result.hpp"

// What a store holds, as its users see it.
namespace hilltop::store {

using Key = std::array<std::uint8_t, 32>;

// A bot that was entered in a contest.
struct BotRow {
  std::string name, title;
  Key content;                   // hash of its files, or of a house bot's name
  bool house = false;            // deterministic: its games can be recomputed
  std::string author, language;  // from its folder; may be empty
  friend auto operator<=>(const BotRow&, const BotRow&) = default;
};

// A fixture's key and bots.
struct FixtureRow {
  Key key;
  std::vector<BotRow> bots;  // in the order of the fixture's entries
};

using tournament::BatchResult;
using tournament::GameRecord;

// A stored batch. blocks() leaves its records empty.
struct BatchRow : BatchResult {
  std::string digest;               // hexadecimal, of a complete fixture's result; else empty
  std::string damage;               // why the row cannot be trusted; empty if it can
  bool lacks_fault_counts = false;  // an older version wrote it and did not note all faults
};

// The result of a bot's qualification before a contest.
struct QualificationRow {
  struct Failure {  // why the bot may not compete
    std::string against;
    std::uint32_t game = 0;
    Fault fault;
  };
  std::optional<Failure> failure;
  std::optional<std::uint32_t> layers;  // as in BatchRow
  std::string damage;                   // as in BatchRow
};

// Results waiting to be written, by key.
struct Unwritten {
  struct Blocks {
    FixtureRow fixture_row;
    std::vector<BatchRow> blocks;
  };
  std::set<Key> forgotten;                        // fixtures whose stored results are deleted first
  std::vector<std::pair<Key, BatchRow>> doubted;  // blocks that are deleted first, by fixture
  std::map<Key, Blocks> fixtures;
  std::map<Key, QualificationRow> checks;

  bool empty() const {
    return forgotten.empty() && doubted.empty() && fixtures.empty() && checks.empty();
  }
};

// When a run was first and last started, in seconds since 1970; 0: an older version wrote it.
struct RunTimes {
  std::int64_t began = 0, latest = 0;
};

// A run of a contest: the contest with the bots of that time.
struct ContestRow {
  Key key;           // of everything but the bots
  std::string name;  // as the command line names it
  std::string file;  // the text of its file
  std::string seed;  // as it is typed
  std::uint32_t games = 0;
  std::vector<BotRow> bots;                  // in the order of the contest
  std::vector<std::string> folders = {};     // names of their folders; empty for house bots
  std::vector<NotEntered> not_entered = {};  // with the names of their folders
  std::string damage = {};                   // as in BatchRow
  // The paths of its file and of the folder of --bots, from the folder of the store; empty: it has
  // a name, there was no --bots, or an older version wrote the row.
  std::string file_path = {}, bots_path = {};
  std::vector<std::string> typed_switches = {};  // NAME=VALUE, those of the command line
  RunTimes times = {};
  // put() ignores these: the number among the runs of its name, from 1, and whether it is the
  // latest of this contest.
  std::uint32_t number = 0;
  bool is_latest = true;
};

// A seed that was drawn for a contest whose file names none.
struct DrawnSeed {
  std::string seed;
  bool shown = false;  // with a complete result
};

// A content of a bot's folder that the store has seen.
struct VersionRow {
  // A fixture that it played; `place` is its own in the order of the fixture's bots.
  struct Played {
    Key fixture;
    std::size_t place;
  };
  BotRow bot;
  std::vector<std::string> contests;  // that have it entered at their latest runs, by name
  std::vector<Played> played;
};

}  // namespace hilltop::store
