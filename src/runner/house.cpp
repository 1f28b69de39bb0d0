#include "runner/house.hpp"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include "runner/folder.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view house_prefix = "hilltop-bots-";

bool is_gone(pid_t process) { return kill(process, 0) != 0 && errno == ESRCH; }

void sweep(const fs::path& folder, std::string_view prefix) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    pid_t owner = 0;
    std::from_chars(name.data() + prefix.size(), name.data() + name.size(), owner);
    if (owner > 0 && is_gone(owner)) remove_tree(entry.path());
  }
}

}  // namespace

fs::path make_own_folder(const fs::path& parent, std::string_view prefix) {
  sweep(parent, prefix);
  std::string name = parent / fmt::format("{}{}-XXXXXX", prefix, getpid());
  if (mkdtemp(name.data()) == nullptr)
    throw fs::filesystem_error("cannot make a folder for bots", name,
                               std::error_code(errno, std::generic_category()));
  return name;
}

fs::path make_house() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  if (error) {
    const char* const typed = std::getenv("TMPDIR");
    throw std::runtime_error(
        fmt::format("there is no folder for temporary files '{}'; set TMPDIR to another one",
                    typed == nullptr ? "/tmp" : typed));
  }
  const fs::path name = make_own_folder(parent, house_prefix);
  // Bots with a uid of their own must pass through it.
  fs::permissions(name, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec);
  return name;
}

}  // namespace hilltop::runner
