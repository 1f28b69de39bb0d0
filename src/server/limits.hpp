#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "play/time_limits.hpp"

// What a client may take of the server. docs/http.md names these limits.
namespace hilltop::server {

using namespace std::chrono_literals;

// Connections at once, in all and from one address, which is a network in all of these limits
// (client.hpp). Further ones are closed at once. Behind a proxy
// the second limit is that of answers under way to an address that it forwards; more are refused.
constexpr std::size_t connections_max = 4096, connections_of_address_max = 1024;

// A request's line and headers, and its target alone.
constexpr std::uint32_t header_bytes_max = 16 << 10;
constexpr std::size_t target_bytes_max = 2048;

// Bodies of requests that are read or answered, together, and of one address that is not the
// machine's own; those with a token, such as uploads of bots, apart from those of anyone. Further
// requests are asked to try again. Small ones have room as long as a connection has, so that no
// body of others keeps anybody from a new game.
struct BodiesMax {
  std::size_t all, of_address;
};
constexpr BodiesMax bodies_with_token_bytes_max{.all = 128 << 20, .of_address = 48 << 20};
constexpr BodiesMax bodies_of_anyone_bytes_max{.all = 64 << 20, .of_address = 16 << 20};
constexpr std::size_t small_body_bytes_max = 16 << 10;

// How long a client may take to send a request's headers, and then its body; to take an answer or a
// message; and to stay silent between two requests.
constexpr auto header_ms = 10'000ms, body_ms = 60'000ms, write_ms = 20'000ms, idle_ms = 60'000ms;

// What is still read, and dropped, of a client after its last answer, so that it takes the answer.
constexpr std::size_t dropped_bytes_max = 32 << 20;
constexpr auto dropped_ms = 2'000ms;

// What a game may allow bots in folders, unless the host says otherwise (play::within). Where it
// has no limit, a game may set one of up to the second.
constexpr play::TimeLimits room_time_max{
    .move_ms = 5'000ms, .start_ms = 10'000ms, .game_ms = 0ms, .move_nodes = 0};
constexpr auto game_ms_max = play::time_limits_max.game_ms;
constexpr std::int64_t answer_nodes_max = 10'000'000;

// After so long without a message a stream of events sends a comment, which finds dead clients.
constexpr auto heartbeat_ms = 15'000ms;

// One message of a socket, and how many of a client are heard: at first and then per second.
// Further ones wait.
constexpr std::size_t message_bytes_max = 16 << 10;
constexpr double messages_burst = 300, messages_per_second = 50;
constexpr auto message_pause_ms = 20ms;

// Messages besides states that wait for a slow client. With one more it is disconnected.
constexpr std::size_t messages_waiting_max = 64;

// Requests of one address that is not the machine's own: at first and then per second.
constexpr double requests_burst = 400, requests_per_second = 50;

// How long a player keeps its seat without a connection before others may give it to a bot.
constexpr auto away_ms = 60'000ms;

// The least time between two messages to a room of how many look on.
constexpr auto watchers_told_ms = 1'000ms;

// After so long a step of people's games that the disk refused is stored again.
constexpr auto keep_again_ms = 5'000ms;

// Addresses whose requests are counted at once. Beyond, the one that was idle longest is forgotten.
constexpr std::size_t addresses_max = 10'000;

// Different tables of house bots that rooms hold at once: each has up to 350 MB, and while one is
// built it takes half a gigabyte more.
constexpr std::size_t bot_tables_max = 4;

// How long the server waits at its end: for a socket's client to close it too, and for all.
constexpr auto goodbye_ms = 1'000ms, farewell_ms = 5'000ms;

}  // namespace hilltop::server
