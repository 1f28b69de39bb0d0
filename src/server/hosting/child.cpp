#include "server/hosting/child.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "core/own_program.hpp"
#include "server/background.hpp"

namespace hilltop::server {
namespace {

constexpr std::int64_t poll_ms_max = 1'000'000;

void add_end(std::string& text, std::string_view more) {
  text += more;
  if (text.size() > 2 * printed_bytes_kept) text.erase(0, text.size() - printed_bytes_kept);
}

// Lets a process get SIGINT when the other end of a pipe is closed, on kernels that can (Linux).
void signal_at_close(const Descriptor& read_end, pid_t process) {
  fcntl(read_end.number(), F_SETOWN, process);
  fcntl(read_end.number(), F_SETSIG, SIGINT);
  fcntl(read_end.number(), F_SETFL, O_ASYNC);
}

}  // namespace

Child::Child(std::vector<std::string> arguments, std::function<void(const Ended&)> ended,
             std::optional<std::chrono::milliseconds> at_most,
             std::function<void(const std::string&)> said) {
  Pipe out = make_pipe(), error = make_pipe(), alive = make_pipe();
  std::string called = "hilltop";  // its commands are shown to people elsewhere
  std::vector<char*> words{called.data()};
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, alive.read_end.number(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.write_end.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error.write_end.number(), STDERR_FILENO);
  // Not the sockets of the server.
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  // The server's threads block the signals that end it, and a shell that starts the server in the
  // background lets it ignore SIGINT: the child must hear them.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, heard;
  sigemptyset(&none);
  sigemptyset(&heard);
  sigaddset(&heard, SIGINT);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &heard);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  int failed = 0;
  // A child has the priority of the thread that starts it.
  std::jthread([&] {
    give_way();
    failed = posix_spawn(&process_, own_program, &actions, &attributes, words.data(), environ);
  }).join();
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::system_error(failed, std::generic_category(), "cannot start hilltop");
  signal_at_close(alive.read_end, process_);
  alive_ = std::move(alive.write_end);
  out_ = std::move(out.read_end);
  error_ = std::move(error.read_end);
  listener_ = std::jthread([this, ended = std::move(ended), at_most, said = std::move(said)] {
    listen(ended, at_most, said);
  });
}

Child::~Child() = default;

void Child::interrupt() {
  const std::scoped_lock lock(mutex_);
  if (process_ != 0) ::kill(process_, SIGINT);
}

std::string Child::errors() {
  const std::scoped_lock lock(mutex_);
  return errors_;
}

void Child::listen(const std::function<void(const Ended&)>& ended,
                   std::optional<std::chrono::milliseconds> at_most,
                   const std::function<void(const std::string&)>& said) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begun = Clock::now();
  bool overdue = false;
  std::array<pollfd, 2> sources{{{out_.number(), POLLIN, 0}, {error_.number(), POLLIN, 0}}};
  std::array<char, 1 << 14> text;
  for (int open = 2; open > 0;) {
    int wait_ms = -1;
    if (at_most && !overdue) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(begun + *at_most - Clock::now());
      overdue = left.count() <= 0;
      if (overdue)
        interrupt();
      else
        wait_ms = static_cast<int>(std::min<std::int64_t>(left.count(), poll_ms_max));
    }
    const int ready = ::poll(sources.data(), sources.size(), wait_ms);
    if (ready < 0 && errno != EINTR) break;
    if (ready <= 0) continue;
    for (pollfd& source : sources) {
      if (source.fd < 0 || source.revents == 0) continue;
      const ssize_t size = ::read(source.fd, text.data(), text.size());
      if (size > 0) {
        const bool is_out = source.fd == out_.number();
        {
          const std::scoped_lock lock(mutex_);
          add_end(is_out ? printed_ : errors_, {text.data(), static_cast<std::size_t>(size)});
        }
        if (said && !is_out) said(errors());
      } else if (size == 0 || errno != EINTR) {
        source.fd = -1;
        --open;
      }
    }
  }
  pid_t process = 0;
  {
    const std::scoped_lock lock(mutex_);
    process = process_;
  }
  // The process stays a zombie, and its number its own, until it is waited for under the lock.
  siginfo_t info{};
  while (waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOWAIT) != 0 &&
         errno == EINTR) {}
  Ended end{};
  {
    const std::scoped_lock lock(mutex_);
    int status = 0;
    waitpid(process_, &status, 0);
    process_ = 0;
    end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    end.out = printed_;
    end.errors = errors_;
    end.overdue = overdue;
  }
  ended(end);
}

}  // namespace hilltop::server
