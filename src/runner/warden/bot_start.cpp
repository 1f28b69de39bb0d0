#include "runner/warden/bot_start.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <optional>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "runner/warden/reporting.hpp"

#ifdef HILLTOP_SANITIZE_ADDRESS
#include <sanitizer/asan_interface.h>
#endif

namespace hilltop::runner {
namespace {

bool leave_group(Order&) { return setpgid(0, 0) == 0; }

bool take_pipes(Order& order) {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (dup2(order.pipes[static_cast<std::size_t>(stream)], stream) < 0) return false;
  return true;
}

// Takes effect only after the last change of uid, which would undo it.
bool die_with_warden(Order&) { return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0; }

// Prevents set-user-id programs of another user, which could not be killed.
bool gain_no_privileges(Order&) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0; }

bool enter_folder(Order& order) {
  return chdir(order.state.apart ? order.state.home.c_str() : order.folder) == 0;
}

bool hear_signals(Order&) {
  sigset_t none;
  sigemptyset(&none);
  return sigprocmask(SIG_SETMASK, &none, nullptr) == 0;
}

bool execute(Order& order) {
  order.outcome = {Event::started, 0};
  return execvp(order.command[0], order.command.data()) == 0;
}

template <bool (*defence)(SandboxState&)>
bool layered(Order& order) {
  return defence(order.state);
}

struct Step {
  bool (*take)(Order&);  // false on failure, with errno
  Event failure;
  std::optional<Layer> layer = {};  // of the sandbox
};

constexpr std::array<Step, 14> steps = {{
    {leave_group, Event::broken},
    {take_pipes, Event::broken},
    {enter_folder, Event::no_folder},
    {layered<join_cgroup>, Event::unprotected, Layer::cgroup},
    {layered<take_uid>, Event::unprotected, Layer::uid},
    {layered<drop_capabilities>, Event::unprotected, Layer::limits},
    {die_with_warden, Event::broken},
    {gain_no_privileges, Event::broken},
    {layered<close_descriptors>, Event::unprotected, Layer::limits},
    {layered<restrict_files>, Event::unprotected, Layer::files},
    {layered<restrict_calls>, Event::unprotected, Layer::calls},
    {layered<limit_resources>, Event::unprotected, Layer::limits},
    {hear_signals, Event::broken},
    {execute, Event::no_command},
}};

// Returns whether the policy requires a layer that every machine should have.
bool required(const Policy& policy, Layer layer) {
  return policy.mode == Policy::Mode::require && layer <= Layer::files;
}

// Takes a step. Returns its failure; nullopt if the start continues.
std::optional<WardenReport> failure_of(const Step& step, Order& order) {
  if (step.layer && !order.state.on()) return std::nullopt;
  const bool wanted = !step.layer || order.state.wants(*step.layer);
  if (wanted && step.take(order)) return std::nullopt;
  if (!step.layer) return WardenReport{step.failure, errno};
  std::int32_t& finding = order.state.findings[index(*step.layer)];
  if (finding == 0) finding = errno;
  if (!required(order.state.policy, *step.layer)) return std::nullopt;
  return WardenReport{step.failure, static_cast<std::int32_t>(index(*step.layer))};
}

// Shares the warden's memory until the bot is executed: what it writes there stays.
int become_bot(void* with) {
  Order& order = *static_cast<Order*>(with);
  for (const Step& step : steps)
    if (const std::optional<WardenReport> failure = failure_of(step, order)) {
      order.outcome = *failure;
      break;
    }
  _exit(EXIT_FAILURE);
}

// Forks like vfork(), which shares memory instead of copying it, but with a stack of its own, so
// that the child may call anything. Returns when the bot runs or has failed to start.
pid_t fork_bot(Order& order) {
  alignas(16) static std::array<char, 1 << 20> stack;
#ifdef HILLTOP_SANITIZE_ADDRESS
  __asan_unpoison_memory_region(stack.data(), stack.size());  // the last child never returned
#endif
  return clone(become_bot, std::to_address(stack.end()), CLONE_VM | CLONE_VFORK | SIGCHLD, &order);
}

void close_bots_pipes(const Order& order) {
  for (const int pipe : order.pipes) close(pipe);
}

void report_start(const Order& order) {
  std::vector<WardenReport> all;
  if (order.state.on()) all.push_back({Event::active, 0});
  for (std::int32_t layer = 0; const std::int32_t finding : order.state.findings) {
    if (!order.state.on()) break;
    if (finding == 0) all[0].number |= 1 << layer;
    if (finding != 0) all.push_back({Event::missing, layer | finding << 16});
    ++layer;
  }
  all.push_back(order.outcome);
  report(all);
}

}  // namespace

pid_t start_bot(Order& order) {
  const pid_t bot = fork_bot(order);
  if (bot < 0) order.outcome = {Event::broken, errno};
  // Otherwise the bot's pipes would never end. Done before the arena hears of the start, so that
  // what the bot closes then is closed.
  close_bots_pipes(order);
  report_start(order);
  if (order.outcome.event == Event::started) return bot;
  if (bot > 0) waitpid(bot, nullptr, 0);
  return -1;
}

}  // namespace hilltop::runner
