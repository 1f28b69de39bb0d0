#include "apps/gomocup/engine_program.hpp"

#include <algorithm>
#include <bit>
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
constexpr const char* not_owned = "ERROR a stone is X,Y,1 (own) or X,Y,2";
constexpr std::int64_t nodes_max = std::numeric_limits<std::int64_t>::max();  // the clock's alone
constexpr std::chrono::milliseconds listens_every{1};
// For a processor: before the search sees its end, and before the manager sees the move.
constexpr int waits_ahead = 2;
// The share of a move's time in a match after which a search that has settled ends: the rest is
// kept for later moves.
constexpr double settled_share = 0.4;
constexpr int lines_max = 20;  // of YXNBEST

std::string written(int score) {
  if (!is_proved(score)) return std::to_string(score);
  return (is_win(score) ? "+M" : "-M") + std::to_string(plies_to_five(score));
}

std::string written(const VariantPlayer::Choice::Found& found) {
  return "depth " + std::to_string(found.depth) + " eval " + written(found.score) + " nodes " +
         std::to_string(found.nodes);
}

std::string written(const std::vector<Point>& line) {
  std::string text;
  for (const Point point : line) text += ' ' + write_point(point);
  return text;
}

}  // namespace

const EngineProgram::Command EngineProgram::commands[] = {
    {"START", &EngineProgram::start},
    {"RECTSTART", &EngineProgram::rectangle},
    {"RESTART", &EngineProgram::restart},
    {"INFO", &EngineProgram::info},
    {"ABOUT", &EngineProgram::about},
    {"BEGIN", &EngineProgram::begin},
    {"TURN", &EngineProgram::turn},
    {"BOARD", &EngineProgram::board},
    {"SWAP2BOARD", &EngineProgram::swap2},
    {"TAKEBACK", &EngineProgram::take_back},
    {"STOP", &EngineProgram::stop},
    {"YXSTOP", &EngineProgram::stop},
    {"YXBOARD", &EngineProgram::position},
    {"YXNBEST", &EngineProgram::best_lines},
    {"YXSHOWINFO", &EngineProgram::show_info},
    {"YXSHOWFORBID", &EngineProgram::show_forbidden},
    {"YXHASHCLEAR", &EngineProgram::clear_table}};

EngineProgram::EngineProgram(std::istream& in, std::ostream& out, const Options& options, Now now,
                             Waits waits)
    : in_(in), out_(out), now_(std::move(now)), waits_(std::move(waits)), seed_(options.seed) {
  settings_.nodes = options.nodes;
}

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

void EngineProgram::listen() {
  listens_ = !line_waits();
  stopped_ = false;
  listened_at_ = asked_at_;
}

SpentTime EngineProgram::time_until(double ms) {
  longest_wait_ = longest_wait_ * 7 / 8;
  return [this, from = asked_at_, all = std::chrono::duration<double, std::milli>(ms),
          looked_at = std::optional<Deadline>()]() mutable {
    const Deadline now = now_();
    longest_wait_ = std::max(longest_wait_, now - looked_at.value_or(now));
    looked_at = now;
    const auto ahead =
        std::min<std::chrono::duration<double, std::milli>>(waits_ahead * longest_wait_, all / 2);
    return is_told_to_stop(now) ? 1 : (now - from + ahead) / all;
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
  forgets_ = true;
  say("OK");
}

void EngineProgram::info(const std::string& what) { settings_.take(what); }

void EngineProgram::about(const std::string&) {
  say("name=\"Hilltop\", version=\"1.0\", author=\"Hilltop\", country=\"\"");
}

std::string EngineProgram::complaint() const {
  if (size_ == 0) return "ERROR there was no START";
  if (!settings_.row_rule()) return "ERROR rules are 0, 1 or 4";
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

std::optional<std::vector<EngineProgram::Stone>> EngineProgram::read_stones(Owner owner) {
  std::vector<Stone> found;
  std::string wrong;
  for (std::string line; next_line(line) && upper(line) != "DONE";) {
    const std::size_t second = line.find(',', std::min(line.find(','), line.size() - 1) + 1);
    const auto point = read_point(line.substr(0, second));
    const std::string field(second == line.npos ? "" : trimmed(line.substr(second + 1)));
    if (!wrong.empty()) continue;
    if (!point || !free(*point) || std::ranges::find(found, *point, &Stone::point) != found.end())
      wrong = not_free;
    else if (owner == Owner::named && field != "1" && field != "2")
      wrong = not_owned;
    else
      found.push_back({*point, field == "1"});
  }
  asked_at_ = now_();
  if (wrong.empty()) return found;
  say(size_ == 0 ? complaint() : wrong);
  return std::nullopt;
}

bool EngineProgram::set_up() {
  stones_.clear();
  auto stones = read_stones(Owner::named);
  if (stones) stones_ = *std::move(stones);
  return stones.has_value();
}

void EngineProgram::board(const std::string&) {
  if (set_up()) move();
}

// Answers nothing: YXNBEST or another question follows.
void EngineProgram::position(const std::string&) { set_up(); }

// The side with fewer stones is to move. If both have as many, it is Black; so the colours follow
// from whose turn it is. With one more of its own (Black first after Swap2) it is Black too.
Colour EngineProgram::own_colour() const {
  const auto own = std::ranges::count(stones_, true, &Stone::own);
  return own < static_cast<std::ptrdiff_t>(stones_.size()) - own ? Colour::white : Colour::black;
}

VariantBoard EngineProgram::laid_board() const {
  VariantBoard board({size_, settings_.row_rule().value()});
  const Colour colour = own_colour();
  for (const Stone& stone : stones_) board.lay(stone.point, stone.own ? colour : other(colour));
  return board;
}

void EngineProgram::move() {
  if (const std::string why = complaint(); !why.empty()) return say(why);
  listen();
  const auto [point, found] = player_->choose(laid_board(), own_colour(), limits());
  // Both lines in one write: after each the manager may take the processor.
  if (found) out_ << "MESSAGE " << written(*found) << '\n';
  answer(point);
}

void EngineProgram::answer(Point point) {
  lay(point, true);
  say(write_point(point));
}

// Finds each line without the first stones of those before it.
void EngineProgram::best_lines(const std::string& count) {
  if (const std::string why = complaint(); !why.empty()) return say(why);
  const auto wanted = number_in<int>(count);
  if (!wanted || *wanted < 1) return say("ERROR how many lines?");
  const int lines =
      std::min({*wanted, lines_max, size_ * size_ - static_cast<int>(stones_.size())});
  const VariantBoard board = laid_board();
  listen();
  std::vector<Point> best;
  for (int i = 0; i < lines && !(i > 0 && stopped_); ++i) {
    const auto [point, found] = player_->choose(board, own_colour(), limits(i, lines), best);
    best.push_back(point);
    say("MESSAGE (" + std::to_string(i + 1) + ") " + (found ? written(*found) + " line" : "line") +
        written(found ? found->line : std::vector{point}));
  }
  answer(best.front());
}

void EngineProgram::show_info(const std::string&) {
  settings_.is_yixin = true;
  say("MESSAGE INFO MAX_THREAD_NUM " + std::to_string(threads_max));
  // The logarithm of its KiB.
  say("MESSAGE INFO MAX_HASH_SIZE " +
      std::to_string(std::bit_width(static_cast<std::uint64_t>(table_bytes_max) / 1024) - 1));
}

// "FORBID 07080911.": the points that black may not take, each in two digits and two.
void EngineProgram::show_forbidden(const std::string&) {
  if (const std::string why = complaint(); !why.empty()) return say(why);
  const VariantBoard board = laid_board();
  const auto digits = [](int number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  std::string text = "FORBID ";
  for (const Point point : board.points())
    if (board.free(point) && board.forbidden(point, Colour::black))
      text += digits(point.x) + digits(point.y);
  say(text + '.');
}

// Answers nothing.
void EngineProgram::clear_table(const std::string&) { forgets_ = true; }

VariantPlayer::Limits EngineProgram::limits(int line, int lines) {
  const std::int64_t nodes = settings_.nodes, ms = thinking_ms(settings_.clocks);
  VariantPlayer::Limits limits{
      .solver_nodes = nodes > 0 ? std::min(VariantPlayer::solver_nodes_max, nodes / 2 + 1)
                                : VariantPlayer::solver_nodes_max,
      .nodes = nodes > 0 ? nodes : nodes_max,
      .depth = settings_.depth,
      .spent = time_until(static_cast<double>(ms) * (line + 1) / lines),
      .settled_share = settings_.clocks.match_ms > 0 && lines == 1 ? settled_share : 1};
  // With a limit of nodes the same position gets the same answer: from one thread and an empty
  // table of one size.
  if (nodes == 0) {
    limits.threads = settings_.threads;
    limits.table_bytes = settings_.table_bytes();
    limits.keeps_positions = !std::exchange(forgets_, false);
  }
  if (settings_.says_iterations || settings_.marks_best)
    limits.progress = [this](const SearchResult& now) {
      if (settings_.says_iterations)
        say("MESSAGE " + written({now.score, now.depth, now.nodes}) + " line" + written(now.line));
      if (settings_.marks_best) {
        say("MESSAGE REALTIME REFRESH");
        say("MESSAGE REALTIME BEST " + write_point(now.best));
      }
    };
  return limits;
}

// The stones come as black, white, black, white, black.
void EngineProgram::swap2(const std::string&) {
  stones_.clear();
  const auto stones = read_stones(Owner::unnamed);
  if (!stones) return;
  if (size_ == 0) return say(complaint());
  gomoku::State state;
  state.first_to_move = FirstToMove::balance;
  state.board = VariantBoard({.size = size_});
  Colour colour = Colour::black;
  for (const Stone& stone : *stones) {
    state.board.lay(stone.point, colour);
    colour = other(colour);
  }
  listen();
  const SpentTime spent = time_until(static_cast<double>(thinking_ms(settings_.clocks)));
  OpeningChooser chooser(player_->search(), &spent);
  switch (state.board.stones()) {
    case 0: {
      Draw draw = Chance(seed_, openings_++).on(0);
      return say(opening_answer(state,
                                size_ == board_size
                                    ? OpeningChooser::open(state.first_to_move, draw)
                                    : chooser.open(state.first_to_move, size_, draw),
                                spent));
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
  const std::int64_t nodes = settings_.nodes > 0 ? settings_.nodes : SearchLimits::default_nodes;
  return write_point(
      player_->search().run(state.board, Colour::white, {.nodes = nodes, .spent = &spent}).best);
}

}  // namespace hilltop::gomocup
