#pragma once
#include <array>

#include "core/numbered_actions.hpp"
#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

// Action x * size + y is the point (x,y). Under the rules with Swap2 the choices follow: to take
// black, to take white, to place two, to pick black, to pick white. A move that lays several stones
// is as many points in a row, after its choice if it has one.
struct Actions {
  struct Begun {
    bool takes_white = false, places_two = false;
    int stones = 0;  // the number of points that were chosen
    std::array<Point, 2> points{};
    friend bool operator==(const Begun&, const Begun&) = default;
  };

  static int count(const Rules& rules) {
    return points(rules) + (rules.has_swap2() ? static_cast<int>(choice_names.size()) : 0);
  }
  static std::string name(const Rules& rules, int action) {
    if (action >= points(rules))
      return std::string(choice_names[static_cast<std::size_t>(action - points(rules))]);
    const Point point = point_of(rules, action);
    return '(' + std::to_string(point.x) + ',' + std::to_string(point.y) + ')';
  }

  static void mark_legal(const Rules& rules, const State& view, const Begun& begun,
                         std::span<std::uint8_t> legal) {
    std::ranges::fill(legal, std::uint8_t{0});
    const int first_choice = points(rules);
    const auto allow = [&](Choice choice) {
      legal[static_cast<std::size_t>(first_choice + static_cast<int>(choice))] = 1;
    };
    if (view.phase == Phase::over) return;
    if (view.phase == Phase::picking) {
      allow(Choice::pick_black);
      allow(Choice::pick_white);
      return;
    }
    if (view.phase == Phase::choosing && !begun.takes_white && !begun.places_two) {
      for (const Choice choice : {Choice::take_black, Choice::take_white, Choice::place_two})
        allow(choice);
      return;
    }
    for (const Point point : view.board.points())
      legal[number(rules, point)] = view.phase == Phase::stones
                                        ? view.board.legal(point, view.to_move)
                                        : view.board.free(point);
    for (std::size_t i = 0; i < static_cast<std::size_t>(begun.stones); ++i)
      legal[number(rules, begun.points[i])] = 0;
  }

  static std::optional<Move> take(const Rules& rules, const State& view, Begun& begun, int action) {
    if (action >= points(rules)) return take_choice(Choice(action - points(rules)), begun);
    const Point point = point_of(rules, action);
    if (view.phase == Phase::stones) return Place{point};
    const Begun before = begun;
    const int wanted = before.takes_white ? 1 : before.places_two ? 2 : 3;
    if (before.stones + 1 < wanted) {
      begun.points[static_cast<std::size_t>(begun.stones++)] = point;
      return std::nullopt;
    }
    begun = {};
    if (before.takes_white) return TakeWhite{point};
    if (before.places_two) return PlaceTwo{before.points[0], point};
    return Open{before.points[0], before.points[1], point};
  }

  static std::vector<int> actions_of(const Rules& rules, const State&, const Move& move) {
    const auto at = [&](Point point) { return static_cast<int>(number(rules, point)); };
    const auto chosen = [&](Choice choice) { return points(rules) + static_cast<int>(choice); };
    if (const auto* open = std::get_if<Open>(&move))
      return {at(open->first_black), at(open->second_black), at(open->white)};
    if (const auto* white = std::get_if<TakeWhite>(&move))
      return {chosen(Choice::take_white), at(white->white)};
    if (const auto* two = std::get_if<PlaceTwo>(&move))
      return {chosen(Choice::place_two), at(two->black), at(two->white)};
    if (const auto* pick = std::get_if<PickColour>(&move))
      return {chosen(pick->colour == Colour::black ? Choice::pick_black : Choice::pick_white)};
    if (const auto* place = std::get_if<Place>(&move)) return {at(place->point)};
    return {chosen(Choice::take_black)};
  }

  static std::vector<ViewField> fields(const Rules& rules, int /*seats*/) {
    const int size = rules.variant().size;
    return {
        {"board", {size, size}, 0, 2, "0: free, 1: black, 2: white, by x, then y"},
        {"phase", {}, 0, 4, "0: opening, 1: choosing, 2: picking, 3: stones, 4: over"},
        {"colour", {}, 0, 2, "my colour: 1 black, 2 white; 0: not decided"},
        {"turn", {}, 0, Rules::longest, "turns since the opening"},
        {"begun", {}, 0, 2, "the choice whose points are asked: 1 white, 2 two stones; 0: none"},
        {"stones", {}, 0, 2, "points that were chosen of this move; the board has them"}};
  }
  static void write(const Rules& rules, const State& view, Seat seat, const Begun& begun,
                    std::span<ViewNumber> numbers) {
    ViewNumbers out(numbers);
    for (const Point point : view.board.points()) out.add(number_of(view.board.at(point)));
    out.add(static_cast<int>(view.phase));
    out.add(number_of(colour_of(view, seat)));
    out.add(view.turn);
    out.add(begun.takes_white ? 1 : begun.places_two ? 2 : 0);
    out.add(begun.stones);
    // Of an opening the third stone is white, and it makes the move whole.
    for (std::size_t i = 0; i < static_cast<std::size_t>(begun.stones); ++i)
      numbers[number(rules, begun.points[i])] = 1;
  }

 private:
  enum class Choice { take_black, take_white, place_two, pick_black, pick_white };
  static constexpr std::array<std::string_view, 5> choice_names{"take B", "take W", "place two",
                                                                "pick B", "pick W"};

  static std::optional<Move> take_choice(Choice choice, Begun& begun) {
    switch (choice) {
      case Choice::take_black: return TakeBlack{};
      case Choice::take_white: begun.takes_white = true; return std::nullopt;
      case Choice::place_two: begun.places_two = true; return std::nullopt;
      case Choice::pick_black: return PickColour{Colour::black};
      case Choice::pick_white: return PickColour{Colour::white};
    }
    return std::nullopt;
  }
  static int points(const Rules& rules) { return rules.variant().size * rules.variant().size; }
  static Point point_of(const Rules& rules, int action) {
    return {action / rules.variant().size, action % rules.variant().size};
  }
  static std::size_t number(const Rules& rules, Point point) {
    return static_cast<std::size_t>(point.x * rules.variant().size + point.y);
  }
  static int number_of(std::optional<Colour> colour) {
    return colour ? static_cast<int>(*colour) + 1 : 0;
  }
};

static_assert(NumberedActions<Actions, Rules>);

}  // namespace hilltop::gomoku
