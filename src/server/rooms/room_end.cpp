#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "report/review.hpp"
#include "server/json.hpp"
#include "server/rooms/room.hpp"

// What is kept of a game that is over.
namespace hilltop::server {

bool GameRoom::hides_luck() const {
  return daily_ && services_.store.now_s() < daily_->day.end_s();
}

bool GameRoom::is_hidden_from(const std::optional<SecretHash>& visitor) const {
  return hides_luck() && visitor != daily_->visitor;
}

void GameRoom::take_seats(Guest& guest, SeatSet seats) {
  guest.seats |= seats;
  for (std::size_t seat = 0; seat < visitors_.size(); ++seat)
    if ((seats >> seat & 1) != 0) visitors_[seat] = guest.visitor();
}

void GameRoom::note_end() {
  if (!daily_ && !is_new_end_) return;
  const Record& record = game_->record();
  const Json result = game_->scene(std::nullopt, Moment::after)["result"];
  try {
    if (is_new_end_) note_played(result);
    is_new_end_ = false;
    if (!daily_) return;
    const auto person = static_cast<std::size_t>(std::countr_zero(people()));
    const auto& points = result["points"];
    TryRow end = *daily_;
    end.name = record.players[person].name;
    for (std::size_t seat = 0; seat < points.size(); ++seat)
      end.points += (seat == person ? 1 : -1) * points[seat].get<int>();
    end.has_left = std::ranges::any_of(record.steps, [&](const Record::Step& step) {
      return !step.move && step.seat == static_cast<int>(person);
    });
    end.record = write(record);
    services_.store.end_try(end);
  } catch (const StoreFailure& failure) {
    log("room_not_kept", failure.what());
  }
}

void GameRoom::note_played(const Json& result) {
  const Record& record = game_->record();
  Json players = Json::array();
  for (const auto& [player, name] : record.players)
    players.push_back({{"name", name}, {"player", player}});
  const bool is_judged = any_game_->has_analyst(static_cast<int>(seats_.size())) &&
                         record.steps.size() <= report::reviewed_steps_max;
  for (std::size_t seat = 0; seat < visitors_.size(); ++seat) {
    // Of several people at one browser nobody is its owner.
    if (!visitors_[seat] || !game_->is_person(Seat(static_cast<std::uint8_t>(seat))) ||
        std::ranges::count(visitors_, visitors_[seat]) > 1)
      continue;
    const Json told{{"game", record.game},
                    {"title", module_.info->title},
                    {"rules", record.rules},
                    {"players", players},
                    {"seat", seat},
                    {"points", result["points"]},
                    {"winners", result["winners"]},
                    {"aided", hints_[seat] > 0 || record.undone > 0}};
    services_.store.add_played({.room = name_,
                                .number = static_cast<int>(record.luck_game),
                                .seat = static_cast<int>(seat),
                                .visitor = *visitors_[seat],
                                .client = client_,
                                .told = written(told),
                                .record = is_judged ? write(record) : ""});
  }
}

}  // namespace hilltop::server
