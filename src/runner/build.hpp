#pragma once
#include <expected>
#include <filesystem>
#include <map>
#include <mutex>

#include "core/fault.hpp"
#include "runner/manifest.hpp"
#include "runner/policy.hpp"

namespace hilltop::runner {

// Where bots are built by the command of their bot.toml: each folder once, before its first
// process, and only if the folder is not as the last build that succeeded left it (decision 0013).
// Used by many threads, which wait for one another.
class Workshop {
 public:
  // The command runs in the bot's folder and in the sandbox of the policy. The only fault is
  // refused_to_start. Throws what Process::start throws.
  std::expected<void, Fault> build(const Manifest& bot, const std::filesystem::path& warden,
                                   const Policy& policy);

 private:
  std::mutex mutex_;
  std::map<std::filesystem::path, std::expected<void, Fault>> built_;
};

}  // namespace hilltop::runner
