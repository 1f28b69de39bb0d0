#pragma once
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "arena/puzzle_judge.hpp"
#include "core/puzzle.hpp"
#include "match/session.hpp"
#include "play/keys.hpp"
#include "play/module_parts.hpp"
#include "play/person.hpp"

namespace hilltop::arena {

template <class E>
concept HasPuzzles = GamePuzzles<typename E::Puzzles, typename E::Rules>;

// The PuzzleJudge of the game that a folder's Module presents.
template <HasPuzzles E>
class PuzzleJudgeOf final : public PuzzleJudge {
  using R = typename E::Rules;
  using P = typename E::Puzzles;
  using Judged = JudgedChoice<Move<R>>;

 public:
  PuzzleJudgeOf() : rules_(R::under(P::rule_set, {}).value()), puzzles_(rules_) {}

  void begin([[maybe_unused]] Record& record) const override {
    if constexpr (requires { P::beginning(record.luck_key, record.luck_game); }) {
      Session<R> session(rules_, static_cast<int>(record.players.size()), record.chance());
      for (const Move<R>& move : P::beginning(record.luck_key, record.luck_game)) {
        const Seat seat = *session.pending();
        record.steps.push_back({index(seat), E::Text::write(move)});
        if (!session.play(seat, move).empty())
          throw std::logic_error("a game of puzzles cannot begin so");
      }
    }
  }

  std::expected<std::vector<PuzzleInGame>, Problem> find(const Record& record) override {
    std::vector<PuzzleInGame> all;
    Session<R> session(rules_, static_cast<int>(record.players.size()), record.chance());
    std::size_t step = 0;
    const auto look = [&] {
      if (!session.pending()) return;
      if (const auto found = puzzles_.found(session.state()))
        all.push_back({step, found->margin, found->plies, found_by(session, record)});
    };
    look();
    const auto played = replay<R, typename E::Text>(session, record, [&](Seat, const Move<R>*) {
      ++step;
      look();
    });
    if (!played) return std::unexpected(played.error());
    return all;
  }

  std::expected<JudgedAnswer, Problem> judge(const Record& position,
                                             std::string_view typed) override {
    const Session<R> session = ended(position);
    const auto view = session.view(*session.pending());
    const auto move = play::typed_move<E>(rules_, view, typed);
    if (!move) return std::unexpected(Problem{move.error()});
    return written(view, puzzles_.judged(session.state(), *move));
  }

  std::vector<JudgedAnswer> compare(const Record& position) override {
    const Session<R> session = ended(position);
    std::vector<JudgedAnswer> all;
    for (const Judged& choice : puzzles_.compared(session.state()))
      all.push_back(written(session.view(*session.pending()), choice));
    return all;
  }

 private:
  // Returns the game where a record ends, which passed AnyGame::check().
  Session<R> ended(const Record& record) const {
    Session<R> session(rules_, static_cast<int>(record.players.size()), record.chance());
    const auto played = replay<R, typename E::Text>(session, record, [](Seat, const Move<R>*) {});
    if (!played || !session.pending()) throw std::logic_error("a puzzle that cannot be replayed");
    return session;
  }

  // Each bot is asked as if the position were the first that it sees.
  int found_by(const Session<R>& session, const Record& record) {
    int count = 0;
    const auto view = session.view(*session.pending());
    for (const std::string_view name : P::bots) {
      const auto bot = play::make_house_bot<E>(name);
      bot->begin(Chance(play::bot_luck_key(record.luck_key, std::string(name)), record.luck_game));
      const auto reply = answer_of<R>(*bot, view);
      if (reply && puzzles_.judged(session.state(), *reply).is_best) ++count;
    }
    return count;
  }

  // The stones of a line belong to either colour, so each is written for the seat that asks.
  template <class V>
  static JudgedAnswer written(const V& view, const Judged& choice) {
    JudgedAnswer answer{E::Screen::typed(view, choice.move), choice.is_best, choice.lost};
    for (const Move<R>& move : choice.line) answer.line.push_back(E::Screen::typed(view, move));
    return answer;
  }

  const R rules_;
  P puzzles_;
};

template <HasPuzzles E>
constexpr PuzzlePart puzzle_part{
    E::Puzzles::rule_set,
    E::Puzzles::bots,
    E::Puzzles::margin_min,
    E::Puzzles::of_a_game_max,
    E::Puzzles::costs,
    &E::Puzzles::stock,
    []() -> std::unique_ptr<PuzzleJudge> { return std::make_unique<PuzzleJudgeOf<E>>(); }};

}  // namespace hilltop::arena
