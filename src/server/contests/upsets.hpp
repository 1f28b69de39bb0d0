#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "core/json.hpp"
#include "report/stored_contest.hpp"

namespace hilltop::server {

constexpr std::int64_t upset_lasts_s = 24 * 60 * 60;
// Upsets that are told of a day.
constexpr std::size_t upsets_max = 5;

// Returns when the first run began in which both bots were as they are now, in seconds since 1970;
// 0: unknown.
using FirstRun = std::function<std::int64_t(const std::string& bot, const std::string& other)>;

// Returns that of a contest's stored runs.
FirstRun first_run_of(const report::StoredContest& stored);

// Upsets of the day in a contest: bots that beat higher rated ones, in pairings that played in the
// last 24 hours. The store keeps no time of a game. A pairing whose result changes has played since
// the document before; what the first document has was played after the first run of both bots
// began.
class Upsets {
 public:
  // Returns the day's upsets, the most surprising first. `document`: the contest's newest one.
  // `first_run`: called for the first document only.
  Json of(const Json& document, std::int64_t now_s, const std::function<FirstRun()>& first_run);
  // Returns when one of them is a day old, in seconds since 1970.
  std::int64_t fresh_until_s() const { return fresh_until_s_; }

 private:
  struct Pairing {
    std::int64_t games = 0, a_won = 0, tied = 0;
    std::int64_t played_s = 0;  // since 1970; 0: unknown, or long ago
  };
  void see(const Json& pairs, std::int64_t now_s, const std::function<FirstRun()>& first_run);

  bool has_seen_ = false;
  std::map<std::pair<std::string, std::string>, Pairing> pairings_;
  std::int64_t fresh_until_s_ = 0;
};

}  // namespace hilltop::server
