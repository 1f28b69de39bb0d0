#include "store/columns.hpp"

#include <algorithm>

namespace hilltop::store {

std::vector<std::uint8_t> bytes_of_traces(std::span<const tournament::GameTrace> traces) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(traces.size() * sizeof(tournament::GameTrace));
  for (const tournament::GameTrace trace : traces)
    for (std::size_t i = 0; i < sizeof trace; ++i)
      bytes.push_back(static_cast<std::uint8_t>(trace >> 8 * i));
  return bytes;
}

std::vector<tournament::GameTrace> traces_in(std::span<const std::uint8_t> bytes,
                                             std::string& damage) {
  std::vector<tournament::GameTrace> traces(bytes.size() / sizeof(tournament::GameTrace));
  if (traces.size() * sizeof(tournament::GameTrace) != bytes.size())
    damage = "its traces have a length that cannot be";
  for (std::size_t i = 0; i < traces.size() * sizeof(tournament::GameTrace); ++i)
    traces[i / sizeof(tournament::GameTrace)] |= tournament::GameTrace{bytes[i]}
                                                 << 8 * (i % sizeof(tournament::GameTrace));
  return traces;
}

Key key_of(std::span<const std::uint8_t> bytes) {
  Key key{};
  if (bytes.size() == key.size()) std::ranges::copy(bytes, key.begin());
  return key;
}

std::string text_of_lines(std::span<const std::string> lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

std::vector<std::string> lines_in(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t end; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1))
    lines.emplace_back(text.substr(0, end));
  return lines;
}

}  // namespace hilltop::store
