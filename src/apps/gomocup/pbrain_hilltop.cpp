// pbrain-hilltop: the engine of the house bot Champion, for Gomocup's managers (docs/gomocup.md).
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <optional>
#include <poll.h>
#include <string>
#include <unistd.h>
#include <vector>

#include "apps/gomocup/engine_program.hpp"
#include "core/streams.hpp"
#include "core/text.hpp"

namespace {

constexpr int exit_usage = 2;
constexpr std::uint64_t nodes_max = 1'000'000'000'000;

const char* const usage =
    "usage: pbrain-hilltop [--nodes N] [--seed N]\n"
    "\n"
    "Plays Gomoku for a manager of Gomocup engines, by its protocol over stdin and stdout: on 15 x "
    "15\n"
    "and 20 x 20, by INFO rule 0 (five or more), 1 (exactly five) or 4 (renju), with Swap2. "
    "Programs\n"
    "of analysis ask it by Yixin's protocol.\n"
    "\n"
    "  --nodes N  Search at most N nodes for a stone, until INFO max_node says otherwise\n"
    "             (0: as long as the manager's time limits allow)\n"
    "  --seed N   Draw the openings of Swap2 by N (1)\n"
    "  --help     Print this and exit\n";

using hilltop::gomocup::EngineProgram;

// nullopt: the words are wrong.
std::optional<EngineProgram::Options> options_of(const std::vector<std::string>& words) {
  EngineProgram::Options options;
  if (words.size() % 2 != 0) return std::nullopt;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const auto number = hilltop::number_in<std::uint64_t>(words[i + 1]);
    if (!number) return std::nullopt;
    if (words[i] == "--nodes" && *number <= nodes_max)
      options.nodes = static_cast<std::int64_t>(*number);
    else if (words[i] == "--seed")
      options.seed = *number;
    else
      return std::nullopt;
  }
  return options;
}

bool input_waits() {
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  return std::cin.rdbuf()->in_avail() > 0 || poll(&input, 1, 0) > 0;
}

}  // namespace

int main(int count, char** arguments) {
  hilltop::open_standard_streams();
  const std::vector<std::string> words(arguments + 1, arguments + count);
  try {
    if (words.size() == 1 && words[0] == "--help") {
      std::cout << usage;
      return EXIT_SUCCESS;
    }
    const auto options = options_of(words);
    if (!options) {
      std::cerr << usage;
      return exit_usage;
    }
    std::ios::sync_with_stdio(false);  // else what was read ahead cannot be seen
    EngineProgram(std::cin, std::cout, *options, hilltop::gomocup::Clock::now, input_waits).run();
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::cerr << "pbrain-hilltop: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
