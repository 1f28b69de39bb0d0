#include "games/pazaak/solver/best_response.hpp"

#include <algorithm>

#include "core/at.hpp"
#include "games/pazaak/solver/level_hand.hpp"

namespace hilltop::pazaak {
namespace {

constexpr int from = GamePolicy::decide_from;
using ByTotal = std::array<float, target + 1>;

}  // namespace

class BestResponse::Hand {
 public:
  // `now` holds the seat, the score, the deck and the opponent's number of cards.
  Hand(BestResponse& all, const Situation& now) : all_(all), now_(now) {
    for (int card = 1; card <= SideDecks::values; ++card) {
      const int left = all.decks_.less(now.deck, card);
      if (left < 0) continue;
      for (int stand = from; stand <= target; ++stand)
        for (int theirs = 0; theirs < target; ++theirs)
          stands_[at(card)][at(stand)][at(theirs)] = stand_worth(left, stand, theirs);
    }
  }

  float solve() {
    return value_of_level_hand(0.5f * (over(1) + over(-1)),
                               [&](float level) { return round(level); });
  }

 private:
  // Value of a hand that was won (1), lost (-1) or level (0), after which the opponent holds
  // `their_cards`.
  float over(int result, int deck, int their_cards) const {
    if (result == 0 && deck == now_.deck && their_cards == now_.their_cards) return level_;
    return all_.value(now_.seat, now_.won + (result > 0), now_.lost + (result < 0), deck,
                      their_cards);
  }
  float over(int result) const { return over(result, now_.deck, now_.their_cards); }

  // Value of standing while the opponent plays on.
  float stand_worth(int deck, int stand, int theirs) const {
    using Distribution = OpponentDistribution;
    const Distribution::Endings& ends =
        all_.opponent_.endings(1 - now_.seat, now_.their_cards, stand, theirs);
    const int cards = now_.their_cards, fewer = std::max(0, cards - 1);
    return ends[Distribution::won] * over(1, deck, cards) +
           ends[Distribution::level] * over(0, deck, cards) +
           ends[Distribution::level_and_played] * over(0, deck, fewer) +
           ends[Distribution::lost] * over(-1, deck, cards) +
           ends[Distribution::lost_and_played] * over(-1, deck, fewer);
  }

  // Returns the better of END and `stand` (of the card played; 0: none).
  template <class Stand>
  float choose(int total, int theirs, bool they_stand, float end, Stand&& stand) {
    now_.total = total;
    now_.their_total = theirs;
    now_.they_stand = they_stand;
    if (all_.fixed_ != nullptr) {
      const GamePolicy::Choice choice = all_.fixed_->of(now_);
      return choice == GamePolicy::end ? end : stand(choice - GamePolicy::stand);
    }
    GamePolicy::Choice best = GamePolicy::end;
    for (int card = 0; card <= SideDecks::values && total + card <= target; ++card) {
      if (card > 0 && all_.decks_.less(now_.deck, card) < 0) continue;
      const float worth = stand(card);
      if (worth <= end) continue;
      end = worth;
      best = static_cast<GamePolicy::Choice>(GamePolicy::stand + card);
    }
    all_.policy_[now_] = best;
    return end;
  }
  int left(int card) const { return card == 0 ? now_.deck : all_.decks_.less(now_.deck, card); }

  float round(float level) {
    level_ = level;
    for (int stand = from; stand <= target; ++stand)
      for (int theirs = 0; theirs < target; ++theirs)
        stands_[0][at(stand)][at(theirs)] = stand_worth(now_.deck, stand, theirs);
    against_them();
    return now_.seat == 0 ? as_one() : as_two();
  }

  // The opponent stands; by the own total before the deal.
  void against_them() {
    Against& against =
        all_.against_[at(now_.deck * (all_.decks_.cards_max() + 1) + now_.their_cards)];
    for (int theirs = 1; theirs <= target; ++theirs) {
      std::array<float, target + OpenGame::cards + 1> chosen;
      for (int total = target + 1; total <= target + OpenGame::cards; ++total)
        chosen[at(total)] = over(-1);
      chosen[target] = over(theirs == target ? 0 : 1);
      for (int total = target - 1; total >= 0; --total) {
        float end = 0;
        for (int card = 1; card <= OpenGame::cards; ++card) end += chosen[at(total + card)];
        end *= tenth;
        against[at(total)][at(theirs)] = end;
        chosen[at(total)] =
            total > theirs ? over(1)
            : total < from ? end
                           : choose(
                                 total, theirs, true, end,
                                 [&](int card) {
                                   return over((total + card > theirs) - (total + card < theirs),
                                               left(card), now_.their_cards);
                                 });
      }
    }
  }
  const Against& against(int played) const {
    const int cards = std::max(0, now_.their_cards - played);
    return all_.against_[at(now_.deck * (all_.decks_.cards_max() + 1) + cards)];
  }

  // Value of the opponent's choice at `total`, from those of END and of `stand` (total, whether a
  // card was played).
  template <class Stand>
  float their_choice(int own, int total, float end, Stand&& stand) const {
    const OpponentDistribution::Acts& acts =
        all_.opponent_.acts(1 - now_.seat, now_.their_cards, own, total);
    float sum = acts[GamePolicy::end] * end + acts[GamePolicy::stand] * stand(total, 0);
    for (int card = 1; card <= SideDecks::values; ++card)
      if (const float chance = acts[at(GamePolicy::stand + card)]; chance > 0)
        sum += chance * stand(total + card, 1);
    return sum;
  }

  // Seat of player 1: rows are the own total, columns the opponent's.
  float as_one() {
    std::array<ByTotal, target + OpenGame::cards + 1> chosen;
    for (int theirs = 0; theirs < target; ++theirs) {
      const auto busts = static_cast<float>(std::max(0, theirs + OpenGame::cards - target));
      chosen[target][at(theirs)] = stands_[0][target][at(theirs)];
      for (int total = target + 1; total <= target + OpenGame::cards; ++total)
        chosen[at(total)][at(theirs)] = (busts * over(0) + (10 - busts) * over(-1)) * tenth;
    }
    for (int own = target - 1; own >= 0; --own) {
      ByTotal begins{};  // a round begins, before the own card
      for (int theirs = 0; theirs < target; ++theirs) {
        for (int card = 1; card <= OpenGame::cards; ++card)
          begins[at(theirs)] += chosen[at(own + card)][at(theirs)];
        begins[at(theirs)] *= tenth;
      }
      if (own == 0) return begins[0];
      std::array<float, target + OpenGame::cards + 1> theirs_chosen;
      for (int total = 1; total < target; ++total)
        theirs_chosen[at(total)] =
            their_choice(own, total, begins[at(total)], [&](int stand, int played) {
              if (stand > target || stand < own)
                return over(1, now_.deck, std::max(0, now_.their_cards - played));
              return against(played)[at(own)][at(stand)];
            });
      theirs_chosen[target] = against(0)[at(own)][target];
      for (int total = target + 1; total <= target + OpenGame::cards; ++total)
        theirs_chosen[at(total)] = over(1);
      for (int theirs = 0; theirs < target; ++theirs) {
        float end = 0;
        for (int card = 1; card <= OpenGame::cards; ++card) end += theirs_chosen[at(theirs + card)];
        end *= tenth;
        chosen[at(own)][at(theirs)] =
            own < from
                ? end
                : choose(
                      own, theirs, false, end,
                      [&](int card) { return stands_[at(card)][at(own + card)][at(theirs)]; });
      }
    }
    return 0;
  }

  // Seat of player 2: rows are the opponent's total, columns the own.
  float as_two() {
    std::array<ByTotal, target + OpenGame::cards + 1> turn;  // before the own card
    for (int theirs = target - 1; theirs >= 0; --theirs) {
      ByTotal begins{};  // a round begins, before the opponent's card
      for (int own = 0; own < target; ++own) {
        const auto busts = static_cast<float>(std::max(0, own + OpenGame::cards - target));
        const auto bust = [&](int played) {
          const int cards = std::max(0, now_.their_cards - played);
          return (busts * over(0, now_.deck, cards) + (10 - busts) * over(1, now_.deck, cards)) *
                 tenth;
        };
        for (int card = 1; card <= OpenGame::cards; ++card) {
          const int total = theirs + card;
          if (total > target)
            begins[at(own)] += bust(0);
          else if (total == target)
            begins[at(own)] += against(0)[at(own)][target];
          else
            begins[at(own)] +=
                their_choice(own, total, turn[at(total)][at(own)], [&](int stand, int played) {
                  return stand > target ? bust(played) : against(played)[at(own)][at(stand)];
                });
        }
        begins[at(own)] *= tenth;
      }
      if (theirs == 0) return begins[0];
      std::array<float, target + OpenGame::cards + 1> chosen;
      for (int own = 1; own < target; ++own)
        chosen[at(own)] = own < from
                              ? begins[at(own)]
                              : choose(
                                    own, theirs, false, begins[at(own)],
                                    [&](int card) {
                                      return own + card < theirs
                                                 ? over(-1, left(card), now_.their_cards)
                                                 : stands_[at(card)][at(own + card)][at(theirs)];
                                    });
      chosen[target] = stands_[0][target][at(theirs)];
      for (int own = target + 1; own <= target + OpenGame::cards; ++own) chosen[at(own)] = over(-1);
      for (int own = 0; own < target; ++own) {
        float sum = 0;
        for (int card = 1; card <= OpenGame::cards; ++card) sum += chosen[at(own + card)];
        turn[at(theirs)][at(own)] = sum * tenth;
      }
    }
    return 0;
  }

  BestResponse& all_;
  Situation now_;
  float level_ = 0;
  // Value of standing, by the card played (0: none), the own total and the opponent's.
  std::array<std::array<ByTotal, target + 1>, SideDecks::values + 1> stands_;
};

BestResponse::BestResponse(const SideDecks& decks, int hands_to_win,
                           const OpponentDistribution& opponent, const GamePolicy* fixed)
    : decks_(decks),
      hands_to_win_(hands_to_win),
      opponent_(opponent),
      fixed_(fixed),
      against_(at(decks.count() * (decks.cards_max() + 1))),
      policy_(decks, hands_to_win) {
  values_.resize(place(2, 0, 0, 0, 0));
  for (const int seat : {0, 1})
    for (int hands = 2 * (hands_to_win - 1); hands >= 0; --hands)
      for (int won = 0; won <= hands; ++won) {
        const int lost = hands - won;
        if (won >= hands_to_win || lost >= hands_to_win) continue;
        for (int deck = 0; deck < decks.count(); ++deck)
          for (int cards = 0; cards <= decks.cards_max(); ++cards)
            values_[place(seat, won, lost, deck, cards)] =
                Hand(*this, {seat, won, lost, deck, cards, 0, 0, false}).solve();
      }
}

std::size_t BestResponse::place(int seat, int won, int lost, int deck, int their_cards) const {
  return at((((seat * hands_to_win_ + won) * hands_to_win_ + lost) * decks_.count() + deck) *
                (decks_.cards_max() + 1) +
            their_cards);
}

float BestResponse::value(int seat, int won, int lost, int deck, int their_cards) const {
  if (won == hands_to_win_) return 1;
  if (lost == hands_to_win_) return 0;
  return values_[place(seat, won, lost, deck, their_cards)];
}

float BestResponse::value() const {
  const int cards = decks_.cards_max();
  float sum = 0, ways = 0;
  for (int deck = decks_.first(cards); deck < decks_.first(cards + 1); ++deck) {
    const auto weight = static_cast<float>(decks_.ways(deck));
    sum += weight * (value(0, 0, 0, deck, cards) + value(1, 0, 0, deck, cards));
    ways += weight;
  }
  return sum / (2 * ways);
}

}  // namespace hilltop::pazaak
