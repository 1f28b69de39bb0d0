#include "apps/gomocup/words.hpp"

#include <algorithm>
#include <cstddef>

#include "core/text.hpp"

namespace hilltop::gomocup {
namespace {

constexpr std::size_t points_max = 3;

char upper(char c) { return 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

// Compares without regard to case.
bool same_word(std::string_view text, std::string_view word) {
  return std::ranges::equal(text, word, {}, upper, upper);
}

// Returns "7, 8" as "7,8".
std::string without_space_at_commas(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ',') out.resize(trimmed(out).size());
    if (out.ends_with(',') && white_space.contains(c)) continue;
    out += c;
  }
  return out;
}

}  // namespace

std::string write_point(Point point) {
  return std::to_string(point.x) + ',' + std::to_string(point.y);
}

std::optional<Point> read_point(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const auto x = number_in<int>(trimmed(text.substr(0, comma))),
             y = number_in<int>(trimmed(text.substr(comma + 1)));
  if (!x || !y) return std::nullopt;
  return Point{*x, *y};
}

EngineReply read_reply(std::string_view line) {
  line = trimmed(line);
  if (line.empty()) return {Kind::remark, {}};
  constexpr struct {
    std::string_view word;
    Kind kind;
  } words[] = {{"MESSAGE", Kind::remark}, {"DEBUG", Kind::remark},    {"OK", Kind::ok},
               {"ERROR", Kind::error},    {"UNKNOWN", Kind::unknown}, {"SWAP", Kind::swap}};
  const std::string_view first = line.substr(0, line.find_first_of(" \t:.,;!-"));
  for (const auto& [word, kind] : words)
    if (same_word(first, word)) return {kind, {}};
  EngineReply reply{Kind::points, {}};
  const std::string compact = without_space_at_commas(line);
  for (std::string_view rest = compact; !rest.empty();) {
    const std::size_t end = std::min(rest.find_first_of(white_space), rest.size());
    const auto point = read_point(rest.substr(0, end));
    if (!point || reply.points.size() == points_max) return {Kind::other, {}};
    reply.points.push_back(*point);
    rest = trimmed(rest.substr(end));
  }
  return reply;
}

}  // namespace hilltop::gomocup
