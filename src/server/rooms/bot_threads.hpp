#pragma once
#include <cstddef>
#include <expected>
#include <memory>
#include <string>

#include "core/problem.hpp"
#include "server/shares.hpp"
#include "server/workers.hpp"

namespace hilltop::server {

// Rooms in use in which bots in folders play, each of which is a process; and those of one client.
constexpr std::size_t bot_rooms_max = 100, bot_rooms_of_client_max = 25;

// Threads that wait for the processes of bots in folders, so that no other thread does: as many as
// there are rooms with such bots, so that no room waits for another one's either.
class BotThreads {
 public:
  explicit BotThreads(std::size_t all_max = bot_rooms_max,
                      std::size_t of_client_max = bot_rooms_of_client_max);

  // What a room waits on. It is in use as long as it is held or a job is under way.
  class Place : public std::enable_shared_from_this<Place> {
   public:
    Place(Workers& threads, Shares::Share share);
    // Runs a job after the ones before. A job must not throw.
    void post(Job job);

   private:
    const Shares::Share share_;
    Strand strand_;
  };
  // Problem: no place is free, or none for this client (RoomRow).
  std::expected<std::shared_ptr<Place>, Problem> place_for(const std::string& client);

  // As Workers::finish().
  void finish();

 private:
  Shares rooms_;
  Workers threads_;
};

}  // namespace hilltop::server
