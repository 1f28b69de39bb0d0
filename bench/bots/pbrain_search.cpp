// pbrain-search [FOLDER]: our search as a Gomocup engine that measures itself. It plays with INFO
// max_node, knows no SWAP2BOARD, and keeps in a file `thought-…` of the folder the numbers of its
// games and moves, and the nanoseconds of processor time that it computed for them, without its
// start.
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <iostream>
#include <string>
#include <unistd.h>

#include "games/gomoku/engine/search.hpp"

namespace {

using namespace hilltop::gomoku;
// Returns the nanoseconds on a clock.
std::int64_t now(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

class Engine {
 public:
  explicit Engine(const std::string& folder)
      : file_(open((folder + "/thought-" + std::to_string(now(CLOCK_REALTIME))).c_str(),
                   O_CREAT | O_WRONLY, 0666)) {}

  // Carries out a line; false for END.
  bool obey(const std::string& line) {
    const std::string word = line.substr(0, line.find(' '));
    const std::string rest = line.size() > word.size() ? line.substr(word.size() + 1) : "";
    if (word == "END") return false;
    if (word == "START" || word == "RESTART") begin();
    if (word == "ABOUT") say("name=\"Search\"");
    if (word == "INFO" && rest.starts_with("max_node ")) limits_.nodes = std::stoll(rest.substr(9));
    if (word == "SWAP2BOARD") say("UNKNOWN");
    if (word == "BOARD") board_ = {};
    if (word == "BOARD" || word == "SWAP2BOARD") reads_ = word == "BOARD";
    if (word == "TURN") lay(rest, Colour::white);
    if (word == "TURN" || (word == "DONE" && reads_)) move();
    if (reads_ && !word.empty() && '0' <= word[0] && word[0] <= '9') lay(word, side_of(word));
    return true;
  }
  // Adds the time since `begun`, and writes the file.
  void computed_since(std::int64_t begun) {
    computed_ += now(CLOCK_PROCESS_CPUTIME_ID) - begun;
    std::array<char, 128> line;
    const int size =
        std::snprintf(line.data(), line.size(), "%ld %ld %ld\n", games_, moves_, computed_);
    if (pwrite(file_, line.data(), static_cast<std::size_t>(size), 0) != size)
      std::exit(EXIT_FAILURE);
  }

 private:
  void begin() {
    ++games_;
    board_ = {};
    say("OK");
  }
  static Colour side_of(const std::string& stone) {
    return stone.ends_with(",1") ? Colour::black : Colour::white;  // its own stones are black here
  }
  void lay(const std::string& point, Colour colour) {
    const std::size_t comma = point.find(',');
    board_.lay({std::stoi(point.substr(0, comma)), std::stoi(point.substr(comma + 1))}, colour);
  }
  void move() {
    const Point best = search_.run(board_, Colour::black, limits_).best;
    board_.lay(best, Colour::black);
    ++moves_;
    say(std::to_string(best.x) + ',' + std::to_string(best.y));
  }
  static void say(const std::string& text) { std::cout << text << "\r\n" << std::flush; }

  Search<15> search_;
  SearchLimits limits_;
  VariantBoard board_;
  bool reads_ = false;  // the stones that come are those of BOARD
  const int file_;
  std::int64_t games_ = 0, moves_ = 0, computed_ = 0;
};

}  // namespace

int main(int count, char** words) {
  Engine engine(count > 1 ? words[1] : ".");
  for (std::string line; std::getline(std::cin, line);) {
    const std::int64_t begun = now(CLOCK_PROCESS_CPUTIME_ID);
    if (line.ends_with('\r')) line.pop_back();
    if (!engine.obey(line)) break;
    engine.computed_since(begun);
  }
}
