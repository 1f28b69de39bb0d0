#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "apps/gomocup/brain.hpp"
#include "apps/gomocup/settings.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/solver/variant_player.hpp"
#include "games/gomoku/variant.hpp"

namespace hilltop::gomocup {

// The engine of Gomoku for Gomocup's managers: reads their lines and answers them. It plays on 15 x
// 15 and 20 x 20 by rule 0, 1 or 4 (variant_player.hpp), and knows SWAP2BOARD. Programs of analysis
// ask it by the words of Yixin's protocol (Kai Sun, "Yixin Protocol").
class EngineProgram {
 public:
  using Now = std::function<Deadline()>;
  using Waits = std::function<bool()>;

  struct Options {
    std::int64_t nodes = 0;  // of each search, until INFO max_node says it; 0: the clock alone
    std::uint64_t seed = 1;  // by which openings are drawn
  };

  // `waits`: whether the manager's next characters can be read at once; a manager whose input is
  // there already is not heard while the engine thinks, for it is a script.
  EngineProgram(
      std::istream& in, std::ostream& out, const Options& options, Now now = Clock::now,
      Waits waits = [] { return true; });

  void run();  // until END or the end of the input

 private:
  struct Stone {
    gomoku::Point point;
    bool own;
  };
  struct Command {
    std::string_view word;
    void (EngineProgram::*carry_out)(const std::string& rest);
  };
  static const Command commands[];

  void start(const std::string& size);
  void rectangle(const std::string& sides);
  void restart(const std::string& rest);
  void info(const std::string& what);
  void about(const std::string& rest);
  void begin(const std::string& rest);
  void turn(const std::string& text);
  void board(const std::string& rest);
  void position(const std::string& rest);
  void best_lines(const std::string& count);
  void show_info(const std::string& rest);
  void show_forbidden(const std::string& rest);
  void clear_table(const std::string& rest);
  void swap2(const std::string& rest);
  void take_back(const std::string& text);
  void stop(const std::string& rest);

  bool next_line(std::string& line);
  // Returns whether the manager has begun another line; drops the white space before it.
  bool line_waits();
  // Reads what the manager says while the engine thinks; returns whether it wants the move now.
  bool is_told_to_stop(Deadline now);
  void say(const std::string& line);
  std::string complaint() const;  // why no move is possible now; empty if one is
  bool free(gomoku::Point point) const;
  // Whether each line has a third field, the owner of its stone.
  enum class Owner { named, unnamed };
  // Reads stones up to DONE; says what is wrong if a line is none, or its point is not free.
  std::optional<std::vector<Stone>> read_stones(Owner owner);
  bool set_up();  // takes the stones of BOARD
  void lay(gomoku::Point point, bool own) { stones_.push_back({point, own}); }
  void move();
  void answer(gomoku::Point point);
  gomoku::Colour own_colour() const;
  gomoku::VariantBoard laid_board() const;
  void listen();  // from now on, to what the manager says while the engine thinks
  // Returns the clock of a search that may take until so long after the question. It ends the
  // search earlier where the process waits for a processor.
  gomoku::SpentTime time_until(double ms);
  // Returns the limits of the search for line number `line` of `lines`, which share the time.
  gomoku::VariantPlayer::Limits limits(int line = 0, int lines = 1);
  std::string opening_answer(const gomoku::State& state, const gomoku::Move& move,
                             const gomoku::SpentTime& spent);

  std::istream& in_;
  std::ostream& out_;
  Now now_;
  Waits waits_;
  std::deque<std::string> heard_;  // lines that came while it thought
  bool listens_ = false, stopped_ = false;
  Deadline listened_at_{};
  Deadline::duration longest_wait_{};  // between two looks at the clock, lately
  Settings settings_;
  std::uint64_t seed_;
  int size_ = 0;  // 0: START has not come
  std::vector<Stone> stones_;
  std::optional<gomoku::VariantPlayer> player_;
  Deadline asked_at_{};         // when the last question was complete
  bool forgets_ = false;        // what earlier searches remembered, before the next one
  std::uint32_t openings_ = 0;  // that were asked of it
};

}  // namespace hilltop::gomocup
