#include "games/pazaak/bots/champion.hpp"

#include <algorithm>

#include "games/pazaak/solver/best_response.hpp"

namespace hilltop::pazaak {
namespace {

// Min gain over the solver's play, in chance to win, that an answer must promise. Against good
// players counts promise up to 0.002, which does not come true; after 8,192 games Bastila promises
// 0.007, Bold and Cautious 0.02.
constexpr float promise_fewest = 0.005f;

constexpr int last_hand = Rules::hands_to_win - 1;  // the next hand won wins the game

int last_card(const Hand& hand) {
  const Cards cards = hand.cards();
  return cards[cards.count - 1];
}

}  // namespace

void Champion::begin(const Chance&) {
  // The last hand of a game is never seen. If only this bot had two hands, this bot won it.
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
  const GamePolicy::Choice choice = (answer_ ? *answer_ : play_.solved().game.policy()).of(*now);
  if (choice != GamePolicy::end && !now->they_stand) {
    const int total = now->total + choice - GamePolicy::stand;
    if (now->seat == 0 || now->their_total <= total) standing_ = {*now, total};
  }
  return SolvedPlay::move(choice);
}

// Updates the counts. A bot in play is asked in the first round of every hand.
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

// Counts the opponent's action in its last turn. As player 1 the bot is not asked again if player 2
// stood with less; to avoid that bias, lower totals are not counted there.
void Champion::see_action(const Rules::View& view, const Situation& now) {
  const bool played = view.opponent().played;
  const int card = played ? last_card(view.opponent().hand) : 0;
  const int total = now.their_total - card, faced = now.total - last_card(view.me().hand);
  if (total >= target || (now.seat == 0 && total < faced)) return;
  const int cards = std::min(now.their_cards + played, play_.solved().decks.cards_max());
  const int choice = now.they_stand ? GamePolicy::stand + card : GamePolicy::end;
  ++seen_->acts(1 - now.seat, cards, faced, total)[static_cast<std::size_t>(choice)];
}

// Counts how the hand in which it stood ended, from the changes since.
void Champion::see_ending(const Situation& now) {
  using Distribution = OpponentDistribution;
  const Situation& before = standing_->before;
  const bool played = now.their_cards < before.their_cards;
  if (now.won > before.won)
    see(Distribution::won);
  else if (now.lost > before.lost)
    see(played ? Distribution::lost_and_played : Distribution::lost);
  else
    see(played ? Distribution::level_and_played : Distribution::level);
}

// Counts nothing if a loss would have ended the game unseen.
void Champion::see(OpponentDistribution::Ending ending) {
  const Situation& before = standing_->before;
  if (before.lost == last_hand) return;
  ++seen_->endings(1 - before.seat, before.their_cards, standing_->total,
                   before.their_total)[ending];
}

void Champion::answer() {
  if (!seen_) return;
  const SolvedGame& solved = play_.solved();
  const OpponentDistribution opponent = OpponentDistribution::of(solved.game).after(*seen_);
  const BestResponse usual(solved.decks, Rules::hands_to_win, opponent, &solved.game.policy());
  const BestResponse best(solved.decks, Rules::hands_to_win, opponent);
  answer_.reset();
  if (best.value() > usual.value() + promise_fewest) answer_ = best.policy();
}

}  // namespace hilltop::pazaak
