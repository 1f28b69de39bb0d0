#include "games/yahtzee/solver/turn_choices.hpp"

#include <mutex>
#include <optional>

namespace hilltop::yahtzee {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Returns which dice of a roll, in rising order, a keep within it has: of each face the first ones.
unsigned places_of(int keep, int roll) {
  unsigned places = 0;
  int place = 0;
  for (std::size_t face = 0; face < faces; ++face) {
    const int kept = keeps.counts(keep)[face];
    places |= ((1u << kept) - 1) << place;
    place += keeps.counts(roll)[face];
  }
  return places;
}

// Returns the best keep of every keep.
std::array<int, keeps_all> best_keeps(const Turn& turn, int rolls_left) {
  std::array<int, keeps_all> best;
  for (int keep = 0; keep < keeps_all; ++keep) {
    const int less = turn.gives_up(rolls_left, keep);
    best[at(keep)] = less < 0 ? keep : best[at(less)];
  }
  return best;
}

}  // namespace

TurnChoices::TurnChoices(const Turn& turn) {
  for (int rolls_left = 0; rolls_left < rolls_a_turn; ++rolls_left) {
    std::array<int, keeps_all> best{};
    if (rolls_left > 0) best = best_keeps(turn, rolls_left);
    for (int roll = first_roll; roll < keeps_all; ++roll)
      choices_[at(rolls_left)][at(roll - first_roll)] = static_cast<Choice>(
          turn.made(rolls_left, roll) ? first_box + index(turn.best_box(roll))
                                      : static_cast<int>(places_of(best[at(roll)], roll)));
  }
}

Move TurnChoices::move(const View& view) const {
  const Dice& dice = view.dice;
  const Choice choice = choices_[at(last_stage - view.stage)][at(keeps.number(dice) - first_roll)];
  if (choice >= first_box) return score_moves[at(choice - first_box)];
  unsigned kept = 0;
  for (std::size_t die = 0; die < dice_rolled; ++die) {
    unsigned place = 0;  // in rising order
    for (std::size_t other = 0; other < die; ++other) place += dice[other] <= dice[die];
    for (std::size_t other = die + 1; other < dice_rolled; ++other)
      place += dice[other] < dice[die];
    kept |= (unsigned{choice} >> place & 1) << die;
  }
  return keep_moves[kept];
}

SolitaireChoices::SolitaireChoices(const WorthTable& table, std::uint32_t cards)
    : table_(table), cards_(cards), first_(box_sets_max) {
  std::uint32_t count = 0;
  for (const auto& sets : box_sets_by_size())
    for (const BoxSet& boxes : sets) {
      first_[boxes.number()] = count;
      count += static_cast<std::uint32_t>(upper_table()[boxes.upper].classes);
    }
  kept_ = std::vector<std::atomic<const TurnChoices*>>(count);
}

SolitaireChoices::~SolitaireChoices() {
  for (const auto& choices : kept_) delete choices.load();
}

const TurnChoices* SolitaireChoices::of(const Standing& standing) const {
  const auto c = upper_table()[standing.upper].of_total[at(standing.upper_total)];
  std::atomic<const TurnChoices*>& kept = kept_[first_[standing.number()] + c];
  const TurnChoices* known = kept.load(std::memory_order_acquire);
  if (known != nullptr || count_.load(std::memory_order_relaxed) >= cards_) return known;
  auto made = std::make_unique<const TurnChoices>(Turn(table_, standing));
  // Another thread may have made the same.
  if (!kept.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)) return known;
  count_.fetch_add(1, std::memory_order_relaxed);
  return made.release();
}

const SolitaireChoices& solitaire_choices(Options options) {
  struct Slot {
    std::once_flag made;
    std::optional<SolitaireChoices> choices;
  };
  static std::array<Slot, options_all> slots;
  Slot& slot = slots[number_of(options)];
  std::call_once(slot.made, [&] { slot.choices.emplace(worth_table(options)); });
  return *slot.choices;
}

}  // namespace hilltop::yahtzee
