#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "core/game.hpp"
#include "games/yahtzee/scoring.hpp"

// Yahtzee for bots (koth) and for people (cab201-basic, cab201-advanced). RULES.md has the rules
// and their numbers.
namespace hilltop::yahtzee {

inline constexpr int rounds = 13;
inline constexpr int rolls_a_turn = 3;
inline constexpr int last_stage = rolls_a_turn - 1;

inline constexpr std::array<RuleSet, 3> rule_sets{{
    {"koth", "the King of the Hill contest: forced jokers, hidden cards"},
    {"cab201-basic", "the game for people, without jokers and Yahtzee bonuses"},
    {"cab201-advanced", "the game for people, with free jokers and Yahtzee bonuses"},
}};

// What a Yahtzee may do when the Yahtzee box is filled (Y17 to Y19).
enum class Joker : std::uint8_t { none, forced, free };

// What tells one rule set from another at the table.
struct Options {
  Joker joker = Joker::forced;
  bool joker_after_zero = true;  // also when the Yahtzee box holds 0
  bool yahtzee_bonus = true;
  bool for_people = false;  // cards lie open, and dice keep their places
  friend bool operator==(const Options&, const Options&) = default;
};

// Keep these dice, by index and in this order, and roll the others.
struct alignas(2) Keep {  // a Move is eight bytes, and copied at once
  std::array<std::uint8_t, dice_rolled> dice{};
  std::uint8_t count = 0;

  // At most five; whether they are indexes of dice is for the rules to say.
  constexpr void add(std::uint8_t die) { dice[count++] = die; }
  friend bool operator==(const Keep&, const Keep&) = default;
};

// Fill this box with the dice as they lie.
struct Score {
  Category category;
  friend bool operator==(const Score&, const Score&) = default;
};

using Move = std::variant<Keep, Score>;

struct State {
  std::array<Card, seats_max> cards{};  // of the first `seats`
  std::array<int, seats_max> totals{};  // of the first `seats`, sorted: lowest first
  Dice dice{};
  int seats = 0;
  int round = 0;  // 0 to 12; 13: the game is over
  int mover = 0;
  int stage = 0;              // 0, 1, 2: after the first, second, third roll
  std::uint64_t retired = 0;  // bit i: seat i
  std::uint32_t fallen = 0;   // dice rolled since the game began
};

// Refers into the State it was made from.
struct View {
  Dice dice;
  int stage;
  int round;
  const Card& card;             // one's own
  std::span<const int> totals;  // of all seats, one's own among them, lowest first
  Options options;
  std::span<const Card> cards;  // of all seats, in their order; none under koth
  std::optional<Seat> seat;     // one's own; none under koth
};

// The switch `dice` holds fewer numbers than the game needs: start, apply and retire throw it when
// they come to the roll.
class DiceRanOut : public ListRanOut {
 public:
  DiceRanOut(std::size_t held, int round, Seat seat);
};

class Rules {
 public:
  using State = yahtzee::State;
  using View = yahtzee::View;
  using Move = yahtzee::Move;

  static constexpr int longest = seats_max * rounds * rolls_a_turn;

  // Switches: `dice` (numbers 1 to 6), and under koth `joker_after_zero` (true).
  static std::expected<Rules, Problem> under(std::string_view rule_set, const Switches& switches);

  const Options& options() const { return options_; }
  SeatRange seats() const;
  Switches switches() const;
  State start(int seats, const Chance& chance) const;
  ToMove turn(const State& state) const;
  View view(const State& state, Seat seat) const;
  static Refusal refusal(const View& view, const Move& move);
  void apply(State& state, const Move& move, const Chance& chance) const;
  void retire(State& state, Seat seat, const Chance& chance) const;
  Points points(const State& state) const;
  std::vector<Move> legal_moves(const View& view) const;

 private:
  Rules(const Options& options, std::vector<std::uint8_t> dice);

  void apply_keep(State& state, const Keep& keep, const Chance& chance) const;
  void apply_score(State& state, const Score& score, const Chance& chance) const;
  void roll(State& state, const Keep& keep, const Chance& chance) const;
  void pass(State& state, const Chance& chance) const;

  Options options_;
  std::vector<std::uint8_t> dice_;  // the switch; empty: dice fall by chance
};

static_assert(Enumerable<Rules>);

// Why the box may not be filled now; empty when it may.
Refusal refusal(const View& view, Category category);

// What the dice would score in the box, were it filled now; without the Yahtzee bonus.
int worth(const View& view, Category category);

// The seat's figures for machine-readable results: total, bonuses and every box.
std::vector<Figure> figures(const State& state, Seat seat);

}  // namespace hilltop::yahtzee
