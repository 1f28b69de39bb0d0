#pragma once
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/written_advice.hpp"
#include "core/drawing.hpp"
#include "core/json.hpp"
#include "core/problem.hpp"
#include "core/seat.hpp"
#include "match/record.hpp"
#include "play/person.hpp"

namespace hilltop::play {
struct GameReport;
}

namespace hilltop::arena {

// What a step did, in lines for a small screen, or how the game opened.
struct News {
  std::optional<Seat> seat;  // that moved; nullopt for the opening
  std::string text;
};

// A type-erased game of people and bots that a terminal or a browser drives step by step. record()
// is the game so far; AnyGame::open() resumes it. Used by one thread at a time, not always the same
// one. A bot in a folder is a process in its sandbox, which begins with its first question, is
// stopped while it is not asked, and ends with the game or this object; what it writes goes with
// it.
class GameSession {
 public:
  virtual ~GameSession() = default;

  // Returns the seat to move; nullopt once the game is over.
  virtual std::optional<Seat> pending() const = 0;
  virtual bool is_person(Seat seat) const = 0;

  // Asks the pending bot, and plays its move, or what its fault costs. A process that begins in the
  // middle of a game is first asked again what it was asked before, one question a call, so the
  // same seat may be pending afterwards. One call takes at most twice move_ms, and start_ms for a
  // new process, after what its build takes. Throws PlayerLost if the machine fails the process
  // again and again; the game is unchanged, and the next call begins another process.
  void ask_bot() { question()()(); }
  // The same in three steps, so that no onlooker of the game waits for a process: the
  // second one waits for the bot, and may be done on another thread, while this object is used by
  // functions that are constant and by rename(). The third one plays the move. All three belong to
  // this object; a question whose answer is no longer wanted needs no third step, but the game goes
  // on in another object then.
  using PlayAnswer = std::function<void()>;
  using AwaitAnswer = std::function<PlayAnswer()>;
  virtual AwaitAnswer question() = 0;

  // For a pending person. `confirms_first`: text to confirm before the table is shown, or empty.
  virtual play::PersonPrompt prompt() const = 0;
  // Returns the table as the seat sees it, also when it is not asked.
  virtual DrawnTable draw(Seat seat, const Canvas& canvas) const = 0;
  // Returns what a page shows to the seat, or to a stranger (docs/scenes.md), and what happened so
  // far: a JSON array of events, each with the number of its step, where 0 is the opening. Throw
  // std::logic_error unless GameModule::has_scenes.
  virtual Json scene(std::optional<Seat> onlooker, Moment moment) const = 0;
  virtual const Json& events() const = 0;
  // Returns the choices of the pending person. Problem: the game has no adviser.
  virtual std::expected<WrittenAdvice, Problem> advice() const = 0;
  virtual std::string confirms_first() const = 0;
  // Plays a typed answer. Returns a text to confirm afterwards, or an empty one. Problem: the
  // answer cannot be played; the game is unchanged. Throws ListRanOut if dice from a file run out.
  virtual std::expected<std::string, Problem> submit(Seat seat, std::string_view typed) = 0;
  // Makes the pending seat leave the game.
  virtual void forfeit() = 0;
  // Once the game is over: tells its processes how it ended, and waits until they have left, at
  // most farewell_ms. May be done on another thread, as the second step of a question.
  virtual void farewell() = 0;

  // Takes back the seat's last decision and all that came after it: the record is replayed without
  // them, and counts how often that was done. Processes end, and begin again when they are asked.
  // Problem: other people play too, or the seat has decided nothing yet.
  virtual std::expected<void, Problem> undo(Seat seat) = 0;
  // Returns the record that undo() would leave, or why there is none.
  virtual std::expected<Record, Problem> undone(Seat seat) const = 0;

  virtual bool can_be_saved_in_a_turn() const = 0;
  virtual void rename(Seat seat, const std::string& name) = 0;
  virtual const Record& record() const = 0;

  // Returns the lines of the log since the last call.
  virtual std::string take_log() = 0;
  // Returns the last part of the log.
  virtual std::string last_log() const = 0;
  // Returns what happened so far, the oldest first. Steps without news are left out.
  virtual const std::vector<News>& news() const = 0;
  // Return the result, once the game is over.
  virtual std::string ending() const = 0;
  virtual play::GameReport report() const = 0;
};

}  // namespace hilltop::arena
