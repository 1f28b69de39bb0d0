#pragma once
#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/problem.hpp"
#include "play/conditions.hpp"
#include "server/limits.hpp"
#include "server/listener.hpp"

namespace hilltop::server {

// How `hilltop serve` was called.
struct ServerOptions {
  Address address = {};
  std::vector<std::string> names = {};         // of hosts by which browsers may call the server
  std::filesystem::path store = "hilltop.db";  // of results; or the address of a database
  std::filesystem::path people = "hilltop-people.db";
  std::filesystem::path bots = {};   // the folder of the bots that play; empty if there is none
  play::Conditions conditions = {};  // of these bots among people
  play::TimeLimits time_max = room_time_max;  // that a game of people may allow them
  std::string contest = {};                   // that a host looks after, with these bots; or empty
  bool new_token = false;  // makes another host's token, and forgets the one before
  int workers = 16;        // of people's moves and requests
  bool logs_json = false;
};

// The arena for browsers: pages, people's games, contests.
class Server {
 public:
  // Listens at once. Problem: the address or the people's store cannot be had.
  static std::expected<std::unique_ptr<Server>, Problem> open(const ServerOptions& options);
  virtual ~Server() = default;

  virtual std::uint16_t port() const = 0;
  // Returns the host's token if it was made now; this is the only time. Else empty.
  virtual std::string host_token() const = 0;
  // Serves until a stop is requested.
  virtual void run(std::stop_token stop) = 0;
};

}  // namespace hilltop::server
