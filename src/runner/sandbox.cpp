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
// - Landlock rules over opening, making, removing and moving files, and over nothing else: who may
//   change a file's mode, owner or times is asked of its uid alone. So L3 makes every mount but the
//   bot's folder read-only, and without L3 the filter refuses these calls by path (by descriptor
//   they stay: the bot could open the file).
// - Landlock does not see who connects to a socket that has a path, and behind one of these sits a
//   daemon that starts programs for whoever has the user's uid. So the filter refuses socket(),
//   whole; socketpair() stays, which reaches nobody else.
// - The first ABI that keeps signals at home is 6. Where it is older and there is neither a PID
//   namespace nor a uid of its own, the filter lets a process signal its own number and group only,
//   as they were when the bot began: its children cannot even raise a signal in themselves.
// - prlimit() and its like ask for the uid alone and would end or slow the arena; the filter lets
//   them at the caller only.
// - In namespaces of its own the bot is not the first process: signals without a handler do not
//   reach that one. The warden's child takes that place and the bot is its child. To kill it is to
//   kill them all.
// - A bot with a uid of its own must reach its folder. The folder's group becomes the bot's and its
//   owner stays, so that the host can go on editing. Above the folder there may be one that only
//   its owner enters (/root): with L3 an empty one is mounted there with the bot's folder in it,
//   and without L3 there is no L5.
// - RLIMIT_NPROC counts all processes of a uid: it is set where the uid, or the user namespace in
//   which it is counted, is the bot's own. RLIMIT_DATA bounds each process where no cgroup bounds
//   them all: what a JVM reserves and does not use is not counted by it, as it is by RLIMIT_AS.

#include "runner/sandbox.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <initializer_list>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/mount.h>
#include <linux/seccomp.h>
#include <optional>
#include <sched.h>
#include <span>
#include <string_view>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace hilltop::runner {
namespace {

// Limits of a single process.
constexpr rlim_t open_files_most = 1024;
constexpr rlim_t stack_bytes = rlim_t{8} << 20;
constexpr rlim_t stack_bytes_most = rlim_t{64} << 20;

// The uids that bots have where the arena runs as root.
constexpr uid_t first_uid = 61000;
constexpr uid_t uids = 1000;
constexpr const char* uid_claims = "/run/hilltop";  // a file a uid, locked while it is in use

// Of a bot's folder, when it is handed to the bot's group: a bot may have made it endless.
constexpr int folder_depth_most = 32;
constexpr int folder_entries_most = 100'000;

constexpr std::array system_folders = {"/usr",   "/bin",    "/sbin", "/lib",       "/lib32",
                                       "/lib64", "/libx32", "/opt",  "/nix/store", "/gnu/store"};
constexpr const char* default_path = "/usr/local/bin:/usr/bin:/bin";

class File {
 public:
  explicit File(int number) : number_(number) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    const int error = errno;
    if (number_ >= 0) close(number_);
    errno = error;
  }
  int number() const { return number_; }
  bool open() const { return number_ >= 0; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

bool fail(int error) {
  errno = error;
  return false;
}

// Writes the whole text at once, as the kernel's files want it.
bool put(const std::string& file, std::string_view text) {
  const File out(open(file.c_str(), O_WRONLY | O_CLOEXEC));
  return out.open() &&
         write(out.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::string contents(const char* path) {
  std::string text;
  const File file(open(path, O_RDONLY | O_CLOEXEC));
  std::array<char, 4096> chunk;
  for (ssize_t size; (size = read(file.number(), chunk.data(), chunk.size())) > 0;)
    text.append(chunk.data(), static_cast<std::size_t>(size));
  return text;
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

bool holds(const auto& list, const auto& what) {
  return std::ranges::find(list, what) != list.end();
}

bool below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

bool of_the_system(std::string_view path) {
  return std::ranges::any_of(system_folders,
                             [&](const char* folder) { return below(path, folder); });
}

std::string real_path(const std::string& path) {
  std::array<char, PATH_MAX> real;
  return realpath(path.c_str(), real.data()) == nullptr ? std::string() : real.data();
}

bool machine_code(const std::string& path) {
  const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  std::array<char, 4> begin{};
  return read(file.number(), begin.data(), begin.size()) == 4 &&
         std::string_view(begin.data(), 4) == "\177ELF";
}

// ---------------------------------------------------------------------------------- the command

// A program that stands outside of the system's folders: it, and if it was installed in the way of
// Unix the libraries beside it. A script is left out, for it would only lead elsewhere.
void open_program(Cell& cell, const std::string& program) {
  const std::size_t slash = program.rfind('/');
  const std::string folder = program.substr(0, slash);
  cell.readable.push_back(program);
  if (!folder.ends_with("/bin")) return;
  const std::string prefix = folder.substr(0, folder.size() - 4);
  for (const char* part : {"/bin", "/lib", "/lib64", "/libexec"})
    cell.readable.push_back(prefix + part);
}

}  // namespace

// PATH keeps what leads to the system's folders, and to the command. A command with a '/' that is
// relative is the bot's own file, which the bot could make a link to anywhere: it opens nothing.
void find_command(Cell& cell, const char* command) {
  for (const auto& path : cell.policy.readable) cell.readable.push_back(path.string());
  const char* const path = std::getenv("PATH");
  bool found = std::strchr(command, '/') != nullptr;
  for (const std::string_view folder : split(path == nullptr ? default_path : path, ':')) {
    if (!folder.starts_with('/')) continue;
    const std::string program = std::string(folder) + '/' + command;
    bool wanted = of_the_system(real_path(std::string(folder)));
    if (!found && access(program.c_str(), X_OK) == 0) {
      const std::string real = real_path(program);
      found = wanted || of_the_system(real) || machine_code(real);
      if (found && !of_the_system(real)) open_program(cell, real);
      wanted = found;
    }
    if (wanted) (cell.path += cell.path.empty() ? "" : ":") += folder;
  }
  if (command[0] != '/') return;
  const std::string real = real_path(command);
  if (!of_the_system(real) && machine_code(real)) open_program(cell, real);
}

// --------------------------------------------------------------------------- L0, each process
// alone

namespace {

// Lowers a limit; what the host set lower stays.
bool limit(__rlimit_resource resource, rlim_t soft, rlim_t hard) {
  rlimit now;
  if (getrlimit(resource, &now) != 0) return false;
  const rlim_t most = std::min(hard, now.rlim_max);
  const rlimit next{std::min(soft, most), most};
  return setrlimit(resource, &next) == 0;
}

}  // namespace

bool limit_resources(Cell& cell) {
  const auto processes = static_cast<rlim_t>(cell.policy.processes);
  const bool counted_alone = cell.uid != 0 || (cell.apart && geteuid() != 0);
  return limit(RLIMIT_CORE, 0, 0) &&
         limit(RLIMIT_FSIZE, cell.policy.file_bytes, cell.policy.file_bytes) &&
         limit(RLIMIT_NOFILE, open_files_most, open_files_most) &&
         limit(RLIMIT_STACK, stack_bytes, stack_bytes_most) &&
         (!counted_alone || limit(RLIMIT_NPROC, processes, processes)) &&
         (cell.active(Layer::cgroup) ||
          limit(RLIMIT_DATA, cell.policy.memory_bytes, cell.policy.memory_bytes));
}

void clean_environment(Cell& cell) {
  const std::string& path = cell.path.empty() ? default_path : cell.path;
  if (clearenv() != 0 || setenv("PATH", path.c_str(), 1) != 0 ||
      setenv("HOME", cell.folder.c_str(), 1) != 0 ||
      setenv("TMPDIR", cell.folder.c_str(), 1) != 0 || setenv("LANG", "C.UTF-8", 1) != 0 ||
      setenv("OPENSSL_CONF", "/dev/null", 1) != 0)  // Node ends without one that it can read
    cell.findings[index(Layer::limits)] = errno;
}

// Of root and of whoever made a user namespace. With no_new_privs they cannot come back.
bool drop_capabilities(Cell&) {
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  for (unsigned long capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0;)
    ++capability;
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> none{};
  return syscall(SYS_capset, &header, none.data()) == 0;
}

bool close_descriptors(Cell&) {
  return close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC) == 0;
}

// ----------------------------------------------------------------------------- L1, a filter of
// calls

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t our_arch = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t our_arch = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t our_arch = 0;  // L1 is not to be had
#endif

// The newest call that was looked at. Programs know how to live without newer ones.
constexpr std::uint32_t newest_call = 456;  // futex_requeue

// The numbers are the same everywhere, the kernel's headers may be older.
constexpr std::uint32_t call_quotactl_fd = 443, call_fchmodat2 = 452;

constexpr std::uint32_t new_namespaces = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET |
                                         CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

// No bot has a use for these; each is a way to other processes or into the kernel.
// clang-format off
constexpr std::uint32_t refused_calls[] = {
    // other processes
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_process_madvise, SYS_kcmp,
    SYS_pidfd_getfd, SYS_perf_event_open, SYS_userfaultfd,
    // the network, and what reaches out of the sandbox through a socket with a path
    SYS_socket, SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
    // the machine's files
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_move_mount, SYS_open_tree,
    SYS_fsopen, SYS_fsconfig, SYS_fsmount, SYS_fspick, SYS_mount_setattr, SYS_open_by_handle_at,
    SYS_fanotify_init, SYS_quotactl, call_quotactl_fd, SYS_swapon, SYS_swapoff, SYS_acct,
    // namespaces
    SYS_setns, SYS_unshare,
    // keys
    SYS_add_key, SYS_request_key, SYS_keyctl,
    // the kernel
    SYS_bpf, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot,
    SYS_syslog, SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime,
    SYS_sethostname, SYS_setdomainname, SYS_vhangup,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef SYS_process_mrelease
    SYS_process_mrelease,
#endif
#ifdef SYS_iopl
    SYS_iopl, SYS_ioperm,
#endif
};
// clang-format on

// They outlive who made them, and are shared by all of a uid.
constexpr std::uint32_t refused_without_ipc_namespace[] = {SYS_shmget, SYS_semget, SYS_msgget,
                                                           SYS_mq_open};

// They change files that cannot be opened.
// clang-format off
constexpr std::uint32_t refused_by_path[] = {
    SYS_truncate, SYS_fchmodat, call_fchmodat2, SYS_fchownat, SYS_setxattr, SYS_lsetxattr,
    SYS_removexattr, SYS_lremovexattr,
#ifdef SYS_chmod
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
};
// clang-format on

// A program for the kernel's filter machine.
class Filter {
 public:
  Filter() {
    load(offsetof(seccomp_data, arch));
    unless_equal(our_arch, 1);
    answer(SECCOMP_RET_KILL_PROCESS);
    load(offsetof(seccomp_data, nr));
    code_.push_back(BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, newest_call, 0, 1));
    answer(refusal(ENOSYS));  // on x86, those of the ABI x32 too
  }

  // Makes a call fail.
  void refuse(std::uint32_t call) { refused_.push_back(call); }
  void pretend_absent(std::uint32_t call) {
    if_equal(call, 1);
    answer(refusal(ENOSYS));
  }

  // Makes a call fail whose argument is none of these, as far as its lower half tells.
  void allow_only(std::uint32_t call, unsigned argument,
                  std::initializer_list<std::uint32_t> values) {
    if_equal(call, values.size() * 2 + 2);
    load(place(argument));
    for (const std::uint32_t value : values) {
      if_equal(value, 1);
      answer(SECCOMP_RET_ALLOW);
    }
    answer(refusal(EPERM));
  }

  // Makes a call fail whose argument is one of these.
  void refuse_values(std::uint32_t call, unsigned argument,
                     std::initializer_list<std::uint32_t> values) {
    if_equal(call, values.size() * 2 + 2);
    load(place(argument));
    for (const std::uint32_t value : values) {
      if_equal(value, 1);
      answer(refusal(EPERM));
    }
    answer(SECCOMP_RET_ALLOW);
  }

  // Makes a call fail whose argument has one of these bits.
  void refuse_bits(std::uint32_t call, unsigned argument, std::uint32_t bits) {
    if_equal(call, 4);
    load(place(argument));
    code_.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1));
    answer(refusal(EPERM));
    answer(SECCOMP_RET_ALLOW);
  }

  // Makes a call fail whose argument is not a null pointer.
  void allow_null(std::uint32_t call, unsigned argument) {
    if_equal(call, 6);
    load(place(argument));
    if_equal(0, 3);
    load(place(argument) + 4);
    if_equal(0, 1);
    answer(SECCOMP_RET_ALLOW);
    answer(refusal(EPERM));
  }

  bool install() {
    std::ranges::sort(refused_);
    search(refused_);
    const sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
  }

 private:
  static std::uint32_t refusal(int error) {
    return SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error);
  }
  // Where the lower half of an argument stands; both machines are little-endian.
  static std::uint32_t place(unsigned argument) {
    return static_cast<std::uint32_t>(offsetof(seccomp_data, args) +
                                      argument * sizeof(std::uint64_t));
  }
  void load(std::uint32_t from) { code_.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, from)); }
  void answer(std::uint32_t what) { code_.push_back(BPF_STMT(BPF_RET | BPF_K, what)); }
  // Goes on with the next instruction if equal, else skips so many.
  void if_equal(std::uint32_t value, std::size_t skip) {
    code_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, static_cast<std::uint8_t>(skip)));
  }
  void unless_equal(std::uint32_t value, std::size_t skip) {
    code_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, static_cast<std::uint8_t>(skip), 0));
  }

  // Looks the call up by halves: the kernel runs the filter over every call once when it is put in.
  void search(std::span<const std::uint32_t> calls) {
    constexpr std::size_t few = 3;
    if (calls.size() <= few) {
      for (const std::uint32_t call : calls) {
        if_equal(call, 1);
        answer(refusal(EPERM));
      }
      answer(SECCOMP_RET_ALLOW);
      return;
    }
    const std::size_t half = calls.size() / 2, branch = code_.size();
    code_.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, calls[half], 0, 0));
    search(calls.first(half));
    code_[branch].jt = static_cast<std::uint8_t>(code_.size() - branch - 1);
    search(calls.subspan(half));
  }

  std::vector<sock_filter> code_;
  std::vector<std::uint32_t> refused_;
};

// Whom a process that shares its uid with the arena may signal: itself.
void keep_signals_home(Filter& filter) {
  const auto self = static_cast<std::uint32_t>(getpid());
  filter.allow_only(SYS_kill, 0, {self, 0, ~self + 1});
  for (const int call : {SYS_tgkill, SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo})
    filter.allow_only(static_cast<std::uint32_t>(call), 0, {self});
  filter.refuse(SYS_pidfd_send_signal);
  filter.refuse_values(SYS_fcntl, 1, {F_SETOWN, F_SETOWN_EX});
}

// Who may be slowed: the caller.
void keep_priorities_home(Filter& filter) {
  for (const int call : {SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_sched_setparam,
                         SYS_sched_setattr, SYS_migrate_pages, SYS_move_pages})
    filter.allow_only(static_cast<std::uint32_t>(call), 0, {0});
  for (const int call : {SYS_setpriority, SYS_ioprio_set})  // they can name a whole user
    filter.refuse(static_cast<std::uint32_t>(call));
}

}  // namespace

bool restrict_calls(Cell& cell) {
  if (our_arch == 0) return fail(ENOSYS);
  Filter filter;
  for (const std::uint32_t call : refused_calls) filter.refuse(call);
  filter.pretend_absent(SYS_clone3);  // its flags are out of sight; the C library takes clone then
  filter.refuse_bits(SYS_clone, 0, new_namespaces);
  filter.allow_only(SYS_socketpair, 0, {1});  // AF_UNIX
  filter.allow_only(SYS_prlimit64, 0, {0, static_cast<std::uint32_t>(getpid())});
  filter.refuse_values(SYS_ioctl, 1, {TIOCSTI, 0x541C});  // TIOCLINUX: they type into a terminal
  if (!cell.apart) {
    for (const std::uint32_t call : refused_without_ipc_namespace) filter.refuse(call);
    for (const std::uint32_t call : refused_by_path) filter.refuse(call);
    filter.allow_null(SYS_utimensat, 1);
  }
  if (!cell.apart && cell.uid == 0) {
    keep_priorities_home(filter);
    if (!cell.scoped) keep_signals_home(filter);
  }
  return filter.install();
}

// --------------------------------------------------------------------------- L2, a list of files

namespace {

// The kernel's headers may be older than the kernel: what they may lack stands here.
namespace landlock {
constexpr std::uint64_t truncate = 1 << 14;   // ABI 3
constexpr std::uint64_t ioctl_dev = 1 << 15;  // ABI 5
constexpr std::uint64_t of_abi_1 = (1 << 13) - 1;
constexpr std::uint64_t read = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t run = read | LANDLOCK_ACCESS_FS_EXECUTE;
constexpr std::uint64_t write =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | truncate;
constexpr std::uint64_t of_files = LANDLOCK_ACCESS_FS_EXECUTE | write | ioctl_dev;
constexpr std::uint64_t never = LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
                                LANDLOCK_ACCESS_FS_MAKE_SOCK | ioctl_dev;
constexpr std::uint64_t tcp = 3;     // ABI 4: to bind and to connect
constexpr std::uint64_t others = 3;  // ABI 6: abstract sockets and signals
constexpr int truncate_abi = 3, tcp_abi = 4, ioctl_abi = 5, others_abi = 6;

struct Ruleset {
  std::uint64_t files, network, scopes;
};

int abi() {
  return static_cast<int>(
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
}

// All that this ABI can forbid.
Ruleset everything(int abi) {
  return {of_abi_1 | (abi >= 2 ? LANDLOCK_ACCESS_FS_REFER : 0) |
              (abi >= truncate_abi ? truncate : 0) | (abi >= ioctl_abi ? ioctl_dev : 0),
          abi >= tcp_abi ? tcp : 0, abi >= others_abi ? others : 0};
}
}  // namespace landlock

// What is forbidden, and then allowed path by path.
// nullopt: the path is not there, so there is nothing to allow.
std::optional<AllowedPlace> place(const char* path, std::uint64_t rights) {
  File place(open(path, O_PATH | O_CLOEXEC));
  struct stat what;
  if (!place.open() || fstat(place.number(), &what) != 0) return std::nullopt;
  if (!S_ISDIR(what.st_mode)) rights &= landlock::of_files;
  return AllowedPlace{place.release(), rights};
}

class FileList {
 public:
  FileList() : forbidden_(landlock::everything(landlock::abi())) {
    ruleset_ =
        static_cast<int>(syscall(SYS_landlock_create_ruleset, &forbidden_, sizeof forbidden_, 0));
  }
  ~FileList() { File closed(ruleset_); }
  FileList(const FileList&) = delete;
  FileList& operator=(const FileList&) = delete;

  bool made() const { return ruleset_ >= 0; }
  bool keeps_signals() const { return forbidden_.scopes != 0; }

  bool allow(const AllowedPlace& place) const {
    landlock_path_beneath_attr rule{};
    rule.allowed_access = place.rights & forbidden_.files;
    rule.parent_fd = place.descriptor;
    return syscall(SYS_landlock_add_rule, ruleset_, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
  }
  bool allow(const char* path, std::uint64_t rights) const {
    const auto found = place(path, rights);
    if (!found) return false;
    const File closed(found->descriptor);
    return allow(*found);
  }

  bool enforce() const { return syscall(SYS_landlock_restrict_self, ruleset_, 0) == 0; }

 private:
  landlock::Ruleset forbidden_;
  int ruleset_;
};

// How the names begin of what programs read in /etc: of the C library, and of languages.
constexpr std::array settings = {
    "alternatives", "fonts", "group",    "host",       "java",     "ld.so",   "local", "lua",
    "mime.types",   "mono",  "nsswitch", "os-release", "passwd",   "perl",    "php",   "protocols",
    "python",       "R",     "ruby",     "services",   "terminfo", "timezone"};

// The owner of /etc reads all of it, so to root only that is opened of it which programs need and
// anybody may read.
void allow(Cell& cell, const char* path, std::uint64_t rights) {
  if (const auto found = place(path, rights)) cell.allowed.push_back(*found);
}

void allow_settings(Cell& cell) {
  if (geteuid() != 0) return allow(cell, "/etc", landlock::run);
  for (const char* path : {"/etc/ssl/certs", "/etc/ssl/openssl.cnf"})
    allow(cell, path, landlock::read);
  DIR* const etc = opendir("/etc");
  if (etc == nullptr) return;
  while (const dirent* const entry = readdir(etc)) {
    const std::string_view name = entry->d_name;
    if (std::ranges::none_of(settings, [&](const char* begin) { return name.starts_with(begin); }))
      continue;
    struct stat what;
    const std::string path = "/etc/" + std::string(name);
    if (stat(path.c_str(), &what) != 0) continue;
    const mode_t anybody = S_ISDIR(what.st_mode) ? S_IROTH | S_IXOTH : S_IROTH;
    if ((what.st_mode & anybody) == anybody) allow(cell, path.c_str(), landlock::run);
  }
  closedir(etc);
}

// In a PID namespace /proc shows the bot alone. Else it is opened for the bot's first process,
// beside what describes the machine.
void allow_proc(const FileList& list, bool apart) {
  if (apart) {
    list.allow("/proc", landlock::read);
    return;
  }
  for (const char* path : {"/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat",
                           "/proc/version", "/proc/filesystems", "/proc/loadavg", "/proc/uptime"})
    list.allow(path, landlock::read);
}

}  // namespace

void list_files(Cell& cell) {
  for (const char* folder : system_folders)
    if (!(folder == std::string_view("/opt") && below(cell.folder, folder)))  // bots may live there
      allow(cell, folder, landlock::run);
  allow_settings(cell);
  allow(cell, "/sys/devices/system/cpu", landlock::read);
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full"})
    allow(cell, device, landlock::write);
  for (const char* device : {"/dev/random", "/dev/urandom"}) allow(cell, device, landlock::read);
  for (const std::string& path : cell.readable) allow(cell, path.c_str(), landlock::run);
}

bool restrict_files(Cell& cell) {
  if (landlock::abi() < 1) return false;
  const FileList list;
  if (!list.made()) return false;
  for (const AllowedPlace& place : cell.allowed) list.allow(place);
  allow_proc(list, cell.apart);
  if (!list.allow(".", ~landlock::never) || !list.enforce()) return false;
  cell.scoped = list.keeps_signals();
  return true;
}

// ------------------------------------------------------------------------------- L3, namespaces

namespace {

// The folder above `path`, or itself, that `uid` cannot pass through; empty: there is none.
std::string obstacle(const std::string& path, uid_t uid) {
  for (std::size_t end = 0; (end = path.find('/', end + 1)) != std::string::npos;) {
    struct stat what;
    const std::string folder = path.substr(0, end);
    if (stat(folder.c_str(), &what) != 0) return folder;
    const mode_t bit = what.st_uid == uid ? S_IXUSR : what.st_gid == uid ? S_IXGRP : S_IXOTH;
    if ((what.st_mode & bit) == 0) return folder;
  }
  return {};
}

// Maps the user to itself.
bool map_user(uid_t uid, gid_t gid) {
  const auto line = [](unsigned id) {
    return std::to_string(id) + ' ' + std::to_string(id) + " 1";
  };
  return put("/proc/self/setgroups", "deny") && put("/proc/self/uid_map", line(uid)) &&
         put("/proc/self/gid_map", line(gid));
}

// A mount of what is at a path, to be put there again.
struct Tree {
  std::string path;
  int mount;
  bool folder;
};

bool take_tree(const std::string& path, std::vector<Tree>& trees) {
  struct stat what;
  if (stat(path.c_str(), &what) != 0) return false;
  File tree(static_cast<int>(syscall(SYS_open_tree, AT_FDCWD, path.c_str(),
                                     OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE)));
  if (!tree.open()) return false;
  trees.push_back({path, tree.release(), S_ISDIR(what.st_mode)});
  return true;
}

void make_place(const Tree& tree) {
  for (std::size_t end = 0; (end = tree.path.find('/', end + 1)) != std::string::npos;)
    mkdir(tree.path.substr(0, end).c_str(), 0755);
  if (tree.folder)
    mkdir(tree.path.c_str(), 0755);
  else
    File made(open(tree.path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0444));
}

bool put_tree(const Tree& tree) {
  const File mount(tree.mount);
  return syscall(SYS_move_mount, mount.number(), "", AT_FDCWD, tree.path.c_str(),
                 MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

bool read_only_everywhere() {
  mount_attr attributes{};
  attributes.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID;
  return syscall(SYS_mount_setattr, AT_FDCWD, "/", AT_RECURSIVE, &attributes, sizeof attributes) ==
         0;
}

// Leaves only the bot's folder writable, and makes it reachable for the bot's uid.
bool furnish_files(const Cell& cell) {
  std::vector<Tree> trees;
  std::vector<std::string> obstacles;
  if (!take_tree(cell.folder, trees)) return false;
  if (cell.uid != 0) {
    for (const std::string& path : cell.readable)
      if (!obstacle(path, cell.uid).empty()) take_tree(path, trees);
    for (const Tree& tree : trees)
      if (std::string found = obstacle(tree.path, cell.uid); !found.empty())
        obstacles.push_back(std::move(found));
  }
  if (!read_only_everywhere()) return false;
  const mode_t mask = umask(022);
  for (const std::string& folder : obstacles)
    if (!obstacle(folder + '/', cell.uid).empty() &&
        mount("hilltop", folder.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=64k") != 0)
      return false;
  if (!obstacles.empty())
    for (const Tree& tree : trees) make_place(tree);
  umask(mask);
  return std::ranges::all_of(trees, put_tree);
}

}  // namespace

pid_t fork_apart(Cell& cell) {
  int flags = SIGCHLD | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
  cell.user = geteuid();  // from inside, it is unknown until it is mapped
  cell.group = getegid();
  if (cell.user != 0) flags |= CLONE_NEWUSER;
  return static_cast<pid_t>(syscall(SYS_clone, flags, nullptr, nullptr, nullptr, nullptr));
}

bool furnish_namespaces(Cell& cell) {
  const char name[] = "hilltop";
  cell.apart = true;
  return (cell.user == 0 || map_user(cell.user, cell.group)) &&
         mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) == 0 &&
         furnish_files(cell) && sethostname(name, sizeof name - 1) == 0;
}

// ---------------------------------------------------------------------------------- L4, a cgroup

namespace {

struct Hierarchy {
  std::string own;  // folder of the cgroup in which the arena is
  bool unified;
};

// Where a hierarchy is mounted, and what its mount shows of it: the line of mountinfo that has
// this file system and, for version 1, this controller.
std::string cgroup_folder(std::string_view mounts, std::string_view type,
                          std::string_view controller, std::string_view own) {
  for (const std::string_view line : split(mounts, '\n')) {
    const std::vector<std::string_view> words = split(line, ' ');
    const auto dash = std::ranges::find(words, "-");
    if (words.size() < 5 || words.end() - dash < 4 || dash[1] != type) continue;
    if (!controller.empty() && !holds(split(dash[3], ','), controller)) continue;
    const std::string_view root = words[3] == "/" ? "" : words[3];
    std::string_view rest = own.starts_with(root) ? own.substr(root.size()) : own;
    return std::string(words[4]) + std::string(rest == "/" ? "" : rest);
  }
  return {};
}

// The folder of the arena's own cgroup in the hierarchy with this controller; version 1 if the
// controller is mounted there.
Hierarchy hierarchy(std::string_view controller) {
  const std::string groups = contents("/proc/self/cgroup");
  const std::string mounts = contents("/proc/self/mountinfo");
  Hierarchy unified{{}, true};
  for (const std::string_view line : split(groups, '\n')) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const std::string_view names = line.substr(first + 1, second - first - 1);
    const std::string_view own = line.substr(second + 1);
    if (names.empty())
      unified.own = cgroup_folder(mounts, "cgroup2", "", own);
    else if (holds(split(names, ','), controller))
      return {cgroup_folder(mounts, "cgroup", controller, own), false};
  }
  return unified;
}

bool makes(const std::string& folder, std::string_view controller) {
  const std::string made = contents((folder + "/cgroup.subtree_control").c_str());
  return made.find(controller) != std::string::npos;
}

// Where a cgroup may be made. In version 2 one that holds processes has none below it, so beside
// the arena's own is a place as well.
std::string parent_of_cgroup(const Hierarchy& in, std::string_view controller) {
  if (!in.unified || in.own.empty() || makes(in.own, controller)) return in.own;
  const std::string above = in.own.substr(0, in.own.rfind('/'));
  return makes(above, controller) ? above : std::string();
}

// Removes what wardens left that were killed.
void sweep(const std::string& parent) {
  constexpr std::string_view ours = "hilltop-";
  DIR* const list = opendir(parent.c_str());
  if (list == nullptr) return;
  while (const dirent* const entry = readdir(list)) {
    if (!std::string_view(entry->d_name).starts_with(ours)) continue;
    const pid_t warden = std::atoi(entry->d_name + ours.size());
    if (warden > 0 && kill(warden, 0) != 0 && errno == ESRCH)
      rmdir((parent + '/' + entry->d_name).c_str());
  }
  closedir(list);
}

bool make_one(Cell& cell, std::string_view controller) {
  const Hierarchy in = hierarchy(controller);
  const std::string parent = parent_of_cgroup(in, controller);
  if (parent.empty()) return fail(ENOENT);
  const std::string folder = parent + "/hilltop-" + std::to_string(getpid());
  if (!holds(cell.cgroups, folder)) {
    sweep(parent);
    rmdir(folder.c_str());  // of one that had this number
    if (mkdir(folder.c_str(), 0755) != 0) return false;
    cell.cgroups.push_back(folder);
    const int door = open((folder + "/cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC);
    if (door < 0) return false;
    cell.cgroup_doors.push_back(door);
  }
  if (controller == "pids") return put(folder + "/pids.max", std::to_string(cell.policy.processes));
  const std::string bytes = std::to_string(cell.policy.memory_bytes);
  if (!in.unified) {
    if (!put(folder + "/memory.limit_in_bytes", bytes)) return false;
    put(folder + "/memory.memsw.limit_in_bytes", bytes);  // where swap is counted
    return true;
  }
  put(folder + "/memory.swap.max", "0");
  put(folder + "/memory.oom.group", "1");
  return put(folder + "/memory.max", bytes);
}

}  // namespace

void make_cgroup(Cell& cell) {
  if (make_one(cell, "memory") && make_one(cell, "pids")) return;
  cell.findings[index(Layer::cgroup)] = errno;
  remove_cgroup(cell);
  cell.cgroups.clear();
  cell.cgroup_doors.clear();
}

bool join_cgroup(Cell& cell) {
  return std::ranges::all_of(cell.cgroup_doors, [](int door) { return write(door, "0", 1) == 1; });
}

// The kernel takes a moment to forget the last process.
void remove_cgroup(const Cell& cell) {
  constexpr int tries_most = 100;
  constexpr useconds_t pause_us = 1000;
  for (const std::string& folder : cell.cgroups)
    for (int tries = 0; rmdir(folder.c_str()) != 0 && errno == EBUSY && tries < tries_most; ++tries)
      usleep(pause_us);
}

// --------------------------------------------------------------------------- L5, a uid for each
// bot

namespace {

// Hands one place to the bot's group, with the rights that its owner has. A file with two names is
// left alone: the other may be elsewhere.
bool share(int place, gid_t group, const struct stat& what) {
  if (S_ISREG(what.st_mode) && what.st_nlink > 1) return true;
  mode_t mode = (what.st_mode & 0777) | (what.st_mode & S_IRWXU) >> 3;
  if (S_ISDIR(what.st_mode)) mode |= S_ISGID;  // what is made in it has its group
  if (what.st_gid == group && (what.st_mode & 07777) == mode) return true;
  const std::string name = "/proc/self/fd/" + std::to_string(place);
  return fchownat(place, "", static_cast<uid_t>(-1), group, AT_EMPTY_PATH) == 0 &&
         chmod(name.c_str(), mode) == 0;
}

// The whole of a folder, but what is mounted in it and where links lead.
bool share_all(int folder, gid_t group, dev_t device, int depth, int& entries) {
  const File again(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!again.open()) return false;
  DIR* const list = fdopendir(dup(again.number()));
  if (list == nullptr) return false;
  bool shared = true;
  while (const dirent* const entry = readdir(list)) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (++entries > folder_entries_most) break;
    const File place(openat(folder, entry->d_name, O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat what;
    if (!place.open() || fstat(place.number(), &what) != 0 || what.st_dev != device) continue;
    const bool is_folder = S_ISDIR(what.st_mode);
    if (!is_folder && !S_ISREG(what.st_mode) && !S_ISFIFO(what.st_mode)) continue;
    shared = share(place.number(), group, what) && shared;
    if (is_folder && depth < folder_depth_most)
      shared = share_all(place.number(), group, device, depth + 1, entries) && shared;
  }
  closedir(list);
  return shared;
}

bool share_folder(const std::string& path, gid_t group) {
  const File folder(open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  struct stat what;
  int entries = 0;
  return folder.open() && fstat(folder.number(), &what) == 0 &&
         share(folder.number(), group, what) &&
         share_all(folder.number(), group, what.st_dev, 0, entries);
}

// Claims a uid for a folder, or joins in the claim of another warden of the same folder. The claim
// ends with its warden, whatever ends that.
bool claim(uid_t uid, std::string_view folder) {
  const std::string name = std::string(uid_claims) + '/' + std::to_string(uid);
  File file(open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file.open()) return false;
  if (flock(file.number(), LOCK_EX | LOCK_NB) == 0 && ftruncate(file.number(), 0) == 0 &&
      pwrite(file.number(), folder.data(), folder.size(), 0) != static_cast<ssize_t>(folder.size()))
    return false;
  // Between the two locks another may claim it: who is named in the end, has it.
  if (flock(file.number(), LOCK_SH) != 0 || contents(name.c_str()) != folder) return fail(EEXIST);
  file.release();
  return true;
}

// Only root's own folder is believed.
bool make_claims_folder() {
  struct stat what;
  return (mkdir(uid_claims, 0700) == 0 || errno == EEXIST) && lstat(uid_claims, &what) == 0 &&
         ((S_ISDIR(what.st_mode) && what.st_uid == 0 && (what.st_mode & 022) == 0) || fail(EPERM));
}

uid_t free_uid(std::string_view folder) {
  std::uint32_t hash = 2166136261;  // FNV-1a: the same folder has the same uid, if it can
  for (const char byte : folder) hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619;
  for (uid_t next = 0; next < uids; ++next) {
    const uid_t uid = first_uid + (hash + next) % uids;
    if (claim(uid, folder)) return uid;
    if (errno != EEXIST) break;
  }
  return 0;
}

}  // namespace

void claim_uid(Cell& cell) {
  std::int32_t& finding = cell.findings[index(Layer::uid)];
  if (geteuid() != 0) {
    finding = EPERM;
    return;
  }
  if (!make_claims_folder() || (cell.uid = free_uid(cell.folder)) == 0) {
    finding = errno;
  } else if (!share_folder(cell.folder, cell.uid)) {
    finding = ENOTSUP;
    cell.uid = 0;
  }
}

bool take_uid(Cell& cell) {
  if (cell.uid == 0) return true;
  const uid_t uid = std::exchange(cell.uid, 0);
  if (!obstacle(cell.folder, uid).empty()) return fail(EACCES);
  // So that the bot can open /dev/stdin and /dev/stdout.
  for (const int pipe : {STDIN_FILENO, STDOUT_FILENO}) {
    struct stat what;
    if (fstat(pipe, &what) == 0 && S_ISFIFO(what.st_mode) && fchown(pipe, uid, uid) != 0)
      return false;
  }
  if (setgroups(0, nullptr) != 0 || setresgid(uid, uid, uid) != 0 || setresuid(uid, uid, uid) != 0)
    return false;
  cell.uid = uid;
  return true;
}

}  // namespace hilltop::runner
