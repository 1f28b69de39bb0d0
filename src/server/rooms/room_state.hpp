#pragma once
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>

#include "arena/catalog.hpp"
#include "core/json.hpp"
#include "core/problem.hpp"
#include "server/people_store.hpp"
#include "server/rooms/advice_desk.hpp"
#include "server/rooms/room_moment.hpp"
#include "server/rooms/room_seats.hpp"
#include "server/rooms/seat_tables.hpp"

namespace hilltop::server {

// How many of the newest events a state holds.
constexpr std::size_t events_shown_max = 120;

// Clients without a seat that are counted: each one that comes or goes is told to all.
constexpr int watchers_told_max = 50;

// A room as it is at one moment.
struct RoomSight {
  const std::string& name;
  std::uint64_t version;
  const arena::GameModule& module;
  const arena::GameSession& game;
  const SeatTables& tables;
  RoomPosition position;
  RoomMoment moment;
  std::optional<Seat> asked;  // the person who answers or confirms
  const std::string& after;   // what is confirmed at RoomMoment::after
  SeatSet people, present, long_gone, leaving;
  std::span<const SeatUse> uses;  // by seat
  LuckKnown luck;
  bool among_people;  // they sit at different browsers
  SeatSet allowing_hints, offering_draw;
  bool may_hint, may_offer_draw;
  int watchers;
  const std::string& rematch;          // the name of its room; empty if there is none
  std::optional<Day> day;              // of a try of a daily game
  bool hides_luck;                     // before that day is over
  bool is_analysed;                    // under its rules
  const std::string &broken, &unkept;  // why it does not go on, or is not stored; else empty
};

// Returns the state (docs/http.md) for a client with these seats. `may_save`: whether it may have
// the record.
Json state_of(const RoomSight& room, SeatSet seats, bool may_save);

// Returns the advice for the seat that is asked, as it is sent.
std::expected<std::string, Problem> advice_of(const arena::GameSession& game, Seat seat,
                                              const RoomPosition& position);

}  // namespace hilltop::server
