#include "games/yahtzee/solver/turn_choices.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <optional>

#include "core/at.hpp"
#include "games/yahtzee/solver/kernel_tables.hpp"
#include "games/yahtzee/solver/natural_scores.hpp"

namespace hilltop::yahtzee {
namespace {

static_assert(choice_boxes == boxes_on_card && choice_scores == yahtzee_score + 1 &&
              choice_first_box == 1 << dice_rolled && choices_a_card == sizeof(TurnChoices));

constexpr std::size_t line_bytes = 64;  // of a processor's cache

ChoiceKernel* choice_kernel_for(Vectors vectors) {
  switch (vectors) {
#ifdef HILLTOP_WIDE_KERNELS
    case Vectors::avx512: return choice_kernel_avx512;
    case Vectors::avx2: return choice_kernel_avx2;
#endif
    default: return choice_kernel_baseline;
  }
}

// Returns which dice of a roll, in rising order, a keep has: of each face the first ones.
std::uint8_t places_of(int keep, int roll) {
  unsigned places = 0;
  int place = 0;
  for (std::size_t face = 0; face < faces; ++face) {
    const int kept = std::min(keeps.counts(keep)[face], keeps.counts(roll)[face]);
    places |= ((1u << kept) - 1) << place;
    place += keeps.counts(roll)[face];
  }
  return static_cast<std::uint8_t>(places);
}

const ChoiceTables& choice_tables() {
  static const auto tables = [] {
    auto made = std::make_unique<ChoiceTables>();
    made->lattice = &kernel_tables();
    for (int roll = 0; roll < rolls_all; ++roll) {
      for (int box = 0; box < boxes_on_card; ++box) {
        made->score[roll][box] =
            static_cast<std::uint16_t>(natural_scores()[at(roll)][at(box)] * kernel_block_bytes);
        made->choice[roll][keeps_all + box] = static_cast<std::uint8_t>(choice_first_box + box);
      }
      for (int keep = 0; keep < keeps_all; ++keep)
        made->choice[roll][keep] = places_of(keep, first_roll + roll);
    }
    return made;
  }();
  return *tables;
}

// The worth of filling a box of cards that are side by side, by lane.
struct Filling {
  const double* worth;        // of the cards after it
  const std::uint8_t* lanes;  // of these cards among those; null: the same lanes
  int points;

  double of(std::size_t lane) const { return worth[lanes ? lanes[lane] : lane] + points; }
};

// `score`: what the box then holds; `points`: with the Yahtzee bonus. `first`: the first lane.
Filling filling(const WorthTable& table, const BoxSet& boxes, std::size_t first, Category category,
                int score, int points) {
  const double* const row = table.row(boxes.without(category, score));
  if (!is_upper(category)) return {row + first, nullptr, points};
  const auto face = at(index(category));
  const auto count = at(score / (index(category) + 1));
  return {row, upper_table()[boxes.upper].after[face][count].data() + first, points};
}

}  // namespace

Move TurnChoices::move(const View& view) const {
  const Dice& dice = view.dice;
  if (view.stage == 0)  // memory is slow: fetch at once what the next rolls may need
    for (std::size_t byte = 0; byte < sizeof choices_[0] + sizeof choices_[1]; byte += line_bytes)
      __builtin_prefetch(reinterpret_cast<const char*>(this) + byte);
  const std::uint8_t choice =
      choices_[at(last_stage - view.stage)][at(keeps.number(dice) - first_roll)];
  if (choice >= choice_first_box) return score_moves[at(choice - choice_first_box)];
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

ChoicesMaker::ChoicesMaker(const WorthTable& table, Vectors vectors)
    : table_(table), kernel_(choice_kernel_for(vectors)), scratch_(std::make_unique<Scratch>()) {}

void ChoicesMaker::make(const Standing& standing, BlockOfChoices& choices) {
  const std::size_t upper_class = upper_table()[standing.upper].of_total[at(standing.upper_total)];
  const std::size_t first = upper_class - upper_class % lanes_a_block;
  ChoiceTurn turn{
      .open = 0, .worth = scratch_->worth[0][0].data(), .yahtzee = {}, .yahtzee_box = {}};
  for (const Category category : categories) {
    if (!standing.open(category)) continue;
    const int box = index(category);
    turn.open |= 1u << box;
    for (const std::uint8_t score : possible_scores()[at(box)]) {
      const Filling filled = filling(table_, standing, first, category, score, score);
      for (std::size_t lane = 0; lane < lanes_a_block; ++lane)
        scratch_->worth[at(box)][score][lane] = filled.of(lane);
    }
  }
  score_five_alike(standing, first, turn);
  kernel_(choice_tables(), turn, scratch_->numbers.data(), choices[0].choices_[0].data());
}

void ChoicesMaker::score_five_alike(const BoxSet& boxes, std::size_t first,
                                    ChoiceTurn& turn) const {
  const int bonus = bonus_of(table_.options(), boxes.yahtzee);
  for (int face = 0; face < faces; ++face) {
    Dice dice;
    dice.fill(static_cast<std::uint8_t>(face + 1));
    auto& best = turn.yahtzee[face];
    std::fill(std::begin(best), std::end(best), -std::numeric_limits<double>::infinity());
    for (const Category category : categories) {
      const int points = gain(table_.options(), boxes, dice, category);
      if (points < 0) continue;
      const Filling filled = filling(table_, boxes, first, category, points - bonus, points);
      for (std::size_t lane = 0; lane < lanes_a_block; ++lane) {
        if (filled.of(lane) <= best[lane]) continue;
        best[lane] = filled.of(lane);
        turn.yahtzee_box[face][lane] = index(category);
      }
    }
  }
}

SolitaireChoices::SolitaireChoices(const WorthTable& table, std::uint32_t blocks)
    : table_(table), blocks_(blocks), kept_(table.blocks()) {}

SolitaireChoices::~SolitaireChoices() {
  for (const auto& choices : kept_) delete choices.load();
}

const TurnChoices* SolitaireChoices::of(const Standing& standing, ChoicesMaker& maker) const {
  const auto [block, lane] = table_.place_of(standing);
  std::atomic<const BlockOfChoices*>& kept = kept_[block];
  const BlockOfChoices* known = kept.load(std::memory_order_acquire);
  if (known == nullptr) {
    if (count_.load(std::memory_order_relaxed) >= blocks_) return nullptr;
    auto made = std::make_unique_for_overwrite<BlockOfChoices>();
    maker.make(standing, *made);
    // Another thread may have made the same.
    if (kept.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)) {
      count_.fetch_add(1, std::memory_order_relaxed);
      known = made.release();
    }
  }
  return &(*known)[lane];
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
