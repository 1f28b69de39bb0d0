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
bool is_choice(const EngineReply& reply) {
  return reply.kind == Kind::points || reply.kind == Kind::swap || reply.kind == Kind::error ||
         reply.kind == Kind::unknown;
}
// The answer to ABOUT has no form, except that it is none of the protocol's words.
bool is_about(const EngineReply& reply) { return reply.kind == Kind::other; }

std::string in_quotes(std::string_view line) {
  return '\'' + std::string(trimmed(line).substr(0, quoted_bytes_max)) + '\'';
}

std::vector<Point> stones_of(const Board& board, Colour colour) {
  std::vector<Point> stones;
  std::ranges::copy_if(all_points, std::back_inserter(stones),
                       [&](Point point) { return board.has(point, colour); });
  return stones;
}

void lay_if_free(Board& board, Point point, Colour colour) {
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
      swap2_(terms.book || terms.first_to_move == FirstToMove::black ? Swap2::none : Swap2::plain) {
}

EnginePlayer::Or<void> EnginePlayer::begin(std::string_view folder) {
  keep_time_until(terms_.start_ms);
  brain_.say("START " + std::to_string(board_size));
  const auto started = await(accepts, "no answer to START");
  if (!started) return std::unexpected(started.error());
  if (started->kind != Kind::ok)
    return std::unexpected("refuses a board of 15 x 15: " + in_quotes(last_line_));
  brain_.say(info("timeout_turn", told_limit_ms(terms_.move_ms)));
  brain_.say(info("timeout_match", terms_.game_ms));
  brain_.say(info("max_memory", terms_.memory_mb * 1024 * 1024));
  brain_.say(info("game_type", tournament));
  brain_.say(info("rule", terms_.rule));
  brain_.say("INFO folder " + std::string(folder));
  if (terms_.max_node != 0) brain_.say(info("max_node", terms_.max_node));
  const auto about = introduce();
  if (answers_about_) note_(last_line_);
  return about;
}

// Sends ABOUT, whose answer shows that none to an earlier line is still to come: some engines
// answer INFO with ERROR, which would be taken for the answer to SWAP2BOARD.
EnginePlayer::Or<void> EnginePlayer::introduce() {
  if (!answers_about_) return {};
  brain_.say("ABOUT");
  const auto about = listen(is_about, std::min(by_, now_() + about_time_max));
  if (!about && !about.error().late) return std::unexpected(about.error().what);
  answers_about_ = about.has_value();
  return {};
}

EnginePlayer::Or<std::string> EnginePlayer::answer(const Prompt& prompt) {
  const std::int64_t move_ms = own_limit_ms(terms_.move_ms);
  const std::int64_t game_ms = std::max<std::int64_t>(terms_.game_ms - used_ms_, 0);
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
  used_ms_ += std::chrono::ceil<std::chrono::milliseconds>(now_() - asked_at_).count();
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
  lay_if_free(seen_, move.first_black, Colour::black);
  lay_if_free(seen_, move.second_black, Colour::black);
  lay_if_free(seen_, move.white, Colour::white);
  return Text::write(move);
}

EnginePlayer::Or<std::string> EnginePlayer::choose(const Board& board) {
  const auto reply = swap2(board, Colour::white);
  if (!reply) return std::unexpected(reply.error());
  seen_ = board;
  if (*reply && (*reply)->points.size() == 3) return wrong_swap2();
  const gomoku::Move move = *reply ? chosen((*reply)->points) : choice(terms_.first_to_move, board);
  if (std::holds_alternative<TakeBlack>(move)) {
    colour_ = Colour::black;
    return "B";
  }
  if (const auto* two = std::get_if<PlaceTwo>(&move)) {
    lay_if_free(seen_, two->black, Colour::black);
    lay_if_free(seen_, two->white, Colour::white);
    return Text::write(move);
  }
  colour_ = Colour::white;
  Point white = std::get<TakeWhite>(move).white;
  // If our rule of thumb takes white, the engine still chooses the stone.
  if (!*reply) {
    const auto found = stone(board);
    if (!found) return std::unexpected(found.error());
    white = *found;
  }
  lay_if_free(seen_, white, Colour::white);
  return 'W' + text_of(white);
}

// After five stones white moves: an engine that lays the sixth has picked white.
EnginePlayer::Or<std::string> EnginePlayer::pick(const Board& board) {
  const auto reply = swap2(board, Colour::black);
  if (!reply) return std::unexpected(reply.error());
  seen_ = board;
  colour_ = gomocup::pick(terms_.first_to_move, board);
  if (*reply) {
    const auto& points = (*reply)->points;
    if (points.size() > 1) return wrong_swap2();
    colour_ = points.empty() ? Colour::black : Colour::white;
    if (!points.empty()) next_stone_ = points[0];
  }
  return std::string(1, letter(*colour_));
}

// Returns the engine's answer to SWAP2BOARD; nullopt if it does not know the command. `ours`: its
// colour if nobody swaps.
EnginePlayer::Or<std::optional<EngineReply>> EnginePlayer::swap2(const Board& board, Colour ours) {
  while (swap2_ != Swap2::none) {
    say_time_left();
    if (const auto settled = introduce(); !settled) return std::unexpected(settled.error());
    say_swap2(board, ours);
    const auto reply = await(is_choice, "no answer to SWAP2BOARD");
    if (!reply) return std::unexpected(reply.error());
    if (reply->kind == Kind::points || reply->kind == Kind::swap) {
      opened_by_engine_ = true;
      return *reply;
    }
    note_(last_line_);
    const bool wants_colours =
        reply->kind == Kind::error && swap2_ == Swap2::plain && board.stones() > 0;
    swap2_ = wants_colours ? Swap2::coloured : Swap2::none;
  }
  return std::nullopt;
}

void EnginePlayer::say_swap2(const Board& board, Colour ours) {
  brain_.say("SWAP2BOARD");
  const auto black = stones_of(board, Colour::black), white = stones_of(board, Colour::white);
  const auto say = [&](Point point, Colour colour) {
    std::string line = write_point(point);
    if (swap2_ == Swap2::coloured) line += colour == ours ? ",1" : ",2";
    brain_.say(line);
  };
  for (std::size_t i = 0; i < black.size(); ++i) {
    say(black[i], Colour::black);
    if (i < white.size()) say(white[i], Colour::white);
  }
  brain_.say("DONE");
}

std::unexpected<std::string> EnginePlayer::wrong_swap2() const {
  return std::unexpected("answers SWAP2BOARD with " + in_quotes(last_line_));
}

// -------------------------------------------------------------------------------------- stones

EnginePlayer::Or<std::string> EnginePlayer::place(const Prompt& prompt) {
  if (!colour_) {
    // The opponent's choice shows only in the number of stones of the opening. With five, of which
    // we laid two, the first to move has an even turn.
    const int opening = prompt.board.stones() - prompt.turn;
    const Colour first = first_mover(terms_.first_to_move, opening);
    if (opening == 3)
      colour_ = Colour::white;
    else if (opening == 4)
      colour_ = Colour::black;
    else
      colour_ = prompt.turn % 2 == 0 ? first : other(first);
  }
  Or<Point> point = next_stone_ ? Or<Point>(*next_stone_) : stone(prompt.board);
  if (!point) return std::unexpected(point.error());
  next_stone_.reset();
  seen_ = prompt.board;
  lay_if_free(seen_, *point, *colour_);
  return text_of(*point);
}

// Returns the engine's next stone. Tells it the whole board at first, then only the latest stone.
EnginePlayer::Or<Point> EnginePlayer::stone(const Board& board) {
  const auto latest = laid_since(board);
  if (told_board_ && !latest)
    return std::unexpected("cannot be asked: the board has no new stone of its opponent");
  if (opened_by_engine_ && !told_board_) {
    brain_.say("RESTART");
    if (const auto done = await(accepts, "no answer to RESTART"); !done)
      return std::unexpected(done.error());
  }
  say_time_left();
  if (told_board_)
    brain_.say("TURN " + write_point(*latest));
  else
    say_board(board, latest);
  told_board_ = true;
  const auto reply = await(is_move, "no move");
  if (!reply) return std::unexpected(reply.error());
  return reply->points[0];
}

// Sends the board. Some engines derive the order of play from the number of lines or the last one,
// so stones alternate as far as possible and the enemy's latest comes last.
void EnginePlayer::say_board(const Board& board, std::optional<Point> latest) {
  std::vector<Point> ours = stones_of(board, *colour_), theirs = stones_of(board, other(*colour_));
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
std::optional<Point> EnginePlayer::laid_since(const Board& board) const {
  for (const Point point : stones_of(board, other(*colour_)))
    if (seen_.free(point)) return point;
  return std::nullopt;
}

// --------------------------------------------------------------------------- saying and hearing

void EnginePlayer::keep_time_until(std::int64_t limit_ms) {
  complaint_.clear();
  asked_at_ = now_();
  limit_ms_ = limit_ms;
  by_ = asked_at_ + std::chrono::milliseconds(limit_ms_);
}

void EnginePlayer::say_time_left() {
  const auto passed = std::chrono::floor<std::chrono::milliseconds>(now_() - asked_at_).count();
  const std::int64_t left = std::max<std::int64_t>(terms_.game_ms - used_ms_ - passed, 0);
  brain_.say(info("time_left", terms_.game_ms == 0 ? no_end_ms : left));
}

// Drops lines that the engine wrote before the question, which are no answers.
void EnginePlayer::drop_stale_lines() {
  for (int i = 0; i < stale_lines_max; ++i) {
    const auto line = brain_.hear(now_());
    if (!line) return;
    note_(*line);
  }
}

std::expected<EngineReply, Trouble> EnginePlayer::listen(Wanted wanted, Deadline by) {
  for (;;) {
    auto line = brain_.hear(by);
    if (!line) return std::unexpected(line.error());
    EngineReply reply = read_reply(*line);
    if (wanted(reply)) {
      last_line_ = *std::move(line);
      return reply;
    }
    if (!trimmed(*line).empty()) note_(*line);
    if (reply.kind == Kind::error || reply.kind == Kind::unknown) complaint_ = *line;
    if (now_() >= by) return std::unexpected(Trouble{true, ""});  // else it may talk for ever
  }
}

EnginePlayer::Or<EngineReply> EnginePlayer::await(Wanted wanted, std::string_view nothing) {
  const auto reply = listen(wanted, by_);
  if (reply) return *reply;
  std::string what = reply.error().what;
  if (reply.error().late) {
    what = std::string(nothing) + " in " + std::to_string(limit_ms_) + " ms";
    if (game_is_short_) what = "used up its " + std::to_string(terms_.game_ms) + " ms for the game";
  }
  if (!complaint_.empty()) what += ", but " + in_quotes(complaint_);
  return std::unexpected(what);
}

}  // namespace hilltop::gomocup
