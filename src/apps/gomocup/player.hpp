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
  std::int64_t move_ms = 500;  // the conditions's limits (docs/contests.md)
  std::int64_t start_ms = 5000;
  std::int64_t game_ms = 0;      // the engine's own time for a game; 0: only that of each move
  std::int64_t memory_mb = 350;  // 0: as much as it likes
  std::int64_t max_node = 0;     // 0: not mentioned
  std::int64_t rule = 0;         // of INFO; 0 is this game: five or more win
  gomoku::FirstToMove first_to_move = gomoku::FirstToMove::black;
  bool book = false;  // never ask for SWAP2BOARD
};

// Plays one game: hears our conditions's lines and answers them with what an engine says.
//
// SWAP2BOARD means the orthodox Swap2, in which the stones' number says who moves. Where black
// always moves first an engine would conditions another game than the one it is in, so there, and
// where it does not know the command, the opening is played for it (opening.hpp).
class EnginePlayer {
 public:
  using Now = std::function<Deadline()>;
  using Note = std::function<void(std::string_view)>;  // what an engine said that is no answer
  template <class T>
  using Or = std::expected<T, std::string>;  // the error: what the engine did wrong

  EnginePlayer(Brain& brain, const Terms& terms, std::uint32_t seed, Note note,
               Now now = Clock::now);

  // START, INFO and ABOUT.
  Or<void> begin(std::string_view folder);
  // The answer to a prompt, as our conditions wants it.
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

  // How this engine hears SWAP2BOARD, as far as we know: not at all, with points, with colours too.
  enum class Swap2 { none, plain, coloured };
  Swap2 swap2_;
  bool answers_about_ = true;
  bool opened_by_engine_ = false;         // stones of SWAP2BOARD may be on its board
  bool told_board_ = false;               // from then on it hears of each stone
  std::optional<gomoku::Colour> colour_;  // ours, once it is settled
  std::optional<Point> next_stone_;       // one that came with the choice of a colour
  gomoku::Board seen_;                    // the last board, with what we laid on it

  Deadline asked_at_, by_;  // of the answer under way
  std::int64_t limit_ms_ = 0;
  bool game_is_short_ = false;  // what is left for the game is less than that for a move
  std::int64_t used_ms_ = 0;
  std::string complaint_;  // its last ERROR or UNKNOWN since it was asked
  std::string last_line_;
};

}  // namespace hilltop::gomocup
