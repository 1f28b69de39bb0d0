#include "apps/cli/advice.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace hilltop::cli {

std::string text_of_advice(const arena::WrittenAdvice& advice, std::size_t choices_max) {
  const auto shown = std::span(advice.choices).first(std::min(advice.choices.size(), choices_max));
  std::size_t move = 0, worth = 0;
  for (const auto& choice : shown) {
    move = std::max(move, choice.move.size());
    worth = std::max(worth, choice.worth.value_or("").size());
  }
  std::string text = fmt::format("{}: {}\n", advice.by, shown.front().move);
  if (worth > 0) text += fmt::format("Worth: {}\n", advice.unit);
  text += advice.note.empty() ? "" : advice.note + '\n';
  if (worth == 0) return text;
  for (const auto& choice : shown)
    text += fmt::format("  {:<{}}   {:>{}}\n", choice.move, move, choice.worth.value_or(""), worth);
  if (shown.size() < advice.choices.size())
    text += fmt::format("  and {} more, worth no more\n", advice.choices.size() - shown.size());
  return text;
}

}  // namespace hilltop::cli
