#include "games/gomoku/screen.hpp"

#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

namespace hilltop::gomoku {
namespace {

std::string right_aligned(int number) {
  return (number < 10 ? "  " : " ") + std::to_string(number);
}

char stone(std::optional<Colour> colour) {
  if (!colour) return '.';
  return *colour == Colour::black ? 'X' : 'O';
}

std::string grid(const State& state) {
  std::string text = "   ";
  for (int x = 0; x < board_size; ++x) text += right_aligned(x);
  for (int y = 0; y < board_size; ++y) {
    text += '\n' + right_aligned(y) + ' ';
    for (int x = 0; x < board_size; ++x) {
      const bool last = state.last_stone == Point{x, y};
      text += last ? '[' : ' ';
      text += stone(state.board.at({x, y}));
      text += last ? ']' : ' ';
    }
  }
  return text + '\n';
}

std::string legend(const State& state, const std::vector<std::string>& names) {
  const auto player = [&](Colour colour) {
    if (!state.black) return std::string();
    return " (" + names[static_cast<std::size_t>(index(seat_of(state, colour)))] + ')';
  };
  return "X black" + player(Colour::black) + "   O white" + player(Colour::white) +
         "   [ ] the last stone   X runs across, Y down\n";
}

std::string_view name(Colour colour) { return colour == Colour::black ? "black" : "white"; }

// Returns "black moves first" for a choice that ends the opening with `stones` stones.
std::string first(const State& view, int stones) {
  return std::string(name(first_mover(view.first_to_move, stones))) + " moves first";
}

// Parsed input of a person: at most one word, and numbers.
struct Typed {
  std::string word;
  std::vector<int> numbers;
};

std::optional<Typed> taken_apart(std::string_view line) {
  Typed typed;
  const auto is = [](int (*kind)(int), char c) { return kind(static_cast<unsigned char>(c)) != 0; };
  while (!line.empty()) {
    const char c = line.front();
    if (is(std::isdigit, c) || c == '-') {
      const auto [end, error] =
          std::from_chars(line.data(), line.data() + line.size(), typed.numbers.emplace_back());
      if (error != std::errc{}) return std::nullopt;
      line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    } else if (is(std::isalpha, c)) {
      if (!typed.word.empty()) return std::nullopt;
      for (; !line.empty() && is(std::isalpha, line.front()); line.remove_prefix(1))
        typed.word += static_cast<char>(std::tolower(static_cast<unsigned char>(line.front())));
    } else if (is(std::isspace, c) || c == ',' || c == ';' || c == '(' || c == ')') {
      line.remove_prefix(1);
    } else {
      return std::nullopt;
    }
  }
  return typed;
}

std::optional<Colour> colour_of(const std::string& word) {
  if (word == "black" || word == "b") return Colour::black;
  if (word == "white" || word == "w") return Colour::white;
  return std::nullopt;
}

std::optional<Move> choice(const Typed& typed) {
  const auto& n = typed.numbers;
  const auto colour = colour_of(typed.word);
  if (colour == Colour::black && n.empty()) return TakeBlack{};
  if (colour == Colour::white && n.size() == 2) return TakeWhite{{n[0], n[1]}};
  if ((typed.word == "two" || typed.word.empty()) && n.size() == 4)
    return PlaceTwo{{n[0], n[1]}, {n[2], n[3]}};
  return std::nullopt;
}

std::optional<Move> understood(Phase phase, const Typed& typed) {
  const auto& n = typed.numbers;
  switch (phase) {
    case Phase::opening:
      if (!typed.word.empty() || n.size() != 6) return std::nullopt;
      return Open{{n[0], n[1]}, {n[2], n[3]}, {n[4], n[5]}};
    case Phase::choosing: return choice(typed);
    case Phase::picking:
      if (const auto colour = colour_of(typed.word); colour && n.empty())
        return PickColour{*colour};
      return std::nullopt;
    case Phase::stones:
      if (!typed.word.empty() || n.size() != 2) return std::nullopt;
      return Place{{n[0], n[1]}};
    case Phase::over: return std::nullopt;
  }
  std::unreachable();
}

std::string_view what_to_type(Phase phase) {
  switch (phase) {
    case Phase::opening:
      return "Type six numbers, X and Y of the two black stones and then of the white one, for "
             "example: 7 7 8 8 7 9";
    case Phase::choosing:
      return "Type 'black', or 'white' with X and Y (white 7 6), or 'two' with X and Y of a black "
             "and of a white stone (two 7 6 3 3)";
    case Phase::picking: return "Type 'black' or 'white'";
    case Phase::stones: return "Type X and Y of your stone, two numbers from 0 to 14, as in: 7 7";
    case Phase::over: return "The game is over";
  }
  std::unreachable();
}

}  // namespace

std::string Screen::show(const State& view, const std::vector<std::string>& names) {
  return grid(view) + legend(view, names);
}

std::string Screen::question(const State& view) {
  switch (view.phase) {
    case Phase::opening: return "Open with two black stones and a white one (x y x y x y)";
    case Phase::choosing: return "Take black, take white (white x y) or place two (two x y x y)";
    case Phase::picking: return "Pick a colour (black or white)";
    case Phase::stones:
      return "Place a " + std::string(name(view.to_move)) + " stone, " + stone(view.to_move) +
             " (x y)";
    case Phase::over: return {};
  }
  std::unreachable();
}

std::string Screen::hint(const State& view) {
  const std::string form = std::string(what_to_type(view.phase)) + ".\n";
  switch (view.phase) {
    case Phase::opening:
      return form +
             "Your opponent then takes a colour, or places two more stones and lets you pick, so "
             "open evenly.\n";
    case Phase::choosing:
      return form + "  black          you play black as the board stands; " + first(view, 3) +
             "\n  white x y      you place a white stone and play white; " + first(view, 4) +
             "\n  two x y x y    you place a black and a white stone, and your opponent picks a "
             "colour; " +
             first(view, 5) + '\n';
    case Phase::picking: return form + "Whichever you pick, " + first(view, 5) + ".\n";
    case Phase::stones: return form + "Five or more in a row, a column or a diagonal win.\n";
    case Phase::over: return {};
  }
  std::unreachable();
}

std::expected<Move, std::string> Screen::read(const State& view, std::string_view line) {
  if (const auto typed = taken_apart(line))
    if (const auto move = understood(view.phase, *typed)) return *move;
  return std::unexpected(std::string(what_to_type(view.phase)));
}

std::string Screen::ending(const Rules&, const State& state,
                           const std::vector<std::string>& names) {
  const std::string result = state.winner
                                 ? names[static_cast<std::size_t>(index(*state.winner))] + " wins"
                                 : "The game is a tie";
  return show(state, names) + result + '\n';
}

}  // namespace hilltop::gomoku
