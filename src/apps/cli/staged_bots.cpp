#include "apps/cli/staged_bots.hpp"

#include <cerrno>
#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "core/digest.hpp"
#include "core/file.hpp"
#include "core/folder_lock.hpp"
#include "core/hex.hpp"
#include "core/host_key.hpp"
#include "runner/build.hpp"
#include "runner/folder.hpp"
#include "runner/own_files.hpp"

namespace hilltop::cli {
namespace {

namespace fs = std::filesystem;

// How long a program waits while another one builds the bots: longer than many builds take.
constexpr std::chrono::minutes staging_wait_max{30};
constexpr std::size_t kind_digits = 16;

std::unexpected<Problem> not_staged(const fs::path& place, std::string_view why) {
  return std::unexpected(Problem{fmt::format("{}: {}", place.string(), why)});
}

// Returns a name for machines on which a build gives the same: processor, system, and the key by
// which Hilltop knows the files that it has built.
std::expected<std::string, Problem> kind_of_machine() {
  Digest digest;
  utsname system{};
  if (uname(&system) == 0) digest.add(system.machine);
  std::ifstream processors("/proc/cpuinfo");
  for (std::string line; std::getline(processors, line) && !line.empty();)
    if (line.starts_with("model name") || line.starts_with("flags") || line.starts_with("Features"))
      digest.add(line);
  std::ifstream release("/etc/os-release");
  for (std::string line; std::getline(release, line);) digest.add(line);
  const auto key = host_key();
  if (!key) return std::unexpected(key.error());
  digest.add(to_hex(*key));
  return to_hex(digest.value()).substr(0, kind_digits);
}

// Makes a folder that is this user's alone. Problem: another user has it.
std::expected<void, Problem> make_own_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder.parent_path(), error);
  if (error) return not_staged(folder.parent_path(), error.message());
  if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST)
    return not_staged(folder, std::generic_category().message(errno));
  struct stat found{};
  if (::lstat(folder.c_str(), &found) != 0 || !S_ISDIR(found.st_mode) ||
      found.st_uid != geteuid() || (found.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return not_staged(folder, "another user can change it; choose another folder by --scratch");
  return {};
}

// Copies a bot, builds it, and puts both into place.
std::expected<void, Problem> stage(const runner::ContentHash& wanted, const std::string& from,
                                   const CopyBot& copy, const fs::path& place,
                                   const play::BotHost& host) {
  const fs::path half = fmt::format("{}.{}", place.string(), getpid());
  runner::remove_tree(half);
  const auto content = copy(half);
  if (!content || *content != wanted) {
    runner::remove_tree(half);
    if (!content) return std::unexpected(content.error());
    return not_staged(from, "it was changed since the run was planned");
  }
  if (const auto manifest = runner::read_manifest(half); manifest && !manifest->build.empty()) {
    // A build that fails does so again when the bot plays, which costs its games.
    runner::BotBuilder builder;
    (void)builder.ready(*manifest, host.warden, host.sandbox);
    builder.give_back();
  }
  std::error_code error;
  fs::rename(half, place, error);
  if (!error) return {};
  runner::remove_tree(half);
  // Where the file system has no locks, another program may have put its copy there.
  return leads_to_folder(place) ? std::expected<void, Problem>{}
                                : not_staged(place, error.message());
}

}  // namespace

std::expected<StagedBots, Problem> StagedBots::in(const fs::path& folder) {
  const auto kind = kind_of_machine();
  if (!kind) return std::unexpected(kind.error());
  const fs::path own = fs::absolute(folder), of_kind = own / *kind;
  for (const fs::path& each : {own, of_kind})
    if (const auto ok = make_own_folder(each); !ok) return std::unexpected(ok.error());
  auto alone = std::make_unique<FolderLock>(of_kind, FolderLock::Use::write, staging_wait_max);
  if (alone->refused()) return not_staged(of_kind, "another program builds bots there");
  return StagedBots(of_kind, std::move(alone));
}

std::expected<fs::path, Problem> StagedBots::have(const runner::ContentHash& content,
                                                  const std::string& from, const CopyBot& copy,
                                                  const play::BotHost& host) const {
  const fs::path place = folder_ / to_hex(content);
  if (leads_to_folder(place)) return place;
  if (const auto staged = stage(content, from, copy, place, host); !staged)
    return std::unexpected(staged.error());
  return place;
}

fs::path scratch_for_bots(const fs::path& scratch) {
  return scratch / fmt::format("hilltop-{}", getuid());
}

std::expected<std::vector<fs::path>, Problem> stage_bots(const RunFolder& run,
                                                         const fs::path& scratch,
                                                         const play::BotHost& host) {
  std::vector<fs::path> folders;
  if (run.bots.empty()) return folders;
  const auto staged =
      StagedBots::in(scratch.empty() ? run.folder / "machines" : scratch_for_bots(scratch));
  if (!staged) return std::unexpected(staged.error());
  for (const RunFolder::Bot& bot : run.bots) {
    auto folder = staged->have(
        bot.content, run.bot(bot.place).string(),
        [&](const fs::path& to) { return runner::copy_authors_part(run.bot(bot.place), to); },
        host);
    if (!folder) return std::unexpected(folder.error());
    folders.push_back(*std::move(folder));
  }
  return folders;
}

}  // namespace hilltop::cli
