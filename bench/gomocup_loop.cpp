// gomocup-loop OPENINGS GAMES NODES ENGINE [ARGUMENT…]: what a manager of Gomocup's engines needs
// at least. Plays the engine against itself from openings (a file of src/games/gomoku/openings),
// each once from either side, with one write, one wait and one read a ply, and nothing to protect
// anybody. Prints the number of plies.
#include <array>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <fmt/core.h>
#include <fstream>
#include <poll.h>
#include <spawn.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "games/gomoku/openings.hpp"

extern char** environ;

namespace {

using namespace hilltop::gomoku;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds move_max{60'000};

class Engine {
 public:
  Engine(char* const* command, const std::string& nodes) {
    std::array<int, 2> in{}, out{};
    if (pipe2(in.data(), O_CLOEXEC) != 0 || pipe2(out.data(), O_CLOEXEC) != 0)
      throw std::runtime_error("no pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    if (posix_spawn(&process_, command[0], &actions, nullptr, command, environ) != 0)
      throw std::runtime_error("cannot run the engine");
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    input_ = in[1];
    output_ = out[0];
    ask("START 15\r\nINFO max_node " + nodes + "\r\n");
  }
  ~Engine() {
    close(input_);
    close(output_);
    waitpid(process_, nullptr, 0);
  }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Returns the first line of the answer that is no remark.
  std::string ask(const std::string& lines) {
    const auto until = Clock::now() + move_max;
    if (write(input_, lines.data(), lines.size()) < 0)
      throw std::runtime_error("the engine does not read");
    for (std::string line;;) {
      while (take_line(line))
        if (!line.starts_with("MESSAGE") && !line.starts_with("DEBUG")) return line;
      wait(until);
    }
  }

 private:
  bool take_line(std::string& line) {
    const std::size_t end = unread_.find("\r\n");
    if (end == std::string::npos) return false;
    line = unread_.substr(0, end);
    unread_.erase(0, end + 2);
    return true;
  }
  void wait(Clock::time_point until) {
    std::array<char, 4096> chunk;
    pollfd output{output_, POLLIN, 0};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    if (poll(&output, 1, static_cast<int>(left.count())) <= 0)
      throw std::runtime_error("the engine does not answer");
    const ssize_t size = read(output_, chunk.data(), chunk.size());
    if (size <= 0) throw std::runtime_error("the engine has ended");
    unread_.append(chunk.data(), static_cast<std::size_t>(size));
  }

  int input_ = -1, output_ = -1;
  pid_t process_ = 0;
  std::string unread_;
};

std::vector<OpeningStones> read_openings(const char* path) {
  std::ifstream file(path);
  std::vector<OpeningStones> openings;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    OpeningStones stones;
    for (std::string word; words >> word;)
      stones.push_back({word[0] - 'A', std::stoi(word.substr(1)) - 1});
    if (!stones.empty()) openings.push_back(stones);
  }
  if (openings.empty()) throw std::runtime_error("no openings");
  return openings;
}

std::string text(Point point) { return std::to_string(point.x) + ',' + std::to_string(point.y); }

// The lines that ask for a first stone: all stones so far, of which every other one is its own.
std::string board_lines(const OpeningStones& stones) {
  std::string lines = "BOARD\r\n";
  for (std::size_t i = 0; i < stones.size(); ++i)
    lines += text(stones[i]) + ((stones.size() - i) % 2 == 0 ? ",1\r\n" : ",2\r\n");
  return lines + "DONE\r\n";
}

// Plays a game and returns the number of its plies.
int play(std::array<Engine*, 2> engines, const OpeningStones& opening) {
  for (Engine* const engine : engines) engine->ask("RESTART\r\n");
  VariantBoard board = board_of(opening);
  OpeningStones stones = opening;
  for (int plies = 0;; ++plies) {
    if (board.full()) return plies;
    const std::string asked =
        plies < 2 ? board_lines(stones) : "TURN " + text(stones.back()) + "\r\n";
    const std::string answer =
        engines[static_cast<std::size_t>(plies % 2)]->ask("INFO time_left 2147483647\r\n" + asked);
    const Point point{std::stoi(answer), std::stoi(answer.substr(answer.find(',') + 1))};
    if (!board.free(point)) throw std::runtime_error("no move: " + answer);
    board.lay(point, stones.size() % 2 == 0 ? Colour::black : Colour::white);
    if (board.wins_at(point)) return plies + 1;
    stones.push_back(point);
  }
}

}  // namespace

int main(int count, char** words) {
  if (count < 5) {
    fmt::print(stderr, "usage: gomocup-loop OPENINGS GAMES NODES ENGINE [ARGUMENT...]\n");
    return 2;
  }
  try {
    const std::vector<OpeningStones> openings = read_openings(words[1]);
    Engine one(words + 4, words[3]), two(words + 4, words[3]);
    const std::size_t games = std::stoul(words[2]);
    long plies = 0;
    for (std::size_t game = 0; game < games; ++game)
      plies += play(game % 2 == 0 ? std::array{&one, &two} : std::array{&two, &one},
                    openings[game / 2 % openings.size()]);
    fmt::print("{}\n", plies);
    return 0;
  } catch (const std::exception& problem) {
    fmt::print(stderr, "gomocup-loop: {}\n", problem.what());
    return 1;
  }
}
