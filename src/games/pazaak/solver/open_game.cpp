#include "games/pazaak/solver/open_game.hpp"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <iterator>

#include "core/threads.hpp"
#include "games/pazaak/solver/open_hand.hpp"

namespace hilltop::pazaak {

OpenGame::OpenGame(const SideDecks& decks, int hands_to_win, int threads, const GamePolicy* given,
                   int given_seat)
    : decks_(decks),
      hands_to_win_(hands_to_win),
      given_(given),
      given_seat_(given_seat),
      policy_(given == nullptr ? GamePolicy(decks, hands_to_win) : *given) {
  values_.resize(static_cast<std::size_t>(hands_to_win * hands_to_win) * count() * count());
  Weighed weighed(count());
  for (int won = 2 * (hands_to_win - 1); won >= 0; --won)
    for (int by_one = 0; by_one <= won; ++by_one)
      if (by_one < hands_to_win && won - by_one < hands_to_win)
        solve(by_one, won - by_one, weighed, threads);
}

float OpenGame::value(int won_by_one, int won_by_two, int deck_one, int deck_two) const {
  if (won_by_one == hands_to_win_) return 1;
  if (won_by_two == hands_to_win_) return 0;
  return values_[score(won_by_one, won_by_two) * count() * count() + pair(deck_one, deck_two)];
}

template <class Value>
float OpenGame::mean(int their_cards, Value&& value) const {
  float sum = 0, ways = 0;
  for (int deck = decks_.first(their_cards); deck < decks_.first(their_cards + 1); ++deck) {
    const auto weight = static_cast<float>(decks_.ways(deck));
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
// only those with less, and are shared among the threads. Then computes the choices of both
// players.
void OpenGame::solve(int won_by_one, int won_by_two, Weighed& weighed, int threads) {
  std::vector<Standing> standing(count() * count());
  float* const values = values_.data() + score(won_by_one, won_by_two) * count() * count();
  const auto solve_pair = [&](int one, int two) {
    Hand hand(*this, standing, won_by_one, won_by_two, one, two);
    values[pair(one, two)] = hand.solve();
    standing[pair(one, two)] = hand.standing();
    if (given_ == nullptr) hand.store(weighed.of(0, one) + two, weighed.of(1, two) + one, count());
  };
  const auto choose_for = [&](int deck) {
    for (int cards_of_other = 0; cards_of_other <= decks_.cards_max(); ++cards_of_other) {
      choose({0, won_by_one, won_by_two, deck, cards_of_other, 0, 0, false}, weighed);
      choose({1, won_by_two, won_by_one, deck, cards_of_other, 0, 0, false}, weighed);
    }
  };
  const int most = decks_.cards_max();
  std::vector<std::atomic<int>> next(Layout::at(2 * most + 2));
  std::barrier done(threads);
  const auto work = [&] {
    for (int sum = 0; sum <= 2 * most; ++sum) {
      const int first = decks_.first(std::max(0, sum - most));
      const int end = decks_.first(std::min(sum, most) + 1);
      for (int one; (one = first + next[Layout::at(sum)]++) < end;) {
        const int size = sum - decks_.size(one);
        for (int two = decks_.first(size); two < decks_.first(size + 1); ++two)
          solve_pair(one, two);
      }
      done.arrive_and_wait();
    }
    for (int deck; given_ == nullptr && (deck = next.back()++) < decks_.count();) choose_for(deck);
  };
  const auto helpers = start_threads(threads - 1, work);
  // For threads that the system refused nobody waits.
  for (auto i = std::ssize(helpers) + 1; i < threads; ++i) done.arrive_and_drop();
  work();
}

// Calls `take(choice, worth)` for every choice: END, STAND, then the cards from the lowest.
template <class Take>
void OpenGame::weigh(const Situation& now, const Weighed& weighed, Take&& take) const {
  const auto mean_of = [&](int deck, std::size_t row) {
    const float* const values = weighed.row(now.seat, deck, row);
    return mean(now.their_cards, [&](int theirs) { return values[theirs]; });
  };
  const auto stand = [&](int deck, int total) {
    if (!now.they_stand) return mean_of(deck, Weighed::stand(total, now.their_total));
    return mean_value(now.seat, now.won + (total > now.their_total),
                      now.lost + (total < now.their_total), deck, now.their_cards);
  };
  take(GamePolicy::end,
       mean_of(now.deck, now.they_stand ? Weighed::end_against(now.total, now.their_total)
                                        : Weighed::end(now.total, now.their_total)));
  for (int card = 0; card <= SideDecks::values && now.total + card <= target; ++card) {
    const int deck = card == 0 ? now.deck : decks_.less(now.deck, card);
    if (deck >= 0)
      take(static_cast<GamePolicy::Choice>(GamePolicy::stand + card),
           stand(deck, now.total + card));
  }
}

// Computes the choices at all totals; `given` holds the rest of the situation.
void OpenGame::choose(const Situation& given, const Weighed& weighed) {
  Situation now = given;
  const auto choose_here = [&] {
    float most = -1;
    weigh(now, weighed, [&](GamePolicy::Choice choice, float worth) {
      if (worth <= most) return;
      most = worth;
      policy_[now] = choice;
    });
  };
  for (now.total = Layout::from; now.total < target; ++now.total) {
    now.they_stand = false;
    for (now.their_total = 0; now.their_total < Layout::in_play; ++now.their_total) choose_here();
    now.they_stand = true;
    for (now.their_total = now.total; now.their_total <= target; ++now.their_total) choose_here();
  }
}

// The weights of a score are not kept, so that score is solved again.
std::vector<OpenGame::Worth> OpenGame::worths(const Situation& now, int threads) const {
  if (now.they_stand && now.total > now.their_total)
    return {{GamePolicy::stand,
             mean_value(now.seat, now.won + 1, now.lost, now.deck, now.their_cards)}};
  if (now.total < Layout::from) return {{GamePolicy::end, std::nullopt}};
  OpenGame again(*this);
  Weighed weighed(count());
  again.solve(now.seat == 0 ? now.won : now.lost, now.seat == 0 ? now.lost : now.won, weighed,
              threads);
  std::vector<Worth> worths;
  weigh(now, weighed,
        [&](GamePolicy::Choice choice, float worth) { worths.push_back({choice, worth}); });
  std::ranges::stable_sort(worths, std::greater(), &Worth::chance);
  return worths;
}

std::uint64_t OpenGame::hash() const {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a over 32-bit words
  const auto add = [&](std::uint32_t word) { hash = (hash ^ word) * 0x100000001b3; };
  for (const float value : values_) add(std::bit_cast<std::uint32_t>(value));
  for (const GamePolicy::Choice choice : policy_.all()) add(choice);
  return hash;
}

}  // namespace hilltop::pazaak
