#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "match/record.hpp"

namespace hilltop::arena {

constexpr std::size_t person_name_max = 24;  // code points

std::expected<void, Problem> save_record(const Record& record, const std::string& file);

std::expected<Record, Problem> load_record(const std::string& file);

// Returns why a person cannot have this name; empty if it is allowed.
std::string name_refusal(std::string_view name);

}  // namespace hilltop::arena
