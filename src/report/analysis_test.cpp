// Weaknesses that are planted in bots that play well: the analysis names them first.
#include "report/analysis.hpp"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>

#include "arena/catalog.hpp"
#include "core/build_for_test.hpp"
#include "games/gomoku/bots/bots.hpp"
#include "games/gomoku/text.hpp"
#include "games/pazaak/bots/solver_bot.hpp"
#include "games/pazaak/text.hpp"
#include "games/pig/bots/optimal.hpp"
#include "games/pig/text.hpp"
#include "games/yahtzee/bots/optimal.hpp"
#include "games/yahtzee/text.hpp"
#include "match/session.hpp"

namespace hilltop::report::analysis_test {
namespace {

constexpr std::uint64_t key = 8;

// Plays a game; `choose(game, seat, view)` makes the moves.
template <class R, class T, class Choose>
Record record_of_game(std::string_view game, const R& rules, std::uint32_t number,
                      Choose&& choose) {
  Record record{std::string(game),
                std::string("koth"),
                rules.switches(),
                key,
                number,
                {{"bot", "weak"}, {"bot", "strong"}},
                0,
                {},
                {}};
  Session<R> session(rules, 2, record.chance());
  while (const ToMove seat = session.pending()) {
    auto&& view = session.view(*seat);
    const Move<R> move = choose(number, *seat, view);
    record.steps.push_back({.seat = index(*seat), .move = T::write(move)});
    if (!session.play(*seat, move).empty()) throw std::logic_error("a bot broke the rules");
  }
  return record;
}

// Analyses games of "weak" in seat 0 and "strong".
GamesAnalysis analysed(std::string_view game, std::string_view rules, int games,
                       const std::function<Record(std::uint32_t)>& play) {
  const arena::GameModule& module = *arena::find_game(game).value();
  const auto any_game = module.under(rules, {}).value();
  const auto analyst = any_game->analyst(2);
  GamesAnalysis sums(module.worths, 10, "weak");
  const std::vector<std::string> nobody(2);
  for (int number = 0; number < games; ++number) {
    Record record = play(static_cast<std::uint32_t>(number));
    record.rules = rules;
    auto found = analyst->analyse(record, nobody, false).value();
    EXPECT_FALSE(found.decisions.empty());
    for (const arena::AnalysedDecision& decision : found.decisions)
      if (decision.seat == Seat(1)) {
        EXPECT_EQ(decision.losses.size(), module.worths.size());
      }
    sums.add({std::to_string(number), {"weak", "strong"}, std::move(found)});
  }
  return sums;
}

// Returns the kind of the first line.
std::string first_kind(const GamesAnalysis& sums) {
  return kind_list(sums).objects.front().at("kind").get<std::string>();
}

TEST(PlantedWeakness, IsTheFirstLineInYahtzee) {
  if (sanitized) GTEST_SKIP() << "hundreds of games";
  const auto rules = yahtzee::Rules::under("koth", {}).value();
  yahtzee::Optimal optimal;
  const auto choose = [&](std::uint32_t game, Seat seat, const yahtzee::View& view) {
    if (seat == Seat(0) && game % 10 == 0 && view.stage == 1) {
      Draw pick = Chance(game, static_cast<std::uint32_t>(view.round)).on(0);
      return yahtzee::keep_moves[pick.below(yahtzee::keep_moves.size())];
    }
    return optimal.choose(view);
  };
  const GamesAnalysis sums = analysed("yahtzee", "koth", 100, [&](std::uint32_t game) {
    return record_of_game<yahtzee::Rules, yahtzee::Text>("yahtzee", rules, game, choose);
  });
  EXPECT_EQ(first_kind(sums), "keeps after roll 2");
  for (const CostlyDecision& costly : sums.costly())
    EXPECT_EQ(std::stoi(costly.game) % 10, 0) << costly.decision.kind;
  const auto loss = loss_per_decision(sums.players().at("weak"));
  ASSERT_TRUE(loss);
  EXPECT_GT(loss->range.low, 0);
}

// Gomoku has an analysis, but nothing falls in it.
TEST(Tables, HaveLuckOnlyWhereSomethingFalls) {
  for (const bool falls : {false, true}) {
    GameOfPlayers game{"a-b:1", {"a", "b"}, {}};
    game.game.decisions = {
        {.step = 1, .seat = Seat(0), .done = "A1", .kind = "stone", .losses = {0.25}}};
    game.game.curve = {{0.5, 0.5}, {0.25, 0.75}};
    if (falls) game.game.luck = {{SeatLuck{.luck = 0.5}, SeatLuck{.luck = -0.5}}};
    const std::span<const WorthInfo> worths = arena::find_game("gomoku").value()->worths;
    GamesAnalysis sums(worths, 1);
    sums.add(game);
    for (const TextTable& table : {table_of_players(sums), table_of_steps(game, worths)})
      EXPECT_EQ(table.text(false).find("luck") != std::string::npos, falls) << table.text(false);
  }
}

TEST(PlantedWeakness, IsTheFirstLineInGomoku) {
  if (sanitized) GTEST_SKIP() << "millions of nodes";
  const auto rules = gomoku::Rules::under("koth", {}).value();
  const auto engine = gomoku::make_champion();
  const auto choose = [&](std::uint32_t game, Seat seat, const gomoku::State& view) {
    const int stones = view.board.stones();
    if (seat == Seat(0) && view.phase == gomoku::Phase::stones && 10 <= stones && stones < 12) {
      const auto points = view.board.legal_points(view.to_move);
      Draw pick = Chance(game, static_cast<std::uint32_t>(stones)).on(0);
      return gomoku::Move(
          gomoku::Place{points[pick.below(static_cast<std::uint32_t>(points.size()))]});
    }
    return engine->choose(view);
  };
  const auto play = [&](std::uint32_t game) {
    engine->begin(Chance(key, game));
    return record_of_game<gomoku::Rules, gomoku::Text>("gomoku", rules, game, choose);
  };
  const GamesAnalysis sums = analysed("gomoku", "koth", 4, play);
  EXPECT_EQ(first_kind(sums), "quiet stone, 10 to 19 on the board");
  EXPECT_EQ(sums.costly().front().player, "weak");
}

TEST(PlantedWeakness, IsTheFirstLineInPazaak) {
  if (sanitized) GTEST_SKIP() << "the solver takes minutes";
  const auto rules = pazaak::Rules::under("koth", {}).value();
  pazaak::SolverBot solver;
  const auto choose = [&](std::uint32_t, Seat seat, const pazaak::Rules::View& view) {
    const auto move = solver.choose(view);
    const bool is_weak = seat == Seat(0) && view.me().side.count() == 2 &&
                         view.me().hand.value() == 14 && move == pazaak::Rules::Move::end();
    return is_weak ? pazaak::Rules::Move::stand() : move;
  };
  const auto play = [&](std::uint32_t game) {
    return record_of_game<pazaak::Rules, pazaak::Text>("pazaak", rules, game, choose);
  };
  const GamesAnalysis sums = analysed("pazaak", "koth", 1000, play);
  EXPECT_EQ(first_kind(sums), "stands at 14 with 2 side cards");
  // By what it can see the solver itself gives up nothing, but for the rounding of its tables.
  for (const auto& [kind, sum] : sums.players().at("weak").kinds)
    if (kind != first_kind(sums)) {
      EXPECT_LT(sum.losses.front(), 1e-4 * static_cast<double>(sum.decisions)) << kind;
    }
}

TEST(PlantedWeakness, IsTheFirstLineInPig) {
  const auto rules = pig::Rules::under("standard", {}).value();
  pig::Optimal optimal;
  const auto choose = [&](std::uint32_t, Seat seat, const pig::State& view) {
    const bool is_weak = seat == Seat(0) && view.turn_total >= 10 && view.turn_total < 15;
    return is_weak ? pig::Move::hold : optimal.choose(view);
  };
  const GamesAnalysis sums = analysed("pig", "standard", 100, [&](std::uint32_t game) {
    return record_of_game<pig::Rules, pig::Text>("pig", rules, game, choose);
  });
  EXPECT_EQ(first_kind(sums), "holds with 10 to 14");
}

TEST(LossPerDecision, NeedsTwentyDecisions) {
  static constexpr std::array<WorthInfo, 1> worths{{{"win", "chance to win", true}}};
  GamesAnalysis sums(worths, 3);
  GameOfPlayers game{"one", {"a", "b"}, {}};
  for (std::size_t step = 1; step <= 19; ++step)
    game.game.decisions.push_back({step, Seat(0), "roll", "rolls", false, {0.01 * double(step)}});
  game.game.decisions.push_back({20, Seat(0), "hold", "holds", true, {0}});
  sums.add(game);
  EXPECT_FALSE(loss_per_decision(sums.players().at("a")));
  EXPECT_EQ(sums.players().at("a").all.decisions, 19);  // without the forced one
  ASSERT_EQ(sums.costly().size(), 3);
  EXPECT_EQ(sums.costly().front().decision.step, 19);
  game.game.decisions.resize(1);
  sums.add(game);
  const auto loss = loss_per_decision(sums.players().at("a"));
  ASSERT_TRUE(loss);
  EXPECT_NEAR(loss->mean, (0.01 * 190 + 0.01) / 20, 1e-12);
}

}  // namespace
}  // namespace hilltop::report::analysis_test
