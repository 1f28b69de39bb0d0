#include "runner/warden_link.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <utility>

#include "core/own_program.hpp"
#include "runner/linked_places.hpp"
#include "runner/waiting.hpp"
#include "runner/warden_lost.hpp"

extern char** environ;

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

struct Sockets {
  Descriptor ours, theirs;
};

// Moves a descriptor above the numbers that a warden gets, so that giving one does not close
// another.
Descriptor moved_up(Descriptor descriptor) {
  if (descriptor.number() > status_descriptor) return descriptor;
  const int moved = fcntl(descriptor.number(), F_DUPFD_CLOEXEC, status_descriptor + 1);
  if (moved < 0) throw_system_error("cannot open a pipe to a bot");
  return Descriptor(moved);
}

Pipe make_bots_pipe() {
  Pipe pipe = make_pipe();
  return {moved_up(std::move(pipe.read_end)), moved_up(std::move(pipe.write_end))};
}

// Makes sockets of packets, so that a command arrives as a whole.
Sockets make_sockets() {
  std::array<int, 2> ends;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw_system_error("cannot open a socket to a warden");
  Descriptor ours(ends[0]);
  Descriptor theirs(ends[1]);
  return {moved_up(std::move(ours)), moved_up(std::move(theirs))};
}

// Tells a warden to start the bot with these ends of its pipes. On failure returns false and sets
// errno.
bool tell_to_start(const Descriptor& control, std::span<const std::string> extra_arguments,
                   std::array<int, 3> descriptors) {
  std::string packet{static_cast<char>(Command::start), '\0'};
  for (const std::string& argument : extra_arguments) packet.append(argument) += '\0';
  iovec text{packet.data(), packet.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof descriptors)> room{};
  msghdr message{};
  message.msg_iov = &text;
  message.msg_iovlen = 1;
  message.msg_control = room.data();
  message.msg_controllen = room.size();
  cmsghdr* const carried = CMSG_FIRSTHDR(&message);
  carried->cmsg_level = SOL_SOCKET;
  carried->cmsg_type = SCM_RIGHTS;
  carried->cmsg_len = CMSG_LEN(sizeof descriptors);
  std::memcpy(CMSG_DATA(carried), descriptors.data(), sizeof descriptors);
  if (packet.size() > command_bytes_max) return errno = EMSGSIZE, false;
  return sendmsg(control.number(), &message, MSG_NOSIGNAL) == static_cast<ssize_t>(packet.size());
}

void never_block(const Descriptor& descriptor) {
  if (fcntl(descriptor.number(), F_SETFL, O_NONBLOCK) != 0)
    throw_system_error("cannot prepare a pipe to a bot");
}

// What posix_spawn sets up for the warden.
class SpawnPlan {
 public:
  SpawnPlan() {
    check(posix_spawn_file_actions_init(&actions_));
    check(posix_spawnattr_init(&attributes_));
    check(posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID));
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  void give(const Descriptor& descriptor, int number) {
    check(posix_spawn_file_actions_adddup2(&actions_, descriptor.number(), number));
  }
  void silence(int number, int mode) {
    check(posix_spawn_file_actions_addopen(&actions_, number, "/dev/null", mode, 0));
  }
  pid_t spawn(const fs::path& program, const std::vector<char*>& arguments,
              char* const* environment) const {
    pid_t pid = 0;
    const int error =
        posix_spawn(&pid, program.c_str(), &actions_, &attributes_, arguments.data(), environment);
    if (error != 0) throw_system_error("cannot run the warden " + program.string(), error);
    return pid;
  }

 private:
  static void check(int error) {
    if (error != 0) throw_system_error("cannot prepare a bot's process", error);
  }

  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

std::vector<std::string> command_line(const Manifest& bot, const fs::path& warden,
                                      const Policy& policy) {
  std::vector<std::string> line = {warden.string()};
  if (policy.mode != Policy::Mode::off) {
    line.push_back(policy.mode == Policy::Mode::best ? "--sandbox=best" : "--sandbox=require");
    line.push_back(fmt::format("--memory={}", policy.memory_bytes));
    line.push_back(fmt::format("--processes={}", policy.processes));
    if (policy.cpu_s) line.push_back(fmt::format("--cpu={}", *policy.cpu_s));
    line.push_back(fmt::format("--file={}", policy.file_bytes));
    line.push_back(fmt::format("--disk={}", policy.room.bytes));
    line.push_back(fmt::format("--files={}", policy.room.files));
    line.push_back(fmt::format("--depth={}", policy.room.depth));
    line.push_back(fmt::format("--without={}", policy.without.mask));
    if (!bot.home.empty()) line.push_back("--home=" + bot.home.string());
    for (const fs::path& path : bot.lower) line.push_back("--lower=" + path.string());
    for (const fs::path& path : policy.readable) line.push_back("--readable=" + path.string());
    for (const fs::path& path : linked_places()) line.push_back("--linked=" + path.string());
  }
  line.insert(line.end(), {fs::absolute(bot.folder).string(), bot.command});
  line.insert(line.end(), bot.arguments.begin(), bot.arguments.end());
  return line;
}

// Returns the arguments as exec expects them.
std::vector<char*> pointers(std::vector<std::string>& arguments) {
  std::vector<char*> out;
  for (std::string& argument : arguments) out.push_back(argument.data());
  out.push_back(nullptr);
  return out;
}

// Returns the environment of a warden with a sandbox; a bot can find nothing in it.
std::vector<std::string> bare_environment() {
  const char* const path = std::getenv("PATH");
  return path == nullptr ? std::vector<std::string>() : std::vector{std::string("PATH=") + path};
}

[[noreturn]] void throw_no_warden() {
  throw_system_error("a bot's warden does not run here", ENOEXEC);
}

}  // namespace

WardenLink::WardenLink(const Manifest& bot, const fs::path& program, const Policy& policy)
    : bot_(bot.name) {
  Sockets control = make_sockets();
  Pipe status = make_bots_pipe();
  never_block(status.read_end);
  SpawnPlan plan;
  plan.silence(STDIN_FILENO, O_RDONLY);
  plan.silence(STDOUT_FILENO, O_WRONLY);
  plan.give(control.theirs, control_descriptor);
  plan.give(status.write_end, status_descriptor);
  plan.silence(STDERR_FILENO, O_WRONLY);
  std::vector<std::string> arguments = command_line(bot, program, policy);
  std::vector<std::string> variables = bare_environment();
  const bool sandboxed = policy.mode != Policy::Mode::off;
  process_ =
      plan.spawn(program, pointers(arguments), sandboxed ? pointers(variables).data() : environ);
  control_ = std::move(control.ours);
  status_ = std::move(status.read_end);
}

BotPipes WardenLink::start(std::span<const std::string> extra_arguments) {
  Pipe input = make_bots_pipe();
  Pipe output = make_bots_pipe();
  Pipe errors = make_bots_pipe();
  never_block(input.write_end);
  never_block(errors.read_end);
  if (!tell_to_start(
          control_, extra_arguments,
          {input.read_end.number(), output.write_end.number(), errors.write_end.number()})) {
    if (errno == EPIPE || errno == ECONNRESET) throw_gone();
    throw_system_error("cannot tell a warden to start a bot");
  }
  return {std::move(input.write_end), std::move(output.read_end), std::move(errors.read_end)};
}

void WardenLink::say(Command word, std::string_view rest) {
  const std::string packet = static_cast<char>(word) + std::string(rest);
  // A failure means that the warden has ended; its status pipe tells that too.
  [[maybe_unused]] const ssize_t sent =
      send(control_.number(), packet.data(), packet.size(), MSG_NOSIGNAL);
}

std::vector<WardenReport> WardenLink::reports() {
  std::vector<WardenReport> reports(layer_names.size() + 2);
  pollfd status{status_.number(), POLLIN, 0};
  const timespec left = time_of(start_time_max);
  int ready = 0;
  do ready = ppoll(&status, 1, &left, nullptr);
  while (ready < 0 && errno == EINTR);
  if (ready <= 0) throw_system_error("no word from a bot's warden", ETIMEDOUT);
  const ssize_t size =
      read(status_.number(), reports.data(), reports.size() * sizeof(WardenReport));
  if (size == 0) throw_gone();
  if (size < 0 || static_cast<std::size_t>(size) % sizeof(WardenReport) != 0) throw_no_warden();
  is_warden_ = true;
  reports.resize(static_cast<std::size_t>(size) / sizeof(WardenReport));
  return reports;
}

std::optional<WardenReport> WardenLink::report() {
  WardenReport report{Event::unguarded, 0};
  const ssize_t size = read(status_.number(), &report, sizeof report);
  if (size < 0) return std::nullopt;
  if (size == 0) status_.close();
  return report;
}

void WardenLink::resume() const { ::kill(process_, SIGCONT); }

void WardenLink::reap() {
  const int patience = status_.open() ? WNOHANG : 0;
  while (waitpid(process_, nullptr, patience) < 0 && errno == EINTR) continue;
  process_ = 0;
}

bool WardenLink::has_ended() const { return end(WNOHANG).si_pid != 0; }

siginfo_t WardenLink::end(int patience) const {
  siginfo_t ended{};
  while (waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOWAIT | patience) != 0 &&
         errno == EINTR)
    continue;
  return ended;
}

void WardenLink::throw_gone() const {
  if (!is_warden_ && end(0).si_code == CLD_EXITED) throw_no_warden();
  throw_lost();
}

void WardenLink::throw_lost() const {
  throw WardenLost(
      fmt::format("the warden of '{}' was killed from outside, or because memory ran out", bot_));
}

fs::path warden_beside_program() {
  if (const char* const chosen = std::getenv("HILLTOP_WARDEN")) return chosen;
  return own_folder() / "hilltop-warden";
}

}  // namespace hilltop::runner
