// hilltop-warden [--NAME=VALUE…] FOLDER COMMAND [ARGUMENT…]: runs one bot, as often as it is told
// to, and answers for all of its processes. The options are the bot's Policy (policy.hpp); without
// any there is no sandbox.
//
// Theory of operation. The arena starts a warden as the leader of a session of its own, so that no
// key pressed at the terminal reaches it, and keeps it from game to game: a bot whose processes
// start anew for every game then costs a fork, and not a program more. Descriptor 3 is the control
// socket and 4 the status pipe (report.hpp).
//
// 1. Where namespaces can be had, the warden forks once more: a second warden, the first process of
//    a PID namespace, does all that follows, and the first one waits for its end. Else the warden
//    becomes a child subreaper and does it alone (tree.cpp).
// 2. Told to start the bot, the warden forks. The child takes the steps of bot_start.cpp, in order,
//    the last of which executes the bot; a step that fails is reported with its errno, but for one
//    of a layer of the sandbox (sandbox.cpp) that is missing and need not be there.
// 3. The warden then sleeps until it is told to kill, the control socket ends, or the main process
//    of the bot does. The latter is reported; what the bot left running still runs until the arena
//    is done with it.
//    Meanwhile it looks now and then at what the bot uses (gauge.hpp), and ends one that has passed
//    a limit.
//    Told to stop the bot, it stops all of it where it is, and lets it go on when it is told to: a
//    bot has no processor while its opponent thinks, and one that had is reported.
// 4. Told to kill, it kills everything below itself and says so only when the kernel says that it
//    has no child any more (ECHILD). The next process of the bot meets nothing of the last one.
// 5. The control socket ends when the arena closes it or dies, by kill -9 too. Then the warden does
//    the same and leaves. That makes its own end, and the end of file of the status pipe, the
//    proof.
//
// The warden runs no code of others and has no time limit: each wait is for a process that it has
// just killed. The bot dies with its warden, and with the second one. The arena learns of that from
// the status pipe, and charges nobody.

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <initializer_list>
#include <memory>
#include <optional>
#include <poll.h>
#include <sched.h>
#include <span>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "core/streams.hpp"
#include "runner/report.hpp"
#include "runner/warden/bot_start.hpp"
#include "runner/warden/gauge.hpp"
#include "runner/warden/order.hpp"
#include "runner/warden/reporting.hpp"
#include "runner/warden/sandbox.hpp"
#include "runner/warden/tree.hpp"

namespace hilltop::runner {
namespace {

// ------------------------------------------------------------------------------ while the bot runs

// Reports refusals by L4 since this process of the bot began.
void report_limits(const SandboxState& state) {
  const Refusals now = refusals(state);
  if (now.memory > state.refused_before.memory)
    report({Event::met, static_cast<std::int32_t>(Limit::memory)});
  if (now.processes > state.refused_before.processes)
    report({Event::met, static_cast<std::int32_t>(Limit::processes)});
}

enum class Burial { none, orphan, bot };

// Waits for one dead child, if there is one. The bot's end is reported, and the bot stays a zombie
// so that the number of its process group is not reused.
Burial bury_one(pid_t bot, const SandboxState& state) {
  siginfo_t dead{};
  if (waitid(P_ALL, 0, &dead, WEXITED | WNOHANG | WNOWAIT | __WALL) != 0) return Burial::none;
  if (dead.si_pid == 0) return Burial::none;
  if (dead.si_pid != bot) {
    waitpid(dead.si_pid, nullptr, __WALL);
    return Burial::orphan;
  }
  report_limits(state);
  report({dead.si_code == CLD_EXITED ? Event::exited : Event::killed, dead.si_status});
  return Burial::bot;
}

// Blocks every signal: those that matter are read from here, the others must not end the warden.
int signal_descriptor(std::initializer_list<int> signals) {
  for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, SIG_DFL);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  sigset_t heard;
  sigemptyset(&heard);
  for (const int signal : signals) sigaddset(&heard, signal);
  return signalfd(-1, &heard, SFD_CLOEXEC);
}

// Returns whether the signal that has come is only that of a child's end.
bool child_signal(int signals) {
  signalfd_siginfo heard;
  return read(signals, &heard, sizeof heard) == static_cast<ssize_t>(sizeof heard) &&
         heard.ssi_signo == static_cast<unsigned>(SIGCHLD);
}

// ---------------------------------------------------------------------- the commands of the arena

// What makes the warden act: the arena's next command, or a signal to leave.
enum class Call { none, command, leave };

Call listen(int signals, int patience) {
  std::array<pollfd, 2> ears = {{{control_descriptor, POLLIN, 0}, {signals, POLLIN, 0}}};
  if (poll(ears.data(), ears.size(), patience) < 0)
    return errno == EINTR ? Call::none : Call::leave;
  if (ears[1].revents != 0 && !child_signal(signals)) {
    report({Event::unguarded, 0});
    return Call::leave;
  }
  return ears[0].revents != 0 ? Call::command : Call::none;
}

// A command of the arena.
struct Heard {
  std::span<char> packet;
  std::array<int, 3> pipes{-1, -1, -1};

  bool says(Command word) const { return packet[0] == static_cast<char>(word); }
  bool complete() const {
    if (says(Command::start)) return packet.back() == '\0' && pipes.back() >= 0;
    if (says(Command::cores)) return packet.size() == 1 + sizeof(cpu_set_t);
    return packet.size() == (says(Command::games) ? 1 + sizeof(std::uint32_t) : 1);
  }
};

// nullopt if the arena has ended or the packet is invalid.
std::optional<Heard> hear() {
  static std::array<char, command_bytes_max> packet;
  Heard heard;
  iovec text{packet.data(), packet.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof heard.pipes)> room{};
  msghdr message{};
  message.msg_iov = &text;
  message.msg_iovlen = 1;
  message.msg_control = room.data();
  message.msg_controllen = room.size();
  const ssize_t size = recvmsg(control_descriptor, &message, MSG_CMSG_CLOEXEC);
  if (size <= 0) return std::nullopt;
  heard.packet = std::span(packet).first(static_cast<std::size_t>(size));
  const cmsghdr* const carried = CMSG_FIRSTHDR(&message);
  if (carried != nullptr && carried->cmsg_len == CMSG_LEN(sizeof heard.pipes))
    std::memcpy(heard.pipes.data(), CMSG_DATA(carried), sizeof heard.pipes);
  return heard.complete() ? std::optional(heard) : std::nullopt;
}

// Restricts the warden, and so what it starts later, to some cores.
cpu_set_t hold_on_cores(const Heard& heard) {
  cpu_set_t cores;
  std::memcpy(&cores, heard.packet.data() + 1, sizeof cores);
  sched_setaffinity(0, sizeof cores, &cores);
  return cores;
}

std::uint32_t number_of_games(const Heard& heard) {
  std::uint32_t games = 0;
  std::memcpy(&games, heard.packet.data() + 1, sizeof games);
  return games;
}

// Obeys a command while the bot runs; false if the bot is to be killed.
bool obey(const Heard& heard, Tree& tree, Gauge& gauge) {
  if (heard.says(Command::stop)) {
    tree.stop();
  } else if (heard.says(Command::go)) {
    if (const int ms = tree.ran_on_ms(); ms > 0) report({Event::ran_on, ms});
    tree.go();
  } else if (heard.says(Command::cores)) {
    tree.hold_on(hold_on_cores(heard));
  } else if (heard.says(Command::games)) {
    gauge.play(number_of_games(heard));
  } else {
    return false;
  }
  return true;
}

void end_if_it_is_alarmed(const Tree& tree) {
  if (!tree.is_alarmed()) return;
  report({Event::alarmed, 0});
  tree.end();
}

void end_if_it_met_a_limit(const Tree& tree, Gauge& gauge) {
  const std::optional<Limit> met = gauge.look();
  if (!met) return;
  report({Event::met, static_cast<std::int32_t>(*met)});
  tree.end();
}

// Runs until the tree is to be killed; returns false if the warden is then to leave. Checks for
// commands between any two dead children, because some bots never run out of them.
bool watch(pid_t bot, const SandboxState& state, Tree& tree, Gauge& gauge, int signals) {
  Burial last = Burial::none;
  for (;;) {
    const int patience = tree.stopped() ? tree.patience_ms() : gauge.patience_ms();
    const Call call = listen(signals, last == Burial::orphan ? 0 : patience);
    if (call == Call::leave) return false;
    if (call == Call::command) {
      const std::optional<Heard> heard = hear();
      if (!heard) return false;
      if (!obey(*heard, tree, gauge)) return heard->says(Command::kill);
    }
    if (last != Burial::bot) last = bury_one(bot, state);
    if (last != Burial::orphan && tree.stopped()) {
      tree.look();
      end_if_it_is_alarmed(tree);
    }
    if (!tree.stopped()) end_if_it_met_a_limit(tree, gauge);
  }
}

// ------------------------------------------------------------------------------------- the whole

void prepare(Order& order) {
  SandboxState& state = order.state;
  std::array<char, PATH_MAX> real;
  if (realpath(order.folder, real.data()) != nullptr) state.folder = real.data();
  if (state.home.empty()) state.home = state.folder;
  for (std::size_t layer = 0; layer < state.findings.size(); ++layer)
    if (!state.wants(static_cast<Layer>(layer))) state.findings[layer] = ECANCELED;
  find_command(state, order.command[0]);
  if (state.wants(Layer::limits)) clean_environment(state);
  if (state.wants(Layer::files)) list_files(state);
  if (state.wants(Layer::uid)) claim_uid(state);
  if (state.wants(Layer::cgroup)) make_cgroup(state);
}

// Appends the arguments of the command to the bot's own.
Order with_arguments(Order order, const Heard& heard) {
  order.pipes = heard.pipes;
  order.command.pop_back();
  char* const end = std::to_address(heard.packet.end());
  for (char* next = heard.packet.data() + 2; next < end; next += std::strlen(next) + 1)
    order.command.push_back(next);
  order.command.push_back(nullptr);
  return order;
}

// Starts and kills the bot as the arena commands, again and again.
void serve(Order& order, int signals) {
  Gauge gauge;
  for (;;) {
    const Call call = listen(signals, -1);
    if (call == Call::none) continue;
    if (call == Call::leave) return;
    const std::optional<Heard> heard = hear();
    if (!heard) return;
    if (heard->says(Command::cores)) hold_on_cores(*heard);
    if (!heard->says(Command::start)) continue;
    if (order.state.apart && !renew_memory(order.state)) return report({Event::broken, errno});
    Order next = with_arguments(order, *heard);
    next.state.refused_before = refusals(next.state);
    const pid_t bot = start_bot(next);
    if (bot < 0) continue;
    Tree tree(bot, next.state);
    gauge.begin(next.state);
    const bool goes_on = watch(bot, next.state, tree, gauge, signals);
    tree.kill();
    if (!goes_on) return;
    report({Event::gone, 0});
  }
}

// Serves as the first process of a namespace. Tells `first_warden` whether that is possible.
[[noreturn]] void serve_within(Order& order, int first_warden) {
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  const std::int32_t finding = furnish_namespaces(order.state) ? 0 : errno;
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  for (char* const argument : order.typed) std::memset(argument, 0, std::strlen(argument));
  const int signals = signal_descriptor({SIGCHLD});  // the bot can send it any
  if (write(first_warden, &finding, sizeof finding) != static_cast<ssize_t>(sizeof finding) ||
      finding != 0 || signals < 0)
    _exit(EXIT_FAILURE);
  close(first_warden);
  serve(order, signals);
  _exit(EXIT_SUCCESS);
}

// Forks the second warden; -1 if that is impossible.
pid_t fork_second_warden(Order& order) {
  std::int32_t& finding = order.state.findings[index(Layer::namespaces)];
  std::array<int, 2> link;
  if (pipe2(link.data(), O_CLOEXEC) != 0) {
    finding = errno;
    return -1;
  }
  const pid_t second = fork_apart(order.state);
  if (second < 0) finding = errno;
  if (second == 0) serve_within(order, link[1]);
  close(link[1]);
  if (second > 0 && read(link[0], &finding, sizeof finding) != static_cast<ssize_t>(sizeof finding))
    finding = EIO;
  close(link[0]);
  if (finding == 0) return second;
  if (second > 0) waitpid(second, nullptr, __WALL);
  return -1;
}

// Waits until the second warden ends, or until a signal tells this one to leave.
void wait_for_second(pid_t second, int signals) {
  close(control_descriptor);
  for (;;) {
    siginfo_t dead{};
    if (waitid(P_PID, static_cast<id_t>(second), &dead, WEXITED | WNOHANG | __WALL) == 0 &&
        dead.si_pid == second) {
      if (dead.si_code != CLD_EXITED) report({Event::unguarded, 0});
      return;
    }
    pollfd ear{signals, POLLIN, 0};
    if (poll(&ear, 1, -1) < 0 && errno != EINTR) break;
    if (!child_signal(signals)) break;
  }
  report({Event::unguarded, 0});
  kill(second, SIGKILL);
  waitpid(second, nullptr, __WALL);
}

int guard(Order& order) {
  close_range(status_descriptor + 1, ~0U, 0);
  fcntl(control_descriptor, F_SETFD, FD_CLOEXEC);
  fcntl(status_descriptor, F_SETFD, FD_CLOEXEC);
  const int signals = signal_descriptor({SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT});
  if (signals < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) {
    report({Event::broken, errno});
    return EXIT_FAILURE;
  }
  if (order.state.on()) prepare(order);
  const pid_t second = order.state.wants(Layer::namespaces) ? fork_second_warden(order) : -1;
  if (second > 0)
    wait_for_second(second, signals);
  else if (order.state.lower.empty())
    serve(order, signals);
  else  // without L3 the bot would lack files
    report({Event::broken, order.state.findings[index(Layer::namespaces)]});
  remove_cgroup(order.state);
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace hilltop::runner

int main(int argc, char** argv) {
  hilltop::open_standard_streams();
  auto order = hilltop::runner::read_order(argc, argv);
  if (!order || fcntl(hilltop::runner::status_descriptor, F_GETFD) < 0) {
    std::fputs("hilltop-warden: guards one bot; only hilltop starts it\n", stderr);
    return EXIT_FAILURE;
  }
  // No destructors and no sanitizer's report: the end of this process means that the tree is gone.
  _exit(hilltop::runner::guard(*order));
}
