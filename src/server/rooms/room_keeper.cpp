#include "server/rooms/room_keeper.hpp"

#include <nlohmann/json.hpp>

namespace hilltop::server {

bool RoomKeeper::put(const RoomRow& room) {
  try {
    store_.put(room);
    unkept_.clear();
  } catch (const StoreFailure& failure) {
    if (unkept_.empty())
      log_.write("room_not_kept", {{"room", room.name}, {"text", failure.what()}});
    unkept_ = failure.reason();
  }
  return unkept_.empty();
}

}  // namespace hilltop::server
