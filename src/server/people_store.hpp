#pragma once
#include <expected>
#include <filesystem>
#include <memory>

#include "core/problem.hpp"
#include "server/daily/stored_tries.hpp"
#include "server/hosting/stored_bots.hpp"
#include "server/hosting/stored_runs.hpp"
#include "server/hosting/stored_tokens.hpp"
#include "server/keeping.hpp"
#include "server/played/stored_played.hpp"
#include "server/rooms/stored_rooms.hpp"
#include "server/rooms/stored_saves.hpp"
#include "server/store_failure.hpp"
#include "server/stored_visitors.hpp"

namespace hilltop::server {

// What people leave with a server: games under way, saves, tries of daily games,
// finished games, bots, and what a host's run said. It is
// a file of its own, because a store of results is meant to be published. One server at a time has
// it. Safe from any thread. Failures of the disk throw StoreFailure.
class PeopleStore : public StoredRooms,
                    public StoredSaves,
                    public StoredTokens,
                    public StoredBots,
                    public StoredRuns,
                    public StoredVisitors,
                    public StoredTries,
                    public StoredPlayed {
 public:
  // Problem: another server has the file, or it is not a file of people's games.
  static std::expected<PeopleStore, Problem> open(const std::filesystem::path& file,
                                                  Keeping keeping = {});
  PeopleStore(PeopleStore&&) noexcept;
  ~PeopleStore();

  using StoredBots::put;
  using StoredRooms::put;

 private:
  explicit PeopleStore(std::unique_ptr<PeopleDatabase> database);
  std::unique_ptr<PeopleDatabase> database_;
};

}  // namespace hilltop::server
