#include "core/search_note.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace hilltop {
namespace {

// Takes "NAME VALUE" off the front, with a space before it unless it is the first; nullopt if it is
// not there.
std::optional<std::string_view> take_value(std::string_view& text, std::string_view name,
                                           bool is_first) {
  std::string_view rest = text;
  if (!is_first) {
    if (!rest.starts_with(' ')) return std::nullopt;
    rest.remove_prefix(1);
  }
  if (!rest.starts_with(name)) return std::nullopt;
  rest.remove_prefix(name.size());
  if (!rest.starts_with(' ')) return std::nullopt;
  rest.remove_prefix(1);
  const std::string_view value = rest.substr(0, rest.find(' '));
  text = rest.substr(value.size());
  return value;
}

}  // namespace

bool is_eval(std::string_view text) {
  constexpr std::string_view signs = "+-.%";
  return !text.empty() && text.size() <= eval_bytes_max && std::ranges::all_of(text, [&](char c) {
    return ('0' <= c && c <= '9') || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') ||
           signs.contains(c);
  });
}

std::string write(const SearchNote& note) {
  std::string text;
  const auto add = [&](std::string_view name, const std::string& value) {
    if (!text.empty()) text += ' ';
    text.append(name).append(" ").append(value);
  };
  if (!note.eval.empty()) add("eval", note.eval);
  if (note.depth) add("depth", std::to_string(*note.depth));
  if (note.nodes) add("nodes", std::to_string(*note.nodes));
  return text;
}

std::optional<SearchNote> read_search_note(std::string_view text) {
  SearchNote note;
  std::string_view rest = text;
  if (const auto eval = take_value(rest, "eval", true); eval && is_eval(*eval)) note.eval = *eval;
  if (const auto depth = take_value(rest, "depth", note.empty()))
    note.depth = number_in<std::uint32_t>(*depth);
  if (const auto nodes = take_value(rest, "nodes", note.empty()))
    note.nodes = number_in<std::uint64_t>(*nodes);
  if (note.empty() || write(note) != text) return std::nullopt;
  return note;
}

}  // namespace hilltop
