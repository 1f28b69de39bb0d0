#pragma once
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

namespace hilltop::arena {

// The machine has failed a player. That is no fault of the player, whose games are void and may be
// played again.
struct PlayerLost : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A player outside the program who is spoken to in lines: a process here (ProcessPlayer), a script
// in tests. One conversation follows another. What the player does wrong is a Fault; what the
// machine cannot do throws. Used by one thread at a time.
class OutsidePlayer {
 public:
  virtual ~OutsidePlayer() = default;

  // Begins a conversation, of which the player is told `arguments` first. The only fault is
  // refused_to_start.
  virtual std::expected<void, Fault> start(const std::vector<std::string>& arguments) = 0;
  // The arguments of the next conversation: it may be begun while this one goes on.
  virtual void prepare(const std::vector<std::string>& /*arguments*/) {}

  // A line that is not answered, or not yet; it goes out with the next hear().
  virtual void tell(std::string_view line) = 0;
  // The next line that the player says. After a fault every answer is that fault.
  virtual std::expected<std::string, Fault> hear(Deadline by) = 0;
  // The clock of the deadlines.
  virtual Deadline now() const { return Deadline::clock::now(); }

  // What the player computes from now on is for this number of games.
  virtual void play(std::uint32_t /*games*/) {}
  // The player is to do nothing until it is spoken to again.
  virtual void pause() {}

  // The last line of the conversation; does not wait.
  virtual void farewell(std::string_view line) = 0;
  // Waits until the player has gone or the deadline has come, and ends the conversation. Of several
  // players: farewell to all, then finish each by the same deadline.
  virtual void finish(Deadline by) = 0;
  // Ends the conversation now; nothing of the player's is used in the next one.
  virtual void drop() = 0;

  // The end of what the player wrote beside the conversation, for its author.
  virtual std::string error_output() { return {}; }
  // The layers of the sandbox around the player; nullopt if it has none.
  virtual std::optional<runner::Layers> layers() const { return std::nullopt; }
};

// What a player lets others hear. Each may be null.
struct OutsideListener {
  // '>' a line to the player, '<' a line from it, '*' a conversation begins.
  std::function<void(char direction, std::string_view line)> wire;
  std::function<void()> thinks;  // an answer takes longer than some milliseconds
  std::function<void(std::string_view line)> error_line;  // of what it writes beside it
};

using MakeOutsidePlayer = std::function<std::unique_ptr<OutsidePlayer>(const runner::Manifest& bot,
                                                                       OutsideListener listener)>;

}  // namespace hilltop::arena
