#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/advice.hpp"
#include "core/text.hpp"

namespace hilltop::arena {

// What the game's strongest player would do in the place of another (core/advice.hpp), in words.
struct WrittenAdvice {
  struct Choice {
    std::string move;                  // in the notation of its reader
    std::optional<std::string> worth;  // nullopt if the adviser has no number for it
  };
  std::string by, unit, note;
  std::vector<Choice> choices;  // the best first
};

// `write`: returns a move in words.
template <class R, class Write>
WrittenAdvice written(const Advice<R>& advice, Write&& write) {
  WrittenAdvice written{advice.by, advice.unit, advice.note, {}};
  for (const auto& [move, worth] : advice.choices)
    written.choices.push_back(
        {write(move), worth ? std::optional(decimal(*worth, advice.decimals)) : std::nullopt});
  return written;
}

}  // namespace hilltop::arena
