#pragma once
#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"
#include "core/timing.hpp"
#include "runner/manifest.hpp"
#include "runner/report.hpp"

namespace hilltop::play {

// Time that a bot has after its last line, to finish writing files.
constexpr std::chrono::milliseconds farewell_ms{500};

// A failure of the machine, not of the player: the player's games are void and may be played again.
struct PlayerLost : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A player outside the program that exchanges lines with it: a process (ProcessPlayer), or a script
// in tests. One conversation follows another. Errors of the player are Faults; failures of the
// machine are exceptions. Used by one thread at a time.
class OutsidePlayer {
 public:
  virtual ~OutsidePlayer() = default;

  // Begins a conversation with these arguments. The only fault is refused_to_start.
  virtual std::expected<void, Fault> start(const std::vector<std::string>& arguments) = 0;
  // Announces the arguments of the next conversation, so that it may start during this one.
  virtual void prepare(const std::vector<std::string>& /*arguments*/) {}

  // Queues a line to the player; send() or hear() sends it.
  virtual void tell(std::string_view line) = 0;
  // Sends the queued lines. Returns the time from which on the player has them.
  virtual Deadline send() { return now(); }
  // Waits for the player's next line. After a fault returns that fault again.
  virtual std::expected<std::string, Fault> hear(Deadline by) = 0;
  // Returns the time on the clock of the deadlines, which may be the player's own.
  virtual Deadline now() const { return Deadline::clock::now(); }

  // Tells how many games the player computes for from now on.
  virtual void play(std::uint32_t /*games*/) {}
  // Stops the player until the next line to it.
  virtual void pause() {}

  // Keeps a conversation of which all games are over for another player object of the same bot, in
  // place of farewell() and finish(). `hello`: its first line; `ready`: the answer to that. Returns
  // whether it did.
  virtual bool rest(std::string_view /*hello*/, std::string_view /*ready*/) { return false; }
  // Goes on with a conversation that was kept, in place of start() and the hello; returns the
  // answer to that. nullopt: there is none.
  virtual std::optional<std::string> resume(std::string_view /*hello*/) { return std::nullopt; }

  // Sends the last line of the conversation; does not wait.
  virtual void farewell(std::string_view line) = 0;
  // Waits until the player has left or the deadline, and ends the conversation. With several
  // players: farewell to all, then finish each by the same deadline.
  virtual void finish(Deadline by) = 0;
  // Ends the conversation now; the next one has a new player.
  virtual void drop() = 0;

  // Returns the end of the player's standard error, for its author.
  virtual std::string error_output() { return {}; }
  // Returns the sandbox layers around the player; nullopt if it has none.
  virtual std::optional<runner::Layers> layers() const { return std::nullopt; }
};

// That a process answered in time.
struct AnswerOfProcess {
  std::uint32_t game;
  std::string_view asked;         // the question
  std::chrono::nanoseconds took;  // since the question or, of several, since the answer before
  bool first;  // of a process, with that to its first line, or, where one plays on, of a game: both
               // may take what is left of start_ms
};

// Callbacks of a conversation; each may be null.
struct OutsideListener {
  // Takes '>' and a line to the player, '<' and a line from it, or '*' at the start.
  std::function<void(char direction, std::string_view line)> wire;
  std::function<void()> thinks;  // called when an answer takes longer than some milliseconds
  std::function<void(std::string_view line)> error_line;  // takes each line of standard error
};

using MakeOutsidePlayer = std::function<std::unique_ptr<OutsidePlayer>(const runner::Manifest& bot,
                                                                       OutsideListener listener)>;

}  // namespace hilltop::play
