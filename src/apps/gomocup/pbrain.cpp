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

#include "apps/gomocup/lines.hpp"
#include "apps/gomocup/words.hpp"
#include "core/streams.hpp"
#include "core/text.hpp"
#include "games/gomoku/bots/bots.hpp"
#include "games/gomoku/rules.hpp"

namespace {

using hilltop::Bot;
using hilltop::Chance;
using namespace hilltop::gomoku;
using hilltop::number_in;
using hilltop::trimmed;
using hilltop::white_space;
using hilltop::gomocup::read_line;
using hilltop::gomocup::read_point;
using hilltop::gomocup::upper;
using hilltop::gomocup::write_point;

constexpr int exit_usage = 2;
constexpr const char* not_free = "ERROR that point is not free";

struct Manners {
  bool swap2 = true, colours = false, noise = false;
};

class Engine {
 public:
  explicit Engine(Manners manners) : manners_(manners) { greedy_->begin(Chance(1, 0)); }

  // Carries out a line; false for END.
  bool obey(const std::string& line) {
    const std::size_t space = std::min(line.find_first_of(white_space), line.size());
    const std::string command = upper(line.substr(0, space));
    const std::string rest(trimmed(line.substr(space)));
    if (command == "END") return false;
    const auto known = commands.find(command);
    if (known == commands.end())
      say("UNKNOWN command");
    else
      (this->*known->second)(rest);
    return true;
  }

 private:
  // A line of BOARD or of SWAP2BOARD: a free point, and perhaps a field.
  struct Stone {
    Point point;
    std::optional<int> field;
  };

  void start(const std::string& text) {
    const auto size = number_in<int>(text);
    if (!size || !is_board_size(*size)) return say("ERROR boards are 15 or 20");
    variant_.size = *size;
    restart({});
  }
  void restart(const std::string&) {
    board_ = VariantBoard(variant_);
    say("OK");
  }
  void info(const std::string& what) {
    for (const RowRule rows : {RowRule::five_or_more, RowRule::exactly_five, RowRule::renju})
      if (upper(what) == "RULE " + std::to_string(static_cast<int>(rows))) variant_.rows = rows;
    if (board_.stones() == 0) board_ = VariantBoard(variant_);
    if (manners_.noise) say("ERROR what is " + what + "?");
  }
  void about(const std::string&) { say("name=\"Greedy\", version=\"1.0\", author=\"Hilltop\""); }

  // Its own stones are black on its board. That is their colour if it has not laid fewer, and only
  // renju treats the colours differently.
  void move() {
    if (board_.full()) return say("ERROR the board is full");
    State state;
    state.board = coloured();
    state.phase = Phase::stones;
    state.to_move = own_colour();
    if (!state.board.may_lay(state.to_move)) return say("ERROR every free point is forbidden");
    const Point point = std::get<Place>(greedy_->choose(state)).point;
    board_.lay(point, Colour::black);
    say(write_point(point));
  }
  Colour own_colour() const {
    if (variant_.rows != RowRule::renju) return Colour::black;
    const auto own = std::ranges::count_if(
        board_.points(), [&](Point point) { return board_.has(point, Colour::black); });
    return 2 * own < board_.stones() ? Colour::white : Colour::black;
  }
  VariantBoard coloured() const {
    if (own_colour() == Colour::black) return board_;
    VariantBoard swapped(variant_);
    for (const Point point : board_.points())
      if (const auto colour = board_.at(point)) swapped.lay(point, other(*colour));
    return swapped;
  }
  void begin(const std::string&) { move(); }
  void turn(const std::string& text) {
    const auto point = read_point(text);
    if (!point || !board_.free(*point)) return say(not_free);
    board_.lay(*point, Colour::white);
    move();
  }
  void take_back(const std::string& text) {
    const auto point = read_point(text);
    if (!point || !board_.at(*point)) return say("ERROR no stone is there");
    board_.take(*point);
    say("OK");
  }
  void board(const std::string&) {
    board_ = VariantBoard(variant_);
    const auto all = stones();
    if (!all) return say(not_free);
    for (const Stone& stone : *all)
      board_.lay(stone.point, stone.field == 1 ? Colour::black : Colour::white);
    move();
  }

  void swap2(const std::string&) {
    const auto all = stones();
    if (!manners_.swap2) return say("UNKNOWN command");
    if (!all) return say(not_free);
    State state;
    state.first_to_move = FirstToMove::balance;
    Colour colour = Colour::black;
    for (const Stone& stone : *all) {
      if (manners_.colours && !stone.field) return say("ERROR where is the colour?");
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

  // Reads the stones up to DONE. nullopt if a line is not a stone, or its point is not free.
  std::optional<std::vector<Stone>> stones() const {
    std::vector<Stone> found;
    VariantBoard taken(variant_);
    bool all_free = true;
    for (std::string line; read_line(std::cin, line) && upper(line) != "DONE";) {
      const std::size_t second = line.find(',', line.find(',') + 1);
      const auto point = read_point(line.substr(0, second));
      all_free = all_free && point && taken.free(*point);
      if (!all_free) continue;
      taken.lay(*point, Colour::black);
      found.push_back({*point, std::nullopt});
      if (second != std::string::npos)
        found.back().field = number_in<int>(trimmed(std::string_view(line).substr(second + 1)));
    }
    return all_free ? std::optional(std::move(found)) : std::nullopt;
  }

  void say(const std::string& text) const {
    if (manners_.noise) std::cout << "MESSAGE thinking\r\n\r\nDEBUG 1,1\r\n";
    std::cout << text << std::endl;
  }

  static const std::map<std::string, void (Engine::*)(const std::string&)> commands;

  Manners manners_;
  std::unique_ptr<Bot<Rules>> greedy_ = make_greedy();
  Variant variant_;
  VariantBoard board_;
};

const std::map<std::string, void (Engine::*)(const std::string&)> Engine::commands = {
    {"START", &Engine::start}, {"RESTART", &Engine::restart},  {"INFO", &Engine::info},
    {"ABOUT", &Engine::about}, {"BEGIN", &Engine::begin},      {"TURN", &Engine::turn},
    {"BOARD", &Engine::board}, {"SWAP2BOARD", &Engine::swap2}, {"TAKEBACK", &Engine::take_back}};

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
    for (std::string line; read_line(std::cin, line) && engine.obey(line);) continue;
  } catch (const std::invalid_argument& error) {
    std::cerr << "hilltop-pbrain: " << error.what() << '\n';
    return exit_usage;
  } catch (const std::exception& error) {
    std::cerr << "hilltop-pbrain: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
