#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/yahtzee/rules.hpp"

// Cards as the solver sees them: which boxes are open, and the little that counts of the others.
namespace hilltop::yahtzee {

enum class YahtzeeBox : std::uint8_t { open, zero, fifty };

inline constexpr int upper_sets = 1 << faces;  // of open upper boxes
inline constexpr std::array<Category, 6> lower_boxes{
    Category::three_of_a_kind, Category::four_of_a_kind, Category::full_house,
    Category::small_straight,  Category::large_straight, Category::chance};
inline constexpr int lower_sets = 1 << lower_boxes.size();
inline constexpr std::array<YahtzeeBox, 3> yahtzee_boxes{YahtzeeBox::open, YahtzeeBox::zero,
                                                         YahtzeeBox::fifty};

// Open boxes, and what the Yahtzee box holds.
struct BoxSet {
  unsigned upper = upper_sets - 1;  // bit 0: aces
  unsigned lower = lower_sets - 1;  // by `lower_boxes`
  YahtzeeBox yahtzee = YahtzeeBox::open;
  friend bool operator==(const BoxSet&, const BoxSet&) = default;

  int open_boxes() const;
  bool open(Category category) const;
  BoxSet without(Category category, int score) const;
  BoxSet with(Category category) const;  // open again

  std::size_t number() const;  // from 0, below box_sets_max
};

inline constexpr std::size_t box_sets_max =
    std::size_t{upper_sets} * lower_sets * yahtzee_boxes.size();

// All of them, by how many boxes are open.
using BoxSetsBySize = std::array<std::vector<BoxSet>, boxes_on_card + 1>;
const BoxSetsBySize& box_sets_by_size();

// All that counts of a card for the turns to come.
struct Standing : BoxSet {
  int upper_total = 0;  // 63 for all above
  friend bool operator==(const Standing&, const Standing&) = default;

  // After a turn that scored so much in the box, without the Yahtzee bonus.
  Standing after(Category category, int score) const;
  int upper_bonus() const { return upper_total >= upper_bonus_from ? upper_bonus_score : 0; }
};

Standing standing_of(const Card& card);

// What five alike are with the card, beside what the dice say (RULES.md, Y15 and Y17).
Joker joker_of(const Options& options, YahtzeeBox yahtzee);
int bonus_of(const Options& options, YahtzeeBox yahtzee);

// Whether it matters what a filled Yahtzee box holds.
bool tells_zero_from_fifty(const Options& options);

// What the dice score in the box, with jokers and the Yahtzee bonus; -1: the rules refuse it.
int gain(const Options& options, const BoxSet& boxes, const Dice& dice, Category category);

}  // namespace hilltop::yahtzee
