#include "games/pazaak/bots/champion.hpp"

#include <algorithm>

#include "games/pazaak/solver/best_response.hpp"

namespace hilltop::pazaak {
namespace {

// What an answer must promise beyond the solver's play, in chances to win. Against those who play
// well counts promise up to 0.002, which is not kept; after 8,192 games Bastila promises 0.007,
// Bold and Cautious 0.02.
constexpr float promise_fewest = 0.005f;

constexpr int last_hand = Rules::hands_to_win - 1;  // won by one who wins the game with the next

int last_card(const Hand& hand) {
  const Cards cards = hand.cards();
  return cards[cards.count - 1];
}

}  // namespace

void Champion::begin(const Chance&) {
  // The last hand of a game ends unseen. Where only its own side had two hands, it won.
  if (standing_ && standing_->before.won == last_hand) see(OpponentDistribution::won);
  standing_.reset();
  if (games_++ == next_answer_) {
    next_answer_ *= answer_again;
    answer();
  }
}

Rules::Move Champion::choose(const Rules::View& view) {
  const auto now = play_.situation(view);
  if (!now) return Rules::Move::stand();
  look(view, *now);
  const MatchPolicy::Choice choice = (answer_ ? *answer_ : play_.solved().match.policy()).of(*now);
  if (choice != MatchPolicy::end && !now->they_stand) {
    const int total = now->total + choice - MatchPolicy::stand;
    if (now->seat == 0 || now->their_total <= total) standing_ = {*now, total};
  }
  return SolvedPlay::move(choice);
}

// Whoever is in play is asked in the first round of every hand.
void Champion::look(const Rules::View& view, const Situation& now) {
  if (!seen_) seen_.emplace(play_.solved().decks.cards_max());
  if (view.me().hand.count() == 1) {
    if (standing_) see_ending(now);
    their_hand_ = 0;
  }
  standing_.reset();
  if (view.opponent().hand.count() > their_hand_) see_action(view, now);
  their_hand_ = view.opponent().hand.count();
}

// What they did at their last turn. Player 1 is not asked any more where player 2 stood with less:
// so that what is seen is no selection, a total that was less does not count there.
void Champion::see_action(const Rules::View& view, const Situation& now) {
  const bool played = view.opponent().played;
  const int card = played ? last_card(view.opponent().hand) : 0;
  const int total = now.their_total - card, faced = now.total - last_card(view.me().hand);
  if (total >= target || (now.seat == 0 && total < faced)) return;
  const int cards = std::min(now.their_cards + played, play_.solved().decks.cards_max());
  const int choice = now.they_stand ? MatchPolicy::stand + card : MatchPolicy::end;
  ++seen_->acts(1 - now.seat, cards, faced, total)[static_cast<std::size_t>(choice)];
}

// How the hand ended in which it stood, by what has changed since.
void Champion::see_ending(const Situation& now) {
  using Law = OpponentDistribution;
  const Situation& before = standing_->before;
  const bool played = now.their_cards < before.their_cards;
  if (now.won > before.won)
    see(Law::won);
  else if (now.lost > before.lost)
    see(played ? Law::lost_and_played : Law::lost);
  else
    see(played ? Law::level_and_played : Law::level);
}

// Where a loss would have ended the game unseen, nothing counts.
void Champion::see(OpponentDistribution::Ending ending) {
  const Situation& before = standing_->before;
  if (before.lost == last_hand) return;
  ++seen_->endings(1 - before.seat, before.their_cards, standing_->total,
                   before.their_total)[ending];
}

void Champion::answer() {
  if (!seen_) return;
  const SolvedGame& solved = play_.solved();
  const OpponentDistribution opponent = OpponentDistribution::of(solved.match).after(*seen_);
  const BestResponse usual(solved.decks, Rules::hands_to_win, opponent, &solved.match.policy());
  const BestResponse best(solved.decks, Rules::hands_to_win, opponent);
  answer_.reset();
  if (best.value() > usual.value() + promise_fewest) answer_ = best.policy();
}

}  // namespace hilltop::pazaak
