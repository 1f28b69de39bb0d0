#pragma once
#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/announcement.hpp"
#include "core/fault.hpp"
#include "runner/lodging.hpp"
#include "runner/manifest.hpp"
#include "runner/policy.hpp"

namespace hilltop::runner {

// A build that failed, for the bot's author.
struct FailedBuild {
  const Manifest& bot;
  std::string_view why;     // such as "failed with status 1"
  std::string_view output;  // of its command, untrusted, at most about error_bytes_shown_max bytes
  std::filesystem::path log;                 // where the output is kept; empty if it is not
  const std::vector<std::string>& left_out;  // what earlier builds have made of other sources
};

// A bot in a copy of its Lodging, which outlives the processes that play in it.
struct OwnLodging {
  std::unique_ptr<OwnCopy> copy;
  Manifest bot;
};

// Prepares bots to play. Each bot gets a Lodging, where the build command of its bot.toml runs
// before its first process, unless the folder is unchanged since the last successful build
// (decision 0013). Thread-safe; threads wait for one another.
class BotBuilder {
 public:
  BotBuilder() = default;
  ~BotBuilder();
  BotBuilder(const BotBuilder&) = delete;
  BotBuilder& operator=(const BotBuilder&) = delete;

  // Makes the bot's Lodging, so that what its author changes from now on does not play. Throws
  // std::filesystem::filesystem_error if there is no room for a copy.
  void lodge(const Manifest& bot, const std::filesystem::path& warden, const Policy& policy);

  // Returns the bot's manifest for its Lodging. The build runs in the sandbox of `policy`. Error: a
  // fault of kind refused_to_start. Throws what Process::start throws, and
  // std::filesystem::filesystem_error if there is no room for a copy. After a build that failed,
  // build.log is in the author's folder.
  std::expected<Manifest, Fault> ready(const Manifest& bot, const std::filesystem::path& warden,
                                       const Policy& policy);

  // Does the same, and copies the Lodging for one player.
  std::expected<OwnLodging, Fault> ready_alone(const Manifest& bot,
                                               const std::filesystem::path& warden,
                                               const Policy& policy);

  // Sets a function to call once for each build that fails, on any thread.
  void when_a_build_fails(std::function<void(const FailedBuild&)> call);

  // Sets a function to call with a sentence for each bot of which what it wrote is lost, on any
  // thread.
  void when_files_are_lost(std::function<void(std::string_view)> call);

  // Sets a function to call with a folder that is being read and copied for more than a second, on
  // any thread.
  void when_copying_takes_long(std::function<void(const std::filesystem::path&)> call);
  // Returns what calls it, for a step of the caller's.
  Announcement announce(const std::filesystem::path& folder) const;

  // Copies what the bots wrote into their folders, at the end of play. The destructor does, too.
  void give_back();

 private:
  struct Place {
    std::unique_ptr<Lodging> lodging;
    std::expected<Manifest, Fault> bot;
    bool is_built = false;
    std::uint64_t copies = 0;
  };
  // Returns a folder for the bot's Lodging. Its name, which the bot can read, does not tell which
  // others there are.
  std::filesystem::path free_place(const Manifest& bot) const;
  // Returns the bot's place. Error: its folder is gone.
  std::expected<Place*, Fault> lodged(const Manifest& bot, const std::filesystem::path& warden,
                                      const Policy& policy);
  // `authors`: the author's folder.
  std::expected<Manifest, Fault> built(Lodging& lodging, const Manifest& housed,
                                       const std::filesystem::path& authors,
                                       const std::filesystem::path& warden, const Policy& policy);
  void give_back(const Lodging& lodging, const std::filesystem::path& folder, bool only_log);

  std::mutex mutex_;
  std::filesystem::path house_;
  std::optional<bool> has_layers_;  // whether wardens can show layers, once that was asked
  std::map<std::filesystem::path, Place> places_;
  std::function<void(const FailedBuild&)> failed_;
  std::function<void(std::string_view)> lost_;
  std::function<void(const std::filesystem::path&)> long_;
};

}  // namespace hilltop::runner
