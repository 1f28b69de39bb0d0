#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

// The boxes of a card, the score of a roll in each, and the card itself. RULES.md, Y7 to Y15.
namespace hilltop::yahtzee {

inline constexpr int faces = 6;
inline constexpr int dice_rolled = 5;
using Dice = std::array<std::uint8_t, dice_rolled>;  // faces, 1 to 6

enum class Category : std::uint8_t {
  aces,
  twos,
  threes,
  fours,
  fives,
  sixes,
  three_of_a_kind,
  four_of_a_kind,
  full_house,
  small_straight,
  large_straight,
  yahtzee,
  chance,
};

inline constexpr int boxes_on_card = 13;

inline constexpr std::array<Category, boxes_on_card> categories{
    Category::aces,
    Category::twos,
    Category::threes,
    Category::fours,
    Category::fives,
    Category::sixes,
    Category::three_of_a_kind,
    Category::four_of_a_kind,
    Category::full_house,
    Category::small_straight,
    Category::large_straight,
    Category::yahtzee,
    Category::chance,
};

// The boxes in the order of the game for people: Chance before Yahtzee.
inline constexpr std::array<Category, boxes_on_card> card_order = [] {
  auto order = categories;
  std::swap(order[11], order[12]);
  return order;
}();

constexpr int index(Category category) { return static_cast<int>(category); }
constexpr bool is_upper(Category category) { return category <= Category::sixes; }
constexpr Category upper_box(int face) { return static_cast<Category>(face - 1); }

std::string_view name(Category category);   // in files and commands: "full_house"
std::string_view title(Category category);  // for people: "Full House"
std::optional<Category> category_named(std::string_view name);

// Number of dice with each face, four bits per face, so that scoring tests all faces at once.
class DiceCounts {
 public:
  constexpr explicit DiceCounts(const Dice& dice) {
    for (const std::uint8_t face : dice) counts_ += 1u << (4 * face);
  }

  constexpr int of(int face) const { return static_cast<int>(counts_ >> (4 * face) & 0xf); }
  constexpr bool alike(unsigned many) const { return faces_with(many) != 0; }
  constexpr int different() const { return std::popcount(faces_with(1)); }
  constexpr bool in_sequence(int many) const {
    std::uint32_t run = faces_with(1);
    for (int length = 1; length < many; ++length) run &= run >> 4;
    return run != 0;
  }

 private:
  // Returns the top bit of each face that at least `many` dice show, 1 to 5: no sum exceeds four
  // bits.
  constexpr std::uint32_t faces_with(unsigned many) const {
    return (counts_ + (8 - many) * 0x1111110u) & 0x8888880u;
  }

  std::uint32_t counts_ = 0;
};

constexpr bool is_yahtzee(const Dice& dice) { return DiceCounts(dice).alike(dice_rolled); }

int natural_score(Category category, const Dice& dice);

// Returns what five alike score in a box as a joker (Y18).
int joker_score(Category category, const Dice& dice);

inline constexpr int yahtzee_score = 50;
inline constexpr int upper_bonus_from = 63;
inline constexpr int upper_bonus_score = 35;
inline constexpr int yahtzee_bonus_score = 100;

// The thirteen boxes of a player and their sums.
class Card {
 public:
  Card() { boxes_.fill(blank); }

  bool open(Category category) const { return box(category) == blank; }
  int box(Category category) const { return boxes_[static_cast<std::size_t>(category)]; }
  bool lower_open() const;

  void fill(Category category, int score);
  void add_yahtzee_bonus() { yahtzee_bonus_ += yahtzee_bonus_score; }

  int upper_score() const { return upper_; }  // without the bonus
  int upper_bonus() const { return upper_ >= upper_bonus_from ? upper_bonus_score : 0; }
  int upper_total() const { return upper_score() + upper_bonus(); }
  int yahtzee_bonus() const { return yahtzee_bonus_; }
  int lower_total() const { return lower_ + yahtzee_bonus_; }
  int total() const { return upper_total() + lower_total(); }

  friend bool operator==(const Card&, const Card&) = default;

  static constexpr int blank = -1;

 private:
  std::array<std::int8_t, boxes_on_card> boxes_;
  int upper_ = 0, lower_ = 0, yahtzee_bonus_ = 0;
};

}  // namespace hilltop::yahtzee
