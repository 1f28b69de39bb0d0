#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hilltop {

// Returns two digits (0-9, a-f) per byte.
std::string to_hex(std::span<const std::uint8_t> bytes);

// nullopt if a character is not such a digit or their number is odd.
std::optional<std::vector<std::uint8_t>> from_hex(std::string_view digits);

}  // namespace hilltop
