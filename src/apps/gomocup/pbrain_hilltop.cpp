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
constexpr std::int64_t nodes_max = 1'000'000'000'000;

const char* const usage =
    "usage: pbrain-hilltop [--nodes N]\n"
    "\n"
    "Plays Gomoku for a manager of Gomocup engines, by its protocol over stdin and stdout: on 15 x "
    "15\n"
    "and 20 x 20, by INFO rule 0 (five or more), 1 (exactly five) or 4 (renju), with Swap2.\n"
    "\n"
    "  --nodes N  Search at most N nodes for a stone, until INFO max_node says otherwise\n"
    "             (0: as long as the manager's time limits allow)\n"
    "  --help     Print this and exit\n";

// nullopt: the words are wrong.
std::optional<std::int64_t> nodes_of(const std::vector<std::string>& words) {
  if (words.empty()) return 0;
  if (words.size() != 2 || words[0] != "--nodes") return std::nullopt;
  const auto nodes = hilltop::number_in<std::int64_t>(words[1]);
  return nodes && 0 <= *nodes && *nodes <= nodes_max ? nodes : std::nullopt;
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
    const auto nodes = nodes_of(words);
    if (!nodes) {
      std::cerr << usage;
      return exit_usage;
    }
    std::ios::sync_with_stdio(false);  // else what was read ahead cannot be seen
    hilltop::gomocup::EngineProgram(std::cin, std::cout, *nodes, hilltop::gomocup::Clock::now,
                                    input_waits)
        .run();
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::cerr << "pbrain-hilltop: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
