#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hilltop {

// What a bot that searches says of a move (docs/decisions/0010-lines-of-words.md). For people:
// no result depends on it.
struct SearchNote {
  std::string eval;  // the bot's own measure, such as "+34", "-1.25", "52%" or "+M7"; or empty
  std::optional<std::uint32_t> depth;
  std::optional<std::uint64_t> nodes;

  bool empty() const { return eval.empty() && !depth && !nodes; }
  friend bool operator==(const SearchNote&, const SearchNote&) = default;
};

constexpr std::size_t eval_bytes_max = 16;

// Returns whether a text can be the evaluation: 1 to eval_bytes_max letters, digits, '+', '-', '.'
// and '%'.
bool is_eval(std::string_view text);

// "eval +34 depth 12 nodes 104823", without what is not known. The note must not be empty.
std::string write(const SearchNote& note);
// Reads only what write() writes; nullopt for any other text.
std::optional<SearchNote> read_search_note(std::string_view text);

// A note as a line of its own, in records and between a bot and the arena: "# eval +34 depth 12".
constexpr std::string_view note_begins = "# ";

}  // namespace hilltop
