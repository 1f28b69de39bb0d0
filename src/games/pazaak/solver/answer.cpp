#include "games/pazaak/solver/answer.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "games/pazaak/rules.hpp"
#include "games/pazaak/solver/solved_game.hpp"

namespace hilltop::pazaak {
namespace {

constexpr int decimals = 6;

Solution::Cell real(double value) { return Solution::Real{value, decimals}; }

std::string text_of(const SideDecks::Counts& counts) {
  std::string text;
  for (std::size_t value = 0; value < counts.size(); ++value)
    for (int copy = 0; copy < counts[value]; ++copy)
      text.append(text.empty() ? "" : ",").append(std::to_string(value + 1));
  return text.empty() ? "none" : text;
}

std::string text_of(std::uint64_t hash) {
  std::string text;
  for (int digit = 60; digit >= 0; digit -= 4) text += "0123456789abcdef"[hash >> digit & 15];
  return text;
}

// Returns the value of each side deck against all decks that the opponent may hold, best first.
Solution::Table decks_of(const OpenGame& game) {
  const SideDecks& decks = game.decks();
  const int cards = decks.cards_max();
  Solution::Table table{
      "side_decks", {"cards", "chance", "as_player_1", "as_player_2", "in_the_mean"}, {}};
  int ways = 0;
  for (int deck = decks.first(cards); deck < decks.first(cards + 1); ++deck)
    ways += decks.ways(deck);
  std::vector<std::pair<double, int>> order;
  for (int deck = decks.first(cards); deck < decks.first(cards + 1); ++deck)
    order.emplace_back(
        -(game.mean_value(0, 0, 0, deck, cards) + game.mean_value(1, 0, 0, deck, cards)), deck);
  std::ranges::sort(order);
  for (const auto& [worth, deck] : order)
    table.rows.push_back({text_of(decks.counts(deck)),
                          real(static_cast<double>(decks.ways(deck)) / ways),
                          real(game.mean_value(0, 0, 0, deck, cards)),
                          real(game.mean_value(1, 0, 0, deck, cards)), real(-worth / 2)});
  return table;
}

}  // namespace

std::expected<Solution, Problem> Solver::solve(std::string_view rule_set, const Switches& switches,
                                               const Question& question) {
  const auto rules = Rules::under(rule_set, switches);
  if (!rules) return std::unexpected(rules.error());
  const int cards = rules->side_cards();
  if (cards > SolvedGame::side_cards_max)
    return std::unexpected(Problem{"the game is solved for up to " +
                                   std::to_string(SolvedGame::side_cards_max) +
                                   " side cards, not side_cards=" + std::to_string(cards)});
  const SolvedGame solved(cards, question.threads);
  const GamePolicy& policy = solved.game.policy();
  const auto against = [&](int seat) {
    return static_cast<double>(
        OpenGame(solved.decks, Rules::hands_to_win, question.threads, policy, seat)
            .mean_value(cards));
  };
  const double one = solved.game.mean_value(cards), policy_one = against(0),
               policy_two = 1 - against(1);
  return Solution{{{"side_cards", std::int64_t{cards}},
                   {"player_1", real(one)},
                   {"player_2", real(1 - one)},
                   {"solver_as_player_1_at_least", real(policy_one)},
                   {"solver_as_player_2_at_least", real(policy_two)},
                   {"exploitability_at_most", real(0.5 - (policy_one + policy_two) / 2)},
                   {"bound_by", std::string("a best response that sees both side decks")},
                   {"next_card", std::string("any of 1 to 10, with the chance 1/10")},
                   {"hash", text_of(solved.game.hash())}},
                  {decks_of(solved.game)}};
}

}  // namespace hilltop::pazaak
