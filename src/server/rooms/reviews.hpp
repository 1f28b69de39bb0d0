#pragma once
#include <expected>
#include <string>

#include "core/problem.hpp"
#include "match/record.hpp"
#include "server/contests/report_cache.hpp"

namespace hilltop::server {

constexpr std::size_t reviews_bytes_max = 32 << 20;

// Reviews of finished games of people, of which it keeps the newest. Safe from any thread.
class Reviews {
 public:
  // Returns a review as JSON (report/review.hpp). Takes up to some seconds if it is new, and builds
  // the tables of its game if no hint was given yet. Problem: as report::reviewed().
  std::expected<std::string, Problem> of(const Record& record);

 private:
  ReportCache made_{reviews_bytes_max};
};

}  // namespace hilltop::server
