#include "arena/contest_text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "runner/toml_reader.hpp"

namespace hilltop::arena {
namespace {

// Returns the byte at a place of a TOML text, whose columns count characters.
std::size_t byte_at(std::string_view text, const toml::source_position& place) {
  std::size_t at = 0;
  for (toml::source_index line = 1; line < place.line; ++line) at = text.find('\n', at) + 1;
  if (text.substr(at).starts_with("\xEF\xBB\xBF")) at += 3;
  const auto goes_on = [&] { return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80; };
  for (toml::source_index column = 1; column < place.column; ++column)
    for (++at; at < text.size() && goes_on();) ++at;
  return at;
}

std::string quoted_toml(std::string_view text) {
  std::string out = "\"";
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    if (byte < 0x20 || byte == 0x7f) {
      std::array<char, 7> escaped;
      std::snprintf(escaped.data(), escaped.size(), "\\u%04X", byte);
      out += escaped.data();
    } else {
      if (each == '"' || each == '\\') out += '\\';
      out += each;
    }
  }
  return out + '"';
}

}  // namespace

std::uint32_t line_of(const toml::table& in, const std::string& key) {
  const toml::node* node = in.get(key);
  return node == nullptr ? in.source().begin.line : node->source().begin.line;
}

std::string toml_of(const SwitchValue& value) {
  struct Writer {
    std::string operator()(bool on) const { return on ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(const std::string& word) const { return quoted_toml(word); }
    std::string operator()(const std::vector<std::int64_t>& numbers) const {
      std::string list;
      for (const std::int64_t number : numbers)
        list += (list.empty() ? "" : ", ") + std::to_string(number);
      return '[' + list + ']';
    }
  };
  return std::visit(Writer{}, value);
}

namespace {

// Returns whether the text has all the switches.
bool has_all(const std::string& text, const Switches& switches) {
  const auto root = runner::parse_toml(text);
  if (!root) return false;
  for (const auto& [name, value] : switches) {
    const toml::table* const table = (*root)["switches"].as_table();
    const toml::node* const node = table == nullptr ? nullptr : table->get(name);
    if (node == nullptr) return false;
    const toml::source_region& place = node->source();
    const std::size_t begin = byte_at(text, place.begin);
    if (text.substr(begin, byte_at(text, place.end) - begin) != toml_of(value)) return false;
  }
  return true;
}

}  // namespace

std::string with_values(std::string text, std::vector<InlinedText> values) {
  std::ranges::sort(values, [](const InlinedText& a, const InlinedText& b) {
    return a.region.begin > b.region.begin;
  });
  for (const auto& [region, value] : values) {
    const std::size_t begin = byte_at(text, region.begin), end = byte_at(text, region.end);
    text.replace(begin, end - begin, value);
  }
  return text;
}

std::expected<SwitchedText, Problem> with_switches(const std::string& text, const toml::table& root,
                                                   const Switches& switches) {
  if (switches.empty()) return SwitchedText{text};
  const toml::table* const table = root["switches"].as_table();
  std::vector<InlinedText> replaced;
  std::string lines, inlined;
  SwitchedText out;
  for (const auto& [name, value] : switches) {
    const toml::node* const node = table == nullptr ? nullptr : table->get(name);
    if (node != nullptr) {
      replaced.push_back({node->source(), toml_of(value)});
      continue;
    }
    const std::string line = quoted_toml(name) + " = " + toml_of(value);
    lines += line + '\n';
    inlined += (inlined.empty() ? "" : ", ") + line;
    ++out.added;
  }
  if (table != nullptr && table->is_inline()) {
    toml::source_position begin = table->source().begin;
    ++begin.column;
    if (out.added > 0)
      replaced.push_back({{begin, begin, {}}, inlined + (table->empty() ? "" : ", ")});
    out = {with_values(text, std::move(replaced))};
  } else if (table != nullptr && out.added > 0) {
    out.after = table->source().begin.line;
    const toml::source_position next{out.after + 1, 1};
    replaced.push_back({{next, next, {}}, lines});
    out.text = with_values(text.ends_with('\n') ? text : text + '\n', std::move(replaced));
  } else {
    out.text = with_values(text, std::move(replaced));
    if (out.added > 0) out.text += "\n[switches]\n" + lines;
    out.added = 0;
  }
  if (has_all(out.text, switches)) return out;
  return std::unexpected(
      Problem{"--set cannot change the switches of this file: write them as a table [switches]"});
}

}  // namespace hilltop::arena
