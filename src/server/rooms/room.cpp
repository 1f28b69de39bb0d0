#include "server/rooms/room.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <nlohmann/json.hpp>

#include "arena/save.hpp"
#include "play/keys.hpp"
#include "server/json.hpp"
#include "server/refused.hpp"

namespace hilltop::server {
namespace {

bool is_in_folder(const std::string& player) { return bot_of_player(player).has_value(); }

}  // namespace

std::vector<runner::Manifest> RoomServices::roster() const {
  if (bots.empty()) return {};
  auto found = runner::read_roster(bots);
  return found ? std::move(found->bots) : std::vector<runner::Manifest>();
}

std::expected<std::shared_ptr<GameRoom>, Problem> GameRoom::open(const RoomServices& services,
                                                                 RoomRow row, Shares::Share share) {
  auto record = read_record(row.record, "the room");
  if (!record) return std::unexpected(record.error());
  std::vector<runner::Manifest> bots = services.roster();
  auto any_game = arena::game_of(*record, bots);
  if (!any_game) return std::unexpected(any_game.error());
  const std::shared_ptr<const arena::AnyGame> shared = *std::move(any_game);
  SeatTables tables;
  for (const Record::Player& player : record->players) {
    auto held = hold_tables(services.tables, shared, *record, player.player);
    if (!held) return std::unexpected(held.error());
    tables.push_back(*std::move(held));
  }
  BotPlace bot_place;
  if (std::ranges::any_of(record->players, is_in_folder, &Record::Player::player)) {
    auto place = services.bot_threads.place_for(row.client);
    if (!place) return std::unexpected(place.error());
    bot_place = *std::move(place);
  }
  const auto game = arena::find_game(record->game);
  // The constructor is private, so std::make_shared cannot call it.
  std::shared_ptr<GameRoom> room(
      new GameRoom(services, std::move(row), **game, shared, std::move(bots), std::move(tables),
                   std::move(bot_place), std::move(share), *std::move(record)));
  room->strand_.post([room] { room->begin(); });
  return room;
}

GameRoom::GameRoom(const RoomServices& services, RoomRow row, const arena::GameModule& game,
                   std::shared_ptr<const arena::AnyGame> any_game,
                   std::vector<runner::Manifest> bots, SeatTables tables, BotPlace bot_place,
                   Shares::Share share, Record record)
    : services_(services),
      name_(std::move(row.name)),
      client_(std::move(row.client)),
      share_(std::move(share)),
      strand_(services.workers),
      module_(game),
      any_game_(std::move(any_game)),
      bots_(std::move(bots)),
      conditions_(services.conditions),
      bot_place_(std::move(bot_place)),
      after_(std::move(row.after)),
      is_played_(row.under_way),
      seats_(std::move(row.keys), row.leaving, record.players.size()),
      hints_(seats_.size()),
      daily_(services.store.try_in_room(name_)),
      visitors_(seats_.size()),
      is_new_end_(row.under_way),
      luck_(row.luck),
      shared_(row.shared),
      keeper_(services.store, services.log),
      tables_(std::move(tables)) {
  // A bot may have changed since another room was opened, so this one makes its own copy.
  conditions_.host.builder = std::make_shared<runner::BotBuilder>();
  conditions_.time = play::within(row.time, services.time_max);
  if (game.has_substitute) conditions_.faults.illegal = play::Sanction::substitute;
  reopen(std::move(record));
  if (row.moment == RoomMoment::after) {
    moment_ = RoomMoment::after;
    asked_ = Seat(static_cast<std::uint8_t>(row.after_seat));
  } else if (row.moment == RoomMoment::deciding) {
    asked_ = game_->pending();
  }
}

GameRoom::~GameRoom() {
  keep_at_last();
  drop_game();
  // The copies of the bots' folders.
  if (bot_place_)
    bot_place_->post([builder = std::exchange(conditions_.host.builder, nullptr)]() mutable {
      builder.reset();
    });
}

void GameRoom::keep_at_last() { keep_again(); }

std::shared_ptr<Peer> GameRoom::enter(std::shared_ptr<Channel> channel,
                                      std::optional<SecretHash> visitor, std::string address,
                                      std::string client) {
  auto guest = std::make_shared<Guest>(shared_from_this(), std::move(channel), visitor,
                                       std::move(address), std::move(client));
  strand_.post([self = shared_from_this(), guest] { self->welcome(guest); });
  return guest;
}

void GameRoom::log(std::string_view event, std::string_view text) {
  services_.log.write(event, {{"room", name_}, {"text", text}});
}

std::string GameRoom::told(const std::exception& failure) {
  if (dynamic_cast<const ListRanOut*>(&failure) != nullptr) return failure.what();
  log("room_failed", failure.what());
  const auto* const of_disk = dynamic_cast<const StoreFailure*>(&failure);
  return of_disk == nullptr ? our_error : of_disk->reason();
}

void GameRoom::await_tables(std::size_t seat) {
  if (!tables_[seat]) return;
  tables_[seat]->when_built([room = weak_from_this()](const std::string& failure) {
    if (const auto self = room.lock())
      self->strand_.post([self, failure] { self->take_tables(failure); });
  });
}

void GameRoom::take_tables(const std::string& failure) {
  if (!failure.empty()) {
    broken_ = failure;
    log("room_failed", failure);
  }
  publish();
  ask_bot();
}

void GameRoom::begin() {
  note_absence(people());
  find_rematch();
  for (std::size_t seat = 0; seat < tables_.size(); ++seat)
    if (tables_[seat] && !tables_[seat]->built()) await_tables(seat);
  if (moment_ == RoomMoment::after) return publish();
  advance(/*begun=*/asked_.has_value());
}

void GameRoom::welcome(const std::shared_ptr<Guest>& guest) {
  guests_.push_back(guest);
  // The cookie is the key to a try of a daily game, which nobody else may have.
  if (daily_ && guest->visitor() == daily_->visitor) take_seats(*guest, people());
  send_states(guest);
}

void GameRoom::farewell(const std::shared_ptr<Guest>& guest) {
  const SeatSet here = present();
  std::erase_if(guests_, [&](const auto& each) { return each.lock() == guest; });
  note_absence(here);
  if (keep_again() || present() != here || guest->seats != 0) send_states();
  tell_watchers();
}

void GameRoom::deal_anew(Record& record) {
  record.luck_key = play::luck_key(play::Seed::drawn(), record.game, names_of(record));
  ++record.luck_game;
  luck_ = LuckKnown::to_nobody;
}

void GameRoom::open_to_another() {
  shared_ = true;
  if (luck_ == LuckKnown::by_choice || !game_->record().steps.empty() || !broken_.empty())
    return publish();
  Record record = game_->record();
  deal_anew(record);
  reopen(std::move(record));
  advance();
}

void GameRoom::note_record_taken() {
  if (moment_ == RoomMoment::over || std::popcount(people()) == 1 || luck_ != LuckKnown::to_nobody)
    return;
  luck_ = LuckKnown::by_record;
  publish();
}

void GameRoom::reopen(Record record) {
  std::shared_ptr<arena::GameSession> game = any_game_->open(std::move(record), bots_, conditions_);
  drop_game();
  game_ = std::move(game);
  ++games_;
  awaits_answer_ = false;
}

void GameRoom::drop_game() {
  if (bot_place_ && game_)
    bot_place_->post([game = std::exchange(game_, nullptr)]() mutable { game.reset(); });
}

void GameRoom::bid_farewell() {
  if (!bot_place_) return;
  bot_place_->post([self = shared_from_this(), game = game_] {
    try {
      game->farewell();
    } catch (const std::exception& failure) {
      self->log("room_failed", failure.what());
    }
  });
}

void GameRoom::advance(bool begun) {
  after_.clear();
  while (true) {
    const auto seat = game_->pending();
    asked_ = seat;
    if (!seat) {
      asked_ = std::nullopt;
      moment_ = RoomMoment::over;
      is_played_ = false;
      bid_farewell();
      return publish();
    }
    moment_ = RoomMoment::deciding;
    if (!game_->is_person(*seat)) {
      asked_ = std::nullopt;
      publish();
      strand_.post([self = shared_from_this()] { self->ask_bot(); });
      return;
    }
    if ((seats_.leaving() & set_of(*seat)) == 0) {
      if (!begun && !game_->confirms_first().empty()) moment_ = RoomMoment::before;
      return publish();
    }
    game_->forfeit();
    begun = false;
  }
}

void GameRoom::ask_bot() {
  const auto seat = game_->pending();
  if (!seat || game_->is_person(*seat) || moment_ != RoomMoment::deciding || !broken_.empty() ||
      awaits_answer_)
    return;
  if (const auto& tables = tables_[static_cast<std::size_t>(index(*seat))];
      tables && !tables->built())
    return;  // take_tables() asks
  if (is_in_folder(game_->record().players[static_cast<std::size_t>(index(*seat))].player))
    return ask_outside();
  try {
    game_->ask_bot();
  } catch (const std::exception& failure) {
    return break_off(failure);
  }
  advance();
}

void GameRoom::ask_outside() {
  awaits_answer_ = true;
  bot_place_->post([self = shared_from_this(), game = games_.load(), await = game_->question()] {
    if (game != self->games_) return;  // it waited for the answer to an earlier question
    arena::GameSession::PlayAnswer play;
    std::exception_ptr failure;
    try {
      play = await();
    } catch (...) {
      failure = std::current_exception();
    }
    self->strand_.post(
        [self, game, play = std::move(play), failure] { self->take_answer(game, play, failure); });
  });
}

void GameRoom::take_answer(std::uint64_t game, const arena::GameSession::PlayAnswer& play,
                           const std::exception_ptr& failure) {
  if (game != games_) return;
  awaits_answer_ = false;
  try {
    if (failure) std::rethrow_exception(failure);
    play();
  } catch (const std::exception& failed) {
    return break_off(failed);
  }
  advance();
}

void GameRoom::break_off(const std::exception& failure) {
  broken_ = told(failure);
  reopen(Record(game_->record()));
  publish();
}

void GameRoom::publish() {
  ++version_;
  keep();
  send_states();
}

void GameRoom::keep() {
  if (!broken_.empty()) return;  // the stored record can still be played
  const bool kept = keeper_.put({.name = name_,
                                 .record = write(game_->record()),
                                 .moment = moment_,
                                 .after = after_,
                                 .after_seat = asked_ ? index(*asked_) : 0,
                                 .keys = seats_.keys(),
                                 .leaving = seats_.leaving(),
                                 .under_way = is_played_,
                                 .time = conditions_.time,
                                 .luck = luck_,
                                 .shared = shared_,
                                 .client = client_});
  if (!kept) return keep_later();
  if (moment_ == RoomMoment::over) note_end();
}

void GameRoom::keep_later() {
  // The job holds the room, unless that is about to end.
  const auto held = weak_from_this().lock();
  if (!held || !keeper_.begins_to_wait()) return;
  services_.workers.post_after(services_.keep_again, [held] {
    held->strand_.post([held] {
      held->keeper_.end_wait();
      if (held->keep_again()) held->send_states();
    });
  });
}

bool GameRoom::keep_again() {
  if (keeper_.unkept().empty()) return false;
  const std::string before = keeper_.unkept();
  keep();
  return keeper_.unkept() != before;
}

std::vector<std::shared_ptr<GameRoom::Guest>> GameRoom::guests() const {
  std::vector<std::shared_ptr<Guest>> here;
  for (const auto& each : guests_)
    if (auto guest = each.lock()) here.push_back(std::move(guest));
  return here;
}

SeatSet GameRoom::people() const {
  SeatSet seats = 0;
  for (std::size_t place = 0; place < seats_.size(); ++place)
    if (const Seat seat{static_cast<std::uint8_t>(place)}; game_->is_person(seat))
      seats |= set_of(seat);
  return seats;
}

SeatSet GameRoom::present() const {
  SeatSet seats = 0;
  for (const auto& guest : guests()) seats |= guest->seats;
  return seats;
}

SeatSet GameRoom::long_gone() const {
  return seats_.gone_for(services_.away, people() & ~present() & ~seats_.leaving());
}

void GameRoom::note_absence(SeatSet before) {
  const SeatSet gone = before & ~present();
  if (gone == 0) return;
  seats_.note_gone(gone);
  services_.workers.post_after(services_.away, [room = weak_from_this()] {
    if (const auto self = room.lock())
      self->strand_.post([self] {
        if (self->long_gone() != 0) self->send_states();
      });
  });
}

RoomPosition GameRoom::position() const {
  const Record& record = game_->record();
  return {record.steps.size(), record.undone, record.luck_game};
}

std::vector<SeatUse> GameRoom::uses() const {
  std::vector<SeatUse> uses(seats_.size());
  for (std::size_t seat = 0; seat < uses.size(); ++seat) {
    uses[seat].hints = hints_[seat];
    for (const auto& guest : guests())
      uses[seat].clients += (guest->seats >> seat & 1) != 0 ? 1 : 0;
  }
  return uses;
}

int GameRoom::watchers() const {
  int watching = 0;
  for (const auto& guest : guests()) watching += guest->has_come && guest->seats == 0 ? 1 : 0;
  return std::min(watching, watchers_told_max);
}

void GameRoom::tell_watchers() {
  if (tells_watchers_ || watchers() == told_watchers_) return;
  tells_watchers_ = true;
  services_.workers.post_after(services_.watchers_told, [room = weak_from_this()] {
    if (const auto self = room.lock())
      self->strand_.post([self] {
        self->tells_watchers_ = false;
        if (self->watchers() != self->told_watchers_) self->send_states();
      });
  });
}

RoomSight GameRoom::sight(std::span<const SeatUse> uses, const std::string& rematch) const {
  return {.name = name_,
          .version = version_,
          .module = module_,
          .game = *game_,
          .tables = tables_,
          .position = position(),
          .moment = moment_,
          .asked = asked_,
          .after = after_,
          .people = people(),
          .present = present(),
          .long_gone = long_gone(),
          .leaving = seats_.leaving(),
          .uses = uses,
          .luck = luck_,
          .among_people = is_among_people(),
          .allowing_hints = agreements_.allowing_hints(),
          .offering_draw = agreements_.offering_draw(),
          .may_hint = may_hint(),
          .may_offer_draw = may_offer_draw(),
          .watchers = watchers(),
          .rematch = rematch,
          .day = daily_ ? std::optional(daily_->day) : std::nullopt,
          .hides_luck = hides_luck(),
          .is_analysed = any_game_->has_analyst(static_cast<int>(seats_.size())),
          .broken = broken_,
          .unkept = keeper_.unkept()};
}

void GameRoom::send_states(const std::shared_ptr<Guest>& only) {
  const std::vector<SeatUse> uses = this->uses();
  const std::string rematch = has_rematch_ ? name_of_rematch() : "";
  const RoomSight now = sight(uses, rematch);
  if (!only) told_watchers_ = now.watchers;
  std::map<SeatSet, std::shared_ptr<const std::string>> states;
  for (const auto& guest : guests()) {
    if (only && guest != only) continue;
    auto& state = states[guest->seats];
    if (!state)
      state = std::make_shared<const std::string>(
          written(state_of(now, guest->seats, may_save(guest->seats).has_value())));
    guest->channel().show(state);
  }
}

}  // namespace hilltop::server
