#include "games/gomoku/screen.hpp"

#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

#include "games/gomoku/text.hpp"

namespace hilltop::gomoku {
namespace {

constexpr char forbidden_point = '!';
constexpr std::string_view forbidden_legend = "forbidden to black";

bool has_forbidden_points(const State& state) {
  return state.board.variant().rows == RowRule::renju;
}

std::string right_aligned(int number) {
  return (number < 10 ? "  " : " ") + std::to_string(number);
}

char stone(std::optional<Colour> colour) {
  if (!colour) return '.';
  return *colour == Colour::black ? 'X' : 'O';
}

// Whether the colour to move may not lay a stone on this free point (G15).
bool is_forbidden(const State& state, Point point) {
  return state.phase == Phase::stones && state.board.forbidden(point, state.to_move);
}

std::string grid(const State& state) {
  const int size = state.board.size();
  std::string text = "   ";
  for (int x = 0; x < size; ++x) text += right_aligned(x);
  for (int y = 0; y < size; ++y) {
    text += '\n' + right_aligned(y) + ' ';
    for (int x = 0; x < size; ++x) {
      const bool last = state.last_stone == Point{x, y};
      text += last ? '[' : ' ';
      text += is_forbidden(state, {x, y}) ? forbidden_point : stone(state.board.at({x, y}));
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
         "   [ ] the last stone   X runs across, Y down\n" +
         (has_forbidden_points(state)
              ? forbidden_point + (' ' + std::string(forbidden_legend)) + '\n'
              : std::string());
}

// How the board is drawn.
struct BoardStyle {
  std::string_view black, white, between;
  // By row, then by column: the first, those in the middle, and the last.
  std::array<std::array<std::string_view, 3>, 3> free;

  std::string_view stone(Colour colour) const { return colour == Colour::black ? black : white; }
};

constexpr BoardStyle lines_style{
    "●", "○", "─", {{{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}}}};
constexpr BoardStyle ascii_style{
    "X", "O", " ", {{{".", ".", "."}, {".", ".", "."}, {".", ".", "."}}}};

constexpr std::size_t third(int i, int size) { return i == 0 ? 0 : i == size - 1 ? 2 : 1; }

Drawing drawn_board(const State& state, const BoardStyle& style, Seat looking) {
  Drawing drawing;
  const int size = state.board.size();
  const auto ink_of = [&](Colour colour) {
    return colour_of(state, looking).value_or(Colour::black) == colour ? Ink::mine : Ink::theirs;
  };
  std::string tens = "   ", ones = "   ";
  for (int x = 0; x < size; ++x) {
    tens += x < 10 ? "  " : " 1";
    ones += ' ' + std::to_string(x % 10);
  }
  drawing.add(tens, Ink::faint).end_line().add(ones, Ink::faint).end_line();
  for (int y = 0; y < size; ++y) {
    drawing.add((y < 10 ? " " : "") + std::to_string(y) + ' ', Ink::faint);
    for (int x = 0; x <= size; ++x) {
      const bool inside = 0 < x && x < size;
      if (state.last_stone == Point{x, y})
        drawing.add("[", Ink::strong);
      else if (state.last_stone == Point{x - 1, y})
        drawing.add("]", Ink::strong);
      else
        drawing.add(inside ? style.between : " ", Ink::faint);
      if (x == size) break;
      if (const auto colour = state.board.at({x, y}))
        drawing.add(style.stone(*colour), ink_of(*colour));
      else if (is_forbidden(state, {x, y}))
        drawing.add(std::string(1, forbidden_point), Ink::strong);
      else
        drawing.add(style.free[third(y, size)][third(x, size)], Ink::faint);
    }
    drawing.end_line();
  }
  return drawing;
}

Drawing drawn_legend(const State& state, const std::vector<std::string>& names,
                     const BoardStyle& style, Seat looking) {
  Drawing drawing;
  for (const Colour colour : {Colour::black, Colour::white}) {
    const bool mine = colour == colour_of(state, looking).value_or(Colour::black);
    drawing.add(std::string(style.stone(colour)) + (colour == Colour::black ? " black" : " white"),
                mine ? Ink::mine : Ink::theirs);
    if (state.black)
      drawing.add("  " + names[static_cast<std::size_t>(index(seat_of(state, colour)))]);
    drawing.end_line();
  }
  drawing.add("[ ]", Ink::strong).add(" the last stone").end_line();
  if (has_forbidden_points(state))
    drawing.add(std::string(1, forbidden_point), Ink::strong)
        .add(' ' + std::string(forbidden_legend))
        .end_line();
  return drawing.add("X runs across, Y down", Ink::faint).end_line();
}

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

std::string typed_point(Point point) {
  return std::to_string(point.x) + ' ' + std::to_string(point.y);
}

// Writes a move as a person types it.
struct Typist {
  std::string operator()(const Open& open) const {
    return typed_point(open.first_black) + "  " + typed_point(open.second_black) + "  " +
           typed_point(open.white);
  }
  std::string operator()(const TakeBlack&) const { return "black"; }
  std::string operator()(const TakeWhite& take) const { return "white " + typed_point(take.white); }
  std::string operator()(const PlaceTwo& place) const {
    return "two " + typed_point(place.black) + "  " + typed_point(place.white);
  }
  std::string operator()(const PickColour& pick) const { return std::string(name(pick.colour)); }
  std::string operator()(const Place& place) const { return typed_point(place.point); }
};

std::string_view what_wins(RowRule rows) {
  switch (rows) {
    case RowRule::five_or_more: return "Five or more in a row, a column or a diagonal win.";
    case RowRule::exactly_five:
      return "Exactly five in a row, a column or a diagonal win; six or more do not.";
    case RowRule::renju:
      return "Five in a row, a column or a diagonal win, for white more too. Black may not make "
             "six or more, two fours or two threes with one stone.";
  }
  std::unreachable();
}

std::string what_to_type(const State& view) {
  switch (view.phase) {
    case Phase::opening:
      return "Type six numbers, X and Y of the two black stones and then of the white one, for "
             "example: 7 7 8 8 7 9";
    case Phase::choosing:
      return "Type 'black', or 'white' with X and Y (white 7 6), or 'two' with X and Y of a black "
             "and of a white stone (two 7 6 3 3)";
    case Phase::picking: return "Type 'black' or 'white'";
    case Phase::stones:
      return "Type X and Y of your stone, two numbers from 0 to " +
             std::to_string(view.board.size() - 1) + ", as in: 7 7";
    case Phase::over: return "The game is over";
  }
  std::unreachable();
}

}  // namespace

std::string Screen::show(const State& view, const std::vector<std::string>& names) {
  return grid(view) + legend(view, names);
}

DrawnTable Screen::draw(const State& view, const std::vector<std::string>& names,
                        const Canvas& canvas) {
  const BoardStyle& style = canvas.unicode ? lines_style : ascii_style;
  return {drawn_board(view, style, canvas.seat), drawn_legend(view, names, style, canvas.seat)};
}

std::string Screen::question(const State& view) {
  switch (view.phase) {
    case Phase::opening: return "Open with two black stones and a white one (x y x y x y)";
    case Phase::choosing: return "Take black, take white (white x y) or place two (two x y x y)";
    case Phase::picking: return "Pick a colour (black or white)";
    case Phase::stones: return "Place a " + std::string(name(view.to_move)) + " stone (x y)";
    case Phase::over: return {};
  }
  std::unreachable();
}

std::string Screen::help(const State& view) {
  const std::string form = what_to_type(view) + ".\n";
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
    case Phase::stones: return form + std::string(what_wins(view.board.variant().rows)) + '\n';
    case Phase::over: return {};
  }
  std::unreachable();
}

std::vector<std::string> Screen::words(const State& view) {
  switch (view.phase) {
    case Phase::choosing: return {"black", "white", "two"};
    case Phase::picking: return {"black", "white"};
    default: return {};
  }
}

std::string Screen::typed(const State&, const Move& move) { return std::visit(Typist{}, move); }

std::expected<Move, std::string> Screen::read(const State& view, std::string_view line) {
  if (const auto typed = taken_apart(line))
    if (const auto move = understood(view.phase, *typed)) return *move;
  return std::unexpected(what_to_type(view));
}

std::string Screen::ending(const Rules&, const State& state,
                           const std::vector<std::string>& names) {
  const std::string result = state.winner
                                 ? names[static_cast<std::size_t>(index(*state.winner))] + " wins"
                                 : "The game is a tie";
  return show(state, names) + result + '\n';
}

}  // namespace hilltop::gomoku
