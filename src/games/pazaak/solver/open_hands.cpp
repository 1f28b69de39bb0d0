#include "games/pazaak/solver/open_hands.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

#include "core/at.hpp"
#include "core/threads.hpp"
#include "games/pazaak/solver/solved_game.hpp"

namespace hilltop::pazaak {
namespace {

constexpr double certain = 65535;

std::uint16_t kept(float chance) {
  return static_cast<std::uint16_t>(std::clamp(chance, 0.f, 1.f) * static_cast<float>(certain) +
                                    0.5f);
}

// The place of a player that stands, among the totals from 11 to 20.
std::size_t stand_at(int total) {
  return OpenLayout::stand_at(std::max(total, GamePolicy::decide_from));
}

GamePolicy threshold_policy(const SideDecks& decks, int enough) {
  GamePolicy policy(decks, Rules::hands_to_win);
  const auto play = [&](Situation now) {
    policy[now] = now.total < enough ? GamePolicy::end : GamePolicy::stand;
  };
  for (const int seat : {0, 1})
    for (int won = 0; won < Rules::hands_to_win; ++won)
      for (int lost = 0; lost < Rules::hands_to_win; ++lost)
        for (int total = GamePolicy::decide_from; total < target; ++total) {
          for (int theirs = 0; theirs < target; ++theirs)
            play({seat, won, lost, 0, 0, total, theirs, false});
          for (int theirs = total; theirs <= target; ++theirs)
            play({seat, won, lost, 0, 0, total, theirs, true});
        }
  return policy;
}

// What is read of hands. `hand(one, two)` returns the HandChances of a score and two decks, in
// which `certain_win` is a certain win.
template <class HandOf>
struct Moments {
  int hands_to_win;
  double certain_win;
  HandOf hand;

  double at_start(const OpenSide& one, const OpenSide& two) const {
    if (one.won == hands_to_win) return 1;
    if (two.won == hands_to_win) return 0;
    return hand(one, two).before_one[0][0] / certain_win;
  }

  double before_card(int player, const OpenSide& one, const OpenSide& two) const {
    const auto& chances = hand(one, two);
    if (player == 0)
      return (two.stands ? chances.two_stands[stand_at(two.total)][at(one.total)]
                         : chances.before_one[at(one.total)][at(two.total)]) /
             certain_win;
    if (one.total > target) {  // player 2 wins the hand if its card does not bust it, too
      const int busts = std::max(0, two.total + OpenValues::cards - target);
      OpenSide winner = two;
      ++winner.won;
      return (busts * at_start(one, two) + (OpenValues::cards - busts) * at_start(one, winner)) /
             OpenValues::cards;
    }
    return (one.stands ? chances.one_stands[stand_at(one.total)][at(two.total)]
                       : chances.before_two[at(one.total)][at(two.total)]) /
           certain_win;
  }

  double after_choice(int player, const OpenSide& one, const OpenSide& two) const {
    if (player == 0 && !two.stands) return before_card(1, one, two);
    OpenSide first = one, second = two;
    switch (judge(one.total, one.stands, two.total, two.stands)) {
      case HandVerdict::go_on: return before_card(one.stands ? 1 : 0, one, two);
      case HandVerdict::one_wins: ++first.won; break;
      case HandVerdict::two_wins: ++second.won; break;
      case HandVerdict::nobody: break;
    }
    return at_start(first, second);
  }
};

}  // namespace

OpenHands::OpenHands(const OpenGame& game, int threads) : game_(game), values_(game.values()) {
  const int hands_to_win = game.hands_to_win();
  hands_ = std::make_unique_for_overwrite<Hand[]>(place(hands_to_win, 0));
  std::atomic<int> next{0};
  const auto work = [&] {
    for (int score; (score = next++) < hands_to_win * hands_to_win;)
      make(score / hands_to_win, score % hands_to_win);
  };
  const auto helpers = start_threads(threads - 1, work);
  work();
}

// Decks are numbered by their size: what a hand leads to by a card played has been made before.
void OpenHands::make(int won_by_one, int won_by_two) {
  std::vector<OpenStanding> standing(values_.count() * values_.count());
  Hand* const hands = hands_.get() + place(won_by_one, won_by_two);
  for (int one = 0; one < decks().count(); ++one)
    for (int two = 0; two < decks().count(); ++two) {
      OpenHand solved(values_, standing, won_by_one, won_by_two, one, two);
      solved.compute(values_.value(won_by_one, won_by_two, one, two));
      const OpenStanding& stands = standing[values_.pair(one, two)];
      Hand& hand = hands[values_.pair(one, two)];
      for (int i = 0; i < in_play; ++i) {
        for (int j = 0; j < in_play; ++j) {
          hand.before_one[at(i)][at(j)] = kept(solved.before_one(i, j));
          hand.before_two[at(i)][at(j)] = kept(solved.before_two(i, j));
        }
        for (int stand = 0; stand < stand_totals; ++stand) {
          hand.one_stands[at(stand)][at(i)] = kept(stands.one[at(stand)][at(i)]);
          hand.two_stands[at(stand)][at(i)] = kept(stands.two[at(i)][at(stand)]);
        }
      }
    }
}

auto OpenHands::moments() const {
  return Moments{
      game_.hands_to_win(), certain,
      [this](const OpenSide& one, const OpenSide& two) -> const Hand& { return hand(one, two); }};
}

double OpenHands::at_start(const OpenSide& one, const OpenSide& two) const {
  return moments().at_start(one, two);
}
double OpenHands::before_card(int player, const OpenSide& one, const OpenSide& two) const {
  return moments().before_card(player, one, two);
}
double OpenHands::after_choice(int player, const OpenSide& one, const OpenSide& two) const {
  return moments().after_choice(player, one, two);
}

int OpenHands::given(int player, const OpenSide& own, const OpenSide& other) const {
  return values_.policy(player).of({player, own.won, other.won, own.deck, decks().size(other.deck),
                                    own.total, other.total, other.stands});
}

double OpenHands::chosen(int player, OpenSide one, OpenSide two, int choice) const {
  OpenSide& mover = player == 0 ? one : two;
  mover.stands = choice != GamePolicy::end;
  if (choice > GamePolicy::stand) {
    mover.total += choice - GamePolicy::stand;
    mover.deck = decks().less(mover.deck, choice - GamePolicy::stand);
  }
  return after_choice(player, one, two);
}

double OpenHands::before_choice(int player, const OpenSide& one, const OpenSide& two) const {
  const OpenSide& mover = player == 0 ? one : two;
  const OpenSide& other = player == 0 ? two : one;
  if (mover.total == target) return chosen(player, one, two, GamePolicy::stand);
  if (values_.follows_policy(player)) {
    const bool bust = mover.total > target || other.total > target;
    return chosen(player, one, two, bust ? GamePolicy::stand : given(player, mover, other));
  }
  double best = chosen(player, one, two, GamePolicy::end);
  const auto weigh = [&](int choice) {
    const double chance = chosen(player, one, two, choice);
    best = player == 0 ? std::max(best, chance) : std::min(best, chance);
  };
  weigh(GamePolicy::stand);
  for (int card = 1; card <= SideDecks::values; ++card)
    if (decks().less(mover.deck, card) >= 0) weigh(GamePolicy::stand + card);
  return best;
}

MeanHands::MeanHands(const OpenHands& open)
    : hands_to_win_(open.game_.hands_to_win()),
      decks_(open.values_.count()),
      sizes_(at(open.decks().cards_max() + 1)),
      hands_(2 * at(hands_to_win_ * hands_to_win_) * decks_ * sizes_) {
  constexpr std::size_t count = sizeof(Hand) / sizeof(float);
  static_assert(sizeof(OpenHands::Hand) == count * sizeof(std::uint16_t));
  const SideDecks& decks = open.decks();
  auto mean = hands_.begin();
  for (const int player : {0, 1})
    for (int score = 0; score < hands_to_win_ * hands_to_win_; ++score)
      for (int deck = 0; deck < decks.count(); ++deck)
        for (int size = 0; size <= decks.cards_max(); ++size) {
          OpenSide one{.won = score / hands_to_win_}, two{.won = score % hands_to_win_};
          (player == 0 ? one : two).deck = deck;
          std::array<std::uint32_t, count> sums{};  // of at most C(10, 5) ways: no overflow
          std::uint32_t ways = 0;
          for (int other = decks.first(size); other < decks.first(size + 1); ++other) {
            (player == 0 ? two : one).deck = other;
            const auto* const chances =
                reinterpret_cast<const std::uint16_t*>(&open.hand(one, two));
            const auto weight = static_cast<std::uint16_t>(decks.ways(other));
            for (std::size_t i = 0; i < count; ++i) sums[i] += std::uint32_t{weight} * chances[i];
            ways += weight;
          }
          auto* const means = reinterpret_cast<float*>(&*mean++);
          for (std::size_t i = 0; i < count; ++i)
            means[i] = static_cast<float>(sums[i] / (ways * certain));
        }
}

std::size_t MeanHands::place(int player, const OpenSide& known, const OpenSide& other) const {
  const OpenSide& one = player == 0 ? known : other;
  const OpenSide& two = player == 0 ? other : known;
  const int score = (player * hands_to_win_ + one.won) * hands_to_win_ + two.won;
  return (at(score) * decks_ + at(known.deck)) * sizes_ + at(other.deck);
}

double MeanHands::after_choice(int player, const OpenSide& one, const OpenSide& two) const {
  const auto hand = [&](const OpenSide& first, const OpenSide& second) -> const Hand& {
    return hands_[player == 0 ? place(0, first, second) : place(1, second, first)];
  };
  return Moments{hands_to_win_, 1., hand}.after_choice(player, one, two);
}

const MeanHands& mean_hands(int side_cards) {
  static std::array<std::once_flag, open_hands_side_cards_max + 1> once;
  static std::array<std::unique_ptr<const MeanHands>, open_hands_side_cards_max + 1> hands;
  const int cards = std::min(side_cards, open_hands_side_cards_max);
  std::call_once(once[at(cards)],
                 [&] { hands[at(cards)] = std::make_unique<MeanHands>(open_hands(cards)); });
  return *hands[at(cards)];
}

const OpenHands& open_hands(int side_cards) {
  static std::array<std::once_flag, open_hands_side_cards_max + 1> once;
  static std::array<std::unique_ptr<const OpenHands>, open_hands_side_cards_max + 1> hands;
  const int cards = std::min(side_cards, open_hands_side_cards_max);
  std::call_once(once[at(cards)], [&] {
    hands[at(cards)] =
        std::make_unique<const OpenHands>(SolvedGame::of(cards).game, solver_threads());
  });
  return *hands[at(cards)];
}

ThresholdGame::ThresholdGame(std::array<int, 2> enough)
    : policies{threshold_policy(decks, enough[0]), threshold_policy(decks, enough[1])},
      game(decks, Rules::hands_to_win, 1, GivenPolicies{&policies[0], &policies[1]}),
      hands(game, 1) {}

}  // namespace hilltop::pazaak
