#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hilltop {

// Two digits a byte, 0-9 and a-f.
std::string to_hex(std::span<const std::uint8_t> bytes);

// nullopt: a digit is none of these, or one is over.
std::optional<std::vector<std::uint8_t>> from_hex(std::string_view digits);

}  // namespace hilltop
