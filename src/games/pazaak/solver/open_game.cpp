#include "games/pazaak/solver/open_game.hpp"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <iterator>

#include "core/fnv.hpp"
#include "core/threads.hpp"
#include "games/pazaak/solver/open_hand.hpp"

namespace hilltop::pazaak {

namespace {

GamePolicy policy_of(const SideDecks& decks, int hands_to_win, GivenPolicies given) {
  for (const GamePolicy* const each : given)
    if (each != nullptr) return *each;
  return {decks, hands_to_win};
}

}  // namespace

OpenGame::OpenGame(const SideDecks& decks, int hands_to_win, int threads, GivenPolicies given)
    : values_(decks, hands_to_win, given), policy_(policy_of(decks, hands_to_win, given)) {
  OpenWeighed weighed(decks);
  for (int won = 2 * (hands_to_win - 1); won >= 0; --won)
    for (int by_one = 0; by_one <= won; ++by_one)
      if (by_one < hands_to_win && won - by_one < hands_to_win)
        solve(by_one, won - by_one, weighed, threads);
}

template <class Value>
float OpenGame::mean(int their_cards, Value&& value) const {
  float sum = 0, ways = 0;
  for (int deck = decks().first(their_cards); deck < decks().first(their_cards + 1); ++deck) {
    const auto weight = static_cast<float>(decks().ways(deck));
    sum += weight * value(deck);
    ways += weight;
  }
  return sum / ways;
}

float OpenGame::mean_value(int seat, int won, int lost, int deck, int their_cards) const {
  return mean(their_cards, [&](int theirs) {
    return seat == 0 ? value(won, lost, deck, theirs) : 1 - value(lost, won, theirs, deck);
  });
}

float OpenGame::mean_value(int cards_each) const {
  return mean(cards_each, [&](int deck) { return mean_value(0, 0, 0, deck, cards_each); });
}

// Solves the pairs of decks in order of their total number of cards: pairs with equal sums need
// only those with less, and are shared among the threads. Then averages over the decks that the
// opponent may hold, and computes the choices of both players.
void OpenGame::solve(int won_by_one, int won_by_two, OpenWeighed& weighed, int threads) {
  std::vector<OpenStanding> standing(values_.count() * values_.count());
  float* const values = values_.of_score(won_by_one, won_by_two);
  const auto solve_pair = [&](int one, int two) {
    OpenHand hand(values_, standing, won_by_one, won_by_two, one, two);
    const float value = values[values_.pair(one, two)] = hand.solve();
    if (!values_.has_policy()) hand.store(value, weighed.of(0, one, two), weighed.of(1, two, one));
  };
  const auto choose_for = [&](int deck) {
    for (int cards_of_other = 0; cards_of_other <= decks().cards_max(); ++cards_of_other) {
      choose({0, won_by_one, won_by_two, deck, cards_of_other, 0, 0, false}, weighed);
      choose({1, won_by_two, won_by_one, deck, cards_of_other, 0, 0, false}, weighed);
    }
  };
  const int most = decks().cards_max();
  std::vector<std::atomic<int>> next(at(2 * most + 1));
  std::atomic<int> next_mean{0}, next_choice{0};
  std::barrier done(threads);
  const auto work = [&] {
    for (int sum = 0; sum <= 2 * most; ++sum) {
      const int first = decks().first(std::max(0, sum - most));
      const int end = decks().first(std::min(sum, most) + 1);
      for (int one; (one = first + next[at(sum)]++) < end;) {
        const int size = sum - decks().size(one);
        for (int two = decks().first(size); two < decks().first(size + 1); ++two)
          solve_pair(one, two);
      }
      done.arrive_and_wait();
    }
    if (values_.has_policy()) return;
    for (int deck; (deck = next_mean++) < decks().count();)
      for (const int seat : {0, 1}) weighed.average(seat, deck);
    done.arrive_and_wait();
    for (int deck; (deck = next_choice++) < decks().count();) choose_for(deck);
  };
  const auto helpers = start_threads(threads - 1, work);
  // For threads that the system refused nobody waits.
  for (auto i = std::ssize(helpers) + 1; i < threads; ++i) done.arrive_and_drop();
  work();
}

// Calls `take(choice, worth)` for every choice: END, STAND, then the cards from the lowest.
template <class Take>
void OpenGame::weigh(const Situation& now, const OpenWeighed& weighed, Take&& take) const {
  const auto mean = [&](int deck) -> const OpenWeighed::Chances& {
    return weighed.mean(now.seat, deck, now.their_cards);
  };
  take(GamePolicy::end,
       mean(now.deck)[now.they_stand ? OpenWeighed::end_against(now.total, now.their_total)
                                     : OpenWeighed::end(now.total, now.their_total)]);
  for (int card = 0; card <= SideDecks::values && now.total + card <= target; ++card) {
    const int deck = card == 0 ? now.deck : decks().less(now.deck, card);
    if (deck >= 0)
      take(static_cast<GamePolicy::Choice>(GamePolicy::stand + card),
           mean(deck)[now.they_stand ? OpenWeighed::over(now.total + card, now.their_total)
                                     : OpenWeighed::stand(now.total + card, now.their_total)]);
  }
}

// Computes the choices at all totals; `given` holds the rest of the situation.
void OpenGame::choose(const Situation& given, const OpenWeighed& weighed) {
  Situation now = given;
  const auto choose_here = [&] {
    float most = -1;
    weigh(now, weighed, [&](GamePolicy::Choice choice, float worth) {
      if (worth <= most) return;
      most = worth;
      policy_[now] = choice;
    });
  };
  for (now.total = OpenLayout::from; now.total < target; ++now.total) {
    now.they_stand = false;
    for (now.their_total = 0; now.their_total < OpenLayout::in_play; ++now.their_total)
      choose_here();
    now.they_stand = true;
    for (now.their_total = now.total; now.their_total <= target; ++now.their_total) choose_here();
  }
}

// The weights of a score are not kept, so that score is solved again.
std::vector<OpenGame::Worth> OpenGame::worths(const Situation& now, int threads) const {
  if (now.they_stand && now.total > now.their_total)
    return {{GamePolicy::stand,
             mean_value(now.seat, now.won + 1, now.lost, now.deck, now.their_cards)}};
  if (now.total < OpenLayout::from) return {{GamePolicy::end, std::nullopt}};
  OpenGame again(*this);
  OpenWeighed weighed(decks());
  again.solve(now.seat == 0 ? now.won : now.lost, now.seat == 0 ? now.lost : now.won, weighed,
              threads);
  std::vector<Worth> worths;
  weigh(now, weighed,
        [&](GamePolicy::Choice choice, float worth) { worths.push_back({choice, worth}); });
  std::ranges::stable_sort(worths, std::greater(), &Worth::chance);
  return worths;
}

std::uint64_t OpenGame::hash() const {
  Fnv fnv;
  for (const float value : values_.all()) fnv.add(std::bit_cast<std::uint32_t>(value));
  for (const GamePolicy::Choice choice : policy_.all()) fnv.add(std::uint32_t{choice});
  return fnv.hash();
}

}  // namespace hilltop::pazaak
