#pragma once
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "core/problem.hpp"

namespace hilltop::cli {

constexpr std::size_t dice_max = 100'000;
constexpr std::size_t dice_bytes_max = 1 << 20;

// The dice of a file, in order: numbers from 1 to 6 with white space between them.
std::expected<std::vector<std::int64_t>, Problem> read_dice(const std::string& file);

}  // namespace hilltop::cli
