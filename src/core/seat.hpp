#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <stdexcept>

namespace hilltop {

// A place at the table. Not a colour and not a bot: Swap2 assigns colours later.
enum class Seat : std::uint8_t {};
constexpr int index(Seat seat) { return static_cast<int>(seat); }
constexpr Seat opponent(Seat seat) {  // of two seats
  return Seat(static_cast<std::uint8_t>(index(seat) ^ 1));
}

// The seat whose decision it is, or none if the game is over. A std::optional<Seat> that costs the
// play loop no more than an int.
class ToMove {
 public:
  constexpr ToMove(Seat seat) : seat_(index(seat)) {}
  constexpr ToMove(std::nullopt_t) : seat_(-1) {}
  constexpr explicit operator bool() const { return seat_ >= 0; }
  constexpr Seat operator*() const { return Seat(static_cast<std::uint8_t>(seat_)); }
  friend constexpr bool operator==(ToMove, ToMove) = default;

 private:
  int seat_;
};

constexpr int seats_max = 64;  // max of any game; a set of seats fits a 64-bit mask

struct SeatRange {
  int fewest, most;
  constexpr bool holds(int seats) const { return fewest <= seats && seats <= most; }
  friend bool operator==(SeatRange, SeatRange) = default;
};

// One number per seat, in the game's unit (hands won, a total, 1 for a win). Never allocates: an
// allocation takes longer than a game of Pazaak.
class Points {
 public:
  explicit Points(int seats) : seats_(seats) {
    if (seats < 0 || seats > seats_max)
      throw std::logic_error("points for more seats than there are");
    std::fill_n(value_.begin(), seats, 0);
  }
  // Seat s gets of(s). It is quicker than filling in zeros first.
  template <class Of>
  Points(int seats, const Of& of) : seats_(seats) {
    if (seats < 0 || seats > seats_max)
      throw std::logic_error("points for more seats than there are");
    for (int seat = 0; seat < seats; ++seat) value_[static_cast<std::size_t>(seat)] = of(seat);
  }
  Points(std::initializer_list<int> values) : Points(static_cast<int>(values.size())) {
    std::ranges::copy(values, value_.begin());
  }

  int size() const { return seats_; }
  int& operator[](int seat) { return value_[static_cast<std::size_t>(seat)]; }
  int operator[](int seat) const { return value_[static_cast<std::size_t>(seat)]; }
  const int* begin() const { return value_.data(); }
  const int* end() const { return value_.data() + seats_; }
  friend bool operator==(const Points& a, const Points& b) { return std::ranges::equal(a, b); }

 private:
  int seats_;
  std::array<int, seats_max> value_;
};

}  // namespace hilltop
