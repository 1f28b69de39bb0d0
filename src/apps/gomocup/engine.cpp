#include "apps/gomocup/engine.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include "apps/gomocup/limits.hpp"

extern char** environ;

namespace hilltop::gomocup {
namespace {

using namespace std::chrono_literals;

[[noreturn]] void throw_system_error(const char* what, int error) {
  throw std::system_error(error, std::generic_category(), what);
}

void check(int error) {
  if (error != 0) throw_system_error("cannot prepare the engine's process", error);
}

// Runs the command between two pipes. Returns 0 or an errno. Resets the signals that we
// ignore (hear_of_failed_writes) for the command.
int spawn(std::span<const std::string> command, int input, int output, pid_t& process) {
  std::vector<std::string> words(command.begin(), command.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t defaults;
  sigemptyset(&defaults);
  for (const int signal : {SIGPIPE, SIGXFSZ}) sigaddset(&defaults, signal);
  check(posix_spawn_file_actions_init(&actions));
  check(posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO));
  check(posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO));
  check(posix_spawnattr_init(&attributes));
  check(posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF));
  check(posix_spawnattr_setsigdefault(&attributes, &defaults));
  const int error =
      posix_spawnp(&process, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

std::expected<std::unique_ptr<Engine>, std::string> Engine::start(
    std::span<const std::string> command) {
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  pid_t process = 0;
  if (const int error = spawn(command, input.read_end.number(), output.write_end.number(), process);
      error != 0)
    return std::unexpected(std::string("cannot be run: ") + std::strerror(error));
  fcntl(input.write_end.number(), F_SETFL, O_NONBLOCK);
  fcntl(output.read_end.number(), F_SETFL, O_NONBLOCK);
  return std::unique_ptr<Engine>(
      new Engine(std::move(input.write_end), std::move(output.read_end), process));
}

Engine::~Engine() {
  close_input();
  output_.close();
  if (!status_) kill(process_, SIGKILL);
  status(Deadline::max());
}

void Engine::say(std::string_view line) {
  unwritten_.append(line) += "\r\n";  // required of a manager by the protocol
}

std::expected<std::string, Trouble> Engine::hear(Deadline by) {
  for (;;) {
    write_some();
    if (auto line = take_line()) return *std::move(line);
    if (unread_.size() > line_bytes_max)
      return std::unexpected(Trouble{false, "wrote a line that does not end"});
    if (!output_.open()) return std::unexpected(Trouble{false, account_of_end()});
    if (!wait(by)) return std::unexpected(Trouble{true, "did not answer in time"});
  }
}

void Engine::finish(Deadline by) {
  write_some();
  close_input();
  // Reads what it still writes, so that it does not block; some engines never stop.
  while (output_.open() && Clock::now() < by && wait(by)) unread_.clear();
  status(by);
}

// Takes a line that ends in LF, CR LF or CR alone. An LF that follows a CR makes an empty line,
// which is ignored.
std::optional<std::string> Engine::take_line() {
  const std::size_t end = unread_.find_first_of("\r\n");
  if (end == std::string::npos) return std::nullopt;
  std::string line = unread_.substr(0, end);
  unread_.erase(0, end + 1);
  return line;
}

// Waits for an event on either pipe and handles it; false if none happened by the deadline.
bool Engine::wait(Deadline by) {
  std::array<pollfd, 2> pipes = {
      {{output_.number(), POLLIN, 0}, {unwritten_.empty() ? -1 : input_.number(), POLLOUT, 0}}};
  const auto left = std::clamp<std::chrono::milliseconds>(
      std::chrono::ceil<std::chrono::milliseconds>(by - Clock::now()), 0ms, poll_time_max);
  const int ready = poll(pipes.data(), pipes.size(), static_cast<int>(left.count()));
  if (ready == 0) return Clock::now() < by;
  if (ready < 0) {
    if (errno == EINTR) return true;
    throw_system_error("cannot wait for the engine", errno);
  }
  if (pipes[0].revents != 0) read_some();
  return true;
}

void Engine::write_some() {
  if (!unwritten_.empty() && input_.open() && !hilltop::write_some(input_, unwritten_))
    close_input();  // it has closed its end, or has ended, which its output will show
}

void Engine::read_some() {
  std::array<char, 4096> chunk;
  const ssize_t size = read(output_.number(), chunk.data(), chunk.size());
  if (size > 0) unread_.append(chunk.data(), static_cast<std::size_t>(size));
  if (size == 0) output_.close();
}

void Engine::close_input() {
  input_.close();
  unwritten_.clear();
}

// Returns the exit status, or nullopt at the deadline. Polls every millisecond, only after a game.
std::optional<int> Engine::status(Deadline by) {
  for (int status = 0; !status_;) {
    const pid_t dead = waitpid(process_, &status, by == Deadline::max() ? 0 : WNOHANG);
    if (dead == process_ || (dead < 0 && errno == ECHILD)) status_ = status;
    if (status_ || Clock::now() >= by) break;
    std::this_thread::sleep_for(1ms);
  }
  return status_;
}

std::string Engine::account_of_end() {
  const auto end = status(Clock::now() + exit_time_max);
  if (!end) return "closed its output but still runs";
  if (WIFEXITED(*end)) return "exited with status " + std::to_string(WEXITSTATUS(*end));
  return "was killed by signal " + std::to_string(WTERMSIG(*end));
}

}  // namespace hilltop::gomocup
