#include "games/pazaak/solver/open_hand.hpp"

#include <algorithm>

#include "games/pazaak/solver/level_hand.hpp"

namespace hilltop::pazaak {
namespace {

constexpr int reach = target + OpenValues::cards;  // the highest total after a card

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

// Returns the average over the next card of rows total + 1 .. total + 10.
template <class Row>
Row mean_of_next(const Row* after) {
  Row sum = after[1];
  for (int card = 2; card <= OpenValues::cards; ++card)
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += after[card][i];
  for (float& each : sum) each *= tenth;
  return sum;
}

}  // namespace

void OpenWeighed::average(int seat, int deck) {
  for (int cards = 0; cards <= decks_.cards_max(); ++cards) {
    Chances& sum = means_[at(seat)][mean_at(deck, cards)];
    sum.fill(0);
    float ways = 0;
    for (int theirs = decks_.first(cards); theirs < decks_.first(cards + 1); ++theirs) {
      const auto weight = static_cast<float>(decks_.ways(theirs));
      const Chances& chances = of(seat, deck, theirs);
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight * chances[i];
      ways += weight;
    }
    for (float& each : sum) each /= ways;
  }
}

OpenHand::OpenHand(const OpenValues& game, std::vector<OpenStanding>& known, int won_by_one,
                   int won_by_two, int one, int two)
    : game_(game),
      known_(known),
      standing_(known[game.pair(one, two)]),
      won_by_one_(won_by_one),
      won_by_two_(won_by_two),
      one_(one),
      two_(two),
      one_wins_(game.value(won_by_one + 1, won_by_two, one, two)),
      two_wins_(game.value(won_by_one, won_by_two + 1, one, two)) {
  plays_of_one();
  plays_of_two();
}

float OpenHand::solve() {
  return value_of_level_hand(0.5f * (one_wins_ + two_wins_),
                             [this](float level) { return round(level); });
}

void OpenHand::store(float level, OpenWeighed::Chances& of_one,
                     OpenWeighed::Chances& of_two) const {
  for (int total = from; total < target; ++total)
    for (int theirs = 0; theirs < in_play; ++theirs) {
      const std::size_t place = OpenWeighed::end(total, theirs);
      of_one[place] = turn_of_two_[at(total)][at(theirs)];
      of_two[place] = 1 - round_[at(theirs)][at(total)];
    }
  for (int total = from; total <= target; ++total)
    for (int theirs = 0; theirs < in_play; ++theirs) {
      const std::size_t place = OpenWeighed::stand(total, theirs);
      of_one[place] = standing_.one[stand_at(total)][at(theirs)];
      of_two[place] = 1 - standing_.two[at(theirs)][stand_at(total)];
    }
  for (int total = from; total < target; ++total)
    for (int theirs = from; theirs <= target; ++theirs) {
      const std::size_t place = OpenWeighed::end_against(total, theirs);
      of_one[place] = standing_.two[at(total)][stand_at(theirs)];
      of_two[place] = 1 - standing_.one[stand_at(theirs)][at(total)];
    }
  const std::array over{one_wins_, level, two_wins_};
  for (const int theirs : {from, from + 1, from + 2}) {
    of_one[OpenWeighed::over(from + 1, theirs)] = over[stand_at(theirs)];
    of_two[OpenWeighed::over(theirs, from + 1)] = 1 - over[stand_at(theirs)];
  }
}

int OpenHand::given(int seat, int total, int theirs, bool they_stand) const {
  const int own_deck = seat == 0 ? one_ : two_, other = seat == 0 ? two_ : one_;
  return game_.policy(seat).of({seat, seat == 0 ? won_by_one_ : won_by_two_,
                                seat == 0 ? won_by_two_ : won_by_one_, own_deck,
                                game_.decks().size(other), total, theirs, they_stand});
}

int OpenHand::left(int deck, int choice) const {
  return choice <= GamePolicy::stand ? deck : game_.decks().less(deck, choice - GamePolicy::stand);
}

float OpenHand::over(int one, int two, int deck_one, int deck_two, float level) const {
  if (one == two && deck_one == one_ && deck_two == two_) return level;
  return game_.value(won_by_one_ + (one > two), won_by_two_ + (two > one), deck_one, deck_two);
}

void OpenHand::plays_of_one() {
  for (ByTotal& row : play_one_) row.fill(-1);
  for (ByStand& row : against_two_) row.fill(-1);
  for (int card = 1; card <= SideDecks::values; ++card) {
    const int left = game_.decks().less(one_, card);
    if (left < 0) continue;
    const float wins = game_.value(won_by_one_ + 1, won_by_two_, left, two_),
                level = game_.value(won_by_one_, won_by_two_, left, two_);
    for (int total = from; total + card <= target && total < target; ++total) {
      raise(play_one_[stand_at(total)], known(left, two_).one[stand_at(total + card)]);
      for (int theirs = total; theirs <= total + card; ++theirs) {
        float& best = against_two_[stand_at(total)][stand_at(theirs)];
        best = more(best, theirs == total + card ? level : wins);
      }
    }
  }
}

void OpenHand::plays_of_two() {
  for (auto& rows : play_two_) rows.fill(2);
  for (ByStand& row : against_one_) row.fill(2);
  for (int card = 1; card <= SideDecks::values; ++card) {
    const int left = game_.decks().less(two_, card);
    if (left < 0) continue;
    const float wins = game_.value(won_by_one_, won_by_two_ + 1, one_, left),
                level = game_.value(won_by_one_, won_by_two_, one_, left);
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

float OpenHand::round(float level) {
  two_answers(level);
  one_answers(level);
  return both_in_play(level);
}

void OpenHand::two_answers(float level) {
  std::array<ByStand, reach + 1> chosen;  // by the total of player 2 after its card
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
        choice[stand_at(stand)] = does == GamePolicy::end ? ends[stand_at(stand)]
                                                          : over(stand, stands_with(total, does),
                                                                 one_, left(two_, does), level);
      }
    for (int stand = 0; stand < std::min(total - from, stand_totals); ++stand)
      choice[at(stand)] = two_wins_;
  }
}

void OpenHand::one_answers(float level) {
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
        choice[stand_at(stand)] = does == GamePolicy::end ? ends[stand_at(stand)]
                                                          : over(stands_with(total, does), stand,
                                                                 left(one_, does), two_, level);
      }
  }
}

float OpenHand::both_in_play(float level) {
  std::array<ByTotal, reach + 1> chosen;  // by player 1, by its total; rows by that of player 2
  for (int theirs = 0; theirs < in_play; ++theirs) {
    const int busts = std::max(0, theirs + OpenValues::cards - target);
    chosen[target + 1][at(theirs)] = (static_cast<float>(busts) * level +
                                      static_cast<float>(OpenValues::cards - busts) * two_wins_) *
                                     tenth;
  }
  for (int total = target + 2; total <= reach; ++total) chosen[at(total)] = chosen[target + 1];
  chosen[target] = standing_.one[stand_at(target)];
  for (int one = target - 1; one >= 0; --one) {
    ByTotal& round = round_[at(one)];
    round = mean_of_next(&chosen[at(one)]);
    std::array<float, reach + 1> two;  // player 2's choice, by its total
    for (int total = 0; total < from; ++total) two[at(total)] = round[at(total)];
    const ByStand &stand = standing_.two[at(one)], &play = play_two_[at(one)];
    for (int total = from; total < target; ++total)
      two[at(total)] = less(less(round[at(total)], stand[stand_at(total)]), play[stand_at(total)]);
    if (given(1))
      for (int total = from; total < target; ++total) {
        const int does = given(1, total, one, false);
        two[at(total)] =
            does == GamePolicy::end ? round[at(total)]
            : does == GamePolicy::stand
                ? stand[stand_at(total)]
                : known(one_, left(two_, does)).two[at(one)][stand_at(stands_with(total, does))];
      }
    two[target] = stand[stand_at(target)];
    for (int total = target + 1; total <= reach; ++total) two[at(total)] = one_wins_;
    ByTotal& turn = turn_of_two_[at(one)];
    for (std::size_t i = 0; i < in_play; ++i) turn[i] = two[i + 1];
    for (std::size_t card = 2; card <= OpenValues::cards; ++card)
      for (std::size_t i = 0; i < in_play; ++i) turn[i] += two[i + card];
    for (float& each : turn) each *= tenth;
    chosen[at(one)] = turn;
    if (one < from) continue;
    raise(chosen[at(one)], standing_.one[stand_at(one)]);
    raise(chosen[at(one)], play_one_[stand_at(one)]);
    if (!given(0)) continue;
    for (int theirs = 0; theirs < in_play; ++theirs) {
      const int does = given(0, one, theirs, false);
      const OpenStanding& stands =
          does == GamePolicy::stand ? standing_ : known(left(one_, does), two_);
      chosen[at(one)][at(theirs)] = does == GamePolicy::end
                                        ? turn[at(theirs)]
                                        : stands.one[stand_at(stands_with(one, does))][at(theirs)];
    }
  }
  return round_[0][0];
}

}  // namespace hilltop::pazaak
