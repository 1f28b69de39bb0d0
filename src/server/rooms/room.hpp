#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <expected>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/catalog.hpp"
#include "core/json.hpp"
#include "core/problem.hpp"
#include "runner/manifest.hpp"
#include "server/background.hpp"
#include "server/event_log.hpp"
#include "server/http.hpp"
#include "server/limits.hpp"
#include "server/metrics.hpp"
#include "server/people_store.hpp"
#include "server/rooms/advice_desk.hpp"
#include "server/rooms/agreements.hpp"
#include "server/rooms/bot_tables.hpp"
#include "server/rooms/bot_threads.hpp"
#include "server/rooms/room_keeper.hpp"
#include "server/rooms/room_moment.hpp"
#include "server/rooms/room_seats.hpp"
#include "server/rooms/room_state.hpp"
#include "server/rooms/seat_tables.hpp"
#include "server/workers.hpp"

namespace hilltop::server {

inline constexpr const char* luck_is_hidden =
    "the dice and cards of the day are a secret until the day is over, at midnight UTC";

// What rooms share. All of it outlives them and may be used from any thread.
struct RoomServices {
  Workers& workers;
  BotThreads& bot_threads;
  Background& background;
  BotTables& tables;
  PeopleStore& store;
  EventLog& log;
  Metrics& metrics;
  std::filesystem::path bots;  // the folder of the bots that people may play against; or empty
  play::Conditions conditions;
  play::TimeLimits time_max = room_time_max;  // of bots, in any room
  std::chrono::milliseconds away = away_ms, keep_again = keep_again_ms,
                            watchers_told = watchers_told_ms;  // tests choose others

  // Returns these bots; those with mistakes in their folders are left out.
  std::vector<runner::Manifest> roster() const;
};

// A game of people that browsers look at, as docs/http.md describes it. It is
// destroyed with its last guest, after it is stored, and begins again from the store. Its
// functions may be called from any thread; what it does is done on its strand. Processes of bots in
// folders are waited for, told to leave and ended on a thread of the room's own (BotThreads), so
// that the strand is free for its guests while such a bot thinks.
class GameRoom : public std::enable_shared_from_this<GameRoom> {
 public:
  // Takes a row whose record is valid, of a new game or from the store. `share`: what the room has
  // of all that may be in use. Problem: there is no room for its bots.
  static std::expected<std::shared_ptr<GameRoom>, Problem> open(const RoomServices& services,
                                                                RoomRow row,
                                                                Shares::Share share = {});
  ~GameRoom();

  // Adds a client. It sees the public view until it presents a key. `visitor`: whose saves
  // it may make. `address`: where it is; the hints for an address are made one after another.
  // `client`: whose share of the saves they take (RoomRow).
  std::shared_ptr<Peer> enter(std::shared_ptr<Channel> channel, std::optional<SecretHash> visitor,
                              std::string address, std::string client = {});

  // Calls `take` with the record in writing, for which the keys of all people are needed until the
  // game is over, because it tells what is hidden. Problem: a key is missing, or a turn is under
  // way.
  using TakeRecord = std::function<void(std::expected<std::string, Problem>)>;
  void give_record(std::vector<std::string> keys, TakeRecord take);

  // Calls `take` with the game's record once the game is over: anyone may have it then. Problem: it
  // is not over.
  using TakeFinished = std::function<void(std::expected<Record, Problem>)>;
  void give_finished(TakeFinished take);

  // Calls `take` with the room of a rematch: the same people and bots, each at the next seat, where
  // the key of each person opens its new one. The rematch of a game has one name, by which it is
  // found again. Problem: the game is not over, or none of the keys is a player's.
  using TakeRematch = std::function<void(std::expected<RoomRow, Problem>)>;
  void give_rematch(std::vector<std::string> keys, TakeRematch take);
  // The room of give_rematch() is stored: tells it to the guests.
  void tell_rematch();

  // Whether the room is a try of a daily game, whose dice and cards nobody but that browser may
  // know before the day is over.
  bool is_hidden_from(const std::optional<SecretHash>& visitor) const;
  // Whether its luck is such a secret, which no record may tell before.
  bool hides_luck() const;

  // Stores the newest step if it could not be stored before. Nothing else may happen meanwhile: the
  // workers have finished.
  void keep_at_last();

 private:
  class Guest;
  using BotPlace = std::shared_ptr<BotThreads::Place>;  // null as long as the room needs none
  GameRoom(const RoomServices& services, RoomRow row, const arena::GameModule& game,
           std::shared_ptr<const arena::AnyGame> any_game, std::vector<runner::Manifest> bots,
           SeatTables tables, BotPlace bot_place, Shares::Share share, Record record);

  void log(std::string_view event, std::string_view text);
  // Returns what guests are told of an error, and logs the rest.
  std::string told(const std::exception& failure);
  // All of these run on the strand.
  void begin();
  // Hears when the tables of the seat's bot are built, if they are not yet.
  void await_tables(std::size_t seat);
  void take_tables(const std::string& failure);
  void welcome(const std::shared_ptr<Guest>& guest);
  void farewell(const std::shared_ptr<Guest>& guest);
  // Gives the guest seats besides those that it has.
  void take_seats(Guest& guest, SeatSet seats);
  void hear(const std::shared_ptr<Guest>& guest, const std::string& message);
  // Error: why the wish is not granted.
  std::expected<void, Problem> grant(Guest& guest, const Json& wish);
  std::expected<void, Problem> answer(const Json& wish, Seat seat);
  std::expected<void, Problem> confirm(Seat seat);
  // Sends the guest the advice, now or when it has been made in the background.
  std::expected<void, Problem> advise(Guest& guest, Seat seat, const Json& wish);
  void make_advice(const std::string& address);
  std::expected<void, Problem> invite(Guest& guest, Seat seat);
  std::expected<void, Problem> replace(Guest& guest, Seat seat, const std::string& player);
  std::expected<void, Problem> play_again();
  // People at different browsers play: what one of them does needs the others' consent.
  bool is_among_people() const;
  bool may_hint() const;
  bool may_offer_draw() const;
  std::expected<void, Problem> allow_hints(const Guest& guest, bool allow);
  std::expected<void, Problem> offer_draw(const Guest& guest, bool offer);
  std::string name_of_rematch() const;
  // Looks whether the rematch of a game that is over was begun before this room was opened.
  void find_rematch();
  std::expected<void, Problem> save(const Guest& guest);
  // Finds the seat that is asked next; a bot is asked at once, in a job of its own. `begun`: what
  // comes before the decision was confirmed already.
  void advance(bool begun = false);
  void ask_bot();
  // Asks a bot in a folder. Its answer is taken on the strand, unless the game was opened anew
  // meanwhile: to take a move back, or to replace a player, waits for no answer.
  void ask_outside();
  void take_answer(std::uint64_t game, const arena::GameSession::PlayAnswer& play,
                   const std::exception_ptr& failure);
  // Shows the guests why the game cannot go on. The stored record can still be played.
  void break_off(const std::exception& failure);
  void reopen(Record record);
  // Lets the processes of the game leave, or end, on the thread of the bots.
  void bid_farewell();
  void drop_game();
  // Stores the room, and shows it to every guest.
  void publish();
  void keep();
  // Stores what a try of a daily game and the players keep of a game that is over.
  void note_end();
  void note_played(const Json& result);
  void keep_later();
  // Stores the newest step if it could not be stored before. Returns whether there is news of it.
  bool keep_again();
  RoomPosition position() const;
  RoomSight sight(std::span<const SeatUse> uses, const std::string& rematch) const;
  // Returns the number of clients that have come without a seat, up to watchers_told_max.
  int watchers() const;
  // Tells all how many look on, if that is news, at most once per services_.watchers_told: clients
  // that come and go fast cost the others nothing.
  void tell_watchers();
  void send_states(const std::shared_ptr<Guest>& only = nullptr);

  std::vector<std::shared_ptr<Guest>> guests() const;
  SeatSet people() const;
  SeatSet present() const;
  // Returns the uses of all seats: hints_, with the clients of now.
  std::vector<SeatUse> uses() const;
  // Returns the people who have been away for so long that others may replace them.
  SeatSet long_gone() const;
  // Notes which of these people are gone now, and tells the guests when it has been too long.
  void note_absence(SeatSet before);
  // Gives the record luck that no client has seen, as that of another game.
  void deal_anew(Record& record);
  // For a new client, which may know no more of what will be dealt than the others: deals a game
  // anew in which nothing was decided, unless its luck was chosen; then all are told that. Shows
  // the room to its guests.
  void open_to_another();
  // A client with the keys of all people gets the record of the game under way.
  void note_record_taken();
  // Problem: a client with these seats cannot have the record, or not now.
  std::expected<void, Problem> may_save(SeatSet seats) const;

  const RoomServices services_;
  const std::string name_, client_;
  const Shares::Share share_;
  Strand strand_;
  const arena::GameModule& module_;
  std::shared_ptr<const arena::AnyGame> any_game_;
  std::vector<runner::Manifest> bots_;  // of the roster, when the room was opened
  play::Conditions conditions_;
  BotPlace bot_place_;
  std::shared_ptr<arena::GameSession> game_;
  std::atomic<std::uint64_t> games_ = 0;  // that were opened
  bool awaits_answer_ = false;            // of a bot in a folder, in the newest game
  RoomMoment moment_ = RoomMoment::deciding;
  std::optional<Seat> asked_;  // the person who answers or confirms
  std::string after_;          // what is confirmed at RoomMoment::after
  std::string broken_;         // why the game cannot go on; empty if it can
  bool is_played_ = false;     // a person has moved since the game began or was over
  RoomSeats seats_;
  std::vector<int> hints_;             // by seat
  const std::optional<TryRow> daily_;  // of a try of a daily game
  // The browsers that last showed a seat's key, by seat.
  std::vector<std::optional<SecretHash>> visitors_;
  bool is_new_end_;  // the end that comes is not yet noted for the players
  LuckKnown luck_;
  bool shared_;
  Agreements agreements_;
  bool has_rematch_ = false;  // of the game that is over
  int told_watchers_ = 0;
  bool tells_watchers_ = false;  // later
  std::uint64_t version_ = 0;
  RoomKeeper keeper_;
  SeatTables tables_;
  AdviceDesk advice_;
  std::vector<std::weak_ptr<Guest>> guests_;  // their connections own them, and they the room
};

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

  SeatSet seats = 0;
  bool has_come = false;  // it has shown its keys, or that it has none
  Channel& channel() const { return *channel_; }
  const std::optional<SecretHash>& visitor() const { return visitor_; }
  const std::string& address() const { return address_; }
  const std::string& client() const { return client_; }
  void refuse(const Json& wish, const Problem& why) const;

 private:
  const std::shared_ptr<Channel> channel_;
  const std::optional<SecretHash> visitor_;
  const std::string address_, client_;
  const std::shared_ptr<GameRoom> room_;
};

}  // namespace hilltop::server
