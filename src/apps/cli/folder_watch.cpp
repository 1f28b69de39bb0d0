#include "apps/cli/folder_watch.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <fmt/format.h>
#include <poll.h>
#include <stdexcept>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <system_error>
#include <unistd.h>

#include "runner/content.hpp"

namespace hilltop::cli {
namespace {

namespace fs = std::filesystem;

// Time without changes after which editors and compilers, which write in several steps, have
// finished.
constexpr int moment_ms = 200;

constexpr std::uint32_t changes = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM |
                                  IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF;

}  // namespace

FolderWatch::FolderWatch()
    : events_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)), woken_(eventfd(0, EFD_CLOEXEC)) {
  if (!events_.open() || !woken_.open())
    throw std::system_error(errno, std::generic_category(), "cannot watch folders");
}

void FolderWatch::add(const fs::path& folder) {
  if (inotify_add_watch(events_.number(), folder.c_str(), changes | IN_ONLYDIR) >= 0 ||
      errno == ENOENT || errno == ENOTDIR || errno == EACCES)
    return;
  if (errno == ENOSPC)
    throw std::runtime_error(
        "too many folders to watch: raise the limit with `sysctl "
        "fs.inotify.max_user_watches=…`, or keep fewer folders in those of the bots");
  throw std::system_error(errno, std::generic_category(),
                          "cannot watch the folder '" + folder.string() + "'");
}

void FolderWatch::add_tree(const fs::path& folder) {
  add(folder);
  std::error_code gone;  // meanwhile
  for (auto place = fs::recursive_directory_iterator(folder, gone); !gone && place != end(place);
       place.increment(gone)) {
    if (place->is_symlink(gone) || !place->is_directory(gone)) continue;
    if (runner::is_left_out(place->path().filename().string()))
      place.disable_recursion_pending();
    else
      add(place->path());
  }
}

bool FolderWatch::anything_within(int milliseconds) {
  std::array<pollfd, 2> awaited{{{events_.number(), POLLIN, 0}, {woken_.number(), POLLIN, 0}}};
  if (poll(awaited.data(), awaited.size(), milliseconds) <= 0 || awaited[0].revents == 0)
    return false;
  alignas(inotify_event) std::array<char, 4096> happened;
  while (read(events_.number(), happened.data(), happened.size()) > 0) continue;
  return true;
}

bool FolderWatch::wait(const std::stop_token& stop) {
  const std::stop_callback wake(stop, [this] { eventfd_write(woken_.number(), 1); });
  while (!stop.stop_requested()) {
    if (!anything_within(-1)) continue;
    while (!stop.stop_requested() && anything_within(moment_ms)) continue;
    return !stop.stop_requested();
  }
  return false;
}

}  // namespace hilltop::cli
