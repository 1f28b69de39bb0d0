// All processes of a bot, wherever they went.
//
// Theory of operation. The warden is a child subreaper, or the first process of a PID namespace:
// whatever the bot starts and abandons (background jobs, daemons that fork twice and call setsid)
// becomes the warden's own child, and so the children of children, as /proc lists them, are all.
//
// How a tree is killed. In a PID namespace one signal reaches all, and no storm of forks outruns
// it: a fork fails whose process has it pending. Else the bot's process group goes first, which the
// kernel signals in one piece too. For what left the group, all descendants are stopped from the
// top down (a process with SIGSTOP pending cannot fork, so the list of its children holds still),
// then all are killed. Who slipped through, because its parent ended in that moment, has become the
// warden's child and is met in the next round. A process of /proc's list can only be signalled in
// error if its number is given to another within a round, while the one who could reap it is
// stopped.
//
// Why not less: PR_SET_PDEATHSIG reaches one process and is lost at a fork; a process group or a
// session is left with one call; outside of a namespace a signal to -1 is no option for an arena
// that runs as root.
//
// How it is stopped. A cgroup freezes whoever is in it, and no signal but SIGKILL changes that.
// Where there is none, SIGSTOP does it, which SIGCONT undoes, and SIGCONT is anybody's to have: of
// another process, a timer, a child's end, a group that has lost its session. The filter of calls
// closes these roads (calls.cpp). Whether it did is looked at: whoever is not stopped is stopped
// again, first after a millisecond, then more and more seldom. From the second look in a row on
// that saw nobody run, no process can have any processor time. Before that one may have some: it
// stops only when the kernel has done what it was asked to, and gives back a gigabyte of memory,
// say. It has that once and not at every stop, so it is added up.

#include "runner/warden/tree.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <dirent.h>
#include <span>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "runner/warden/kernel_file.hpp"

namespace hilltop::runner {
namespace {

// Rounds in a row in which /proc shows no child while the kernel says that there is one. More than
// a few mean that there is no /proc to be read.
constexpr int blind_rounds_max = 1000;

// Between looks at those who are stopped.
constexpr int first_look_ms = 1, last_look_ms = 1024;
constexpr int looks_to_be_sure = 2;

// What of a stop counts as nothing: of one that is sure no more than the kernel's rounding.
constexpr std::uint64_t sure_us_most = 50'000, unsure_us_most = 20'000;
constexpr std::uint64_t unsettled_us_most = 1'000'000;

void append_numbers(std::string_view text, std::vector<pid_t>& numbers) {
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end; ++at) {
    pid_t number = 0;
    at = std::from_chars(at, end, number).ptr;
    if (number > 0) numbers.push_back(number);
  }
}

void for_each_thread(pid_t process, const auto& visit) {
  DIR* const directory = opendir(("/proc/" + std::to_string(process) + "/task").c_str());
  if (directory == nullptr) return;
  while (const dirent* const task = readdir(directory))
    if (task->d_name[0] != '.') visit(std::atoi(task->d_name));
  closedir(directory);
}

// Appends the children of `parent`, those of all its threads.
void append_children(pid_t parent, std::vector<pid_t>& children) {
  const std::string tasks = "/proc/" + std::to_string(parent) + "/task/";
  for_each_thread(parent, [&](pid_t thread) {
    append_numbers(contents(tasks + std::to_string(thread) + "/children"), children);
  });
}

std::vector<pid_t> descendants() {
  std::vector<pid_t> tree;
  append_children(getpid(), tree);
  for (std::size_t next = 0; next < tree.size(); ++next) append_children(tree[next], tree);
  return tree;
}

void signal_all(std::span<const pid_t> processes, int signal) {
  for (const pid_t process : processes) ::kill(process, signal);
}

// Whole generations are stopped before /proc is read on: those who flee by forking do it while one
// reads. `tree`: those whose children have to be found.
void stop_descendants(std::vector<pid_t>& tree) {
  for (std::size_t begin = 0; begin < tree.size();) {
    const std::size_t end = tree.size();
    for (; begin < end; ++begin) append_children(tree[begin], tree);
    signal_all(std::span(tree).subspan(end), SIGSTOP);
  }
}

// One round; returns whether there was anybody.
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
  setpriority(PRIO_PROCESS, 0, -20);  // where that is allowed: a storm leaves others little time
  int blind_rounds = 0;
  do blind_rounds = kill_descendants() ? 0 : blind_rounds + 1;
  while (any_child_left() && blind_rounds < blind_rounds_max);
  setpriority(PRIO_PROCESS, 0, priority);
}

// What the kernel says of a process or a thread, by proc(5).
struct Glance {
  char state = 'X';
  int threads = 0;
  std::uint64_t ticks = 0;  // of processor time: its own, and of the children that it has buried

  // Whether it may have a processor. 'D' waits for the machine and stops before it goes on.
  bool runs() const { return state == 'R' || state == 'S' || state == 'I'; }
};

Glance glance_at(const std::string& folder) {
  Glance glance;
  const std::string text = contents(folder + "/stat");
  const std::size_t name_end = text.rfind(')');  // a name may hold anything
  if (name_end == std::string::npos) return glance;
  // Fields 3, 14 to 17 and 20, counted from the state.
  const auto words = split(std::string_view(text).substr(name_end + 2), ' ');
  if (words.size() < 18) return glance;
  const auto number = [&](std::size_t word) {
    std::uint64_t value = 0;
    std::from_chars(words[word].data(), words[word].data() + words[word].size(), value);
    return value;
  };
  glance.state = words[0].empty() ? 'X' : words[0][0];
  glance.ticks = number(11) + number(12) + number(13) + number(14);
  glance.threads = static_cast<int>(number(17));
  return glance;
}

bool any_thread_runs(pid_t process) {
  bool runs = false;
  const std::string tasks = "/proc/" + std::to_string(process) + "/task/";
  for_each_thread(process, [&](pid_t thread) {
    runs = runs || glance_at(tasks + std::to_string(thread)).runs();
  });
  return runs;
}

// Of the warden's children that were buried, and all that they had buried.
std::uint64_t buried_us() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto us = [](const timeval& time) {
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000 +
           static_cast<std::uint64_t>(time.tv_usec);
  };
  return us(used.ru_utime) + us(used.ru_stime);
}

struct Census {
  std::vector<pid_t> running;
  std::uint64_t had_us = 0;
};

Census census() {
  static const auto tick_us = static_cast<std::uint64_t>(1'000'000 / sysconf(_SC_CLK_TCK));
  Census all;
  for (const pid_t process : descendants()) {
    const Glance glance = glance_at("/proc/" + std::to_string(process));
    all.had_us += glance.ticks * tick_us;
    if (glance.threads > 1 ? any_thread_runs(process) : glance.runs())
      all.running.push_back(process);
  }
  all.had_us += buried_us();
  return all;
}

}  // namespace

// A thread that is born meanwhile may be missed, which costs no more than speed.
void Tree::hold_on(const cpu_set_t& cores) {
  for (const pid_t process : descendants())
    for_each_thread(process,
                    [&](pid_t thread) { sched_setaffinity(thread, sizeof cores, &cores); });
}

void Tree::stop() {
  stopped_ = true;
  looks_ = still_ = 0;
  patience_ms_ = first_look_ms;
  if (cell_.freezes) return freeze(cell_);
  if (cell_.apart) {
    ::kill(-1, SIGSTOP);
    return;
  }
  std::vector<pid_t> tree;
  append_children(getpid(), tree);
  signal_all(tree, SIGSTOP);
  stop_descendants(tree);
}

void Tree::look() {
  if (!stopped_) return;
  const bool was_sure = still_ >= looks_to_be_sure;
  if (cell_.freezes) {
    still_ = frozen(cell_) ? looks_to_be_sure : 0;
    if (!was_sure && (looks_ == 0 || still_ != 0)) had_us_ = processor_time_us(cell_);
  } else {
    const Census all = census();
    signal_all(all.running, SIGSTOP);
    if (!was_sure) still_ = all.running.empty() ? still_ + 1 : 0;
    if (!was_sure && (looks_ == 0 || still_ != 0)) had_us_ = all.had_us;
  }
  ++looks_;
  patience_ms_ = cell_.freezes && still_ != 0 ? -1 : std::min(2 * patience_ms_, last_look_ms);
}

int Tree::ran_on_ms() {
  if (!stopped_ || looks_ == 0) return 0;
  const std::uint64_t now_us = cell_.freezes ? processor_time_us(cell_) : census().had_us;
  const std::uint64_t ran_us = now_us - std::min(now_us, had_us_);
  const auto ms = [](std::uint64_t us) { return static_cast<int>(us / 1000); };
  if (still_ >= looks_to_be_sure) return ran_us > sure_us_most ? ms(ran_us) : 0;
  unsettled_us_ += ran_us > unsure_us_most ? ran_us : 0;
  return unsettled_us_ > unsettled_us_most ? ms(unsettled_us_) : 0;
}

void Tree::go() {
  if (!std::exchange(stopped_, false)) return;
  if (cell_.freezes) return thaw(cell_);
  signal_all(descendants(), SIGCONT);
}

void Tree::kill() {
  if (cell_.apart) {
    ::kill(-1, SIGKILL);
    if (std::exchange(stopped_, false) && cell_.freezes) thaw(cell_);
    while (waitpid(-1, nullptr, __WALL) > 0 || errno == EINTR) continue;
    start_numbers_anew(cell_);
    return;
  }
  ::kill(-bot_, SIGKILL);
  ::kill(bot_, SIGKILL);
  if (std::exchange(stopped_, false) && cell_.freezes) thaw(cell_);
  waitpid(bot_, nullptr, __WALL);
  if (any_child_left()) kill_rounds();
}

}  // namespace hilltop::runner
