#pragma once
#include <optional>

#include "core/drawing.hpp"
#include "core/seat.hpp"

namespace hilltop {

// For whom and when a game is shown. All of it is public.
struct Onlooker {
  std::optional<Seat> seat;  // nullopt: a stranger, who sees what everybody may see
  Moment moment = Moment::deciding;
  ToMove to_move = std::nullopt;

  // Whether the onlooker is to answer.
  bool decides() const { return seat && moment == Moment::deciding && to_move == ToMove(*seat); }
};

}  // namespace hilltop
