#include "core/hex.hpp"

namespace hilltop {
namespace {

constexpr std::string_view all_digits = "0123456789abcdef";

}  // namespace

std::string to_hex(std::span<const std::uint8_t> bytes) {
  std::string digits;
  for (const std::uint8_t byte : bytes)
    digits.append({all_digits[byte >> 4], all_digits[byte & 15]});
  return digits;
}

std::optional<std::vector<std::uint8_t>> from_hex(std::string_view digits) {
  if (digits.size() % 2 != 0) return std::nullopt;
  std::vector<std::uint8_t> bytes(digits.size() / 2);
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const auto digit = all_digits.find(digits[i]);
    if (digit == std::string_view::npos) return std::nullopt;
    bytes[i / 2] = static_cast<std::uint8_t>(std::size_t{bytes[i / 2]} << 4 | digit);
  }
  return bytes;
}

}  // namespace hilltop
