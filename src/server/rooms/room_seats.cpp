#include "server/rooms/room_seats.hpp"

#include <utility>

namespace hilltop::server {

RoomSeats::RoomSeats(std::vector<std::optional<SecretHash>> keys, SeatSet leaving,
                     std::size_t seats)
    : keys_(std::move(keys)),
      last_here_(seats, std::chrono::steady_clock::now()),
      leaving_(leaving) {
  keys_.resize(seats);
}

SeatSet RoomSeats::opened_by(const std::vector<std::string>& keys) const {
  SeatSet seats = 0;
  for (const std::string& key : keys)
    for (std::size_t seat = 0; seat < keys_.size(); ++seat)
      if (keys_[seat] == hash_of(key)) seats |= SeatSet{1} << seat;
  return seats;
}

std::string RoomSeats::renew_key(Seat seat) {
  std::string key = new_secret();
  keys_[static_cast<std::size_t>(index(seat))] = hash_of(key);
  return key;
}

void RoomSeats::close(Seat seat) { keys_[static_cast<std::size_t>(index(seat))] = std::nullopt; }

void RoomSeats::note_gone(SeatSet seats) {
  for (std::size_t seat = 0; seat < last_here_.size(); ++seat)
    if ((seats >> seat & 1) != 0) last_here_[seat] = std::chrono::steady_clock::now();
}

SeatSet RoomSeats::gone_for(std::chrono::milliseconds time, SeatSet empty) const {
  const auto now = std::chrono::steady_clock::now();
  for (std::size_t seat = 0; seat < last_here_.size(); ++seat)
    if (now - last_here_[seat] < time) empty &= ~(SeatSet{1} << seat);
  return empty;
}

}  // namespace hilltop::server
