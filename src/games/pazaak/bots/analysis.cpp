#include "games/pazaak/bots/analysis.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>

namespace hilltop::pazaak {
namespace {

// Bots that play by a total alone, so that their games have values of their own: the total from
// which they stand.
constexpr std::pair<std::string_view, int> thresholds[] = {{"bold", 20}, {"cautious", 15}};

std::optional<int> threshold_of(std::string_view bot) {
  for (const auto& [name, enough] : thresholds)
    if (name == bot) return enough;
  return std::nullopt;
}

// Returns the game of two such bots. Computes it at the first call in a process.
const OpenHands& hands_between(std::array<int, 2> enough) {
  static std::mutex mutex;
  static std::map<std::array<int, 2>, std::unique_ptr<const ThresholdGame>> games;
  const std::scoped_lock lock(mutex);
  auto& game = games[enough];
  if (game == nullptr) game = std::make_unique<const ThresholdGame>(enough);
  return game->hands;
}

}  // namespace

Analysis::Analysis(const Rules& rules)
    : solved_(open_hands(rules.side_cards())), side_cards_(rules.side_cards()), win_(solved_) {}

void Analysis::seat(std::span<const std::string> house_bots) {
  const auto one = threshold_of(house_bots[0]), two = threshold_of(house_bots[1]);
  win_ = WinWorth(one && two ? hands_between({*one, *two}) : solved_);
}

DecisionKind Analysis::kind(const Rules::View& view, const Rules::Move& move) {
  const int total = view.me().hand.value(), cards = view.me().side.count();
  const std::string_view done = move.plays()                 ? "plays a card at "
                                : move == Rules::Move::end() ? "draws at "
                                                             : "stands at ";
  const bool is_decided = total >= target || view.opponent().hand.value() > target;
  const bool draws_safely =
      move == Rules::Move::end() && total < GamePolicy::decide_from && cards == 0;
  return {std::string(done) + std::to_string(total) + " with " + std::to_string(cards) +
              (cards == 1 ? " side card" : " side cards"),
          is_decided || draws_safely};
}

std::optional<Judgement<Rules::Move>> Analysis::judged(const Rules::View& view,
                                                       const Rules::Move& move) const {
  const SideDecks& decks = solved_.decks();
  const Player& me = view.me();
  const Open& they = view.opponent();
  if (me.hand.value() > target || they.hand.value() > target)
    return Judgement<Rules::Move>{0, move};
  const OpenSide mine{me.hand.value(), false, decks.of(counts_of(me.side)), me.hands_won};
  const OpenSide theirs{they.hand.value(), they.action == Action::stand, view.opponent_side_cards(),
                        they.hands_won};
  const int player = view.is_player_one() ? 0 : 1;
  const MeanHands& means = mean_hands(side_cards_);
  double most = -1, done = 0;
  Rules::Move best = move;
  const auto weigh = [&](const OpenSide& after, const Rules::Move& choice) {
    const double chance = player == 0 ? means.after_choice(player, after, theirs)
                                      : 1 - means.after_choice(player, theirs, after);
    if (chance > most) best = choice;
    most = std::max(most, chance);
    if (choice == move) done = chance;
  };
  weigh(mine, Rules::Move::end());
  OpenSide after = mine;
  after.stands = true;
  weigh(after, Rules::Move::stand());
  for (int card = 1; card <= SideDecks::values; ++card) {
    after.total = mine.total + card;
    after.deck = decks.less(mine.deck, card);
    if (after.deck >= 0) weigh(after, Rules::Move::play(card));
  }
  return Judgement<Rules::Move>{most - done, best};
}

std::string Analysis::fallen(const ChanceEvents::Event& event) {
  return event.card() == 0 ? "the side cards" : "card " + std::to_string(event.card());
}

}  // namespace hilltop::pazaak
