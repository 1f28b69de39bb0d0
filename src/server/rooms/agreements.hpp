#pragma once
#include <cstddef>
#include <optional>

#include "server/rooms/room_seats.hpp"

namespace hilltop::server {

// What people at different browsers agree on in one game: hints, which are off until each of them
// allows them, and a draw. It is not stored: after a restart of the server hints are off, and an
// offer is to be made again.
class Agreements {
 public:
  SeatSet allowing_hints() const { return hints_; }
  void allow_hints(SeatSet seats, bool allow) { hints_ = allow ? hints_ | seats : hints_ & ~seats; }

  SeatSet offering_draw() const { return draw_; }
  // A draw that was declined is offered again after a further step only.
  bool may_offer_draw(std::size_t step) const { return declined_at_ != step; }
  void offer_draw(SeatSet seats) { draw_ |= seats; }
  void decline_draw(std::size_t step) {
    if (draw_ != 0) declined_at_ = step;
    draw_ = 0;
  }
  // A seat has moved, which declines the offer of another.
  void moved(SeatSet seat) {
    if ((draw_ & seat) == 0) draw_ = 0;
  }

 private:
  SeatSet hints_ = 0, draw_ = 0;
  std::optional<std::size_t> declined_at_;
};

}  // namespace hilltop::server
