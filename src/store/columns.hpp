#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/rows.hpp"

// Conversion between columns and the store's types. Included only by the store's own files.
namespace hilltop::store {

// The column `traces`.
std::vector<std::uint8_t> bytes_of_traces(std::span<const tournament::GameTrace> traces);
std::vector<tournament::GameTrace> traces_in(std::span<const std::uint8_t> bytes,
                                             std::string& damage);

// Zeros, if the bytes are not a key.
Key key_of(std::span<const std::uint8_t> bytes);

// The column `switches`.
std::string text_of_lines(std::span<const std::string> lines);
std::vector<std::string> lines_in(std::string_view text);

// Returns a number of a row as `Number`; sets `damage` if it is out of range.
template <class Number>
Number word_in(std::int64_t number, std::string& damage) {
  if (!std::in_range<Number>(number)) damage = "one of its numbers is out of range";
  return static_cast<Number>(number);
}

}  // namespace hilltop::store
