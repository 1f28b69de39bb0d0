#pragma once
#include <algorithm>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <toml++/toml.h>
#include <vector>

#include "core/problem.hpp"
#include "core/switches.hpp"

// Changes of the text of a contest's file, after which the text alone makes the contest.
namespace hilltop::arena {

// A value to write into the text, in the place of another.
struct InlinedText {
  toml::source_region region;
  std::string value;
};

// Returns the line of a key's value.
std::uint32_t line_of(const toml::table& in, const std::string& key);

// Returns a switch's value as TOML writes it.
std::string toml_of(const SwitchValue& value);

// Returns the text with the values in their places.
std::string with_values(std::string text, std::vector<InlinedText> values);

// The text of a contest with other switches.
struct SwitchedText {
  std::string text;
  // The lines that the file has not, which are next to each other: their number, and the one before
  // them.
  std::uint32_t added = 0, after = 0;

  // Returns the line of the file that is this one of the text.
  std::uint32_t line_in_file(std::uint32_t line) const {
    return line > after ? line - std::min(added, line - after) : line;
  }
};

// Returns the text with these switches in its table [switches], which is made if there is none.
// `root`: of the text. Problem: the table stands where none can be added.
std::expected<SwitchedText, Problem> with_switches(const std::string& text, const toml::table& root,
                                                   const Switches& switches);

}  // namespace hilltop::arena
