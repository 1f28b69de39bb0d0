#include "apps/gomocup/engine_program.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>

#include "apps/gomocup/lines.hpp"
#include "apps/gomocup/words.hpp"
#include "core/text.hpp"
#include "games/gomoku/engine/opening.hpp"
#include "games/gomoku/engine/score.hpp"

namespace hilltop::gomocup {
namespace {

using namespace gomoku;

constexpr const char* not_free = "ERROR that point is not free";
constexpr std::int64_t nodes_max = std::numeric_limits<std::int64_t>::max();  // the clock's alone
constexpr std::chrono::milliseconds listens_every{1};
// The share of a move's time in a match after which a search that has settled ends: the rest is
// kept for later moves.
constexpr double settled_share = 0.4;
constexpr std::int64_t openings_seed = 1;

std::optional<RowRule> row_rule(std::int64_t number) {
  for (const RowRule rule : {RowRule::five_or_more, RowRule::exactly_five, RowRule::renju})
    if (static_cast<std::int64_t>(rule) == number) return rule;
  return std::nullopt;
}

std::string written(int score) {
  if (!is_proved(score)) return std::to_string(score);
  return (is_win(score) ? "+M" : "-M") + std::to_string(plies_to_five(score));
}

}  // namespace

const EngineProgram::Command EngineProgram::commands[] = {
    {"START", &EngineProgram::start},      {"RECTSTART", &EngineProgram::rectangle},
    {"RESTART", &EngineProgram::restart},  {"INFO", &EngineProgram::info},
    {"ABOUT", &EngineProgram::about},      {"BEGIN", &EngineProgram::begin},
    {"TURN", &EngineProgram::turn},        {"BOARD", &EngineProgram::board},
    {"SWAP2BOARD", &EngineProgram::swap2}, {"TAKEBACK", &EngineProgram::take_back},
    {"STOP", &EngineProgram::stop},        {"YXSTOP", &EngineProgram::stop}};

EngineProgram::EngineProgram(std::istream& in, std::ostream& out, std::int64_t nodes, Now now,
                             Waits waits)
    : in_(in), out_(out), now_(std::move(now)), waits_(std::move(waits)), nodes_(nodes) {}

void EngineProgram::run() {
  for (std::string line; next_line(line);) {
    asked_at_ = now_();
    const std::size_t end = std::min(line.find_first_of(white_space), line.size());
    const std::string word = upper(line.substr(0, end));
    if (word == "END") return;
    const auto known = std::ranges::find(commands, word, &Command::word);
    if (known == std::end(commands))
      say("UNKNOWN command");
    else
      (this->*known->carry_out)(std::string(trimmed(line.substr(end))));
  }
}

bool EngineProgram::next_line(std::string& line) {
  if (heard_.empty()) return read_line(in_, line);
  line = std::move(heard_.front());
  heard_.pop_front();
  return true;
}

bool EngineProgram::line_waits() {
  while (waits_()) {
    const auto next = in_.peek();
    if (next == std::istream::traits_type::eof() || !white_space.contains(static_cast<char>(next)))
      return true;
    in_.get();  // of the end of the last line
  }
  return false;
}

bool EngineProgram::is_told_to_stop(Deadline now) {
  if (!listens_ || stopped_ || now < listened_at_ + listens_every) return stopped_;
  listened_at_ = now;
  while (!stopped_ && line_waits()) {
    std::string line;
    if (!read_line(in_, line)) return stopped_ = true;  // nobody waits for more
    const std::string word = upper(line);
    stopped_ = word == "END" || word == "STOP" || word == "YXSTOP";
    heard_.push_back(std::move(line));
  }
  return stopped_;
}

SpentTime EngineProgram::time_for(std::int64_t ms) {
  listens_ = !line_waits();
  stopped_ = false;
  listened_at_ = asked_at_;
  return [this, from = asked_at_, all = std::chrono::duration<double, std::milli>(ms)] {
    const Deadline now = now_();
    return is_told_to_stop(now) ? 1 : (now - from) / all;
  };
}

// Answers nothing: the move that it has stopped was said before.
void EngineProgram::stop(const std::string&) {}

void EngineProgram::say(const std::string& line) { out_ << line << std::endl; }

void EngineProgram::start(const std::string& size) {
  const auto number = number_in<int>(size);
  if (!number || !is_board_size(*number)) return say("ERROR boards are 15 or 20");
  player_.emplace(*number);
  size_ = *number;
  stones_.clear();
  say("OK");
}

void EngineProgram::rectangle(const std::string&) { say("ERROR boards are square: 15 or 20"); }

void EngineProgram::restart(const std::string&) {
  if (size_ == 0) return say("ERROR there was no START");
  stones_.clear();
  say("OK");
}

// A manager expects no answer, whatever it says.
void EngineProgram::info(const std::string& what) {
  const std::size_t end = std::min(what.find_first_of(white_space), what.size());
  const std::string key = upper(what.substr(0, end));
  const auto number = number_in<std::int64_t>(trimmed(std::string_view(what).substr(end)));
  if (!number) return;
  if (key == "TIME_LEFT") clocks_.left_ms = *number;  // also below 0, after an overrun
  if (*number < 0) return;
  if (key == "TIMEOUT_TURN") clocks_.turn_ms = *number;
  if (key == "TIMEOUT_MATCH") clocks_.left_ms = clocks_.match_ms = *number;
  if (key == "MAX_NODE") nodes_ = *number;
  if (key == "RULE") rule_ = *number;
}

void EngineProgram::about(const std::string&) {
  say("name=\"Hilltop\", version=\"1.0\", author=\"Hilltop\", country=\"\"");
}

std::string EngineProgram::complaint() const {
  if (size_ == 0) return "ERROR there was no START";
  if (!row_rule(rule_)) return "ERROR rules are 0, 1 or 4";
  if (static_cast<int>(stones_.size()) == size_ * size_) return "ERROR the board is full";
  return "";
}

bool EngineProgram::free(Point point) const {
  return 0 <= point.x && point.x < size_ && 0 <= point.y && point.y < size_ &&
         std::ranges::find(stones_, point, &Stone::point) == stones_.end();
}

void EngineProgram::begin(const std::string&) { move(); }

void EngineProgram::turn(const std::string& text) {
  const auto point = read_point(text);
  if (!point || !free(*point)) return say(size_ == 0 ? complaint() : not_free);
  lay(*point, false);
  move();
}

void EngineProgram::take_back(const std::string& text) {
  const auto point = read_point(text);
  const auto found = point ? std::ranges::find(stones_, *point, &Stone::point) : stones_.end();
  if (found == stones_.end()) return say("ERROR no stone is there");
  stones_.erase(found);
  say("OK");
}

// Reads stones up to DONE, each a point and perhaps whose it is (1: the engine's). nullopt if a
// line is none, or its point is not free.
std::optional<std::vector<EngineProgram::Stone>> EngineProgram::read_stones() {
  std::vector<Stone> found;
  bool good = true;
  for (std::string line; next_line(line) && upper(line) != "DONE";) {
    const std::size_t second = line.find(',', std::min(line.find(','), line.size() - 1) + 1);
    const auto point = read_point(line.substr(0, second));
    good = good && point && free(*point) &&
           std::ranges::find(found, *point, &Stone::point) == found.end();
    if (!good) continue;
    const bool own = second != line.npos && trimmed(line.substr(second + 1)) == "1";
    found.push_back({*point, own});
  }
  asked_at_ = now_();
  return good ? std::optional(std::move(found)) : std::nullopt;
}

void EngineProgram::board(const std::string&) {
  stones_.clear();
  auto stones = read_stones();
  if (!stones) return say(size_ == 0 ? complaint() : not_free);
  stones_ = std::move(*stones);
  move();
}

// The side with fewer stones is to move. If both have as many, it is Black; so the colours follow
// from whose turn it is. With one more of its own (Black first after Swap2) it is Black too.
Colour EngineProgram::own_colour() const {
  const auto own = std::ranges::count(stones_, true, &Stone::own);
  return own < static_cast<std::ptrdiff_t>(stones_.size()) - own ? Colour::white : Colour::black;
}

VariantBoard EngineProgram::position() const {
  VariantBoard board({size_, row_rule(rule_).value()});
  const Colour colour = own_colour();
  for (const Stone& stone : stones_) board.lay(stone.point, stone.own ? colour : other(colour));
  return board;
}

void EngineProgram::move() {
  if (const std::string why = complaint(); !why.empty()) return say(why);
  const VariantBoard board = position();
  const auto [point, found] = player_->choose(board, own_colour(), limits());
  if (found)
    say("MESSAGE depth " + std::to_string(found->depth) + " eval " + written(found->score) +
        " nodes " + std::to_string(found->nodes));
  lay(point, true);
  say(write_point(point));
}

VariantPlayer::Limits EngineProgram::limits() {
  return {.solver_nodes = nodes_ > 0 ? std::min(VariantPlayer::solver_nodes_max, nodes_ / 2 + 1)
                                     : VariantPlayer::solver_nodes_max,
          .nodes = nodes_ > 0 ? nodes_ : nodes_max,
          .spent = time_for(thinking_ms(clocks_)),
          .settled_share = clocks_.match_ms > 0 ? settled_share : 1};
}

// The stones come as black, white, black, white, black.
void EngineProgram::swap2(const std::string&) {
  stones_.clear();
  const auto stones = read_stones();
  if (size_ != board_size)
    return say(size_ == 0 ? complaint() : "ERROR Swap2 is played on boards of 15");
  if (!stones) return say(not_free);
  gomoku::State state;
  state.first_to_move = FirstToMove::balance;
  Colour colour = Colour::black;
  for (const Stone& stone : *stones) {
    state.board.lay(stone.point, colour);
    colour = other(colour);
  }
  const SpentTime spent = time_for(thinking_ms(clocks_));
  OpeningChooser chooser(player_->search(), &spent);
  switch (state.board.stones()) {
    case 0: {
      Draw draw = Chance(openings_seed, openings_++).on(0);
      state.phase = Phase::opening;
      return say(opening_answer(state, OpeningChooser::open(state.first_to_move, draw), spent));
    }
    case 3:
      state.phase = Phase::choosing;
      return say(opening_answer(state, chooser.choose(state), spent));
    case 5:
      state.phase = Phase::picking;
      return say(opening_answer(state, PickColour{chooser.pick(state)}, spent));
    default: return say("ERROR stones are 0, 3 or 5");
  }
}

std::string EngineProgram::opening_answer(const gomoku::State& state, const gomoku::Move& move,
                                          const SpentTime& spent) {
  if (const auto* open = std::get_if<Open>(&move))
    return write_point(open->first_black) + ' ' + write_point(open->white) + ' ' +
           write_point(open->second_black);
  if (std::holds_alternative<TakeBlack>(move)) return "SWAP";
  if (const auto* white = std::get_if<TakeWhite>(&move)) return write_point(white->white);
  if (const auto* two = std::get_if<PlaceTwo>(&move))
    return write_point(two->white) + ' ' + write_point(two->black);
  if (std::get<PickColour>(move).colour == Colour::black) return "SWAP";
  const std::int64_t nodes = nodes_ > 0 ? nodes_ : SearchLimits::default_nodes;
  return write_point(
      player_->search().run(state.board, Colour::white, {.nodes = nodes, .spent = &spent}).best);
}

}  // namespace hilltop::gomocup
