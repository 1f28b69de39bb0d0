#include <algorithm>
#include <array>
#include <bit>
#include <nlohmann/json.hpp>

#include "arena/agreed_draw.hpp"
#include "arena/save.hpp"
#include "server/json.hpp"
#include "server/refused.hpp"
#include "server/rooms/room.hpp"

// What guests of a room wish for.
namespace hilltop::server {
namespace {

bool is_no_part_of_a_try(std::string_view wish) {
  constexpr std::array<std::string_view, 5> helps{"again", "hint", "undo", "invite", "replace"};
  return std::ranges::find(helps, wish) != helps.end();
}

}  // namespace

void GameRoom::Guest::refuse(const Json& wish, const Problem& why) const {
  Json answer{{"type", "refused"}};
  answer.update(server::message(why));
  if (wish.contains("id")) answer["id"] = wish["id"];
  channel_->tell(written(answer));
}

void GameRoom::hear(const std::shared_ptr<Guest>& guest, const std::string& message) {
  const Json wish = Json::parse(message, nullptr, false);
  if (!wish.is_object()) {
    guest->refuse(Json::object(), {"a message is an object of JSON"});
    return guest->channel().refuse();
  }
  if (const auto keys = wish.find("keys"); keys != wish.end() && keys->is_array()) {
    std::vector<std::string> shown;
    for (const Json& key : *keys)
      if (key.is_string()) shown.push_back(key.get<std::string>());
    const SeatSet before = guest->seats;
    guest->has_come = true;
    take_seats(*guest, seats_.opened_by(shown));
    if (!shared_ && guest->seats != 0 && (people() & ~guest->seats) != 0) open_to_another();
    send_states(!keep_again() && guest->seats == before ? guest : nullptr);
    return tell_watchers();
  }
  std::expected<void, Problem> granted;
  try {
    granted = grant(*guest, wish);
  } catch (const ListRanOut& ran_out) {  // the game is where it was before this answer
    broken_ = ran_out.what();
    reopen(Record(game_->record()));
    publish();
  } catch (const std::exception& failure) {
    granted = refused(told(failure));
  }
  if (!granted) guest->refuse(wish, granted.error());
}

std::expected<void, Problem> GameRoom::grant(Guest& guest, const Json& wish) {
  const std::string wanted = text_in(wish, "do");
  if (wanted == "save") return save(guest);
  if (guest.seats == 0) return refused("only players can do that");
  if (daily_ && is_no_part_of_a_try(wanted))
    return refused("a daily game is played once, alone and without help");
  if (wanted == "again") return play_again();
  if (wanted == "hints" || wanted == "draw") {
    const auto on = wish.find("on");
    if (on == wish.end() || !on->is_boolean()) return refused("'on' is true or false");
    return wanted == "hints" ? allow_hints(guest, *on) : offer_draw(guest, *on);
  }
  const auto number = whole_in(wish, "seat");
  if (!number || *number < 0 || *number >= static_cast<std::int64_t>(seats_.size()))
    return refused("there is no such seat");
  const Seat seat{static_cast<std::uint8_t>(*number)};
  if (wanted == "replace") return replace(guest, seat, text_in(wish, "player"));
  if ((guest.seats & set_of(seat)) == 0) return refused("that is the seat of another player");
  if (wanted == "rename") {
    const std::string name = text_in(wish, "name");
    if (const std::string why = arena::name_refusal(name); !why.empty()) return refused(why);
    game_->rename(seat, name);
    publish();
    return {};
  }
  if (wanted == "invite") return invite(guest, seat);
  if (!broken_.empty()) return refused(broken_);
  if (wanted == "leave") {
    seats_.leave(seat);
    agreements_.decline_draw(game_->record().steps.size());
    if (asked_ == seat)
      advance();
    else
      publish();
    return {};
  }
  if (const std::string of = text_in(wish, "position"); !of.empty() && of != position().text())
    return refused(moved_on);
  if (wanted == "answer") return answer(wish, seat);
  if (wanted == "confirm") return confirm(seat);
  if (wanted == "hint") return advise(guest, seat, wish);
  if (wanted == "undo") {
    auto undone = game_->undone(seat);
    if (!undone) return std::unexpected(undone.error());
    reopen(*std::move(undone));
    advance(/*begun=*/true);
    return {};
  }
  return refused(worded("'{wish}' is nothing that can be done here", {{"wish", wanted}}));
}

std::expected<void, Problem> GameRoom::answer(const Json& wish, Seat seat) {
  if (asked_ != seat || moment_ != RoomMoment::deciding) return refused(moved_on);
  auto confirms = game_->submit(seat, text_in(wish, "text"));
  if (!confirms) return std::unexpected(confirms.error());
  is_played_ = is_new_end_ = true;
  agreements_.moved(set_of(seat));
  if (confirms->empty()) {
    advance();
  } else {
    after_ = *std::move(confirms);
    moment_ = RoomMoment::after;
    publish();
  }
  return {};
}

std::expected<void, Problem> GameRoom::confirm(Seat seat) {
  if (asked_ != seat) return refused(moved_on);
  if (moment_ == RoomMoment::before) {
    moment_ = RoomMoment::deciding;
    publish();
  } else if (moment_ == RoomMoment::after) {
    advance();
  } else {
    return refused(moved_on);
  }
  return {};
}

std::expected<void, Problem> GameRoom::advise(Guest& guest, Seat seat, const Json& wish) {
  if (asked_ != seat || moment_ != RoomMoment::deciding)
    return refused("there is nothing to choose now");
  if (!may_hint()) return refused("hints are off: all players of this game have to allow them");
  const auto answer = [waiting = guest.weak_from_this(), wish](const AdviceDesk::Advice& advice) {
    const auto asker = waiting.lock();
    if (!asker) return;
    if (advice)
      asker->channel().tell(*advice);
    else
      asker->refuse(wish, advice.error());
  };
  ++hints_[static_cast<std::size_t>(index(seat))];
  for (const auto& other : guests())
    if (other.get() != &guest) send_states(other);
  if (advice_.ask({guest.weak_from_this(), guest.address(), position(), answer}))
    make_advice(guest.address());
  return {};
}

void GameRoom::make_advice(const std::string& address) {
  // A game of its own, so that this one goes on meanwhile. Only the seat is asked in it.
  Record record = game_->record();
  for (Record::Player& player : record.players) player.player = "human";
  services_.background.post(address, [self = shared_from_this(), record = std::move(record),
                                      any_game = any_game_, seat = *asked_, of = position()] {
    AdviceDesk::Advice made;
    try {
      made = advice_of(*any_game->open(Record(record)), seat, of);
    } catch (const std::exception& failure) {
      self->log("room_failed", failure.what());
      made = std::unexpected(Problem{failure.what()});
    }
    self->strand_.post([self, of, made = std::move(made)] {
      if (const auto next = self->advice_.take(of, self->position(), made))
        self->make_advice(*next);
    });
  });
}

std::expected<void, Problem> GameRoom::invite(Guest& guest, Seat seat) {
  const bool others = std::popcount(people()) > 1;
  if (others && luck_ == LuckKnown::by_record && moment_ != RoomMoment::over &&
      !game_->record().steps.empty())
    return refused(
        "the record of this game was taken, and tells what is still to come: play it to its end, "
        "or begin another one and invite to that");
  const std::string key = seats_.renew_key(seat);
  const SeatSet here = present();
  for (const auto& other : guests()) other->seats &= ~set_of(seat);
  note_absence(here);
  if (others)
    open_to_another();
  else
    publish();
  if (!keeper_.unkept().empty()) return refused(keeper_.unkept());
  guest.channel().tell(written({{"type", "link"}, {"seat", index(seat)}, {"key", key}}));
  return {};
}

std::expected<void, Problem> GameRoom::replace(Guest& guest, Seat seat, const std::string& player) {
  if ((people() & set_of(seat)) == 0) return refused("a bot has that seat already");
  if ((guest.seats & set_of(seat)) == 0) {
    if ((present() & set_of(seat)) != 0) return refused("that player is here");
    if ((long_gone() & set_of(seat)) == 0)
      return refused("that player was here a moment ago, and may come back");
  }
  if (std::popcount(people()) == 1)
    return refused("the last person cannot be replaced; leave instead");
  Record record = game_->record();
  record.players[static_cast<std::size_t>(index(seat))].player = player;
  bots_ = services_.roster();
  if (player == "human") return refused("say which bot takes the seat");
  if (const auto playable = arena::game_of(record, bots_); !playable)
    return std::unexpected(playable.error());
  auto tables = hold_tables(services_.tables, any_game_, record, player);
  if (!tables) return std::unexpected(tables.error());
  if (bot_of_player(player) && !bot_place_) {
    auto place = services_.bot_threads.place_for(client_);
    if (!place) return std::unexpected(place.error());
    bot_place_ = *std::move(place);
  }
  tables_[static_cast<std::size_t>(index(seat))] = *std::move(tables);
  await_tables(static_cast<std::size_t>(index(seat)));
  seats_.close(seat);
  for (const auto& other : guests()) other->seats &= ~set_of(seat);
  reopen(std::move(record));
  if (moment_ == RoomMoment::after && asked_ != seat)
    publish();
  else
    advance(/*begun=*/moment_ == RoomMoment::deciding);
  return {};
}

std::expected<void, Problem> GameRoom::play_again() {
  if (moment_ != RoomMoment::over && broken_.empty()) return refused("the game is not over");
  Record record = game_->record();
  record.steps.clear();
  record.points.clear();
  record.undone = 0;
  if (arena::is_agreed_draw(record)) {
    arena::forget_agreed_draw(record);
    any_game_ = arena::game_of(record, bots_).value();
  }
  if (luck_ == LuckKnown::by_choice)
    ++record.luck_game;
  else
    deal_anew(record);
  seats_.stay();
  hints_.assign(seats_.size(), 0);
  agreements_ = {};
  has_rematch_ = false;
  broken_.clear();
  reopen(std::move(record));
  advance();
  return {};
}

std::expected<void, Problem> GameRoom::save(const Guest& guest) {
  if (const auto may = may_save(guest.seats); !may) return may;
  note_record_taken();
  if (!guest.visitor())
    return refused("this browser keeps no cookie, so its saves could not be found again");
  if (const auto added =
          services_.store.add_save(*guest.visitor(), write(game_->record()), guest.client());
      !added)
    return refused(added.error() == Full::all
                       ? "this server keeps as many saves as it can; download the game instead"
                       : "this server keeps as many saves of your network as it can; download the "
                         "game instead");
  guest.channel().tell(written({{"type", "saved"}, {"text", "Game saved"}}));
  return {};
}

std::expected<void, Problem> GameRoom::may_save(SeatSet seats) const {
  if (hides_luck()) return refused(luck_is_hidden);
  if (moment_ == RoomMoment::over) return {};
  if ((people() & ~seats) != 0 || (shared_ && std::popcount(people()) > 1))
    return refused(
        "others play too: the game can be saved once it is over, for a save tells what is hidden");
  if (moment_ != RoomMoment::before && !game_->can_be_saved_in_a_turn())
    return refused("a game is saved between turns: finish this one, then save");
  return {};
}

void GameRoom::give_record(std::vector<std::string> keys, TakeRecord take) {
  strand_.post([self = shared_from_this(), keys = std::move(keys), take = std::move(take)] {
    const auto may = self->may_save(self->seats_.opened_by(keys));
    if (may) self->note_record_taken();
    take(may ? std::expected<std::string, Problem>(write(self->game_->record()))
             : std::unexpected(may.error()));
  });
}

void GameRoom::give_finished(TakeFinished take) {
  strand_.post([self = shared_from_this(), take = std::move(take)] {
    take(self->moment_ == RoomMoment::over ? std::expected<Record, Problem>(self->game_->record())
                                           : refused("the game is not over"));
  });
}

}  // namespace hilltop::server
