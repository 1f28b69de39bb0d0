#include "apps/gomocup/words.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "core/text.hpp"

namespace hilltop::gomocup {
namespace {

constexpr std::size_t points_max = 3;

char upper(char c) { return 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

// Compares without regard to case.
bool same_word(std::string_view text, std::string_view word) {
  return std::ranges::equal(text, word, {}, upper, upper);
}

// Returns whether the text has 'name="…"', with any white space around the sign.
bool has_name(std::string_view text) {
  constexpr std::string_view word = "name";
  const auto found = std::ranges::search(text, word, {}, upper, upper);
  return !found.empty() && trimmed({found.end(), text.end()}).starts_with('=');
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

// Returns the words and numbers of a line for people.
std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view between = " \t\r\n\v\f|,;:=()[]";
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = line.find_first_not_of(between, at)) != line.npos;) {
    const std::size_t end = std::min(line.find_first_of(between, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

bool is_one_of(std::string_view word, std::span<const std::string_view> names) {
  return std::ranges::any_of(names, [&](std::string_view name) { return same_word(word, name); });
}

std::string_view digits_of(std::string_view text) {
  return text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size()));
}

// An evaluation is a number, perhaps with a sign and with %, or a win or loss in some moves: +M7.
bool is_evaluation(std::string_view text) {
  if (!is_eval(text)) return false;
  if (text.front() == '+' || text.front() == '-') text.remove_prefix(1);
  if (text.starts_with('M') || text.starts_with('m')) {
    text.remove_prefix(1);
    return !text.empty() && digits_of(text).size() == text.size();
  }
  if (text.ends_with('%')) text.remove_suffix(1);
  const std::string_view whole = digits_of(text);
  text.remove_prefix(whole.size());
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    text.remove_prefix(digits_of(text).size());
  }
  return !whole.empty() && text.empty();
}

// Reads "12" and the first number of "12-20" and "12/20".
std::optional<std::uint32_t> depth_of(std::string_view text) {
  const std::string_view depth = digits_of(text);
  const std::string_view rest = text.substr(depth.size());
  if (!rest.empty() && rest.front() != '-' && rest.front() != '/') return std::nullopt;
  return number_in<std::uint32_t>(depth);
}

// Reads "104823", "104K", "1.2M".
std::optional<std::uint64_t> nodes_of(std::string_view text) {
  if (const auto nodes = number_in<std::uint64_t>(text)) return nodes;
  constexpr std::pair<char, double> units[] = {{'K', 1e3}, {'M', 1e6}, {'G', 1e9}, {'B', 1e9}};
  for (const auto& [letter, unit] : units) {
    if (text.empty() || upper(text.back()) != letter) continue;
    const auto count = number_in<double>(text.substr(0, text.size() - 1));
    if (count && 0 <= *count && *count <= 1e9)
      return static_cast<std::uint64_t>(*count * unit + 0.5);
  }
  return std::nullopt;
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
  if (has_name(line)) return {Kind::about, {}};
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

void take_search(SearchNote& note, std::string_view line) {
  constexpr std::string_view evals[] = {"eval", "ev", "score", "value"}, depths[] = {"depth", "d"},
                             nodes[] = {"nodes", "node", "n"};
  const std::vector<std::string_view> words = words_of(line);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string_view name = words[i];
    std::string_view value = words[i + 1];
    if (is_one_of(name, evals)) {
      if (same_word(value, "cp") && i + 2 < words.size()) value = words[i + 2];
      if (is_evaluation(value)) note.eval = value;
    } else if (is_one_of(name, depths)) {
      if (const auto depth = depth_of(value)) note.depth = depth;
    } else if (is_one_of(name, nodes)) {
      if (const auto count = nodes_of(value)) note.nodes = count;
    }
  }
}

}  // namespace hilltop::gomocup
