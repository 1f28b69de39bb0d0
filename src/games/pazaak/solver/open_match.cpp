#include "games/pazaak/solver/open_match.hpp"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <thread>

#include "games/pazaak/solver/level_hand.hpp"

namespace hilltop::pazaak {
namespace {

constexpr int in_play = target;  // totals 0..19
constexpr int from = Policy::decide_from;
constexpr int stand_totals = target - from + 1;   // 11..20
constexpr int lanes = 12;                         // of them, filled up to whole vectors
constexpr int reach = target + OpenMatch::cards;  // the highest total a card can lead to
constexpr float tenth = 0.1f;

using ByTotal = std::array<float, in_play>;
using ByStand = std::array<float, lanes>;

float less(float a, float b) { return a < b ? a : b; }
float more(float a, float b) { return a > b ? a : b; }

template <std::size_t n>
void lower(std::array<float, n>& a, const std::array<float, n>& b) {
  for (std::size_t i = 0; i < n; ++i) a[i] = less(a[i], b[i]);
}
template <std::size_t n>
void raise(std::array<float, n>& a, const std::array<float, n>& b) {
  for (std::size_t i = 0; i < n; ++i) a[i] = more(a[i], b[i]);
}

// The mean over the next card, of what stands in rows total + 1 .. total + 10.
template <class Row>
Row mean_of_next(const Row* after) {
  Row sum = after[1];
  for (int card = 2; card <= OpenMatch::cards; ++card)
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += after[card][i];
  for (float& each : sum) each *= tenth;
  return sum;
}

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }
constexpr std::size_t stand_at(int total) { return static_cast<std::size_t>(total - from); }

}  // namespace

// Hands in which one player stands: what its opponent, still in play, makes of it.
struct OpenMatch::Standing {
  std::array<ByTotal, stand_totals> one;  // player 1 stands at 11..20; by the total of player 2
  std::array<ByStand, in_play> two;       // by the total of player 1; player 2 stands at 11..20
};

// What the players weigh at one score: rows of chances to win, by the deck of the other.
struct OpenMatch::Weighed {
  // After END at 11..19, the opponent in play with 0..19; after STAND at 11..20, a side card played
  // or not; after END, the opponent standing at 11..20.
  static constexpr std::size_t end(int total, int theirs) {
    return stand_at(total) * in_play + at(theirs);
  }
  static constexpr std::size_t stand(int total, int theirs) {
    return end(target, 0) + stand_at(total) * in_play + at(theirs);
  }
  static constexpr std::size_t end_against(int total, int theirs) {
    return stand(target + 1, 0) + stand_at(total) * stand_totals + stand_at(theirs);
  }
  static constexpr std::size_t rows =
      (target - from + stand_totals) * in_play + (target - from) * stand_totals;

  explicit Weighed(std::size_t decks) : decks_(decks) {
    for (auto& rows_of_seat : rows_) rows_of_seat.resize(decks * rows * decks);
  }
  float* of(int seat, int deck) { return rows_[at(seat)].data() + at(deck) * rows * decks_; }
  const float* row(int seat, int deck, std::size_t row) const {
    return rows_[at(seat)].data() + (at(deck) * rows + row) * decks_;
  }

 private:
  std::size_t decks_;
  std::array<std::vector<float>, 2> rows_;
};

// One hand between two decks at one score: every value is the chance of player 1.
class OpenMatch::Hand {
 public:
  Hand(const OpenMatch& match, const std::vector<Standing>& known, int won_by_one, int won_by_two,
       int one, int two)
      : match_(match),
        known_(known),
        won_by_one_(won_by_one),
        won_by_two_(won_by_two),
        one_(one),
        two_(two),
        one_wins_(match.value(won_by_one + 1, won_by_two, one, two)),
        two_wins_(match.value(won_by_one, won_by_two + 1, one, two)) {
    plays_of_one();
    plays_of_two();
  }

  float solve() {
    return value_of_level_hand(0.5f * (one_wins_ + two_wins_),
                               [this](float level) { return round(level); });
  }

  const Standing& standing() const { return standing_; }

  // Writes what the players weigh, where `width` numbers lie between two rows.
  void store(float* of_one, float* of_two, std::size_t width) const {
    for (int total = from; total < target; ++total)
      for (int theirs = 0; theirs < in_play; ++theirs) {
        const std::size_t row = Weighed::end(total, theirs) * width;
        of_one[row] = turn_of_two_[at(total)][at(theirs)];
        of_two[row] = 1 - round_[at(theirs)][at(total)];
      }
    for (int total = from; total <= target; ++total)
      for (int theirs = 0; theirs < in_play; ++theirs) {
        const std::size_t row = Weighed::stand(total, theirs) * width;
        of_one[row] = standing_.one[stand_at(total)][at(theirs)];
        of_two[row] = 1 - standing_.two[at(theirs)][stand_at(total)];
      }
    for (int total = from; total < target; ++total)
      for (int theirs = total; theirs <= target; ++theirs) {
        const std::size_t row = Weighed::end_against(total, theirs) * width;
        of_one[row] = standing_.two[at(total)][stand_at(theirs)];
        of_two[row] = 1 - standing_.one[stand_at(theirs)][at(total)];
      }
  }

 private:
  // What the policy says for the player of a seat whose choices are given.
  bool given(int seat) const { return match_.given_ != nullptr && match_.given_seat_ == seat; }
  int given(int seat, int total, int theirs, bool they_stand) const {
    const int own_deck = seat == 0 ? one_ : two_, other = seat == 0 ? two_ : one_;
    return match_.given_->of({seat, seat == 0 ? won_by_one_ : won_by_two_,
                              seat == 0 ? won_by_two_ : won_by_one_, own_deck,
                              match_.decks_.size(other), total, theirs, they_stand});
  }
  // The side decks once the player has made that choice.
  int left(int deck, int choice) const {
    return choice <= Policy::stand ? deck : match_.decks_.less(deck, choice - Policy::stand);
  }
  static int stands_with(int total, int choice) { return total + choice - Policy::stand; }
  // Both stand.
  float over(int one, int two, int deck_one, int deck_two, float level) const {
    if (one == two && deck_one == one_ && deck_two == two_) return level;
    return match_.value(won_by_one_ + (one > two), won_by_two_ + (two > one), deck_one, deck_two);
  }

  const Standing& known(int one, int two) const { return known_[match_.pair(one, two)]; }

  // What a side card can do, of which nothing depends on this hand's own value.
  void plays_of_one() {
    for (ByTotal& row : play_one_) row.fill(-1);
    for (ByStand& row : against_two_) row.fill(-1);
    for (int card = 1; card <= SideDecks::values; ++card) {
      const int left = match_.decks_.less(one_, card);
      if (left < 0) continue;
      const float wins = match_.value(won_by_one_ + 1, won_by_two_, left, two_),
                  level = match_.value(won_by_one_, won_by_two_, left, two_);
      for (int total = from; total + card <= target && total < target; ++total) {
        raise(play_one_[stand_at(total)], known(left, two_).one[stand_at(total + card)]);
        for (int theirs = total; theirs <= total + card; ++theirs) {
          float& best = against_two_[stand_at(total)][stand_at(theirs)];
          best = more(best, theirs == total + card ? level : wins);
        }
      }
    }
  }
  void plays_of_two() {
    for (auto& rows : play_two_) rows.fill(2);
    for (ByStand& row : against_one_) row.fill(2);
    for (int card = 1; card <= SideDecks::values; ++card) {
      const int left = match_.decks_.less(two_, card);
      if (left < 0) continue;
      const float wins = match_.value(won_by_one_, won_by_two_ + 1, one_, left),
                  level = match_.value(won_by_one_, won_by_two_, one_, left);
      for (int total = from; total + card <= target && total < target; ++total) {
        for (int theirs = 0; theirs < in_play; ++theirs) {
          float& best = play_two_[at(theirs)][stand_at(total)];
          best = less(best, known(one_, left).two[at(theirs)][stand_at(total + card)]);
        }
        for (int theirs = total; theirs <= total + card; ++theirs) {
          float& best = against_one_[stand_at(total)][stand_at(theirs)];
          best = less(best, theirs == total + card ? level : wins);
        }
      }
    }
  }

  float round(float level) {
    two_answers(level);
    one_answers(level);
    return both_in_play(level);
  }

  // Player 1 stands, player 2 goes on: at its turn it is dealt a card and chooses.
  void two_answers(float level) {
    std::array<ByStand, reach + 1> chosen;  // by the total of player 2, with the card
    for (int total = target + 1; total <= reach; ++total) chosen[at(total)].fill(one_wins_);
    chosen[target].fill(two_wins_);
    chosen[target][stand_at(target)] = level;
    for (int total = target - 1; total >= 0; --total) {
      const ByStand ends = mean_of_next(&chosen[at(total)]);
      for (int stand = 0; stand < stand_totals; ++stand)
        standing_.one[at(stand)][at(total)] = ends[at(stand)];
      ByStand& choice = chosen[at(total)];
      choice = ends;
      if (total >= from) {
        lower(choice, against_one_[stand_at(total)]);
        choice[stand_at(total)] = less(choice[stand_at(total)], level);  // STAND, level
      }
      if (total >= from && given(1))
        for (int stand = total; stand <= target; ++stand) {
          const int does = given(1, total, stand, true);
          choice[stand_at(stand)] = does == Policy::end ? ends[stand_at(stand)]
                                                        : over(stand, stands_with(total, does),
                                                               one_, left(two_, does), level);
        }
      for (int stand = 0; stand < std::min(total - from, stand_totals); ++stand)
        choice[at(stand)] = two_wins_;
    }
  }

  // Player 2 stands, player 1 goes on; where it has more, it has won.
  void one_answers(float level) {
    std::array<ByStand, reach + 1> chosen;
    for (int total = target + 1; total <= reach; ++total) chosen[at(total)].fill(two_wins_);
    chosen[target].fill(one_wins_);
    chosen[target][stand_at(target)] = level;
    for (int total = target - 1; total >= 0; --total) {
      ByStand& ends = standing_.two[at(total)];
      ends = mean_of_next(&chosen[at(total)]);
      for (int stand = 0; stand < std::min(total - from, stand_totals); ++stand)
        ends[at(stand)] = one_wins_;
      ByStand& choice = chosen[at(total)];
      choice = ends;
      if (total >= from) {
        raise(choice, against_two_[stand_at(total)]);
        choice[stand_at(total)] = more(choice[stand_at(total)], level);
      }
      if (total >= from && given(0))
        for (int stand = total; stand <= target; ++stand) {
          const int does = given(0, total, stand, true);
          choice[stand_at(stand)] = does == Policy::end ? ends[stand_at(stand)]
                                                        : over(stands_with(total, does), stand,
                                                               left(one_, does), two_, level);
        }
    }
  }

  float both_in_play(float level) {
    std::array<ByTotal, reach + 1> chosen;  // by player 1, by its total; rows by that of player 2
    for (int theirs = 0; theirs < in_play; ++theirs) {
      const int busts = std::max(0, theirs + cards - target);
      chosen[target + 1][at(theirs)] =
          (static_cast<float>(busts) * level + static_cast<float>(cards - busts) * two_wins_) *
          tenth;
    }
    for (int total = target + 2; total <= reach; ++total) chosen[at(total)] = chosen[target + 1];
    chosen[target] = standing_.one[stand_at(target)];
    for (int one = target - 1; one >= 0; --one) {
      ByTotal& round = round_[at(one)];
      round = mean_of_next(&chosen[at(one)]);
      std::array<float, reach + 1> two;  // chosen by player 2, by its total
      for (int total = 0; total < from; ++total) two[at(total)] = round[at(total)];
      const ByStand &stand = standing_.two[at(one)], &play = play_two_[at(one)];
      for (int total = from; total < target; ++total)
        two[at(total)] =
            less(less(round[at(total)], stand[stand_at(total)]), play[stand_at(total)]);
      if (given(1))
        for (int total = from; total < target; ++total) {
          const int does = given(1, total, one, false);
          two[at(total)] =
              does == Policy::end ? round[at(total)]
              : does == Policy::stand
                  ? stand[stand_at(total)]
                  : known(one_, left(two_, does)).two[at(one)][stand_at(stands_with(total, does))];
        }
      two[target] = stand[stand_at(target)];
      for (int total = target + 1; total <= reach; ++total) two[at(total)] = one_wins_;
      ByTotal& turn = turn_of_two_[at(one)];
      for (std::size_t i = 0; i < in_play; ++i) turn[i] = two[i + 1];
      for (std::size_t card = 2; card <= cards; ++card)
        for (std::size_t i = 0; i < in_play; ++i) turn[i] += two[i + card];
      for (float& each : turn) each *= tenth;
      chosen[at(one)] = turn;
      if (one < from) continue;
      raise(chosen[at(one)], standing_.one[stand_at(one)]);
      raise(chosen[at(one)], play_one_[stand_at(one)]);
      if (!given(0)) continue;
      for (int theirs = 0; theirs < in_play; ++theirs) {
        const int does = given(0, one, theirs, false);
        const Standing& stands = does == Policy::stand ? standing_ : known(left(one_, does), two_);
        chosen[at(one)][at(theirs)] =
            does == Policy::end ? turn[at(theirs)]
                                : stands.one[stand_at(stands_with(one, does))][at(theirs)];
      }
    }
    return round_[0][0];
  }

  const OpenMatch& match_;
  const std::vector<Standing>& known_;
  int won_by_one_, won_by_two_, one_, two_;
  float one_wins_, two_wins_;
  Standing standing_;
  std::array<ByTotal, stand_totals - 1> play_one_;     // by the total of player 1, 11..19
  std::array<ByStand, in_play> play_two_;              // by the totals of both
  std::array<ByStand, stand_totals - 1> against_one_;  // player 2's best card, by its total
  std::array<ByStand, stand_totals - 1> against_two_;  // player 1's
  std::array<ByTotal, in_play> round_;                 // a round begins, both in play
  std::array<ByTotal, in_play> turn_of_two_;           // player 1 ended its turn
};

OpenMatch::OpenMatch(const SideDecks& decks, int hands_to_win, int threads, const Policy* given,
                     int given_seat)
    : decks_(decks),
      hands_to_win_(hands_to_win),
      given_(given),
      given_seat_(given_seat),
      policy_(given == nullptr ? Policy(decks, hands_to_win) : *given) {
  values_.resize(static_cast<std::size_t>(hands_to_win * hands_to_win) * count() * count());
  Weighed weighed(count());
  for (int won = 2 * (hands_to_win - 1); won >= 0; --won)
    for (int by_one = 0; by_one <= won; ++by_one)
      if (by_one < hands_to_win && won - by_one < hands_to_win)
        solve(by_one, won - by_one, weighed, threads);
}

float OpenMatch::value(int won_by_one, int won_by_two, int deck_one, int deck_two) const {
  if (won_by_one == hands_to_win_) return 1;
  if (won_by_two == hands_to_win_) return 0;
  return values_[score(won_by_one, won_by_two) * count() * count() + pair(deck_one, deck_two)];
}

template <class Value>
float OpenMatch::mean(int their_cards, Value&& value) const {
  float sum = 0, ways = 0;
  for (int deck = decks_.first(their_cards); deck < decks_.first(their_cards + 1); ++deck) {
    const auto weight = static_cast<float>(decks_.ways(deck));
    sum += weight * value(deck);
    ways += weight;
  }
  return sum / ways;
}

float OpenMatch::mean_value(int seat, int won, int lost, int deck, int their_cards) const {
  return mean(their_cards, [&](int theirs) {
    return seat == 0 ? value(won, lost, deck, theirs) : 1 - value(lost, won, theirs, deck);
  });
}

float OpenMatch::mean_value(int cards_each) const {
  return mean(cards_each, [&](int deck) { return mean_value(0, 0, 0, deck, cards_each); });
}

// Pairs of decks in the order of the cards in both: those of one sum need only those of less, and
// are shared among the threads. Then the choices of either player.
void OpenMatch::solve(int won_by_one, int won_by_two, Weighed& weighed, int threads) {
  std::vector<Standing> standing(count() * count());
  float* const values = values_.data() + score(won_by_one, won_by_two) * count() * count();
  const auto solve_pair = [&](int one, int two) {
    Hand hand(*this, standing, won_by_one, won_by_two, one, two);
    values[pair(one, two)] = hand.solve();
    standing[pair(one, two)] = hand.standing();
    if (given_ == nullptr) hand.store(weighed.of(0, one) + two, weighed.of(1, two) + one, count());
  };
  const auto choose_for = [&](int deck) {
    for (int cards_of_other = 0; cards_of_other <= decks_.cards_most(); ++cards_of_other) {
      choose({0, won_by_one, won_by_two, deck, cards_of_other, 0, 0, false}, weighed);
      choose({1, won_by_two, won_by_one, deck, cards_of_other, 0, 0, false}, weighed);
    }
  };
  const int most = decks_.cards_most();
  std::vector<std::atomic<int>> next(at(2 * most + 2));
  std::barrier done(threads);
  const auto work = [&] {
    for (int sum = 0; sum <= 2 * most; ++sum) {
      const int first = decks_.first(std::max(0, sum - most));
      const int end = decks_.first(std::min(sum, most) + 1);
      for (int one; (one = first + next[at(sum)]++) < end;) {
        const int size = sum - decks_.size(one);
        for (int two = decks_.first(size); two < decks_.first(size + 1); ++two)
          solve_pair(one, two);
      }
      done.arrive_and_wait();
    }
    for (int deck; given_ == nullptr && (deck = next.back()++) < decks_.count();) choose_for(deck);
  };
  std::vector<std::jthread> helpers;
  for (int i = 1; i < threads; ++i) helpers.emplace_back(work);
  work();
}

// The choices at all totals; `given` holds the rest.
void OpenMatch::choose(const Situation& given, const Weighed& weighed) {
  Situation now = given;
  const auto mean_of = [&](int deck, std::size_t row) {
    const float* const values = weighed.row(now.seat, deck, row);
    return mean(now.their_cards, [&](int theirs) { return values[theirs]; });
  };
  const auto hand_over = [&](int deck, int total) {
    return mean_value(now.seat, now.won + (total > now.their_total),
                      now.lost + (total < now.their_total), deck, now.their_cards);
  };
  const auto best = [&](float end, auto&& stand) {
    Policy::Choice choice = Policy::end;
    float most = end;
    for (int card = 0; card <= SideDecks::values && now.total + card <= target; ++card) {
      const int deck = card == 0 ? now.deck : decks_.less(now.deck, card);
      if (deck < 0) continue;
      const float worth = stand(deck, now.total + card);
      if (worth <= most) continue;
      most = worth;
      choice = static_cast<Policy::Choice>(Policy::stand + card);
    }
    policy_[now] = choice;
  };
  for (now.total = from; now.total < target; ++now.total) {
    now.they_stand = false;
    for (now.their_total = 0; now.their_total < in_play; ++now.their_total)
      best(mean_of(now.deck, Weighed::end(now.total, now.their_total)), [&](int deck, int total) {
        return mean_of(deck, Weighed::stand(total, now.their_total));
      });
    now.they_stand = true;
    for (now.their_total = now.total; now.their_total <= target; ++now.their_total)
      best(mean_of(now.deck, Weighed::end_against(now.total, now.their_total)), hand_over);
  }
}

std::uint64_t OpenMatch::hash() const {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a, over whole numbers
  const auto add = [&](std::uint32_t word) { hash = (hash ^ word) * 0x100000001b3; };
  for (const float value : values_) add(std::bit_cast<std::uint32_t>(value));
  for (const Policy::Choice choice : policy_.all()) add(choice);
  return hash;
}

}  // namespace hilltop::pazaak
