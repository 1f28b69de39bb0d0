#include "games/yahtzee/bots/optimal.hpp"

#include <algorithm>
#include <barrier>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

#include "core/build_for_test.hpp"
#include "games/yahtzee/bots/solved.hpp"
#include "games/yahtzee/position_for_test.hpp"
#include "match/session.hpp"

namespace hilltop::yahtzee::optimal_test {
namespace {

constexpr std::uint32_t many_games = sanitized ? 10 : 200;

// Calls judge(view) for the positions of games in which every second move is any legal one.
template <class Judge>
void visit_positions(const Rules& rules, std::uint32_t games, const Judge& judge) {
  for (std::uint32_t game = 0; game < games; ++game) {
    Optimal optimal;
    Draw luck = Chance(3, game).on(0);
    Session<Rules> session(rules, 2, Chance(2, game));
    session.play_through([&](Seat, const View& view) {
      judge(view);
      if (luck.below(2) == 0) return optimal.choose(view);
      const auto moves = rules.legal_moves(view);
      return moves[luck.below(static_cast<std::uint32_t>(moves.size()))];
    });
  }
}

// The choices that are kept are those of the turn itself, by which Optimal played before any were
// kept, and plays once no more can be.
TEST(Optimal, ChoosesAsItsTurn) {
  std::vector<Rules> all;
  for (const RuleSet& set : rule_sets) all.push_back(rules_of(set.name));
  all.push_back(rules_of("koth", {{"joker_after_zero", false}}));
  for (const Rules& rules : all) {
    const WorthTable& worths = worth_table(rules.options());
    Optimal optimal;
    visit_positions(rules, many_games, [&](const View& view) {
      const Turn turn(worths, standing_of(view.card));
      ASSERT_EQ(optimal.choose(view), best_move(turn, view));
    });
  }
}

TEST(SolitaireChoices, AreKeptForTheFirstBlocksOfCards) {
  const Rules rules = rules_of("koth");
  const WorthTable& worths = worth_table(rules.options());
  const SolitaireChoices choices(worths, 2);
  ChoicesMaker maker(worths);
  std::vector<std::size_t> kept;  // blocks
  visit_positions(rules, many_games, [&](const View& view) {
    const Standing standing = standing_of(view.card);
    const std::size_t block = worths.place_of(standing).block;
    const TurnChoices* const found = choices.of(standing, maker);
    const bool known = std::ranges::find(kept, block) != kept.end();
    if (!known && kept.size() < 2) kept.push_back(block);
    ASSERT_EQ(found != nullptr, std::ranges::find(kept, block) != kept.end());
    if (found != nullptr) {
      ASSERT_EQ(found->move(view), best_move(Turn(worths, standing), view));
    }
  });
  EXPECT_EQ(kept.size(), 2);
}

// Every processor plays alike, and each card of a block as if it were made alone.
TEST(SolitaireChoices, AreTheSameWithAllVectors) {
  for (const RuleSet& set : rule_sets) {
    const Rules rules = rules_of(set.name);
    const WorthTable& worths = worth_table(rules.options());
    for (const Vectors vectors : {Vectors::baseline, Vectors::avx2, Vectors::avx512}) {
      if (!runs_here(vectors)) continue;
      ChoicesMaker maker(worths, vectors);
      visit_positions(rules, sanitized || is_night() ? many_games : 30, [&](const View& view) {
        const Standing standing = standing_of(view.card);
        BlockOfChoices choices;
        maker.make(standing, choices);
        ASSERT_EQ(choices[worths.place_of(standing).lane].move(view),
                  best_move(Turn(worths, standing), view));
      });
    }
  }
}

// Threads that begin at once ask for the same cards, and each gets what the others get.
TEST(SolitaireChoices, AreTheSameForAllThreads) {
  const SolitaireChoices choices(worth_table(rules_of("koth").options()));
  std::vector<Standing> cards;
  for (int total = 0; total <= upper_bonus_from; ++total)
    cards.push_back({{0b111000, 0b000111, YahtzeeBox::open}, total});
  constexpr std::size_t threads = 4;
  std::vector<std::vector<const TurnChoices*>> found(threads);
  {
    std::barrier begin(threads);
    std::vector<std::jthread> at_once;
    for (auto& mine : found)
      at_once.emplace_back([&] {
        ChoicesMaker maker(choices.table());
        begin.arrive_and_wait();
        for (const Standing& card : cards) mine.push_back(choices.of(card, maker));
      });
  }
  for (const auto& mine : found) EXPECT_EQ(mine, found[0]);
  EXPECT_EQ(std::ranges::count(found[0], nullptr), 0);
}

}  // namespace
}  // namespace hilltop::yahtzee::optimal_test
