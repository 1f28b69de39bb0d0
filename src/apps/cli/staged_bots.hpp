#pragma once
#include <expected>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/run_folder.hpp"
#include "core/folder_lock.hpp"
#include "play/conditions.hpp"

namespace hilltop::cli {

// Makes a copy of a bot in a folder, and returns the content of the copy.
using CopyBot =
    std::function<std::expected<runner::ContentHash, Problem>(const std::filesystem::path& to)>;

// Where this machine keeps copies of bots, by content, each built there once for all machines of a
// kind. Other programs wait meanwhile.
class StagedBots {
 public:
  // Problem: `folder` cannot be made, or another user can change it.
  static std::expected<StagedBots, Problem> in(const std::filesystem::path& folder);

  // Returns the folder of a bot, which `copy` fills if it is not there. Problem: what was copied
  // has another content, or cannot be copied. `from`: the name of its source in messages.
  std::expected<std::filesystem::path, Problem> have(const runner::ContentHash& content,
                                                     const std::string& from, const CopyBot& copy,
                                                     const play::BotHost& host) const;

 private:
  StagedBots(std::filesystem::path folder, std::unique_ptr<FolderLock> alone)
      : folder_(std::move(folder)), alone_(std::move(alone)) {}

  std::filesystem::path folder_;
  std::unique_ptr<FolderLock> alone_;
};

// Returns the folder for copies of bots below one for temporary files.
std::filesystem::path scratch_for_bots(const std::filesystem::path& scratch);

// Returns the folders from which the bots of a run play on this machine, in the order of run.bots:
// copies in `scratch`, or in the run's folder if that is empty, each built there once for all
// machines of a kind. Problem: a bot was changed since the run was planned, or cannot be copied.
std::expected<std::vector<std::filesystem::path>, Problem> stage_bots(
    const RunFolder& run, const std::filesystem::path& scratch, const play::BotHost& host);

}  // namespace hilltop::cli
