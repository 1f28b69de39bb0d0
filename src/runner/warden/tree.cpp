// All processes of a bot, wherever they are.
//
// Theory of operation. The warden is a child subreaper, or the first process of a PID namespace:
// everything that the bot starts and abandons (background jobs, daemons that fork twice and call
// setsid) becomes the warden's own child, so the warden's descendants, as /proc lists them, are all
// processes of the bot.
//
// How a tree is killed. In a PID namespace one signal reaches all processes, and no storm of forks
// escapes it: a fork fails if its process has the signal pending. Otherwise the bot's process group
// is killed first, which the kernel signals in one piece too. For processes that left the group,
// all descendants are stopped from the top down (a process with SIGSTOP pending cannot fork, so the
// list of its children does not change), then all are killed. A process that escaped because its
// parent ended at that moment has become the warden's child and is found in the next round. A
// process from /proc's list can be signalled by mistake only if its number is reused within a
// round, while the process that could reap it is stopped.
//
// Why not less: PR_SET_PDEATHSIG reaches one process and is lost at a fork; one call is enough to
// leave a process group or a session; outside a namespace a signal to -1 is not possible for an
// arena that runs as root.
//
// How a tree is stopped. A cgroup freezes its processes, and no signal but SIGKILL changes that.
// Without one SIGSTOP does it, which SIGCONT undoes, and a bot can cause SIGCONT in many ways: from
// another process, a timer, a child's end, a group that lost its session. The filter of system
// calls closes these ways (calls.cpp), but not timers, which runtimes need: the signal of a POSIX
// timer is in memory, where the filter cannot see it. The kernel lists each timer with its signal
// (/proc/PID/timers), and a stopped process can make none, so the warden ends a bot that has one
// for SIGCONT at the first check of a stop. The warden also checks: a process that is not stopped
// is stopped again, first after a millisecond, then at growing intervals. After two checks in a row
// that saw no process run, none can use processor time. Before that one may: it stops only when the
// kernel has finished what it was asked to do, such as freeing a gigabyte of memory. That happens
// once and not at every stop, so it is added up.

#include "runner/warden/tree.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <span>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "runner/warden/census.hpp"

namespace hilltop::runner {
namespace {

// Max rounds in a row in which /proc shows no child although the kernel says that there is one.
// More than a few mean that /proc cannot be read.
constexpr int blind_rounds_max = 1000;

// Intervals between checks of stopped processes.
constexpr int first_look_ms = 1, last_look_ms = 1024;
constexpr int looks_to_be_sure = 2;

// Processor time during a stop that is ignored: once the stop is certain, only the kernel's
// rounding.
constexpr std::uint64_t sure_us_max = 50'000, unsure_us_max = 20'000;
constexpr std::uint64_t unsettled_us_max = 1'000'000;

void signal_all(std::span<const pid_t> processes, int signal) {
  for (const pid_t process : processes) ::kill(process, signal);
}

// Stops each generation as a whole before /proc is read on, because processes escape by forking
// meanwhile. `tree` has the processes whose children are to be found; their descendants are
// appended.
void stop_descendants(std::vector<pid_t>& tree) {
  for (std::size_t begin = 0; begin < tree.size();) {
    const std::size_t end = tree.size();
    for (; begin < end; ++begin) append_children(tree[begin], tree);
    signal_all(std::span(tree).subspan(end), SIGSTOP);
  }
}

// Kills all descendants that one round finds; returns whether there were any.
bool kill_descendants() {
  std::vector<pid_t> children;
  append_children(getpid(), children);
  if (children.empty()) return false;
  signal_all(children, SIGSTOP);
  std::erase_if(children,
                [](pid_t child) { return waitpid(child, nullptr, WNOHANG | __WALL) > 0; });
  std::vector<pid_t> tree = children;
  stop_descendants(tree);
  signal_all(tree, SIGKILL);
  for (const pid_t child : children) waitpid(child, nullptr, __WALL);
  return true;
}

bool any_child_left() { return waitpid(-1, nullptr, WNOHANG | __WALL) >= 0; }

void kill_rounds() {
  const int priority = getpriority(PRIO_PROCESS, 0);
  setpriority(PRIO_PROCESS, 0, -20);  // if allowed: a storm of forks leaves little time
  int blind_rounds = 0;
  do blind_rounds = kill_descendants() ? 0 : blind_rounds + 1;
  while (any_child_left() && blind_rounds < blind_rounds_max);
  setpriority(PRIO_PROCESS, 0, priority);
}

}  // namespace

// May miss a thread that is created meanwhile, which costs only speed.
void Tree::hold_on(const cpu_set_t& cores) {
  for (const pid_t process : descendants())
    for (const pid_t thread : threads_of(process)) sched_setaffinity(thread, sizeof cores, &cores);
}

void Tree::stop() {
  stopped_ = true;
  looks_ = still_ = 0;
  patience_ms_ = first_look_ms;
  if (state_.freezes) return freeze(state_);
  if (state_.apart) {
    ::kill(-1, SIGSTOP);
    return;
  }
  std::vector<pid_t> tree;
  append_children(getpid(), tree);
  signal_all(tree, SIGSTOP);
  stop_descendants(tree);
}

void Tree::look() {
  const bool was_sure = still_ >= looks_to_be_sure;
  if (state_.freezes) {
    still_ = frozen(state_) ? looks_to_be_sure : 0;
    if (!was_sure && (looks_ == 0 || still_ != 0)) had_us_ = processor_time_us(state_);
  } else {
    const Census all = census();
    signal_all(all.running, SIGSTOP);
    alarmed_ = alarmed_ || std::ranges::any_of(all.all, has_timer_that_resumes);
    if (!was_sure) still_ = all.running.empty() ? still_ + 1 : 0;
    if (!was_sure && (looks_ == 0 || still_ != 0)) had_us_ = all.had_us;
  }
  ++looks_;
  patience_ms_ = state_.freezes && still_ != 0 ? -1 : std::min(2 * patience_ms_, last_look_ms);
}

int Tree::ran_on_ms() {
  if (!stopped_ || looks_ == 0) return 0;
  const std::uint64_t now_us = state_.freezes ? processor_time_us(state_) : census().had_us;
  const std::uint64_t ran_us = now_us - std::min(now_us, had_us_);
  const auto ms = [](std::uint64_t us) { return static_cast<int>(us / 1000); };
  if (still_ >= looks_to_be_sure) return ran_us > sure_us_max ? ms(ran_us) : 0;
  unsettled_us_ += ran_us > unsure_us_max ? ran_us : 0;
  return unsettled_us_ > unsettled_us_max ? ms(unsettled_us_) : 0;
}

void Tree::go() {
  if (!std::exchange(stopped_, false)) return;
  if (state_.freezes) return thaw(state_);
  signal_all(descendants(), SIGCONT);
}

void Tree::end() const {
  if (state_.apart) {
    ::kill(-1, SIGKILL);
    return;
  }
  ::kill(-bot_, SIGKILL);
  ::kill(bot_, SIGKILL);
  signal_all(descendants(), SIGKILL);
}

void Tree::kill() {
  if (state_.apart) {
    ::kill(-1, SIGKILL);
    if (std::exchange(stopped_, false) && state_.freezes) thaw(state_);
    while (waitpid(-1, nullptr, __WALL) > 0 || errno == EINTR) continue;
    start_numbers_anew(state_);
    return;
  }
  ::kill(-bot_, SIGKILL);
  ::kill(bot_, SIGKILL);
  if (std::exchange(stopped_, false) && state_.freezes) thaw(state_);
  waitpid(bot_, nullptr, __WALL);
  if (any_child_left()) kill_rounds();
}

}  // namespace hilltop::runner
