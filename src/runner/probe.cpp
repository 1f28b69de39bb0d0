#include "runner/probe.hpp"

#include <cerrno>
#include <fmt/format.h>
#include <fstream>
#include <initializer_list>
#include <stdexcept>
#include <system_error>

#include "runner/folder.hpp"
#include "runner/house.hpp"
#include "runner/kept_trees.hpp"
#include "runner/limits.hpp"
#include "runner/process.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

// A bot's folder that is removed with this object.
class ProbeFolder {
 public:
  explicit ProbeFolder(fs::path path) : path_(std::move(path)) {}
  ~ProbeFolder() { remove_tree(path_); }
  ProbeFolder(const ProbeFolder&) = delete;
  ProbeFolder& operator=(const ProbeFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

struct Text {
  std::string_view what, without, way_to;
};

constexpr std::array<Text, layer_names.size()> texts = {{
    {"limits, a clean environment, no privileges",
     "a bot has your environment, and unlimited files and memory", "any Linux has it"},
    {"a filter of system calls: no network, no tracing, no mounts",
     "a bot can open sockets and make set-user-id programs of yours, and can wake itself while it "
     "is "
     "stopped, for which it loses",
     "a kernel with seccomp filters, on x86-64 or arm64"},
    {"a list of files: the bot's folder, the system's read-only",
     "a bot reads and changes whatever you can",
     "a kernel from 5.13 on, with landlock in its list of lsm="},
    {"namespaces: processes, mounts, network, IPC",
     "a bot sees your processes, and a build cannot chmod by path",
     "allow user namespaces (sysctl kernel.unprivileged_userns_clone=1; on Ubuntu "
     "kernel.apparmor_restrict_unprivileged_userns=0), or run as root"},
    {"a cgroup: memory and processes of the whole bot, frozen while another thinks",
     "the arena checks memory and processes ten times per second, and stops a bot by signals",
     "run with systemd-run --user --scope, or as root"},
    {"a uid for each bot", "a bot has your uid, which the other layers have to make up for",
     "run as root"},
}};

struct Reason {
  Layer layer;
  int finding;
  std::string_view why;
};

constexpr Reason reasons[] = {
    {Layer::calls, EINVAL, "the kernel has no seccomp filters"},
    {Layer::calls, ENOSYS, "not on this processor"},
    {Layer::files, ENOSYS, "the kernel has no Landlock"},
    {Layer::files, EOPNOTSUPP, "Landlock was not enabled at boot"},
    {Layer::namespaces, EPERM, "namespaces are not allowed"},
    {Layer::namespaces, EACCES, "namespaces are not allowed"},
    {Layer::namespaces, ENOSPC, "no user namespaces"},
    {Layer::cgroup, ENOENT, "no cgroup with memory and pids"},
    {Layer::cgroup, EACCES, "cgroup not writable"},
    {Layer::cgroup, EROFS, "cgroup not writable"},
    {Layer::cgroup, EPERM, "cgroup not writable"},
    {Layer::uid, EPERM, "not root"},
    {Layer::uid, ENOTSUP, "the folder cannot be handed to another user"},
    {Layer::uid, EACCES, "the folder is below one that others cannot enter"},
};

}  // namespace

Probe probe(const fs::path& warden, const Policy& policy, std::span<const std::string> programs) {
  constexpr const char* answer_each = "while read -r name; do command -v \"$name\" || echo; done";
  const ProbeFolder folder(make_house());
  const Manifest shell{folder.path(), "probe", "sh", {"-c", answer_each}, false};
  const auto process = Process::start(shell, {}, warden, policy);
  if (!process) throw std::runtime_error("the sandbox starts nothing: " + process.error().detail);
  Probe probe{(*process)->findings(), {}};
  for (const std::string& program : programs) {
    (*process)->tell(program);
    probe.programs.push_back(
        (*process)->hear(Deadline::clock::now() + start_time_max).value_or(""));
  }
  return probe;
}

std::string why_no_layers(const fs::path& warden, const Policy& policy) {
  if (policy.mode == Policy::Mode::off) return "there is no sandbox";
  const fs::path kept = kept_trees_folder();
  if (kept.empty()) return "there is no folder for caches (XDG_CACHE_HOME or HOME)";
  // Without an attribute on the new folder the old one's file would be in it.
  constexpr const char* change =
      "rm -r folder && mkdir folder && ls folder && rm file && echo a >file && echo layers";
  try {
    const ProbeFolder house(make_house()), lower(make_own_folder(kept, kept_half_prefix));
    const fs::path upper = house.path() / "upper";
    fs::create_directory(upper);
    fs::create_directory(lower.path() / "folder");
    for (const char* name : {"folder/file", "file"}) std::ofstream(lower.path() / name) << "a\n";
    for (const char* name : {"folder", "folder/file", "file"})
      fs::permissions(lower.path() / name, fs::perms(0777));
    Manifest shell{upper, "probe", "sh", {"-c", change}, false};
    shell.lower = {lower.path()};
    const auto process = Process::start(shell, {}, warden, policy);
    if (!process) return process.error().detail;
    const auto said = (*process)->hear(Deadline::clock::now() + start_time_max);
    if (said && *said == "layers") return {};
    return "its file systems make no layers";
  } catch (const std::system_error& error) {
    return "the kernel shows no layers: " + error.code().message();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

std::string_view what(Layer layer) { return texts[index(layer)].what; }

std::string_view without(Layer layer) { return texts[index(layer)].without; }

std::string_view way_to(Layer layer) { return texts[index(layer)].way_to; }

std::string why(Layer layer, int finding) {
  for (const Reason& reason : reasons)
    if (reason.layer == layer && reason.finding == finding) return std::string(reason.why);
  return std::generic_category().message(finding);
}

}  // namespace hilltop::runner
