// pbrain-hilltop: the engine of the house bot Champion, for Gomocup's managers (docs/gomocup.md).
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <expected>
#include <iostream>
#include <limits>
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

// Returns the options, or what is wrong.
std::expected<EngineProgram::Options, std::string> options_of(
    const std::vector<std::string>& words) {
  EngineProgram::Options options;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const std::uint64_t most =
        words[i] == "--nodes" ? nodes_max : std::numeric_limits<std::uint64_t>::max();
    if (words[i] != "--nodes" && words[i] != "--seed")
      return std::unexpected("there is no option '" + words[i] + "'");
    const auto number = i + 1 < words.size() ? hilltop::number_in<std::uint64_t>(words[i + 1])
                                             : std::optional<std::uint64_t>();
    if (!number || *number > most)
      return std::unexpected(words[i] + " takes a number from 0 to " + std::to_string(most));
    if (words[i] == "--nodes")
      options.nodes = static_cast<std::int64_t>(*number);
    else
      options.seed = *number;
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
      std::cerr << "pbrain-hilltop: " << options.error() << "\n\n" << usage;
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
