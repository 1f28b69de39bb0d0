#pragma once
#include <algorithm>
#include <array>
#include <string_view>

namespace hilltop::server {

// Where a game of people is: before the decision of the seat that is asked, at it, after it while
// its result is confirmed, or at the game's end.
enum class RoomMoment { before, deciding, after, over };

// Their names, in the same order, as clients and the store have them.
inline constexpr std::array<std::string_view, 4> room_moments{"before", "deciding", "after",
                                                              "over"};

constexpr std::string_view name(RoomMoment moment) {
  return room_moments[static_cast<std::size_t>(moment)];
}

// Returns the moment of a name; of an unknown one the first, from which any game goes on.
constexpr RoomMoment moment_named(std::string_view name) {
  const auto* const found = std::ranges::find(room_moments, name);
  return found == room_moments.end() ? RoomMoment::before
                                     : static_cast<RoomMoment>(found - room_moments.begin());
}

}  // namespace hilltop::server
