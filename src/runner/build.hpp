#pragma once
#include <expected>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/fault.hpp"
#include "runner/lodging.hpp"
#include "runner/manifest.hpp"
#include "runner/policy.hpp"

namespace hilltop::runner {

// Prepares bots to play. Each bot gets a Lodging, where the build command of its bot.toml runs
// before its first process, unless the folder is unchanged since the last successful build
// (decision 0013). Thread-safe; threads wait for one another.
class BotBuilder {
 public:
  BotBuilder() = default;
  ~BotBuilder();
  BotBuilder(const BotBuilder&) = delete;
  BotBuilder& operator=(const BotBuilder&) = delete;

  // Returns the bot's manifest for its Lodging. The build runs in the sandbox of `policy`. Error: a
  // fault of kind refused_to_start. Throws what Process::start throws, and
  // std::filesystem::filesystem_error if there is no room for a copy.
  std::expected<Manifest, Fault> ready(const Manifest& bot, const std::filesystem::path& warden,
                                       const Policy& policy);

  // Copies what the bots wrote into their folders, at the end of play. Returns one sentence per
  // failure.
  std::vector<std::string> give_back();

 private:
  struct Place {
    std::unique_ptr<Lodging> lodging;
    std::expected<Manifest, Fault> bot;
  };
  std::mutex mutex_;
  std::filesystem::path house_;
  std::map<std::filesystem::path, Place> places_;
};

}  // namespace hilltop::runner
