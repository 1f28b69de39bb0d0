#pragma once
#include "core/json.hpp"

namespace hilltop::server {

// Bots whose race is drawn.
constexpr std::size_t raced_max = 12;

// Returns a contest's document (report::document) as pages show it, small and alike from version to
// version. `pairs`, if there is one, becomes an object of lists with a number for each two of
// `bots`, in their order, the first with each later one and so on: `games`, `a_won` and `tied`.
// `race` has the best raced_max bots.
Json page_document(const Json& document);

}  // namespace hilltop::server
