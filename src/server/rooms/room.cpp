#include "server/rooms/room.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <variant>

#include "arena/keys.hpp"
#include "arena/save.hpp"
#include "server/json.hpp"
#include "server/refused.hpp"

namespace hilltop::server {
namespace {

constexpr const char* moved_on = "the game has moved on since";

// Returns the advice for the seat that is asked, as it is sent.
std::expected<std::string, Problem> advice_of(const arena::GameSession& game, Seat seat,
                                              const std::string& position) {
  const auto advice = game.advice();
  if (!advice) return std::unexpected(advice.error());
  Json choices = Json::array();
  for (const auto& [typed, worth] : advice->choices) {
    Json choice{{"typed", typed}};
    choice["worth"] = worth ? Json(*worth) : Json(nullptr);
    choices.push_back(std::move(choice));
  }
  return written({{"type", "advice"},
                  {"seat", index(seat)},
                  {"position", position},
                  {"by", advice->by},
                  {"unit", advice->unit},
                  {"note", advice->note},
                  {"choices", std::move(choices)}});
}

// Returns the key of the tables that a player needs; empty if it needs none.
std::string key_of_tables(const arena::AnyGame& any_game, const Record& record,
                          const std::string& player) {
  if (!any_game.needs_preparing(player)) return {};
  std::string key =
      fmt::format("{} {} {} {}", record.game, record.rules, player, record.players.size());
  for (const auto& [name, value] : any_game.switches())
    key += fmt::format("\n{} {}", name,
                       std::visit([](const auto& held) { return written(Json(held)); }, value));
  return key;
}

std::expected<std::shared_ptr<BotTables::Table>, Problem> hold_tables(
    BotTables& tables, const std::shared_ptr<const arena::AnyGame>& any_game, const Record& record,
    const std::string& player) {
  const std::string key = key_of_tables(*any_game, record, player);
  if (key.empty()) return nullptr;
  return tables.hold(key, [any_game, player, seats = static_cast<int>(record.players.size())](
                              const Progress& progress) {
    any_game->prepare(player, seats, progress);
    return any_game;
  });
}

bool is_in_folder(const std::string& player) { return bot_of_player(player).has_value(); }

std::uint64_t bit(Seat seat) { return std::uint64_t{1} << index(seat); }

}  // namespace

std::vector<runner::Manifest> RoomServices::roster() const {
  if (bots.empty()) return {};
  auto found = runner::read_roster(bots);
  return found ? std::move(found->bots) : std::vector<runner::Manifest>();
}

std::expected<void, Problem> room_for_tables(BotTables& tables, const arena::AnyGame& any_game,
                                             const Record& record) {
  for (const Record::Player& player : record.players)
    if (const std::string key = key_of_tables(any_game, record, player.player); !key.empty())
      if (const auto room = tables.room_for(key); !room) return room;
  return {};
}

// A client in a room. Only the room's strand touches what is not constant.
class GameRoom::Guest final : public Peer, public std::enable_shared_from_this<Guest> {
 public:
  Guest(std::shared_ptr<GameRoom> room, std::shared_ptr<Channel> channel,
        std::optional<SecretHash> visitor, std::string address, std::string client)
      : channel_(std::move(channel)),
        visitor_(visitor),
        address_(std::move(address)),
        client_(std::move(client)),
        room_(std::move(room)) {}

  void hear(std::string_view message, std::function<void()> heard) override {
    room_->strand_.post([self = shared_from_this(), text = std::string(message),
                         heard = std::move(heard), begun = std::chrono::steady_clock::now()] {
      self->room_->hear(self, text);
      self->room_->services_.metrics.moved(std::chrono::steady_clock::now() - begun);
      heard();
    });
  }
  void gone() override {
    room_->strand_.post([self = shared_from_this()] { self->room_->farewell(self); });
  }

  Seats seats = 0;
  Channel& channel() const { return *channel_; }
  const std::optional<SecretHash>& visitor() const { return visitor_; }
  const std::string& address() const { return address_; }
  const std::string& client() const { return client_; }
  void refuse(const Json& wish, const Problem& why) const {
    Json answer{{"type", "refused"}};
    answer.update(server::message(why));
    if (wish.contains("id")) answer["id"] = wish["id"];
    channel_->tell(written(answer));
  }

 private:
  const std::shared_ptr<Channel> channel_;
  const std::optional<SecretHash> visitor_;
  const std::string address_, client_;
  const std::shared_ptr<GameRoom> room_;
};

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
      leaving_(row.leaving),
      luck_(row.luck),
      shared_(row.shared),
      keys_(std::move(row.keys)),
      tables_(std::move(tables)) {
  keys_.resize(record.players.size());
  last_here_.resize(record.players.size(), std::chrono::steady_clock::now());
  // A bot may have changed since another room was opened, so this one makes its own copy.
  conditions_.host.builder = std::make_shared<runner::BotBuilder>();
  conditions_.time = arena::within(row.time, services.time_max);
  if (game.has_substitute) conditions_.faults.illegal = arena::Sanction::substitute;
  reopen(std::move(record));
  if (row.moment == "after") {
    moment_ = Moment::after;
    asked_ = Seat(static_cast<std::uint8_t>(row.after_seat));
  } else if (row.moment == "deciding") {
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
  for (std::size_t seat = 0; seat < tables_.size(); ++seat)
    if (tables_[seat] && !tables_[seat]->built()) await_tables(seat);
  if (moment_ == Moment::after) return publish();
  advance(/*begun=*/asked_.has_value());
}

void GameRoom::welcome(const std::shared_ptr<Guest>& guest) {
  guests_.push_back(guest);
  send_states(guest);
}

void GameRoom::farewell(const std::shared_ptr<Guest>& guest) {
  const Seats here = present();
  std::erase_if(guests_, [&](const auto& each) { return each.lock() == guest; });
  note_absence(here);
  if (keep_again() || present() != here) send_states();
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
    const Seats here = present();
    guest->seats |= opened_by(shown);
    if (!shared_ && guest->seats != 0 && (people() & ~guest->seats) != 0) open_to_another();
    return send_states(!keep_again() && present() == here ? guest : nullptr);
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
  if (wanted == "again") return play_again();
  const auto number = whole_in(wish, "seat");
  if (!number || *number < 0 || *number >= std::ssize(keys_))
    return refused("there is no such seat");
  const Seat seat{static_cast<std::uint8_t>(*number)};
  if (wanted == "replace") return replace(guest, seat, text_in(wish, "player"));
  if ((guest.seats & bit(seat)) == 0) return refused("that is the seat of another player");
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
    leaving_ |= bit(seat);
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
  if (asked_ != seat || moment_ != Moment::deciding) return refused(moved_on);
  auto confirms = game_->submit(seat, text_in(wish, "text"));
  if (!confirms) return std::unexpected(confirms.error());
  is_played_ = true;
  if (confirms->empty()) {
    advance();
  } else {
    after_ = *std::move(confirms);
    moment_ = Moment::after;
    publish();
  }
  return {};
}

std::expected<void, Problem> GameRoom::confirm(Seat seat) {
  if (asked_ != seat) return refused(moved_on);
  if (moment_ == Moment::before) {
    moment_ = Moment::deciding;
    publish();
  } else if (moment_ == Moment::after) {
    advance();
  } else {
    return refused(moved_on);
  }
  return {};
}

std::string GameRoom::Position::text() const {
  return fmt::format("{}.{}.{}", game, undone, steps);
}

GameRoom::Position GameRoom::position() const {
  const Record& record = game_->record();
  return {record.steps.size(), record.undone, record.luck_game};
}

std::expected<void, Problem> GameRoom::advise(Guest& guest, Seat seat, const Json& wish) {
  if (asked_ != seat || moment_ != Moment::deciding)
    return refused("there is nothing to choose now");
  if (advised_ == position()) {
    guest.channel().tell(advice_);
    return {};
  }
  const bool waits = std::ranges::any_of(asking_, [&](const Asking& each) {
    return each.guest.lock().get() == &guest && each.position == position();
  });
  if (!waits) asking_.push_back({guest.weak_from_this(), written(wish), position()});
  if (!advises_) make_advice(guest.address());
  return {};
}

void GameRoom::make_advice(const std::string& address) {
  advises_ = true;
  // A game of its own, so that this one goes on meanwhile. Nobody but the seat is asked in it.
  Record record = game_->record();
  for (Record::Player& player : record.players) player.player = "human";
  services_.background.post(address, [self = shared_from_this(), record = std::move(record),
                                      seat = *asked_, of = position()] {
    std::expected<std::string, Problem> made;
    try {
      made = advice_of(*self->any_game_->open(Record(record)), seat, of.text());
    } catch (const std::exception& failure) {
      self->log("room_failed", failure.what());
      made = std::unexpected(Problem{failure.what()});
    }
    self->strand_.post([self, of, made = std::move(made)] { self->take_advice(of, made); });
  });
}

void GameRoom::take_advice(const Position& position,
                           const std::expected<std::string, Problem>& advice) {
  advises_ = false;
  if (advice) {
    advice_ = *advice;
    advised_ = position;
  }
  std::vector<Asking> later;
  for (Asking& each : std::exchange(asking_, {})) {
    const auto guest = each.guest.lock();
    if (!guest) continue;
    if (each.position == position && advice)
      guest->channel().tell(*advice);
    else if (each.position == position)
      guest->refuse(Json::parse(each.wish), advice.error());
    else if (each.position == this->position())
      later.push_back(std::move(each));
    else
      guest->refuse(Json::parse(each.wish), Problem{moved_on});
  }
  asking_ = std::move(later);
  if (asking_.empty()) return;
  if (const auto guest = asking_.front().guest.lock()) make_advice(guest->address());
}

std::expected<void, Problem> GameRoom::invite(Guest& guest, Seat seat) {
  const bool others = std::popcount(people()) > 1;
  if (others && luck_ == LuckKnown::by_record && moment_ != Moment::over &&
      !game_->record().steps.empty())
    return refused(
        "the record of this game was taken, and tells what is still to come: play it to its end, "
        "or begin another one and invite to that");
  const std::string key = new_secret();
  keys_[static_cast<std::size_t>(index(seat))] = hash_of(key);
  const Seats here = present();
  for (const auto& other : guests()) other->seats &= ~bit(seat);
  note_absence(here);
  if (others)
    open_to_another();
  else
    publish();
  if (!unkept_.empty()) return refused(unkept_);
  guest.channel().tell(written({{"type", "link"}, {"seat", index(seat)}, {"key", key}}));
  return {};
}

std::expected<void, Problem> GameRoom::replace(Guest& guest, Seat seat, const std::string& player) {
  if ((people() & bit(seat)) == 0) return refused("a bot has that seat already");
  if ((guest.seats & bit(seat)) == 0) {
    if ((present() & bit(seat)) != 0) return refused("that player is here");
    if ((long_gone() & bit(seat)) == 0)
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
  if (is_in_folder(player) && !bot_place_) {
    auto place = services_.bot_threads.place_for(client_);
    if (!place) return std::unexpected(place.error());
    bot_place_ = *std::move(place);
  }
  tables_[static_cast<std::size_t>(index(seat))] = *std::move(tables);
  await_tables(static_cast<std::size_t>(index(seat)));
  keys_[static_cast<std::size_t>(index(seat))] = std::nullopt;
  for (const auto& other : guests()) other->seats &= ~bit(seat);
  reopen(std::move(record));
  if (moment_ == Moment::after && asked_ != seat)
    publish();
  else
    advance(/*begun=*/moment_ == Moment::deciding);
  return {};
}

std::expected<void, Problem> GameRoom::play_again() {
  if (moment_ != Moment::over && broken_.empty()) return refused("the game is not over");
  Record record = game_->record();
  record.steps.clear();
  record.points.clear();
  record.undone = 0;
  if (luck_ == LuckKnown::by_choice)
    ++record.luck_game;
  else
    deal_anew(record);
  leaving_ = 0;
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

void GameRoom::deal_anew(Record& record) {
  record.luck_key = arena::luck_key(arena::Seed::drawn(), record.game, names_of(record));
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
  if (moment_ == Moment::over || std::popcount(people()) == 1 || luck_ != LuckKnown::to_nobody)
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
      moment_ = Moment::over;
      is_played_ = false;
      bid_farewell();
      return publish();
    }
    moment_ = Moment::deciding;
    if (!game_->is_person(*seat)) {
      asked_ = std::nullopt;
      publish();
      strand_.post([self = shared_from_this()] { self->ask_bot(); });
      return;
    }
    if ((leaving_ & bit(*seat)) == 0) {
      if (!begun && !game_->confirms_first().empty()) moment_ = Moment::before;
      return publish();
    }
    game_->forfeit();
    begun = false;
  }
}

void GameRoom::ask_bot() {
  const auto seat = game_->pending();
  if (!seat || game_->is_person(*seat) || moment_ != Moment::deciding || !broken_.empty() ||
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
    if (game != self->games_) return;  // it waited for the answer to a question of before
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
  RoomRow row{.name = name_,
              .record = write(game_->record()),
              .moment = moment_ == Moment::after      ? "after"
                        : moment_ == Moment::deciding ? "deciding"
                                                      : "before",
              .after = after_,
              .after_seat = asked_ ? index(*asked_) : 0,
              .keys = keys_,
              .leaving = leaving_,
              .under_way = is_played_,
              .time = conditions_.time,
              .luck = luck_,
              .shared = shared_,
              .client = client_};
  if (!broken_.empty()) return;  // the record of before can still be played
  try {
    services_.store.put(row);
    unkept_.clear();
  } catch (const StoreFailure& failure) {
    if (unkept_.empty()) log("room_not_kept", failure.what());
    unkept_ = failure.reason();
    keep_later();
  }
}

void GameRoom::keep_later() {
  // The job holds the room, unless that is about to end.
  const auto held = weak_from_this().lock();
  if (!held || is_kept_later_) return;
  is_kept_later_ = true;
  services_.workers.post_after(services_.keep_again, [held] {
    held->strand_.post([held] {
      held->is_kept_later_ = false;
      if (held->keep_again()) held->send_states();
    });
  });
}

bool GameRoom::keep_again() {
  if (unkept_.empty()) return false;
  const std::string before = unkept_;
  keep();
  return unkept_ != before;
}

std::vector<std::shared_ptr<GameRoom::Guest>> GameRoom::guests() const {
  std::vector<std::shared_ptr<Guest>> here;
  for (const auto& each : guests_)
    if (auto guest = each.lock()) here.push_back(std::move(guest));
  return here;
}

GameRoom::Seats GameRoom::people() const {
  Seats seats = 0;
  for (std::size_t seat = 0; seat < keys_.size(); ++seat)
    if (game_->is_person(Seat(static_cast<std::uint8_t>(seat)))) seats |= std::uint64_t{1} << seat;
  return seats;
}

GameRoom::Seats GameRoom::present() const {
  Seats seats = 0;
  for (const auto& guest : guests()) seats |= guest->seats;
  return seats;
}

GameRoom::Seats GameRoom::long_gone() const {
  const auto now = std::chrono::steady_clock::now();
  Seats seats = people() & ~present();
  for (std::size_t seat = 0; seat < last_here_.size(); ++seat)
    if (now - last_here_[seat] < services_.away) seats &= ~(std::uint64_t{1} << seat);
  return seats;
}

void GameRoom::note_absence(Seats before) {
  const Seats gone = before & ~present();
  if (gone == 0) return;
  for (std::size_t seat = 0; seat < last_here_.size(); ++seat)
    if ((gone >> seat & 1) != 0) last_here_[seat] = std::chrono::steady_clock::now();
  services_.workers.post_after(services_.away, [room = weak_from_this()] {
    if (const auto self = room.lock())
      self->strand_.post([self] {
        if (self->long_gone() != 0) self->send_states();
      });
  });
}

std::optional<Seat> GameRoom::onlooker(Seats seats) const {
  if (seats == 0) return std::nullopt;
  if (asked_ && (seats & bit(*asked_)) != 0) return asked_;
  // At one screen the person who decided last goes on looking.
  const auto& steps = game_->record().steps;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step)
    if (const Seat seat{static_cast<std::uint8_t>(step->seat)}; (seats & bit(seat)) != 0)
      return seat;
  return Seat(static_cast<std::uint8_t>(std::countr_zero(seats)));
}

GameRoom::Seats GameRoom::opened_by(const std::vector<std::string>& keys) const {
  Seats seats = 0;
  for (const std::string& key : keys)
    for (std::size_t seat = 0; seat < keys_.size(); ++seat)
      if (keys_[seat] == hash_of(key)) seats |= std::uint64_t{1} << seat;
  return seats;
}

std::expected<void, Problem> GameRoom::may_save(Seats seats) const {
  if (moment_ == Moment::over) return {};
  if ((people() & ~seats) != 0 || (shared_ && std::popcount(people()) > 1))
    return refused(
        "others play too: the game can be saved once it is over, for a save tells what is hidden");
  if (moment_ != Moment::before && !game_->can_be_saved_in_a_turn())
    return refused("a game is saved between turns: finish this one, then save");
  return {};
}

void GameRoom::give_record(std::vector<std::string> keys, TakeRecord take) {
  strand_.post([self = shared_from_this(), keys = std::move(keys), take = std::move(take)] {
    const auto may = self->may_save(self->opened_by(keys));
    if (may) self->note_record_taken();
    take(may ? std::expected<std::string, Problem>(write(self->game_->record()))
             : std::unexpected(may.error()));
  });
}

std::string GameRoom::asks() const {
  switch (moment_) {
    case Moment::before: return game_->confirms_first();
    case Moment::deciding: return asked_ ? game_->prompt().asks : "";
    case Moment::after: return after_;
    case Moment::over: return "";
  }
  return "";
}

hilltop::Moment GameRoom::drawn_moment() const {
  switch (moment_) {
    case Moment::before: return hilltop::Moment::before;
    case Moment::deciding: return hilltop::Moment::deciding;
    default: return hilltop::Moment::after;
  }
}

Json GameRoom::state_for(Seats seats) const {
  static constexpr std::array<const char*, 4> moments{"before", "deciding", "after", "over"};
  const Record& record = game_->record();
  const Seats all = people(), here = present(), gone = long_gone();
  const bool alone = (all & ~seats) == 0;
  const auto seen_by = onlooker(seats);
  Json scene = game_->scene(seen_by, drawn_moment());
  Json players = Json::array(), replaceable = Json::array();
  for (std::size_t seat = 0; seat < record.players.size(); ++seat) {
    const Seats is = std::uint64_t{1} << seat;
    players.push_back({{"name", record.players[seat].name},
                       {"player", record.players[seat].player},
                       {"person", (all & is) != 0},
                       {"mine", (seats & is) != 0},
                       {"present", (all & is) == 0 || (here & is) != 0},
                       {"left", (leaving_ & is) != 0 || scene["players"][seat]["left"]}});
    if (seats != 0 && (gone & is) != 0) replaceable.push_back(seat);
  }
  const bool mine = asked_ && (seats & bit(*asked_)) != 0;
  Json state{{"type", "state"},
             {"room", name_},
             {"version", version_},
             {"game", record.game},
             {"title", module_.info->title},
             {"rules", record.rules}};
  // Who knows the key knows every card that is still to come.
  const bool one_person = std::popcount(all) == 1;
  state["luck_key"] =
      (alone && (one_person || luck_ != LuckKnown::to_nobody)) || moment_ == Moment::over
          ? Json(fmt::format("{:016x} {}", record.luck_key, record.luck_game))
          : Json(nullptr);
  state["luck_known"] = one_person || luck_ == LuckKnown::to_nobody ? Json(nullptr)
                        : luck_ == LuckKnown::by_record             ? Json("record")
                                                                    : Json("choice");
  state["players"] = std::move(players);
  state["pending"] = asked_ ? Json(index(*asked_)) : Json(nullptr);
  const auto thinks = game_->pending();
  state["thinking"] = !asked_ && thinks && broken_.empty() ? Json(index(*thinks)) : Json(nullptr);
  state["preparing"] = Json::array();
  for (std::size_t seat = 0; seat < tables_.size(); ++seat)
    if (tables_[seat] && !tables_[seat]->built()) state["preparing"].push_back(seat);
  state["moment"] = moments[static_cast<std::size_t>(moment_)];
  state["asks"] = asks();
  state["step"] = record.steps.size();
  state["position"] = position().text();
  state["can"] = {{"undo", seats != 0 && one_person && !record.steps.empty() && broken_.empty()},
                  {"save", seats != 0 && may_save(seats).has_value()},
                  {"hint", mine && moment_ == Moment::deciding},
                  {"replace", std::move(replaceable)}};
  state["seat"] = seen_by ? Json(index(*seen_by)) : Json(nullptr);
  state["scene"] = std::move(scene);
  const Json& events = game_->events();
  state["events"] = Json::array();
  for (std::size_t i = events.size() - std::min(events.size(), events_shown_max); i < events.size();
       ++i)
    state["events"].push_back(events[i]);
  state["over"] = moment_ == Moment::over ? state["scene"]["result"] : Json(nullptr);
  state["broken"] = broken_.empty() ? Json(nullptr) : Json(broken_);
  state["unkept"] = unkept_.empty() ? Json(nullptr) : Json(unkept_);
  return state;
}

void GameRoom::send_states(const std::shared_ptr<Guest>& only) {
  std::map<Seats, std::shared_ptr<const std::string>> states;
  for (const auto& guest : guests()) {
    if (only && guest != only) continue;
    auto& state = states[guest->seats];
    if (!state) state = std::make_shared<const std::string>(written(state_for(guest->seats)));
    guest->channel().show(state);
  }
}

}  // namespace hilltop::server
