#include "cluster/command_output.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include "core/descriptor.hpp"

namespace hilltop::cluster {
namespace {

constexpr int signal_code = 128;

// Reads both until they are closed.
void read_both(const Descriptor& out, std::string& out_text, const Descriptor& error,
               std::string& error_text) {
  std::array<pollfd, 2> sources{{{out.number(), POLLIN, 0}, {error.number(), POLLIN, 0}}};
  const std::array<std::string*, 2> texts{&out_text, &error_text};
  std::array<char, 1 << 14> bytes;
  for (int open = 2; open > 0;) {
    if (poll(sources.data(), sources.size(), -1) < 0) {
      if (errno == EINTR) continue;
      throw std::system_error(errno, std::generic_category(), "poll");
    }
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (sources[i].revents == 0) continue;
      const ssize_t size = ::read(sources[i].fd, bytes.data(), bytes.size());
      if (size > 0) {
        texts[i]->append(bytes.data(), static_cast<std::size_t>(size));
      } else if (size == 0 || errno != EINTR) {
        sources[i].fd = -1;
        --open;
      }
    }
  }
}

}  // namespace

std::expected<CommandOutput, Problem> command_output(std::vector<std::string> words,
                                                     const std::filesystem::path& folder) {
  Pipe out = make_pipe(), error = make_pipe();
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write_end.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error.write_end.number(), STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  // Threads of this program block the signals that end it.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t process = 0;
  const int failed =
      posix_spawnp(&process, words[0].c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0)
    return std::unexpected(
        Problem{fmt::format("{} cannot be run here: {}", words[0], std::strerror(failed))});
  out.write_end.close();
  error.write_end.close();
  CommandOutput output{};
  read_both(out.read_end, output.out, error.read_end, output.error);
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  output.code = WIFEXITED(status) ? WEXITSTATUS(status) : signal_code + WTERMSIG(status);
  return output;
}

}  // namespace hilltop::cluster
