#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "core/drawing.hpp"
#include "core/game.hpp"
#include "core/json.hpp"
#include "core/onlooker.hpp"

namespace hilltop {

// A game's notation: T::write and T::read convert moves to one line of text and back, for records,
// logs and people. T::write(view) contains everything a View holds, so that equal views have equal
// texts.
template <class T, class R>
concept Notation =
    Game<R> && requires(const View<R>& view, const Move<R>& move, std::string_view text) {
      { T::write(view) } -> std::same_as<std::string>;
      { T::write(move) } -> std::same_as<std::string>;
      {
        T::read(text)
      } -> std::same_as<std::expected<Move<R>, std::string>>;  // error: what is allowed
    };

// A game that bots in other processes can play: one line out, one line back.
template <class W, class R>
concept Asking = Game<R> && requires(const View<R>& view, std::string_view line) {
  { W::prompt(view) } -> std::same_as<std::string>;
  { W::answer(view, line) } -> std::same_as<std::expected<Move<R>, std::string>>;
};

// Uses the lines of docs/protocol.md; W gives what follows the game's number.
template <class W, class R>
concept NumberedWire = Asking<W, R> && W::numbered;

// Uses messages of the game's own, with one process per game.
template <class W, class R>
concept OwnWire =
    Asking<W, R> && !NumberedWire<W, R> &&
    requires(const Points& points, const std::vector<std::string>& names, std::uint64_t retired) {
      {
        W::farewell(points, retired, names)
      } -> std::same_as<std::string>;  // the last line of a game
    };

// The log of a game for `--log`, written as it is played. It keeps its own state, so that play
// without a log costs nothing.
template <class L, class R>
concept GameLog =
    Game<R> &&
    std::constructible_from<L, const R&, const std::vector<std::string>&, const Chance&> &&
    requires(L& log, Seat seat, const Move<R>& move, std::string_view fault) {
      { log.opening() } -> std::same_as<std::string>;
      { log.played(seat, move) } -> std::same_as<std::string>;
      { log.retired(seat, fault) } -> std::same_as<std::string>;
      { log.closing() } -> std::same_as<std::string>;
    };

// A game for people at a terminal. The GameLog tells what happened; a Screen shows what one seat
// sees and parses what a person types. Texts end with a line feed, except questions, which the
// session ends.
template <class S, class R>
concept Screen = Game<R> && requires(const R& rules, const State<R>& state, const View<R>& view,
                                     const Move<R>& move, std::string_view line,
                                     const std::vector<std::string>& names) {
  { S::saves_anywhere } -> std::convertible_to<bool>;  // false: only at before()
  {
    S::before(view)
  } -> std::same_as<std::string>;  // to confirm before the view is shown; or empty
  { S::show(view, names) } -> std::same_as<std::string>;  // what is on the table
  { S::question(view) } -> std::same_as<std::string>;     // what to decide
  { S::help(view) } -> std::same_as<std::string>;         // the possible answers
  { S::read(view, line) } -> std::same_as<std::expected<Move<R>, std::string>>;
  { S::after(view, move) } -> std::same_as<std::string>;  // to confirm after the move; or empty
  { S::ending(rules, state, names) } -> std::same_as<std::string>;  // the result, with the winner
};

// Optional refinement: draws the table for a terminal whose screen is redrawn, on at most the
// canvas's columns and, if that is possible, 20 rows. Otherwise show() is drawn.
template <class S, class R>
concept DrawingScreen =
    Screen<S, R> &&
    requires(const View<R>& view, const std::vector<std::string>& names, const Canvas& canvas) {
      { S::draw(view, names, canvas) } -> std::same_as<DrawnTable>;
    };

// Optional refinement: the words with which answers begin, for completion and for "did you mean".
template <class S, class R>
concept WordyScreen = Screen<S, R> && requires(const View<R>& view) {
  { S::words(view) } -> std::same_as<std::vector<std::string>>;
};

// Optional refinement: what a person types for a legal move, as advice shows it.
template <class S, class R>
concept TypingScreen = Screen<S, R> && requires(const View<R>& view, const Move<R>& move) {
  { S::typed(view, move) } -> std::same_as<std::string>;
};

// Optional refinement: what a step did, in a few words for a small screen; called after played().
// May be empty.
template <class L, class R>
concept BriefLog = GameLog<L, R> && requires(const L& log, Seat seat, const Move<R>& move) {
  { log.brief(seat, move) } -> std::same_as<std::string>;
};

// A game that pages draw and tell (docs/scenes.md). S::table makes what an Onlooker may see: of the
// View, which is that of its seat (of any seat for a stranger), and of what was public so far. The
// Teller returns what happened as a JSON array of events; it keeps its own state, like a GameLog,
// and history() is what of it all may know.
template <class S, class R>
concept Scene =
    Game<R> &&
    std::constructible_from<typename S::Teller, const R&, int /*seats*/, const Chance&> &&
    requires(const View<R>& view, const Onlooker& onlooker, typename S::Teller& teller,
             const typename S::Teller& told, Seat seat, const Move<R>& move) {
      { S::table(view, onlooker, told.history()) } -> std::same_as<Json>;
      { teller.opening() } -> std::same_as<Json>;
      { teller.played(seat, move) } -> std::same_as<Json>;
      { teller.retired(seat) } -> std::same_as<Json>;
    };

// Returns what a game's Module reports of a seat besides its points; empty if it reports nothing.
template <class E>
std::vector<Figure> figures_of(const typename E::Rules::State& state, Seat seat) {
  if constexpr (requires { E::figures(state, seat); })
    return E::figures(state, seat);
  else
    return {};
}

}  // namespace hilltop
