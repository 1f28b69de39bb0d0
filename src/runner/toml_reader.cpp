#include "runner/toml_reader.hpp"

#include <array>

#include "runner/limits.hpp"

namespace hilltop::runner {
namespace {

// Returns the end of the text or comment that begins at `at`.
std::size_t skipped(std::string_view text, std::size_t at) {
  const char quote = text[at];
  if (quote == '#') return std::min(text.find('\n', at), text.size());
  const bool long_one = text.substr(at, 3) == std::string(3, quote);
  const std::string_view end = text.substr(at, long_one ? 3 : 1);
  for (at += end.size(); at < text.size(); ++at) {
    if (text.substr(at, end.size()) == end) return at + end.size();
    if (text[at] == '\n' && !long_one) return at;
    if (text[at] == '\\' && quote == '"') ++at;
  }
  return text.size();
}

// Returns the line (from 1) of a key with too many parts, each of which is a nested table; 0 if
// there is none.
std::uint32_t line_of_deep_key(std::string_view text) {
  std::uint32_t line = 1;
  std::size_t parts = 1;
  for (std::size_t at = 0; at < text.size();) {
    const char sign = text[at];
    if (sign == '#' || sign == '"' || sign == '\'') {
      const std::size_t end = skipped(text, at);
      line += static_cast<std::uint32_t>(std::ranges::count(text.substr(at, end - at), '\n'));
      at = end;
      continue;
    }
    if (sign == '.' && ++parts > toml_key_parts_max) return line;
    if (std::string_view("\n=,[]{}").contains(sign)) parts = 1;
    if (sign == '\n') ++line;
    ++at;
  }
  return 0;
}

}  // namespace

std::expected<toml::table, TomlError> parse_toml(std::string_view text) {
  if (const std::uint32_t line = line_of_deep_key(text); line != 0)
    return std::unexpected(
        TomlError{line, "a key of more than " + std::to_string(toml_key_parts_max) + " parts"});
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    return std::unexpected(TomlError{error.source().begin.line, std::string(error.description())});
  }
}

Limits read_limits(TomlReader& read, const toml::table& root) {
  Limits limits;
  const toml::table* const table = read.table(root, "limits");
  if (table == nullptr) return limits;
  std::vector<std::string> names;
  for (const LimitKey& key : limit_keys) {
    const std::string& name = names.emplace_back(key.name);
    if (table->contains(name))
      limits.*key.limit = static_cast<int>(read.whole(*table, name, 1, 1, key.most));
  }
  read.only(*table, "[limits]", names);
  return limits;
}

}  // namespace hilltop::runner
