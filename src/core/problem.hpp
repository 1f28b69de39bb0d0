#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hilltop {

// Why a file, an argument or a folder from the user cannot be used. The text names the place, what
// is wrong and what is allowed, without a full stop at the end.
struct Problem {
  std::string text;
};

// Returns the word of `known` that is nearest to `typed`; empty if none is near.
std::string_view nearest(std::string_view typed, std::span<const std::string> known);

// Returns the end of a message about an unknown word: " (did you mean 'kid'? known: bold, kid, …)".
std::string suggestion(std::string_view typed, std::span<const std::string> known);

}  // namespace hilltop
