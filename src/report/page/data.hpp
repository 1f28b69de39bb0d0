#pragma once
#include <expected>
#include <nlohmann/json.hpp>

#include "core/json.hpp"
#include "report/summary.hpp"

namespace hilltop::report {

// Limits on the faults in a page: in all, and of a bot and kind.
constexpr std::size_t faults_on_page_max = 500, faults_of_a_group_max = 10;
// A page has the results of pairs of the best bots only.
constexpr std::size_t paired_bots_max = 300;

// Returns what a page of a stored contest shows, as its script reads it
// (src/server/page/embedded.ts). Problem: a record of the store cannot be replayed.
std::expected<Json, Problem> page_data(const Summary& summary);

}  // namespace hilltop::report
