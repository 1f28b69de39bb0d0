#include "apps/gomocup/prompt.hpp"

#include <charconv>

#include "core/text.hpp"
#include "games/gomoku/text.hpp"

namespace hilltop::gomocup {

using gomoku::Phase;

std::optional<Prompt> read_prompt(std::string_view line, int board_size) {
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  const auto board = gomoku::read_board(line.substr(space + 1), {.size = board_size});
  if (!board) return std::nullopt;
  const std::string_view what = line.substr(0, space);
  if (what == "A") return Prompt{Phase::opening, 0, *board};
  if (what == "B") return Prompt{Phase::choosing, 0, *board};
  if (what == "C") return Prompt{Phase::picking, 0, *board};
  Prompt prompt{Phase::stones, 0, *board};
  const char* const end = what.data() + what.size();
  const auto [rest, error] = std::from_chars(what.data(), end, prompt.turn);
  if (error != std::errc{} || rest != end) return std::nullopt;
  return prompt;
}

std::optional<NewGame> read_new_game(std::string_view line) {
  constexpr std::string_view word = "NEW ";
  if (!line.starts_with(word)) return std::nullopt;
  line.remove_prefix(word.size());
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  const auto seed = number_in<std::uint32_t>(line.substr(0, space));
  if (!seed) return std::nullopt;
  return NewGame{*seed, std::string(line.substr(space + 1))};
}

}  // namespace hilltop::gomocup
