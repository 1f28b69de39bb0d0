#pragma once
#include <expected>
#include <string>
#include <utility>
#include <vector>

#include "core/problem.hpp"
#include "core/text.hpp"

namespace hilltop::cli {

// Returns the meaning of an option's word. Problem: the word is unknown.
template <class Meaning>
std::expected<Meaning, Problem> one_of(const std::string& option, const std::string& typed,
                                       const std::vector<std::pair<std::string, Meaning>>& known) {
  std::vector<std::string> words;
  for (const auto& [word, meaning] : known) {
    if (word == typed) return meaning;
    words.push_back(word);
  }
  return std::unexpected(Problem{option + " cannot be '" + typed + "'" + suggestion(typed, words)});
}
}  // namespace hilltop::cli
