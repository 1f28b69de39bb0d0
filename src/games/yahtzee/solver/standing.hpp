#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/yahtzee/rules.hpp"

// Cards as the solver sees them: the open boxes, and the little that matters about the others.
namespace hilltop::yahtzee {

enum class YahtzeeBox : std::uint8_t { open, zero, fifty };

inline constexpr int upper_sets = 1 << faces;  // number of sets of open upper boxes
inline constexpr std::array<Category, 6> lower_boxes{
    Category::three_of_a_kind, Category::four_of_a_kind, Category::full_house,
    Category::small_straight,  Category::large_straight, Category::chance};
inline constexpr int lower_sets = 1 << lower_boxes.size();
inline constexpr std::array<YahtzeeBox, 3> yahtzee_boxes{YahtzeeBox::open, YahtzeeBox::zero,
                                                         YahtzeeBox::fifty};

// Open boxes, and the content of the Yahtzee box.
struct BoxSet {
  unsigned upper = upper_sets - 1;  // bit 0: aces
  unsigned lower = lower_sets - 1;  // bit 0: lower_boxes[0]
  YahtzeeBox yahtzee = YahtzeeBox::open;
  friend bool operator==(const BoxSet&, const BoxSet&) = default;

  int open_boxes() const;
  bool open(Category category) const;
  BoxSet without(Category category, int score) const;
  BoxSet with(Category category) const;  // the box is open again

  std::size_t number() const;  // in 0..box_sets_max - 1
};

inline constexpr std::size_t box_sets_max =
    std::size_t{upper_sets} * lower_sets * yahtzee_boxes.size();

// All sets of boxes, by number of open boxes.
using BoxSetsBySize = std::array<std::vector<BoxSet>, boxes_on_card + 1>;
const BoxSetsBySize& box_sets_by_size();

// Everything about a card that matters for the turns to come.
struct Standing : BoxSet {
  int upper_total = 0;  // 63 stands for all above
  friend bool operator==(const Standing&, const Standing&) = default;

  // Returns the standing after a turn with this score in the box, without the Yahtzee bonus.
  Standing after(Category category, int score) const;
  int upper_bonus() const { return upper_total >= upper_bonus_from ? upper_bonus_score : 0; }
};

Standing standing_of(const Card& card);

// Return what five alike are on the card besides what the dice say (RULES.md, Y15 and Y17).
Joker joker_of(const Options& options, YahtzeeBox yahtzee);
int bonus_of(const Options& options, YahtzeeBox yahtzee);

// Number of the options that differ for the solver: three kinds of joker, two flags.
inline constexpr std::size_t options_all = 12;
std::size_t number_of(const Options& options);

// Returns whether it matters if a filled Yahtzee box holds 0 or 50.
bool tells_zero_from_fifty(const Options& options);

// Returns the score of the dice in the box, with jokers and the Yahtzee bonus; -1 if refused.
int gain(const Options& options, const BoxSet& boxes, const Dice& dice, Category category);

}  // namespace hilltop::yahtzee
