#include "games/pazaak/solver/opponent_distribution.hpp"

namespace hilltop::pazaak {
namespace {

constexpr int from = MatchPolicy::decide_from;
constexpr float doubt = 0.01f;       // that an opponent ends, or stands, whatever the policy says
constexpr float law_weight = 40.0f;  // of what was expected, in sights of it

// One deck against one who stands: how the hand ends, by the total before the deal.
std::array<OpponentDistribution::Endings, target> endings_of(const MatchPolicy& policy,
                                                             Situation now) {
  using Law = OpponentDistribution;
  now.they_stand = true;
  std::array<Law::Endings, target> endings{};
  for (int total = target - 1; total >= 0; --total) {
    Law::Endings& sum = endings[static_cast<std::size_t>(total)];
    for (int card = 1; card <= OpenGame::cards; ++card) {
      now.total = total + card;
      if (now.total > target) {
        sum[Law::won] += 1;
      } else if (now.total > now.their_total) {
        sum[Law::lost] += 1;
      } else if (now.total == target) {
        sum[Law::level] += 1;
      } else if (const MatchPolicy::Choice choice = policy.of(now); choice == MatchPolicy::end) {
        for (std::size_t i = 0; i < sum.size(); ++i)
          sum[i] += endings[static_cast<std::size_t>(now.total)][i];
      } else {
        const int played = choice - MatchPolicy::stand, stands = now.total + played;
        if (stands < now.their_total)
          sum[Law::won] += 1;
        else if (stands == now.their_total)
          sum[played > 0 ? Law::level_and_played : Law::level] += 1;
        else
          sum[Law::lost_and_played] += 1;
      }
    }
    for (float& each : sum) each /= OpenGame::cards;
  }
  return endings;
}

}  // namespace
OpponentDistribution OpponentDistribution::of(const OpenGame& match) {
  const SideDecks& decks = match.decks();
  OpponentDistribution opponent(decks.cards_max());
  const int hands = match.hands_to_win();
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
          opponent.acts(now.seat, cards, now.their_total, now.total)[match.policy().of(now)] +=
              weight;
      for (now.their_total = from; now.their_total <= target; ++now.their_total) {
        const auto endings = endings_of(match.policy(), now);
        for (int total = 0; total < target; ++total)
          for (std::size_t i = 0; i < Endings().size(); ++i)
            opponent.endings(now.seat, cards, now.their_total, total)[i] +=
                weight * endings[static_cast<std::size_t>(total)][i];
      }
    }
  }
  // Nobody is sure to go by the policy.
  for (Acts& acts : opponent.acts_) {
    for (float& each : acts) each *= 1 - 2 * doubt;
    acts[MatchPolicy::end] += doubt;
    acts[MatchPolicy::stand] += doubt;
  }
  return opponent;
}

namespace {

// Cells of one group (a total) are taken to differ from what was expected in the same way: of each
// choice there was so many times as much. That is what is expected of a cell of which little was
// seen itself.
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
    float sum = 0, sights = law_weight;
    for (std::size_t j = 0; j < Cell().size(); ++j) {
      cells[i][j] *= (counted[group][j] + law_weight) / (expected[group][j] + law_weight);
      sum += cells[i][j];
      sights += seen[i][j];
    }
    for (std::size_t j = 0; j < Cell().size(); ++j)
      cells[i][j] = (law_weight * cells[i][j] / sum + seen[i][j]) / sights;
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
