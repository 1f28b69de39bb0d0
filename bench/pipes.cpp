#include "pipes.hpp"

#include <array>
#include <fcntl.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace hilltop::bench {

BarePipes::BarePipes(const std::vector<runner::Manifest>& bots) {
  for (const runner::Manifest& bot : bots) {
    std::array<int, 2> in{}, out{};
    if (pipe2(in.data(), O_CLOEXEC) != 0 || pipe2(out.data(), O_CLOEXEC) != 0)
      throw std::runtime_error("no pipe");
    std::vector<std::string> words{(bot.folder / bot.command).string()};
    words.insert(words.end(), bot.arguments.begin(), bot.arguments.end());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    int pid = 0;
    if (posix_spawn(&pid, arguments[0], &actions, nullptr, arguments.data(), environ) != 0)
      throw std::runtime_error("cannot run " + words[0]);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    bots_.push_back({pid, in[1], out[0]});
  }
}

BarePipes::~BarePipes() {
  for (const Bot& bot : bots_) close(bot.input);
  for (const Bot& bot : bots_) {
    close(bot.output);
    waitpid(bot.pid, nullptr, 0);
  }
}

void BarePipes::say(const std::vector<Line>& lines) {
  std::array<char, 4096> answer;
  for (const Line& line : lines) {
    const Bot& bot = bots_[line.bot];
    if (write(bot.input, line.text.data(), line.text.size()) < 0)
      throw std::runtime_error("a bot does not read");
    if (!line.answered) continue;
    ssize_t size = 0;
    do size = read(bot.output, answer.data(), answer.size());
    while (size > 0 && answer[static_cast<std::size_t>(size) - 1] != '\n');
    if (size <= 0) throw std::runtime_error("a bot does not answer");
  }
}

}  // namespace hilltop::bench
