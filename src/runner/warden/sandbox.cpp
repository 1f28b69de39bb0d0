// The sandbox of one bot: layers, each of which the kernel keeps up to the last of its processes.
//
// Theory of operation. The warden (warden.cpp) prepares what only it can (a uid, a cgroup), forks,
// and its child takes the layers in order on its way to executing the bot. A layer stands on its
// own: what one of them lets through, or cannot be had on this machine, another may stop.
//
//   L0  limits of the process, a clean environment, no descriptor but three, no capabilities
//   L1  a filter of system calls (seccomp)
//   L2  a list of files, and signals kept among the bot's processes (Landlock)
//   L3  namespaces: processes, mounts, network, System V IPC, the host's name
//   L4  a cgroup: memory and processes of the whole bot, together
//   L5  a uid for each bot, where the arena runs as root
//
// What they lean on each other for:
//
// - Landlock rules over opening, making, removing and moving files, and over nothing else:
//   a process with a file's uid may change its mode, owner and times. So L3 makes every mount but
//   the bot's folder read-only, and without L3 the filter refuses these calls by path (by
//   descriptor they stay: the bot could open the file).
// - Landlock does not see connections to a socket that has a path, and behind one of these sits a
//   daemon that starts programs for any process of the user. So the filter refuses socket(),
//   whole; socketpair() stays, which reaches nobody else.
// - The first ABI that keeps signals at home is 6. Where it is older and there is neither a PID
//   namespace nor a uid of its own, the filter lets a process signal its own number and group only,
//   as they were when the bot began: its children cannot even raise a signal in themselves.
// - prlimit() and its like ask for the uid alone and would end or slow the arena; the filter lets
//   them at the caller only.
// - In namespaces of its own the bot is not the first process: signals without a handler do not
//   reach that one. The second warden takes that place.
// - A bot with a uid of its own must reach its folder, which becomes that of its group. Where L3
//   shows it, there may be a folder above that only its owner enters (/root): an empty one is
//   mounted there with the bot's folder in it.
// - Where no cgroup bounds a bot's processes, RLIMIT_NPROC does, which counts all of a uid: it is
//   set where the uid, or the user namespace in which it is counted, is the bot's own. RLIMIT_DATA
//   bounds each process then: what a JVM reserves and does not use is not counted by it, as it is
//   by RLIMIT_AS.

#include "runner/warden/sandbox.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <linux/capability.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "runner/command_search.hpp"
#include "runner/warden/kernel_file.hpp"

namespace hilltop::runner {
namespace {

// Limits of a single process.
constexpr rlim_t open_files_max = 1024;
constexpr rlim_t stack_bytes = rlim_t{8} << 20;
constexpr rlim_t stack_bytes_max = rlim_t{64} << 20;

// Makes a program outside the system's folders readable: it and, if it was installed the Unix way,
// the libraries beside it. A script is left out, because it only names another program.
void open_program(SandboxState& state, const std::string& program) {
  const std::size_t slash = program.rfind('/');
  const std::string folder = program.substr(0, slash);
  state.readable.push_back(program);
  if (!folder.ends_with("/bin")) return;
  const std::string prefix = folder.substr(0, folder.size() - 4);
  for (const char* part : {"/bin", "/lib", "/lib64", "/libexec"})
    state.readable.push_back(prefix + part);
}

}  // namespace

// Keeps in PATH the folders of the system and of the command. A relative command with a '/' is the
// bot's own file, which the bot could replace by a link to anywhere, so it makes nothing readable.
void find_command(SandboxState& state, const char* command) {
  for (const auto& path : state.policy.readable) state.readable.push_back(path.string());
  const FoundCommand found = find_in_sandbox(command, path_of_host());
  for (const std::string& folder : found.folders)
    (state.path += state.path.empty() ? "" : ":") += folder;
  const bool is_whole = command[0] == '/';
  const std::string real = real_path_of(is_whole ? command : found.program);
  if (!real.empty() && !is_of_the_system(real) && (!is_whole || is_machine_code(real)))
    open_program(state, real);
}

namespace {

// Lowers a limit; keeps a lower one of the host.
bool limit(__rlimit_resource resource, rlim_t soft, rlim_t hard) {
  rlimit now;
  if (getrlimit(resource, &now) != 0) return false;
  const rlim_t most = std::min(hard, now.rlim_max);
  const rlimit next{std::min(soft, most), most};
  return setrlimit(resource, &next) == 0;
}

}  // namespace

bool limit_resources(SandboxState& state) {
  const auto processes = static_cast<rlim_t>(state.policy.processes);
  const bool counted_alone = state.uid != 0 || (state.apart && geteuid() != 0);
  return limit(RLIMIT_CORE, 0, 0) &&
         limit(RLIMIT_FSIZE, state.policy.file_bytes, state.policy.file_bytes) &&
         limit(RLIMIT_NOFILE, open_files_max, open_files_max) &&
         limit(RLIMIT_STACK, stack_bytes, stack_bytes_max) &&
         (state.active(Layer::cgroup) ||
          (limit(RLIMIT_DATA, state.policy.memory_bytes, state.policy.memory_bytes) &&
           (!counted_alone || limit(RLIMIT_NPROC, processes, processes))));
}

void clean_environment(SandboxState& state) {
  const std::string path = state.path.empty() ? std::string(usual_path) : state.path;
  if (clearenv() != 0 || setenv("PATH", path.c_str(), 1) != 0 ||
      setenv("HOME", state.folder.c_str(), 1) != 0 ||
      setenv("TMPDIR", state.folder.c_str(), 1) != 0 || setenv("LANG", "C.UTF-8", 1) != 0 ||
      setenv("OPENSSL_CONF", "/dev/null", 1) != 0)  // Node exits without one that it can read
    state.findings[index(Layer::limits)] = errno;
}

// Drops the capabilities of root and of the creator of a user namespace. With no_new_privs they
// cannot come back.
bool drop_capabilities(SandboxState&) {
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  for (unsigned long capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0;)
    ++capability;
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> none{};
  return syscall(SYS_capset, &header, none.data()) == 0;
}

bool close_descriptors(SandboxState&) {
  return close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC) == 0;
}

}  // namespace hilltop::runner
