#include "runner/warden/layers.hpp"

#include <fcntl.h>
#include <linux/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

#include "runner/folder.hpp"

namespace hilltop::runner {
namespace {

// The folders of a file system that is being made, as paths that hold no character of the syntax of
// its options, and tell the bot nothing.
class Places {
 public:
  std::string add(const std::string& folder) {
    open_.emplace_back(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    return "/proc/self/fd/" + std::to_string(open_.back().number());
  }

 private:
  std::vector<Descriptor> open_;
};

bool set(const Descriptor& options, const char* name, const std::string& value) {
  return syscall(SYS_fsconfig, options.number(), FSCONFIG_SET_STRING, name, value.c_str(), 0) == 0;
}

bool set(const Descriptor& options, const char* name) {
  return syscall(SYS_fsconfig, options.number(), FSCONFIG_SET_FLAG, name, nullptr, 0) == 0;
}

}  // namespace

Descriptor mounted_layers(const std::string& upper, std::span<const std::string> lower) {
  const std::string work = work_folder_of(upper).string();
  remove_tree(work);  // of a process of the bot before this one
  const Descriptor options(static_cast<int>(syscall(SYS_fsopen, "overlay", FSOPEN_CLOEXEC)));
  if (!options.open() || mkdir(work.c_str(), 0700) != 0) return {};
  Places places;
  std::string all;
  for (const std::string& folder : lower) (all += all.empty() ? "" : ":") += places.add(folder);
  // userxattr: what overlayfs notes is the user's, as a user namespace needs. volatile: nothing is
  // forced to the disk, since nothing of it outlives the program.
  if (!set(options, "lowerdir", all) || !set(options, "upperdir", places.add(upper)) ||
      !set(options, "workdir", places.add(work)) || !set(options, "index", "off") ||
      !set(options, "userxattr") || !set(options, "volatile") ||
      syscall(SYS_fsconfig, options.number(), FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) != 0)
    return {};
  return Descriptor(static_cast<int>(syscall(SYS_fsmount, options.number(), FSMOUNT_CLOEXEC,
                                             MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV)));
}

}  // namespace hilltop::runner
