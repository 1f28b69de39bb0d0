#pragma once
#include <charconv>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/discipline.hpp"
#include "match/text.hpp"
#include "runner/process.hpp"

namespace hilltop::arena {

// What a bot has left, once it heard the last line, to finish writing files.
constexpr std::chrono::milliseconds farewell_ms{500};

// What a bot of another process is told of a game that begins.
struct Opening {
  std::uint32_t game;
  std::size_t seats;
  std::vector<std::string> opponents;  // in seat order
  std::uint32_t seed;                  // of the bot's own luck
};

// How a game ended, for those who are told.
struct Ending {
  const Points& points;
  std::uint64_t retired;                  // bit i: seat i
  const std::vector<std::string>& names;  // by seat
};

// A seat whose bot is a process: the game's Wire over the runner's pipes. What a process does wrong
// ends with its game; the next game has a new one.
template <class E>
class ProcessSeat {
  using R = typename E::Rules;
  static constexpr bool numbered = NumberedWire<typename E::Wire, R>;
  static_assert(numbered || OwnWire<typename E::Wire, R>);

 public:
  // `hello`: the first line of a numbered conversation.
  ProcessSeat(const runner::Manifest& bot, const Judge& judge, std::string hello,
              runner::Transcript transcript)
      : bot_(bot), judge_(judge), hello_(std::move(hello)), transcript_(std::move(transcript)) {}

  void begin(const Opening& opening) {
    if (!process_) start(opening);
    if constexpr (numbered) {
      number_ = std::to_string(opening.game);
      if (process_)
        process_->tell("begin " + number_ + " seats " + std::to_string(opening.seats) + " seed " +
                       std::to_string(opening.seed));
    }
  }

  Reply<R> choose(const View<R>& view) {
    if (refused_) return std::unexpected(*refused_);
    if constexpr (numbered) {
      const auto line = asked("turn " + number_ + ' ' + E::Wire::prompt(view));
      if (!line) return std::unexpected(line.error());
      const std::string before = "move " + number_ + ' ';
      if (!line->starts_with(before))
        return malformed("say 'move " + number_ + "' and the move", *line);
      return understood(view, *line, std::string_view(*line).substr(before.size()));
    } else {
      const auto line = asked(E::Wire::prompt(view));
      if (!line) return std::unexpected(line.error());
      return understood(view, *line, *line);
    }
  }

  // Tells how the game ended. A process that serves no further game has heard its last line then.
  void end(const Ending& ending) {
    if (broken_ || refused_) return forget();
    if constexpr (numbered) {
      std::string line = "end " + number_ + " points ";
      for (int seat = 0; seat < ending.points.size(); ++seat)
        line += (seat == 0 ? "" : ",") + std::to_string(ending.points[seat]);
      process_->tell(line);
      if (bot_.state == runner::StateScope::folder) leave();
    } else {
      process_->farewell(E::Wire::farewell(ending.points, ending.retired, ending.names));
      leaving_ = true;
    }
  }

  // The last line of a conversation that goes on over games.
  void leave() {
    if (process_ && !std::exchange(leaving_, true)) process_->farewell("bye");
  }

  // Takes in a process that was told to leave, by the deadline.
  void finish(Deadline by) {
    if (!leaving_) return;
    process_->finish(by);
    forget();
  }
  bool leaving() const { return leaving_; }

 private:
  void start(const Opening& opening) {
    std::vector<std::string> arguments;
    if constexpr (!numbered) {
      arguments = opening.opponents;
      arguments.push_back(std::to_string(opening.seed));
    }
    auto started = runner::Process::start(bot_, arguments, judge_.warden);
    if (!started) {
      refused_ = std::move(started).error();
      return;
    }
    process_ = *std::move(started);
    if (transcript_) process_->transcribe(transcript_);
    fresh_ = true;
    if constexpr (numbered) {
      const auto ready = asked(hello_);
      if (!ready)
        refused_ = ready.error();
      else if (*ready != "ready 1" && !ready->starts_with("ready 1 "))
        refused_ = malformed("say 'ready 1' first", *ready).error();
    }
  }

  std::expected<std::string, Fault> asked(const std::string& line) {
    auto budget = judge_.move_ms;
    if (std::exchange(fresh_, false)) budget += judge_.start_ms;
    auto answer = process_->ask(line, std::chrono::steady_clock::now() + budget);
    if (!answer) broken_ = true;
    return answer;
  }

  std::unexpected<Fault> malformed(const std::string& allowed, const std::string& line) {
    broken_ = true;
    return std::unexpected(Fault{FaultKind::malformed, allowed + "; it said: " + line});
  }

  Reply<R> understood(const View<R>& view, const std::string& line, std::string_view answer) {
    auto move = E::Wire::answer(view, answer);
    if (!move) return malformed(move.error(), line);
    return *std::move(move);
  }

  void forget() {
    process_.reset();
    refused_.reset();
    broken_ = leaving_ = false;
  }

  const runner::Manifest& bot_;
  const Judge& judge_;
  std::string hello_;
  runner::Transcript transcript_;
  std::unique_ptr<runner::Process> process_;
  std::optional<Fault> refused_;  // why there is nobody to ask in this game
  std::string number_;            // of this game
  bool fresh_ = true;             // nothing was answered yet
  bool broken_ = false;           // the conversation is at an end
  bool leaving_ = false;          // the last line was said
};

}  // namespace hilltop::arena
