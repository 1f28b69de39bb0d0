#include "apps/gomocup/player.hpp"

#include <algorithm>
#include <utility>

#include "apps/gomocup/limits.hpp"
#include "apps/gomocup/opening.hpp"
#include "core/text.hpp"
#include "games/gomoku/text.hpp"

namespace hilltop::gomocup {
namespace {

using namespace gomoku;

constexpr std::int64_t no_end_ms = 2'147'483'647;  // INFO time_left without a limit
constexpr int tournament = 2;                      // INFO game_type

bool is_move(const EngineReply& reply) {
  return reply.kind == Kind::points && reply.points.size() == 1;
}
bool accepts(const EngineReply& reply) {
  return reply.kind == Kind::ok || reply.kind == Kind::error || reply.kind == Kind::unknown;
}
bool is_about(const EngineReply& reply) { return reply.kind == Kind::about; }
bool is_choice(const EngineReply& reply) {
  return reply.kind == Kind::points || reply.kind == Kind::swap || reply.kind == Kind::error ||
         reply.kind == Kind::unknown || is_about(reply);
}
bool restarts(const EngineReply& reply) { return accepts(reply) || is_about(reply); }
bool is_ok_or_about(const EngineReply& reply) { return reply.kind == Kind::ok || is_about(reply); }

std::string in_quotes(std::string_view line) {
  return '\'' + std::string(trimmed(line).substr(0, quoted_bytes_max)) + '\'';
}

std::vector<Point> stones_of(const VariantBoard& board, Colour colour) {
  std::vector<Point> stones;
  std::ranges::copy_if(board.points(), std::back_inserter(stones),
                       [&](Point point) { return board.has(point, colour); });
  return stones;
}

void lay_if_free(VariantBoard& board, Point point, Colour colour) {
  if (board.free(point)) board.lay(point, colour);
}

// Returns an engine's choice by SWAP (no points) or by one or two points.
gomoku::Move chosen(const std::vector<Point>& points) {
  if (points.empty()) return TakeBlack{};
  if (points.size() == 1) return TakeWhite{points[0]};
  return PlaceTwo{points[1], points[0]};
}

std::string info(std::string_view key, std::int64_t value) {
  return "INFO " + std::string(key) + ' ' + std::to_string(value);
}

}  // namespace

EnginePlayer::EnginePlayer(Brain& brain, const Terms& terms, std::uint32_t seed, Note note, Now now)
    : brain_(brain),
      terms_(terms),
      seed_(seed),
      note_(std::move(note)),
      now_(std::move(now)),
      game_(nothing_known()) {}

EnginePlayer::Known EnginePlayer::nothing_known() const {
  const bool is_asked = !terms_.book && terms_.first_to_move == FirstToMove::balance;
  return {.swap2 = is_asked ? Swap2::plain : Swap2::none,
          .seen = VariantBoard({.size = terms_.size})};
}

EnginePlayer::Or<void> EnginePlayer::begin(std::string_view folder) {
  keep_time_until(terms_.start_ms);
  const std::string size = std::to_string(terms_.size);
  brain_.say("START " + size);
  const auto started = await(accepts, "no answer to START");
  if (!started) return std::unexpected(started.error());
  if (started->kind != Kind::ok)
    return std::unexpected("refuses a board of " + size + " x " + size + ": " +
                           in_quotes(last_line_));
  folder_ = folder;
  say_terms();
  const auto about = listen(is_about, by_);
  if (!about && !about.error().late) return std::unexpected(about.error().what);
  if (about) note_(last_line_);
  return {};
}

bool EnginePlayer::begin_again(std::uint32_t seed) {
  seed_ = seed;
  game_ = nothing_known();
  keep_time_until(terms_.start_ms);
  drop_stale_lines();
  abouts_ = 0;
  say_time_left();  // engines may drop the first line after their move
  brain_.say("RESTART");
  if (!about_.empty()) say_about();  // which an engine that ignores RESTART answers first
  // An ERROR may be for the INFO.
  const auto restarted = listen(about_.empty() ? accepts : is_ok_or_about, by_);
  if (!restarted || restarted->kind != Kind::ok) return false;
  say_terms();
  while (abouts_ > 0 && !about_.empty())
    if (!listen(is_about, by_)) return false;
  return true;
}

// Sends the limits, and ABOUT.
void EnginePlayer::say_terms() {
  brain_.say(info("timeout_turn", told_limit_ms(terms_.move_ms)));
  brain_.say(info("timeout_match", terms_.game_ms));
  brain_.say(info("max_memory", terms_.memory_mb * 1024 * 1024));
  brain_.say(info("game_type", tournament));
  brain_.say(info("rule", terms_.rule));
  brain_.say("INFO folder " + folder_);
  if (terms_.max_node != 0) brain_.say(info("max_node", terms_.max_node));
  say_about();
}

EnginePlayer::Or<std::string> EnginePlayer::answer(const Prompt& prompt) {
  const std::int64_t move_ms = noted_limit_ms(terms_.move_ms);
  const std::int64_t game_ms = std::max<std::int64_t>(terms_.game_ms - game_.used_ms, 0);
  game_is_short_ = terms_.game_ms != 0 && game_ms < move_ms;
  keep_time_until(game_is_short_ ? game_ms : move_ms);
  drop_stale_lines();
  const auto answered = [&] {
    switch (prompt.phase) {
      case Phase::opening: return open();
      case Phase::choosing: return choose(prompt.board);
      case Phase::picking: return pick(prompt.board);
      default: return place(prompt);
    }
  }();
  game_.used_ms += std::chrono::ceil<std::chrono::milliseconds>(now_() - asked_at_).count();
  return answered;
}

void EnginePlayer::end() { brain_.say("END"); }

// ------------------------------------------------------------------------------------- opening

// SWAP2BOARD lists stones in the order of laying, black and white in turn: three are black, white,
// black, but black, black, white here; two are white, black, but black, white here.
EnginePlayer::Or<std::string> EnginePlayer::open() {
  const auto reply = swap2({}, Colour::black);
  if (!reply) return std::unexpected(reply.error());
  Open move = opening(terms_.first_to_move, seed_);
  if (*reply) {
    const auto& points = (*reply)->points;
    if (points.size() != 3) return wrong_swap2();
    move = {points[0], points[2], points[1]};
  }
  lay_if_free(game_.seen, move.first_black, Colour::black);
  lay_if_free(game_.seen, move.second_black, Colour::black);
  lay_if_free(game_.seen, move.white, Colour::white);
  return Text::write(move);
}

EnginePlayer::Or<std::string> EnginePlayer::choose(const VariantBoard& board) {
  const auto reply = swap2(board, Colour::white);
  if (!reply) return std::unexpected(reply.error());
  game_.seen = board;
  if (*reply && (*reply)->points.size() == 3) return wrong_swap2();
  const gomoku::Move move = *reply ? chosen((*reply)->points) : choice(terms_.first_to_move, board);
  if (std::holds_alternative<TakeBlack>(move)) {
    game_.colour = Colour::black;
    return "B";
  }
  if (const auto* two = std::get_if<PlaceTwo>(&move)) {
    lay_if_free(game_.seen, two->black, Colour::black);
    lay_if_free(game_.seen, two->white, Colour::white);
    return Text::write(move);
  }
  game_.colour = Colour::white;
  Point white = std::get<TakeWhite>(move).white;
  // If our rule of thumb takes white, the engine still chooses the stone.
  if (!*reply) {
    const auto found = stone(board);
    if (!found) return std::unexpected(found.error());
    white = *found;
  }
  lay_if_free(game_.seen, white, Colour::white);
  return 'W' + text_of(white);
}

// After five stones white moves: an engine that lays the sixth has picked white.
EnginePlayer::Or<std::string> EnginePlayer::pick(const VariantBoard& board) {
  const auto reply = swap2(board, Colour::black);
  if (!reply) return std::unexpected(reply.error());
  game_.seen = board;
  game_.colour = gomocup::pick(terms_.first_to_move, board);
  if (*reply) {
    const auto& points = (*reply)->points;
    if (points.size() > 1) return wrong_swap2();
    game_.colour = points.empty() ? Colour::black : Colour::white;
    if (!points.empty()) game_.next_stone = points[0];
  }
  return std::string(1, letter(*game_.colour));
}

void EnginePlayer::say_about() {
  brain_.say("ABOUT");
  ++abouts_;
}

// Waits until no answer to an earlier line can still come: some engines answer each INFO and each
// stone with ERROR, which would be taken for the answer to SWAP2BOARD. Does nothing for an engine
// that does not answer ABOUT.
EnginePlayer::Or<void> EnginePlayer::settle() {
  say_time_left();
  if (about_.empty()) return {};
  say_about();
  // The answer to an ABOUT behind a move may still come, and would be taken for that to this one.
  if (std::exchange(game_.unanswered_fence, false)) say_about();
  while (abouts_ > 0)
    if (const auto about = await(is_about, "no answer to ABOUT"); !about)
      return std::unexpected(about.error());
  return {};
}

// Returns the engine's answer to SWAP2BOARD; nullopt if it does not know the command. The command
// is optional, and half of the engines ignore it: then the answer to the ABOUT behind it comes
// first. `ours`: the engine's colour without a swap.
EnginePlayer::Or<std::optional<EngineReply>> EnginePlayer::swap2(const VariantBoard& board,
                                                                 Colour ours) {
  while (game_.swap2 != Swap2::none) {
    if (const auto settled = settle(); !settled) return std::unexpected(settled.error());
    say_swap2(board, ours);
    const bool has_fence = !about_.empty() && !game_.knows_swap2;
    if (has_fence) say_about();
    auto reply = await(is_choice, "no answer to SWAP2BOARD");
    while (reply && is_about(*reply) && !has_fence)
      reply = await(is_choice, "no answer to SWAP2BOARD");
    if (!reply) return std::unexpected(reply.error());
    if (reply->kind == Kind::points || reply->kind == Kind::swap) {
      game_.knows_swap2 = game_.opened_by_engine = true;
      abouts_ = 0;  // engines may drop what follows their move
      game_.unanswered_fence = has_fence;
      return *reply;
    }
    note_(last_line_);
    game_.opened_by_engine |= is_about(*reply);
    const bool wants_colours = reply->kind == Kind::error && game_.swap2 == Swap2::plain &&
                               board.stones() > 0 && !about_.empty();
    game_.swap2 = wants_colours ? Swap2::coloured : Swap2::none;
  }
  return std::nullopt;
}

void EnginePlayer::say_swap2(const VariantBoard& board, Colour ours) {
  brain_.say("SWAP2BOARD");
  const auto black = stones_of(board, Colour::black), white = stones_of(board, Colour::white);
  const auto say = [&](Point point, Colour colour) {
    std::string line = write_point(point);
    if (game_.swap2 == Swap2::coloured) line += colour == ours ? ",1" : ",2";
    brain_.say(line);
  };
  for (std::size_t i = 0; i < black.size(); ++i) {
    say(black[i], Colour::black);
    if (i < white.size()) say(white[i], Colour::white);
  }
  brain_.say("DONE");
}

std::string EnginePlayer::wrong_swap2() const {
  return "answers SWAP2BOARD with " + in_quotes(last_line_);
}

// -------------------------------------------------------------------------------------- stones

EnginePlayer::Or<std::string> EnginePlayer::place(const Prompt& prompt) {
  if (!game_.colour) {
    // The opponent's choice shows only in the number of stones of the opening. With five, of which
    // we laid two, the first to move has an even turn.
    const int opening = prompt.board.stones() - prompt.turn;
    const Colour first = first_mover(terms_.first_to_move, opening);
    const bool swap2_played = game_.seen.stones() > 0;  // else the game began from a position (G12)
    if (opening == 3 && swap2_played)
      game_.colour = Colour::white;
    else if (opening == 4 && swap2_played)
      game_.colour = Colour::black;
    else
      game_.colour = prompt.turn % 2 == 0 ? first : other(first);
  }
  Or<Point> point = game_.next_stone ? Or<Point>(*game_.next_stone) : stone(prompt.board);
  if (!point) return std::unexpected(point.error());
  game_.next_stone.reset();
  game_.seen = prompt.board;
  lay_if_free(game_.seen, *point, *game_.colour);
  return text_of(*point);
}

// Returns the engine's next stone. Tells it the whole board at first, then only the latest stone;
// the whole board again if its opponent passed (G16).
EnginePlayer::Or<Point> EnginePlayer::stone(const VariantBoard& board) {
  const auto latest = laid_since(board);
  const bool passed = game_.told_board && !latest;
  if (passed && terms_.rule != static_cast<std::int64_t>(RowRule::renju))
    return std::unexpected("cannot be asked: the board has no new stone of its opponent");
  if (passed || (game_.opened_by_engine && !game_.told_board)) {
    say_time_left();  // engines may drop the first line after their move
    brain_.say("RESTART");
    if (!about_.empty()) say_about();  // RESTART is optional too
    if (const auto done = await(restarts, "no answer to RESTART"); !done)
      return std::unexpected(done.error());
  }
  say_time_left();
  say_position(board, latest);
  game_.told_board = true;
  const auto reply = await(is_move, "no move");
  if (!reply) return std::unexpected(reply.error());
  return reply->points[0];
}

// Sends what asks for a stone: BEGIN on an empty board, TURN for one new stone, else the board.
void EnginePlayer::say_position(const VariantBoard& board, std::optional<Point> latest) {
  if (board.stones() == 0) return brain_.say("BEGIN");
  if (latest && (game_.told_board || board.stones() == 1))
    return brain_.say("TURN " + write_point(*latest));
  say_board(board, latest);
}

// Sends the board. Some engines derive the order of play from the number of lines or the last one,
// so stones alternate as far as possible and the enemy's latest comes last.
void EnginePlayer::say_board(const VariantBoard& board, std::optional<Point> latest) {
  std::vector<Point> ours = stones_of(board, *game_.colour),
                     theirs = stones_of(board, other(*game_.colour));
  if (latest) {
    std::erase(theirs, *latest);
    theirs.push_back(*latest);
  }
  std::vector<std::string> backwards;
  while (!ours.empty() || !theirs.empty()) {
    for (auto* stones : {&theirs, &ours}) {
      if (stones->empty()) continue;
      backwards.push_back(write_point(stones->back()) + (stones == &ours ? ",1" : ",2"));
      stones->pop_back();
    }
  }
  brain_.say("BOARD");
  for (auto line = backwards.rbegin(); line != backwards.rend(); ++line) brain_.say(*line);
  brain_.say("DONE");
}

// Returns the enemy's stone since our last answer.
std::optional<Point> EnginePlayer::laid_since(const VariantBoard& board) const {
  const Colour theirs = other(*game_.colour);
  for (const Point point : board.points())
    if (board.has(point, theirs) && game_.seen.free(point)) return point;
  return std::nullopt;
}

// --------------------------------------------------------------------------- saying and hearing

void EnginePlayer::keep_time_until(std::int64_t limit_ms) {
  complaint_.clear();
  search_ = {};
  asked_at_ = now_();
  limit_ms_ = limit_ms;
  by_ = asked_at_ + std::chrono::milliseconds(limit_ms_);
}

void EnginePlayer::say_time_left() {
  const auto passed = std::chrono::floor<std::chrono::milliseconds>(now_() - asked_at_).count();
  const std::int64_t left = std::max<std::int64_t>(terms_.game_ms - game_.used_ms - passed, 0);
  brain_.say(info("time_left", terms_.game_ms == 0 ? no_end_ms : left));
}

// Drops lines that the engine wrote before the question, which are not answers.
void EnginePlayer::drop_stale_lines() {
  for (int i = 0; i < stale_lines_max; ++i) {
    const auto line = brain_.hear(now_());
    if (!line) return;
    understood(*line);
    if (!trimmed(*line).empty()) note_(*line);  // of CR LF, LF comes as an empty line
  }
}

// Reads a line. Only the answer to an ABOUT is of the kind `about`: a line of its form, or, from an
// engine that answers in another, the same line as the first time.
EngineReply EnginePlayer::understood(const std::string& line) {
  EngineReply reply = read_reply(line);
  if (reply.kind != Kind::about && reply.kind != Kind::other) return reply;
  const bool answers = reply.kind == Kind::about || about_.empty() || line == about_;
  reply.kind = answers && abouts_ > 0 ? Kind::about : Kind::other;
  if (reply.kind == Kind::other) return reply;
  --abouts_;
  if (about_.empty()) about_ = line;
  return reply;
}

std::expected<EngineReply, Trouble> EnginePlayer::listen(Wanted wanted, Deadline by) {
  for (;;) {
    auto line = brain_.hear(by);
    if (!line) return std::unexpected(line.error());
    EngineReply reply = understood(*line);
    if (wanted(reply)) {
      last_line_ = *std::move(line);
      return reply;
    }
    if (!trimmed(*line).empty()) note_(*line);
    if (reply.kind == Kind::remark || reply.kind == Kind::other) take_search(search_, *line);
    if (reply.kind == Kind::error || reply.kind == Kind::unknown) complaint_ = *line;
    if (now_() >= by) return std::unexpected(Trouble{true, ""});  // else it may talk for ever
  }
}

// `nothing`: what the note of a late engine says is missing.
EnginePlayer::Or<EngineReply> EnginePlayer::await(Wanted wanted, std::string_view nothing) {
  auto reply = listen(wanted, by_);
  if (!reply && reply.error().late) {
    note_("hilltop-gomocup: " + lateness(nothing));
    reply = listen(wanted, Deadline::max());
  }
  if (reply) return *reply;
  return std::unexpected(with_complaint(reply.error().what));
}

std::string EnginePlayer::lateness(std::string_view nothing) const {
  if (game_is_short_)
    return with_complaint("it used up its " + std::to_string(terms_.game_ms) + " ms for the game");
  return with_complaint(std::string(nothing) + " in " + std::to_string(limit_ms_) + " ms");
}

std::string EnginePlayer::with_complaint(const std::string& what) const {
  return complaint_.empty() ? what : what + ", but " + in_quotes(complaint_);
}

}  // namespace hilltop::gomocup
