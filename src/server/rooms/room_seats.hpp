#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/seat.hpp"
#include "server/secret.hpp"

namespace hilltop::server {

// Seats of a game; bit i is seat i.
using SeatSet = std::uint64_t;

constexpr SeatSet set_of(Seat seat) { return SeatSet{1} << index(seat); }

// What others are to know of a seat: how many clients have its key, and how often it asked for
// advice in this game since the room was opened.
struct SeatUse {
  int clients = 0, hints = 0;
};

// The keys that open the seats of a room, when a person was last at each, and which leave.
class RoomSeats {
 public:
  // `keys`: by seat; nullopt for a bot. Keys beyond the seats are dropped.
  RoomSeats(std::vector<std::optional<SecretHash>> keys, SeatSet leaving, std::size_t seats);

  std::size_t size() const { return keys_.size(); }
  const std::vector<std::optional<SecretHash>>& keys() const { return keys_; }
  SeatSet opened_by(const std::vector<std::string>& keys) const;
  // Returns the seat's new key. The old key stops working.
  std::string renew_key(Seat seat);
  // No key opens the seat any more.
  void close(Seat seat);

  // Seats that leave as soon as they are asked.
  SeatSet leaving() const { return leaving_; }
  void leave(Seat seat) { leaving_ |= set_of(seat); }
  void stay() { leaving_ = 0; }

  // Notes that these seats have no client from now on.
  void note_gone(SeatSet seats);
  // Returns those of these seats that have had no client for so long.
  SeatSet gone_for(std::chrono::milliseconds time, SeatSet empty) const;

 private:
  std::vector<std::optional<SecretHash>> keys_;
  std::vector<std::chrono::steady_clock::time_point> last_here_;
  SeatSet leaving_;
};

}  // namespace hilltop::server
