#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
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
    {"cab201-basic", "the game for people, without jokers and Yahtzee bonuses", true},
    {"cab201-advanced", "the game for people, with free jokers and Yahtzee bonuses"},
}};

// How a Yahtzee may be scored once the Yahtzee box is filled (Y17 to Y19).
enum class Joker : std::uint8_t { none, forced, free };

// What distinguishes the rule sets.
struct Options {
  Joker joker = Joker::forced;
  bool joker_after_zero = true;  // also when the Yahtzee box holds 0
  bool yahtzee_bonus = true;
  bool for_people = false;  // cards lie open and dice keep their places
  friend bool operator==(const Options&, const Options&) = default;
};

// Keeps these dice, by index and in this order, and rolls the others.
struct alignas(2) Keep {  // makes Move eight bytes, copied at once
  std::array<std::uint8_t, dice_rolled> dice{};
  std::uint8_t count = 0;

  // At most five calls; any index is accepted, and the rules refuse wrong ones.
  constexpr void add(std::uint8_t die) { dice[count++] = die; }
  friend bool operator==(const Keep&, const Keep&) = default;
};

// Fills this box with the current dice.
struct Score {
  Category category;
  friend bool operator==(const Score&, const Score&) = default;
};

using Move = std::variant<Keep, Score>;

// Moves that need not be put together: a processor waits if it reads at once what was written in
// parts. By the bits of the dice, which are kept in the order on the table; and by category.
inline constexpr auto keep_moves = [] {
  std::array<Move, 1 << dice_rolled> moves{};
  for (unsigned bits = 0; bits < moves.size(); ++bits) {
    Keep keep;
    for (std::uint8_t die = 0; die < dice_rolled; ++die)
      if (bits >> die & 1) keep.add(die);
    moves[bits] = keep;
  }
  return moves;
}();
inline constexpr auto score_moves = []<std::size_t... Box>(std::index_sequence<Box...>) {
  return std::array<Move, boxes_on_card>{Score{static_cast<Category>(Box)}...};
}(std::make_index_sequence<boxes_on_card>{});

struct State {
  std::array<Card, seats_max> cards{};  // only the first `seats`
  std::array<int, seats_max> totals{};  // only the first `seats`, lowest first
  Dice dice{};
  int seats = 0;
  int round = 0;  // 0 to 12; 13 when the game is over
  int mover = 0;
  int stage = 0;              // 0, 1, 2 after the first, second, third roll
  std::uint64_t retired = 0;  // bit i: seat i
  std::uint32_t fallen = 0;   // number of dice rolled since the game began
};

// Refers into the State it was made from.
struct View {
  Dice dice;
  int stage;
  int round;
  const Card& card;             // of the seat that looks
  std::span<const int> totals;  // of all seats, lowest first
  Options options;
  std::span<const Card> cards;  // of all seats in their order; empty under koth
  std::optional<Seat> seat;     // of the seat that looks; nullopt under koth
};

// Thrown by start, apply and retire when they reach a roll that the switch `dice` has no numbers
// for.
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

  // Switches: `dice` (numbers 1 to 6); under koth also `joker_after_zero` (default true).
  static std::expected<Rules, Problem> under(std::string_view rule_set, const Switches& switches);

  const Options& options() const { return options_; }
  SeatRange seats() const;
  Switches switches() const;
  bool rolls_by_chance() const { return dice_.empty(); }  // not the dice of the switch
  State start(int seats, const Chance& chance) const;
  ToMove turn(const State& state) const;
  View view(const State& state, Seat seat) const;
  static Refusal refusal(const View& view, const Move& move);
  void apply(State& state, const Move& move, const Chance& chance) const;
  void retire(State& state, Seat seat, const Chance& chance) const;
  Points points(const State& state) const;
  std::vector<Move> legal_moves(const View& view) const;

  // Lets dice fall beside those that are kept (Y4, Y5, Y6): what a roll does. They are the bytes of
  // `fallen`, the first one lowest.
  void fall(State& state, const Keep& keep, std::uint64_t fallen) const;

 private:
  Rules(const Options& options, std::vector<std::uint8_t> dice);

  void apply_keep(State& state, const Keep& keep, const Chance& chance) const;
  void apply_score(State& state, const Score& score, const Chance& chance) const;
  void roll(State& state, const Keep& keep, const Chance& chance) const;
  void pass(State& state, const Chance& chance) const;

  Options options_;
  std::vector<std::uint8_t> dice_;  // the switch; empty: random dice
};

static_assert(Enumerable<Rules>);

// Returns why the box may not be filled now; empty if it may.
Refusal refusal(const View& view, Category category);

// Returns the score of the dice in the box if it were filled now, without the Yahtzee bonus.
int worth(const View& view, Category category);

// Returns a seat's figures for machine-readable results: total, bonuses and every box.
std::vector<Figure> figures(const State& state, Seat seat);

}  // namespace hilltop::yahtzee
