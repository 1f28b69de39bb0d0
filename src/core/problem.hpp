#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hilltop {

// Something a user handed in that cannot be used: a file, an argument, a folder. The text names the
// place, what is wrong and what is allowed, without a full stop at the end.
struct Problem {
  std::string text;
};

// The word of `known` that `typed` most probably meant; empty when none is near.
std::string_view nearest(std::string_view typed, std::span<const std::string> known);

// " (did you mean 'kid'? known: bold, kid, …)": the tail of a message about an unknown word.
std::string suggestion(std::string_view typed, std::span<const std::string> known);

}  // namespace hilltop
