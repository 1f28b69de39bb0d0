// hilltop-gomocup: a bot of the Gomoku contest whose moves are those of a Gomocup engine, which it
// runs as its child. Exit status 0: the game was played; 1: the engine failed; 2: wrong usage.
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "apps/gomocup/arguments.hpp"
#include "apps/gomocup/engine.hpp"
#include "apps/gomocup/limits.hpp"
#include "apps/gomocup/player.hpp"
#include "core/streams.hpp"

namespace {

using namespace hilltop::gomocup;

constexpr int exit_usage = 2;

// Reports what the engine did wrong. On stdout it is half a line, which the arena does not take for
// an answer, but quotes in the fault of the crash that follows.
int engine_failed(const Arguments& arguments, const std::string& what) {
  const std::string name = std::filesystem::path(arguments.engine[0]).filename().string();
  std::cerr << "hilltop-gomocup: " << name << ' ' << what << std::endl;
  std::cout << name << ' ' << what << std::flush;
  return EXIT_FAILURE;
}

int play(const Arguments& arguments) {
  auto engine = Engine::start(arguments.engine);
  if (!engine) return engine_failed(arguments, engine.error());
  EnginePlayer player(**engine, arguments.terms, arguments.seed,
                      [](std::string_view line) { std::cerr << line << '\n'; });
  if (const auto begun = player.begin(std::filesystem::current_path().string()); !begun)
    return engine_failed(arguments, begun.error());
  for (std::string line; std::getline(std::cin, line) && !line.starts_with("EXIT ");) {
    const auto prompt = read_prompt(line);
    if (!prompt) {
      std::cerr << "hilltop-gomocup: the arena sent '" << line << "'\n";
      return EXIT_FAILURE;
    }
    const auto answer = player.answer(*prompt);
    if (!answer) return engine_failed(arguments, answer.error());
    std::cout << *answer << std::endl;
  }
  player.end();
  (*engine)->finish(Clock::now() + end_time_max);
  return EXIT_SUCCESS;
}

int act(const std::vector<std::string>& words) {
  const auto arguments = read_arguments(words);
  if (!arguments) {
    std::cerr << "hilltop-gomocup: " << arguments.error() << "\n\n" << usage;
    return exit_usage;
  }
  if (!arguments->help) return play(*arguments);
  std::cout << usage;
  return EXIT_SUCCESS;
}

}  // namespace

int main(int count, char** words) {
  hilltop::open_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);  // the engine's other pipe shows its end
  try {
    const int code = act(std::vector<std::string>(words + 1, words + count));
    if (std::cout.flush()) return code;
    std::cerr << "hilltop-gomocup: cannot write to stdout\n";
    return EXIT_FAILURE;
  } catch (const std::exception& error) {
    std::cerr << "hilltop-gomocup: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
