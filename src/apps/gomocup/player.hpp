#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/gomocup/brain.hpp"
#include "apps/gomocup/prompt.hpp"
#include "apps/gomocup/words.hpp"
#include "games/gomoku/rules.hpp"

namespace hilltop::gomocup {

struct Terms {
  std::int64_t move_ms = 500;  // the contest's limits (docs/contests.md)
  std::int64_t start_ms = 5000;
  std::int64_t game_ms = 0;      // the engine's time for a game; 0: only that for each move
  std::int64_t memory_mb = 350;  // 0: no limit
  std::int64_t max_node = 0;     // 0: not sent
  int size = 15;                 // of the board
  std::int64_t rule = 0;         // of INFO; 0: five or more win, 1: exactly five, 4: renju
  gomoku::FirstToMove first_to_move = gomoku::FirstToMove::black;
  bool book = false;  // never send SWAP2BOARD
};

// Plays games, one after another: answers the arena's lines with an engine's moves.
//
// SWAP2BOARD means the orthodox Swap2, in which the number of stones determines which colour moves.
// If black always moves first, an engine would judge a different game, so then, and if the engine
// does not know the command, we play the opening for it (opening.hpp).
//
// The adapter waits for a late engine: the arena keeps the time, and ends it.
class EnginePlayer {
 public:
  using Now = std::function<Deadline()>;
  using Note = std::function<void(std::string_view)>;  // takes lines that are not answers
  template <class T>
  using Or = std::expected<T, std::string>;  // error: what the engine did wrong

  EnginePlayer(Brain& brain, const Terms& terms, std::uint32_t seed, Note note,
               Now now = Clock::now);

  // Sends START, INFO and ABOUT.
  Or<void> begin(std::string_view folder);
  // Begins another game, by RESTART. Returns whether the engine did; if not, another process of it
  // has to play the game: it refuses or ignores RESTART, is silent, or has ended.
  bool begin_again(std::uint32_t seed);
  // Returns the answer to a prompt, in the form that the arena takes, or in one that it does not
  // take if the engine's answer fits no question.
  Or<std::string> answer(const Prompt& prompt);
  // Returns what the engine said of its search for the last answer; may be empty.
  const SearchNote& search() const { return search_; }
  void end();

 private:
  using Wanted = bool (*)(const EngineReply&);

  Or<std::string> open();
  Or<std::string> choose(const gomoku::VariantBoard& board);
  Or<std::string> pick(const gomoku::VariantBoard& board);
  Or<std::string> place(const Prompt& prompt);

  Or<Point> stone(const gomoku::VariantBoard& board);
  void say_position(const gomoku::VariantBoard& board, std::optional<Point> latest);
  void say_board(const gomoku::VariantBoard& board, std::optional<Point> latest);
  std::optional<Point> laid_since(const gomoku::VariantBoard& board) const;

  void say_terms();
  void say_about();
  Or<void> settle();
  Or<std::optional<EngineReply>> swap2(const gomoku::VariantBoard& board, gomoku::Colour ours);
  void say_swap2(const gomoku::VariantBoard& board, gomoku::Colour ours);
  std::string wrong_swap2() const;

  void say_time_left();
  void drop_stale_lines();
  EngineReply understood(const std::string& line);
  std::expected<EngineReply, Trouble> listen(Wanted wanted, Deadline by);
  Or<EngineReply> await(Wanted wanted, std::string_view nothing);
  std::string lateness(std::string_view nothing) const;
  std::string with_complaint(const std::string& what) const;
  void keep_time_until(std::int64_t limit_ms);

  // The form of SWAP2BOARD that the engine takes, as far as we know: none, points, or points with
  // colours.
  enum class Swap2 { none, plain, coloured };

  // What is known in a game. The next one begins without it, so that the engine is asked the same
  // whatever it played before.
  struct Known {
    Swap2 swap2 = Swap2::plain;
    bool knows_swap2 = false;              // it has answered one
    bool unanswered_fence = false;         // an ABOUT behind its answer, which it may have dropped
    bool opened_by_engine = false;         // stones of SWAP2BOARD may be on its board
    bool told_board = false;               // it has the board, and needs only new stones
    std::optional<gomoku::Colour> colour;  // ours, once known
    std::optional<Point> next_stone;       // came with the choice of a colour
    gomoku::VariantBoard seen;             // the last board, with our stones since
    std::int64_t used_ms = 0;
  };
  Known nothing_known() const;

  Brain& brain_;
  Terms terms_;
  std::uint32_t seed_;
  Note note_;
  Now now_;
  std::string folder_;
  std::string about_;  // its answer to ABOUT; empty: none yet
  int abouts_ = 0;     // that it has yet to answer
  Known game_;

  Deadline asked_at_, by_;  // of the current answer
  std::int64_t limit_ms_ = 0;
  bool game_is_short_ = false;  // less time is left for the game than a move may take
  std::string complaint_;       // its last ERROR or UNKNOWN since the question
  std::string last_line_;
  SearchNote search_;
};

}  // namespace hilltop::gomocup
