#include <algorithm>
#include <bit>
#include <fmt/format.h>

#include "arena/agreed_draw.hpp"
#include "arena/save.hpp"
#include "core/hex.hpp"
#include "play/keys.hpp"
#include "server/refused.hpp"
#include "server/rooms/room.hpp"

// What people of a room agree on, and their rematch.
namespace hilltop::server {

bool GameRoom::is_among_people() const { return shared_ && std::popcount(people()) > 1; }

bool GameRoom::may_hint() const {
  return !is_among_people() || (people() & ~agreements_.allowing_hints()) == 0;
}

bool GameRoom::may_offer_draw() const {
  const Record& record = game_->record();
  if (moment_ == RoomMoment::over || !broken_.empty() || !is_among_people() ||
      seats_.leaving() != 0 || !agreements_.may_offer_draw(record.steps.size()))
    return false;
  const auto is_bot = [](const Record::Player& player) { return player.player != "human"; };
  return !record.steps.empty() && std::ranges::none_of(record.players, is_bot) &&
         arena::has_agreed_draw(record);
}

std::expected<void, Problem> GameRoom::allow_hints(const Guest& guest, bool allow) {
  if (!is_among_people()) return refused("hints are off among people at different browsers only");
  agreements_.allow_hints(guest.seats & people(), allow);
  publish();
  return {};
}

std::expected<void, Problem> GameRoom::offer_draw(const Guest& guest, bool offer) {
  const std::size_t step = game_->record().steps.size();
  if (!offer) {
    agreements_.decline_draw(step);
    publish();
    return {};
  }
  if (!is_among_people() || !broken_.empty())
    return refused("a draw is offered to people at other browsers");
  if (seats_.leaving() != 0) return refused("a player resigns: no draw is agreed on any more");
  if (!agreements_.may_offer_draw(step))
    return refused("a draw was declined here: play on before you offer one again");
  auto ended = arena::agreed_draw(game_->record());
  if (!ended) return std::unexpected(ended.error());
  agreements_.offer_draw(guest.seats);
  if ((people() & ~agreements_.offering_draw()) != 0) {
    publish();
    return {};
  }
  agreements_ = {};
  any_game_ = arena::game_of(*ended, bots_).value();
  reopen(*std::move(ended));
  advance();
  return {};
}

std::string GameRoom::name_of_rematch() const {
  // Not to be guessed by a person who does not know the room's name.
  const SecretHash hash = hash_of(fmt::format("rematch {} {}", name_, game_->record().luck_game));
  return to_hex(std::span(hash).first<16>());
}

void GameRoom::find_rematch() {
  if (moment_ != RoomMoment::over) return;
  try {
    has_rematch_ = services_.store.room(name_of_rematch()).has_value();
  } catch (const StoreFailure& failure) {
    log("room_failed", failure.what());  // a player who asks for the rematch finds it
  }
}

void GameRoom::give_rematch(std::vector<std::string> keys, TakeRematch take) {
  strand_.post([self = shared_from_this(), keys = std::move(keys), take = std::move(take)] {
    if (self->moment_ != RoomMoment::over) return take(refused("the game is not over"));
    if (self->seats_.opened_by(keys) == 0) return take(refused("only players can do that"));
    const Record& over = self->game_->record();
    Record record = over;
    record.steps.clear();
    record.points.clear();
    record.undone = 0;
    arena::forget_agreed_draw(record);
    std::vector<std::optional<SecretHash>> hashes;
    for (std::size_t seat = 0; seat < over.players.size(); ++seat) {
      const std::size_t from = (seat + 1) % over.players.size();
      record.players[seat] = over.players[from];
      hashes.push_back(self->seats_.keys()[from]);
    }
    record.luck_key = play::luck_key(play::Seed::drawn(), record.game, names_of(record));
    record.luck_game = 0;
    take(RoomRow{.name = self->name_of_rematch(),
                 .record = write(record),
                 .after = {},
                 .keys = std::move(hashes),
                 .time = self->conditions_.time,
                 .luck = self->luck_ == LuckKnown::by_choice ? self->luck_ : LuckKnown::to_nobody,
                 .shared = self->shared_});
  });
}

void GameRoom::tell_rematch() {
  strand_.post([self = shared_from_this()] {
    if (self->moment_ != RoomMoment::over) return;
    self->has_rematch_ = true;
    self->publish();
  });
}

}  // namespace hilltop::server
