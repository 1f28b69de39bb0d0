#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace hilltop {

// Why a file, an argument or a folder from the user cannot be used. The text names the place, what
// is wrong and what is allowed, without a full stop at the end.
struct Problem {
  struct Value;

  std::string text;
  // The text with `{name}` in the place of each of its values: the key of its texts in other
  // languages. Empty for a text that has no values but numbers, which is its own key.
  std::string sentence = {};
  std::vector<Value> values;  // no initializer: Value is incomplete here
};

// A value of a sentence. A text that has texts in other languages itself is a Problem.
struct Problem::Value {
  std::string name;
  std::variant<std::int64_t, std::string, Problem> value;
};

// Returns a Problem whose text is the sentence with its values.
Problem worded(std::string sentence, std::vector<Problem::Value> values);

// Returns the word of `known` that is nearest to `typed`; empty if none is near.
std::string_view nearest(std::string_view typed, std::span<const std::string> known);

// Returns the end of a message about an unknown word: " (did you mean 'kid'? known: bold, kid, …)".
std::string suggestion(std::string_view typed, std::span<const std::string> known);

}  // namespace hilltop
