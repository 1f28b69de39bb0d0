#include "games/pazaak/solver/opponent_distribution.hpp"

namespace hilltop::pazaak {
namespace {

constexpr float doubt = 0.01f;  // min probability of END, and of STAND, whatever the policy says
constexpr float expectation_weight = 40.0f;  // weight of the expectation, in observations

// Returns how a hand of one deck ends against a standing opponent, by the total before the deal.
std::array<OpponentDistribution::Endings, target> endings_of(const GamePolicy& policy,
                                                             Situation now) {
  using Distribution = OpponentDistribution;
  now.they_stand = true;
  std::array<Distribution::Endings, target> endings{};
  for (int total = target - 1; total >= 0; --total) {
    Distribution::Endings& sum = endings[static_cast<std::size_t>(total)];
    for (int card = 1; card <= OpenGame::cards; ++card) {
      now.total = total + card;
      if (now.total > target) {
        sum[Distribution::won] += 1;
      } else if (now.total > now.their_total) {
        sum[Distribution::lost] += 1;
      } else if (now.total == target) {
        sum[Distribution::level] += 1;
      } else if (const GamePolicy::Choice choice = policy.of(now); choice == GamePolicy::end) {
        for (std::size_t i = 0; i < sum.size(); ++i)
          sum[i] += endings[static_cast<std::size_t>(now.total)][i];
      } else {
        const int played = choice - GamePolicy::stand, stands = now.total + played;
        if (stands < now.their_total)
          sum[Distribution::won] += 1;
        else if (stands == now.their_total)
          sum[played > 0 ? Distribution::level_and_played : Distribution::level] += 1;
        else
          sum[Distribution::lost_and_played] += 1;
      }
    }
    for (float& each : sum) each /= OpenGame::cards;
  }
  return endings;
}

}  // namespace
OpponentDistribution OpponentDistribution::of(const OpenGame& game) {
  const SideDecks& decks = game.decks();
  OpponentDistribution opponent(decks.cards_max());
  const int hands = game.hands_to_win();
  for (int deck = 0; deck < decks.count(); ++deck) {
    const int cards = decks.size(deck);
    float ways = 0;
    for (int other = decks.first(cards); other < decks.first(cards + 1); ++other)
      ways += static_cast<float>(decks.ways(other));
    const float weight =
        static_cast<float>(decks.ways(deck)) / (ways * static_cast<float>(hands * hands));
    for (int situation = 0; situation < 2 * hands * hands; ++situation) {
      Situation now{situation / hands / hands,
                    situation / hands % hands,
                    situation % hands,
                    deck,
                    cards,
                    0,
                    0,
                    false};
      for (now.their_total = 0; now.their_total < target; ++now.their_total)
        for (now.total = 1; now.total < target; ++now.total)
          opponent.acts(now.seat, cards, now.their_total, now.total)[game.policy().of(now)] +=
              weight;
      for (now.their_total = GamePolicy::decide_from; now.their_total <= target;
           ++now.their_total) {
        const auto endings = endings_of(game.policy(), now);
        for (int total = 0; total < target; ++total)
          for (std::size_t i = 0; i < Endings().size(); ++i)
            opponent.endings(now.seat, cards, now.their_total, total)[i] +=
                weight * endings[static_cast<std::size_t>(total)][i];
      }
    }
  }
  // No opponent follows the policy with certainty.
  for (Acts& acts : opponent.acts_) {
    for (float& each : acts) each *= 1 - 2 * doubt;
    acts[GamePolicy::end] += doubt;
    acts[GamePolicy::stand] += doubt;
  }
  return opponent;
}

namespace {

// Learns from the counts in `seen`. Cells of one group (a total) are assumed to deviate from the
// expectation in the same way: each choice is a constant factor more frequent. That is the
// expectation for a cell with few observations of its own.
template <class Cell>
void learn(std::vector<Cell>& cells, const std::vector<Cell>& seen, std::size_t groups,
           auto&& group_of) {
  std::vector<Cell> expected(groups), counted(groups);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    float sights = 0;
    for (const float count : seen[i]) sights += count;
    for (std::size_t j = 0; j < Cell().size(); ++j) {
      expected[group_of(i)][j] += sights * cells[i][j];
      counted[group_of(i)][j] += seen[i][j];
    }
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t group = group_of(i);
    float sum = 0, sights = expectation_weight;
    for (std::size_t j = 0; j < Cell().size(); ++j) {
      cells[i][j] *=
          (counted[group][j] + expectation_weight) / (expected[group][j] + expectation_weight);
      sum += cells[i][j];
      sights += seen[i][j];
    }
    for (std::size_t j = 0; j < Cell().size(); ++j)
      cells[i][j] = (expectation_weight * cells[i][j] / sum + seen[i][j]) / sights;
  }
}

}  // namespace

OpponentDistribution OpponentDistribution::after(const OpponentDistribution& seen) const {
  OpponentDistribution opponent = *this;
  learn(opponent.acts_, seen.acts_, totals, [](std::size_t i) { return i % totals; });
  learn(opponent.endings_, seen.endings_, stands,
        [](std::size_t i) { return i / totals % stands; });
  return opponent;
}

}  // namespace hilltop::pazaak
