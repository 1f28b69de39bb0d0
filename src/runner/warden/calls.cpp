#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <initializer_list>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <map>
#include <sched.h>
#include <span>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

#include "runner/warden/kernel_file.hpp"
#include "runner/warden/sandbox.hpp"

// L1, a filter of system calls.

namespace hilltop::runner {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t our_arch = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t our_arch = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t our_arch = 0;  // L1 is unavailable
#endif

// The newest system call that was reviewed. Programs can do without newer ones.
constexpr std::uint32_t newest_call = 456;  // futex_requeue

// The numbers are the same on both machines; the kernel's headers may lack them.
constexpr std::uint32_t call_openat2 = 437, call_quotactl_fd = 443, call_fchmodat2 = 452;

constexpr std::uint32_t new_namespaces = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET |
                                         CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

// Calls that no bot needs; each is a way to other processes or into the kernel.
// clang-format off
constexpr std::uint32_t refused_calls[] = {
    // other processes
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_process_madvise, SYS_kcmp,
    SYS_pidfd_getfd, SYS_perf_event_open, SYS_userfaultfd,
    // the network, and services behind a socket with a path
    SYS_socket, SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
    // the machine's files
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_move_mount, SYS_open_tree,
    SYS_fsopen, SYS_fsconfig, SYS_fsmount, SYS_fspick, SYS_mount_setattr, SYS_open_by_handle_at,
    SYS_fanotify_init, SYS_quotactl, call_quotactl_fd, SYS_swapon, SYS_swapoff, SYS_acct,
    // namespaces
    SYS_setns, SYS_unshare,
    // objects that outlive their creator: System V memory and queues
    SYS_shmget, SYS_semget, SYS_msgget, SYS_mq_open,
    // ways to run while the opponent thinks, and on its cores
    SYS_mq_notify, SYS_sched_setaffinity,
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

constexpr int inotify_calls[] = {SYS_inotify_init1,
#ifdef SYS_inotify_init
                                 SYS_inotify_init
#endif
};

// Calls that change files without opening them.
// clang-format off
constexpr std::uint32_t refused_by_path[] = {
    SYS_truncate, SYS_fchmodat, call_fchmodat2, SYS_fchownat, SYS_setxattr, SYS_lsetxattr,
    SYS_removexattr, SYS_lremovexattr,
#ifdef SYS_chmod
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
};
// clang-format on

// A program for the kernel's filter machine (BPF).
class Filter {
 public:
  Filter() {
    code_.push_back(load(offsetof(seccomp_data, arch)));
    code_.push_back(jump(BPF_JEQ, our_arch, 1, 0));
    answer(SECCOMP_RET_KILL_PROCESS);
    code_.push_back(load(offsetof(seccomp_data, nr)));
    code_.push_back(jump(BPF_JGT, newest_call, 0, 1));
    answer(refusal(ENOSYS));  // also the calls of the x32 ABI on x86
  }

  // Makes the call fail with EPERM, or with ENOSYS as if the kernel lacked it.
  void refuse(std::uint32_t call) { refused_.push_back(call); }
  void pretend_absent(std::uint32_t call) {
    if_equal(call, 1);
    answer(refusal(ENOSYS));
  }

  // The functions below make a call fail depending on one argument, of which they see the lower
  // half only. Several of them may be used for one call; each can make it fail.

  // Fails if none of `values` equals the argument masked with `bits`.
  void allow_only(std::uint32_t call, unsigned argument,
                  std::initializer_list<std::uint32_t> values, std::uint32_t bits = ~0u) {
    Code& check = checks_[call];
    check.push_back(load(place(argument)));
    check.push_back(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, bits));
    for (std::size_t left = values.size(); const std::uint32_t value : values)
      check.push_back(jump(BPF_JEQ, value, left--, 0));
    check.push_back(give(refusal(EPERM)));
  }

  // Fails if the argument is one of `values`.
  void refuse_values(std::uint32_t call, unsigned argument,
                     std::initializer_list<std::uint32_t> values) {
    for (const std::uint32_t value : values) refuse_if(call, {{argument, BPF_JEQ, value}});
  }

  // Fails if the argument is `first` and the next one is `second`.
  void refuse_pair(std::uint32_t call, unsigned argument, std::uint32_t first,
                   std::uint32_t second) {
    refuse_if(call, {{argument, BPF_JEQ, first}, {argument + 1, BPF_JEQ, second}});
  }

  // Fails if the argument has one of these bits.
  void refuse_bits(std::uint32_t call, unsigned argument, std::uint32_t bits) {
    refuse_if(call, {{argument, BPF_JSET, bits}});
  }

  // Fails if the argument has one of `bits` and the next one has one of `next_bits`.
  void refuse_bits_with(std::uint32_t call, unsigned argument, std::uint32_t bits,
                        std::uint32_t next_bits) {
    refuse_if(call, {{argument, BPF_JSET, bits}, {argument + 1, BPF_JSET, next_bits}});
  }

  // Fails unless the argument is a null pointer.
  void allow_null(std::uint32_t call, unsigned argument) {
    Code& check = checks_[call];
    check.push_back(load(place(argument)));
    check.push_back(jump(BPF_JEQ, 0, 0, 2));
    check.push_back(load(place(argument) + 4));
    check.push_back(jump(BPF_JEQ, 0, 1, 0));
    check.push_back(give(refusal(EPERM)));
  }

  bool install() {
    for (const auto& [call, check] : checks_) {
      if (std::ranges::find(refused_, call) != refused_.end()) continue;
      if_equal(call, check.size() + 1);
      code_.insert(code_.end(), check.begin(), check.end());
      answer(SECCOMP_RET_ALLOW);
    }
    std::ranges::sort(refused_);
    search(refused_);
    const sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
  }

 private:
  using Code = std::vector<sock_filter>;

  // A condition on an argument: it equals `value` (BPF_JEQ), or has one of its bits (BPF_JSET).
  struct Trait {
    unsigned argument, how;
    std::uint32_t value;
  };

  // Makes the call fail if it meets all of these conditions.
  void refuse_if(std::uint32_t call, std::initializer_list<Trait> traits) {
    Code& check = checks_[call];
    for (std::size_t left = traits.size(); const Trait& trait : traits) {
      check.push_back(load(place(trait.argument)));
      check.push_back(jump(trait.how, trait.value, 0, 2 * left-- - 1));
    }
    check.push_back(give(refusal(EPERM)));
  }

  static std::uint32_t refusal(int error) {
    return SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error);
  }
  // Returns the place of an argument's lower half; both machines are little-endian.
  static std::uint32_t place(unsigned argument) {
    return static_cast<std::uint32_t>(offsetof(seccomp_data, args) +
                                      argument * sizeof(std::uint64_t));
  }
  static sock_filter load(std::uint32_t from) { return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, from); }
  static sock_filter give(std::uint32_t what) { return BPF_STMT(BPF_RET | BPF_K, what); }
  static sock_filter jump(unsigned how, std::uint32_t value, std::size_t then,
                          std::size_t otherwise) {
    return BPF_JUMP(static_cast<std::uint16_t>(BPF_JMP | how | BPF_K), value,
                    static_cast<std::uint8_t>(then), static_cast<std::uint8_t>(otherwise));
  }
  void answer(std::uint32_t what) { code_.push_back(give(what)); }
  // Continues with the next instruction if equal, else skips `skip` instructions.
  void if_equal(std::uint32_t value, std::size_t skip) {
    code_.push_back(jump(BPF_JEQ, value, 0, skip));
  }

  // Searches for the call by halving: the kernel runs the filter once for every call when it is
  // installed.
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
    code_.push_back(jump(BPF_JGE, calls[half], 0, 0));
    search(calls.first(half));
    code_[branch].jt = static_cast<std::uint8_t>(code_.size() - branch - 1);
    search(calls.subspan(half));
  }

  Code code_;
  std::map<std::uint32_t, Code> checks_;  // by call
  std::vector<std::uint32_t> refused_;
};

// Lets a process that shares its uid with the arena signal only itself.
void keep_signals_home(Filter& filter) {
  const auto self = static_cast<std::uint32_t>(getpid());
  filter.allow_only(SYS_kill, 0, {self, 0, ~self + 1});
  for (const int call : {SYS_tgkill, SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo})
    filter.allow_only(static_cast<std::uint32_t>(call), 0, {self});
  filter.refuse(SYS_pidfd_send_signal);
  filter.refuse_values(SYS_fcntl, 1, {F_SETOWN, F_SETOWN_EX});
}

// Ensures that only the warden can resume a stopped process: no signal of another process, a file,
// or the end of a child or a parent can. A timer's signal is not visible here: timers are allowed
// where a cgroup freezes the bot, or the kernel lists them for the warden (tree.cpp).
void keep_stopped(Filter& filter, bool freezes) {
  constexpr auto go_on = static_cast<std::uint32_t>(SIGCONT);
  for (const int call : {SYS_kill, SYS_tkill, SYS_rt_sigqueueinfo, SYS_pidfd_send_signal})
    filter.refuse_values(static_cast<std::uint32_t>(call), 1, {go_on});
  for (const int call : {SYS_tgkill, SYS_rt_tgsigqueueinfo})
    filter.refuse_values(static_cast<std::uint32_t>(call), 2, {go_on});
  filter.refuse_pair(SYS_fcntl, 1, F_SETSIG, go_on);
  filter.refuse_pair(SYS_prctl, 0, PR_SET_PDEATHSIG, go_on);
  filter.allow_only(SYS_clone, 0, {0, SIGCHLD}, CSIGNAL);
  if (!freezes && access("/proc/self/timers", F_OK) != 0) filter.refuse(SYS_timer_create);
}

// Refuses calls that make a set-user-id program: it would run as its owner, the host's user, for
// any user who starts it.
void refuse_set_id(Filter& filter) {
  constexpr std::uint32_t set_id = S_ISUID | S_ISGID, makes = O_CREAT | O_TMPFILE;
  filter.refuse_bits(SYS_fchmod, 1, set_id);
  filter.refuse_bits(SYS_fchmodat, 2, set_id);
  filter.refuse_bits(call_fchmodat2, 2, set_id);
  filter.refuse_bits(SYS_mknodat, 2, set_id);
  filter.refuse_bits_with(SYS_openat, 2, makes, set_id);
  filter.pretend_absent(call_openat2);  // its mode is not visible to the filter
#ifdef SYS_chmod
  filter.refuse_bits(SYS_chmod, 1, set_id);
  filter.refuse_bits(SYS_mknod, 1, set_id);
  filter.refuse_bits(SYS_creat, 1, set_id);
  filter.refuse_bits_with(SYS_open, 1, makes, set_id);
#endif
}

// Lets a process change its own priority only.
void keep_priorities_home(Filter& filter) {
  for (const int call : {SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr,
                         SYS_migrate_pages, SYS_move_pages})
    filter.allow_only(static_cast<std::uint32_t>(call), 0, {0});
  for (const int call : {SYS_setpriority, SYS_ioprio_set})  // these can name a whole user
    filter.refuse(static_cast<std::uint32_t>(call));
}

}  // namespace

bool restrict_calls(SandboxState& state) {
  if (our_arch == 0) return fail(ENOSYS);
  Filter filter;
  for (const std::uint32_t call : refused_calls) filter.refuse(call);
  filter.pretend_absent(SYS_clone3);  // its flags are invisible here; the C library uses clone then
  filter.refuse_bits(SYS_clone, 0, new_namespaces);
  keep_stopped(filter, state.freezes);
  refuse_set_id(filter);
  filter.allow_only(SYS_socketpair, 0, {1});  // AF_UNIX
  filter.allow_only(SYS_prlimit64, 0, {0, static_cast<std::uint32_t>(getpid())});
  filter.refuse_values(SYS_ioctl, 1, {TIOCSTI, 0x541C});  // TIOCLINUX: they type into a terminal
  if (!state.apart) {
    for (const std::uint32_t call : refused_by_path) filter.refuse(call);
    filter.allow_null(SYS_utimensat, 1);
  }
  if (state.uid == 0)  // each user has few of them, and the arena needs one
    for (const int call : inotify_calls) filter.refuse(static_cast<std::uint32_t>(call));
  if (!state.apart && state.uid == 0) {
    keep_priorities_home(filter);
    if (!state.scoped) keep_signals_home(filter);
  }
  return filter.install();
}

}  // namespace hilltop::runner
