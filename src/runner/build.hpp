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

// Where bots are made ready to play: each has a lodging, and is built there by the command of its
// bot.toml before its first process, unless the folder is as the last build that succeeded left it
// (decision 0013). Used by many threads, which wait for one another.
class BotBuilder {
 public:
  BotBuilder() = default;
  ~BotBuilder();
  BotBuilder(const BotBuilder&) = delete;
  BotBuilder& operator=(const BotBuilder&) = delete;

  // The bot as it plays: in its lodging. The build runs in the sandbox of the policy. The only
  // fault is refused_to_start. Throws what Process::start throws, and
  // std::filesystem::filesystem_error where there is no room for a copy.
  std::expected<Manifest, Fault> ready(const Manifest& bot, const std::filesystem::path& warden,
                                       const Policy& policy);

  // Nobody plays any more: what bots made goes into their folders. What cannot be put there is
  // told, a sentence each.
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
