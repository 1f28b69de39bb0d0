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
  std::int64_t rule = 0;         // of INFO; 0 is this game: five or more win
  gomoku::FirstToMove first_to_move = gomoku::FirstToMove::black;
  bool book = false;  // never send SWAP2BOARD
};

// Plays one game: answers the arena's lines with an engine's moves.
//
// SWAP2BOARD means the orthodox Swap2, in which the number of stones determines who moves. If black
// always moves first, an engine would judge a different game, so then, and if the engine does not
// know the command, we play the opening for it (opening.hpp).
class EnginePlayer {
 public:
  using Now = std::function<Deadline()>;
  using Note = std::function<void(std::string_view)>;  // takes lines that are no answers
  template <class T>
  using Or = std::expected<T, std::string>;  // error: what the engine did wrong

  EnginePlayer(Brain& brain, const Terms& terms, std::uint32_t seed, Note note,
               Now now = Clock::now);

  // Sends START, INFO and ABOUT.
  Or<void> begin(std::string_view folder);
  // Returns the answer to a prompt, in the form that the arena takes.
  Or<std::string> answer(const Prompt& prompt);
  void end();

 private:
  using Wanted = bool (*)(const EngineReply&);

  Or<std::string> open();
  Or<std::string> choose(const gomoku::Board& board);
  Or<std::string> pick(const gomoku::Board& board);
  Or<std::string> place(const Prompt& prompt);

  Or<void> introduce();
  Or<Point> stone(const gomoku::Board& board);
  void say_board(const gomoku::Board& board, std::optional<Point> latest);
  std::optional<Point> laid_since(const gomoku::Board& board) const;

  Or<std::optional<EngineReply>> swap2(const gomoku::Board& board, gomoku::Colour ours);
  void say_swap2(const gomoku::Board& board, gomoku::Colour ours);
  std::unexpected<std::string> wrong_swap2() const;

  void say_time_left();
  void drop_stale_lines();
  std::expected<EngineReply, Trouble> listen(Wanted wanted, Deadline by);
  Or<EngineReply> await(Wanted wanted, std::string_view nothing);
  void keep_time_until(std::int64_t limit_ms);

  Brain& brain_;
  Terms terms_;
  std::uint32_t seed_;
  Note note_;
  Now now_;

  // The form of SWAP2BOARD that the engine takes, as far as we know: none, points, or points with
  // colours.
  enum class Swap2 { none, plain, coloured };
  Swap2 swap2_;
  bool answers_about_ = true;
  bool opened_by_engine_ = false;         // stones of SWAP2BOARD may be on its board
  bool told_board_ = false;               // it has the board, and needs only new stones
  std::optional<gomoku::Colour> colour_;  // ours, once known
  std::optional<Point> next_stone_;       // came with the choice of a colour
  gomoku::Board seen_;                    // the last board, with our stones since

  Deadline asked_at_, by_;  // of the current answer
  std::int64_t limit_ms_ = 0;
  bool game_is_short_ = false;  // less time is left for the game than a move may take
  std::int64_t used_ms_ = 0;
  std::string complaint_;  // its last ERROR or UNKNOWN since the question
  std::string last_line_;
};

}  // namespace hilltop::gomocup
