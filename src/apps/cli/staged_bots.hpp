#pragma once
#include <expected>
#include <filesystem>
#include <vector>

#include "apps/cli/run_folder.hpp"
#include "play/conditions.hpp"

namespace hilltop::cli {

// Returns the folders from which the bots of a run play on this machine, in the order of run.bots:
// copies in `scratch`, or in the run's folder if that is empty, each built there once for all
// machines of a kind. Problem: a bot was changed since the run was planned, or cannot be copied.
std::expected<std::vector<std::filesystem::path>, Problem> stage_bots(
    const RunFolder& run, const std::filesystem::path& scratch, const play::BotHost& host);

}  // namespace hilltop::cli
