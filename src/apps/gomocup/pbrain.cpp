// hilltop-pbrain [--no-swap2] [--colours] [--noise]: the house bot Greedy as a Gomocup engine, for
// the tests of hilltop-gomocup.
//
//   --no-swap2   does not know SWAP2BOARD
//   --colours    wants the stones of SWAP2BOARD as x,y,colour
//   --noise      writes MESSAGE and DEBUG before each answer, and answers each INFO with ERROR
#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "apps/gomocup/words.hpp"
#include "core/streams.hpp"
#include "games/gomoku/bots/bots.hpp"
#include "games/gomoku/rules.hpp"

namespace {

using hilltop::Bot;
using hilltop::Chance;
using namespace hilltop::gomoku;
using hilltop::gomocup::read_point;
using hilltop::gomocup::write_point;

constexpr int exit_usage = 2;

struct Manners {
  bool swap2 = true, colours = false, noise = false;
};

class Engine {
 public:
  explicit Engine(Manners manners) : manners_(manners) { greedy_->begin(Chance(1, 0)); }

  // Carries out a line; false for END.
  bool obey(const std::string& line) {
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string command = line.substr(0, space);
    const std::string rest = space < line.size() ? line.substr(space + 1) : "";
    if (command == "END") return false;
    const auto known = commands.find(command);
    if (known == commands.end())
      say("UNKNOWN command");
    else
      (this->*known->second)(rest);
    return true;
  }

 private:
  // A line of BOARD or of SWAP2BOARD.
  struct Stone {
    Point point;
    std::optional<int> field;
  };

  void start(const std::string& size) {
    board_ = {};
    say(size == std::to_string(board_size) ? "OK" : "ERROR boards are 15");
  }
  void restart(const std::string&) {
    board_ = {};
    say("OK");
  }
  void info(const std::string& what) {
    if (manners_.noise) say("ERROR what is " + what + "?");
  }
  void about(const std::string&) { say("name=\"Greedy\", version=\"1.0\", author=\"Hilltop\""); }

  // Greedy treats both colours alike; its own stones are black here.
  void move() {
    if (board_.stones() == board_size * board_size) return say("ERROR the board is full");
    State state;
    state.board = board_;
    state.phase = Phase::stones;
    const Point point = std::get<Place>(greedy_->choose(state)).point;
    board_.lay(point, Colour::black);
    say(write_point(point));
  }
  void begin(const std::string&) { move(); }
  void turn(const std::string& text) {
    const auto point = read_point(text);
    if (!point || !board_.free(*point)) return say("ERROR that point is not free");
    board_.lay(*point, Colour::white);
    move();
  }
  void board(const std::string&) {
    board_ = {};
    for (const Stone& stone : stones())
      if (board_.free(stone.point))
        board_.lay(stone.point, stone.field == 1 ? Colour::black : Colour::white);
    move();
  }

  void swap2(const std::string&) {
    if (!manners_.swap2) {
      stones();
      return say("UNKNOWN command");
    }
    State state;
    state.first_to_move = FirstToMove::balance;
    Colour colour = Colour::black;
    for (const Stone& stone : stones()) {
      if (manners_.colours && !stone.field) return say("ERROR where is the colour?");
      if (!state.board.free(stone.point)) return say("ERROR that point is not free");
      state.board.lay(stone.point, colour);
      colour = other(colour);
    }
    const int laid = state.board.stones();
    if (laid != 0 && laid != 3 && laid != 5) return say("ERROR stones are 0, 3 or 5");
    state.phase = laid == 0 ? Phase::opening : laid == 3 ? Phase::choosing : Phase::picking;
    say(std::visit([&](const auto& move) { return said(state, move); }, greedy_->choose(state)));
  }
  std::string said(const State&, const Open& move) {
    return write_point(move.first_black) + ' ' + write_point(move.white) + ' ' +
           write_point(move.second_black);
  }
  std::string said(const State&, const TakeBlack&) { return "SWAP"; }
  std::string said(const State&, const TakeWhite& move) { return write_point(move.white); }
  std::string said(const State&, const PlaceTwo& move) {
    return write_point(move.white) + ' ' + write_point(move.black);
  }
  std::string said(State state, const PickColour& move) {
    if (move.colour == Colour::black) return "SWAP";
    state.phase = Phase::stones;
    state.to_move = Colour::white;
    return write_point(std::get<Place>(greedy_->choose(state)).point);
  }
  std::string said(const State&, const Place& move) { return write_point(move.point); }

  // Reads the stones up to DONE.
  static std::vector<Stone> stones() {
    std::vector<Stone> found;
    for (std::string line; read(line) && line != "DONE";) {
      const std::size_t second = line.find(',', line.find(',') + 1);
      Stone stone{read_point(line.substr(0, second)).value_or(Point{-1, -1}), std::nullopt};
      if (second != std::string::npos) stone.field = std::atoi(line.c_str() + second + 1);
      found.push_back(stone);
    }
    return found;
  }

  void say(const std::string& text) const {
    if (manners_.noise) std::cout << "MESSAGE thinking\r\n\r\nDEBUG 1,1\r\n";
    std::cout << text << std::endl;
  }

 public:
  static bool read(std::string& line) {
    if (!std::getline(std::cin, line)) return false;
    if (line.ends_with('\r')) line.pop_back();
    return true;
  }

 private:
  static const std::map<std::string, void (Engine::*)(const std::string&)> commands;

  Manners manners_;
  std::unique_ptr<Bot<Rules>> greedy_ = make_greedy();
  Board board_;
};

const std::map<std::string, void (Engine::*)(const std::string&)> Engine::commands = {
    {"START", &Engine::start}, {"RESTART", &Engine::restart}, {"INFO", &Engine::info},
    {"ABOUT", &Engine::about}, {"BEGIN", &Engine::begin},     {"TURN", &Engine::turn},
    {"BOARD", &Engine::board}, {"SWAP2BOARD", &Engine::swap2}};

Manners manners_of(const std::vector<std::string>& words) {
  static const std::map<std::string, void (*)(Manners&)> options{
      {"--no-swap2", [](Manners& manners) { manners.swap2 = false; }},
      {"--colours", [](Manners& manners) { manners.colours = true; }},
      {"--noise", [](Manners& manners) { manners.noise = true; }}};
  Manners manners;
  for (const std::string& word : words) {
    const auto option = options.find(word);
    if (option == options.end())
      throw std::invalid_argument("there is no option '" + word +
                                  "' (known: --no-swap2, --colours, --noise)");
    option->second(manners);
  }
  return manners;
}

}  // namespace

int main(int count, char** words) {
  hilltop::open_standard_streams();
  try {
    Engine engine(manners_of(std::vector<std::string>(words + 1, words + count)));
    for (std::string line; Engine::read(line) && engine.obey(line);) continue;
  } catch (const std::invalid_argument& error) {
    std::cerr << "hilltop-pbrain: " << error.what() << '\n';
    return exit_usage;
  } catch (const std::exception& error) {
    std::cerr << "hilltop-pbrain: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
