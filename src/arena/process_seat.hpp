#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "arena/discipline.hpp"
#include "match/text.hpp"
#include "runner/process.hpp"

namespace hilltop::arena {

// What a bot has left, once it heard the last line, to finish writing files.
constexpr std::chrono::milliseconds farewell_ms{500};

// A seat whose bot is a process of this game: the game's Wire over the runner's pipes.
template <class E>
class ProcessSeat {
  using R = typename E::Rules;

 public:
  ProcessSeat(const runner::Manifest& bot, const std::vector<std::string>& arguments,
              const Judge& judge, runner::Transcript transcript) {
    auto started = runner::Process::start(bot, arguments, judge.warden, judge.sandbox);
    if (!started) {
      refused_ = std::move(started).error();
      return;
    }
    process_ = *std::move(started);
    if (transcript) process_->transcribe(std::move(transcript));
  }

  Reply<R> choose(const View<R>& view, const Judge& judge) {
    if constexpr (requires { typename E::Wire; }) {
      if (refused_) return std::unexpected(*refused_);
      const auto budget =
          judge.move_ms +
          (std::exchange(fresh_, false) ? judge.start_ms : std::chrono::milliseconds(0));
      const auto line =
          process_->ask(E::Wire::prompt(view), std::chrono::steady_clock::now() + budget);
      if (!line) return std::unexpected(line.error());
      auto move = E::Wire::answer(view, *line);
      if (!move)
        return std::unexpected(Fault{FaultKind::malformed, move.error() + "; it said: " + *line});
      return *std::move(move);
    } else {
      throw std::logic_error("this game has no wire");
    }
  }

  // nullopt: no process runs.
  std::optional<runner::Layers> sandbox() const {
    return process_ ? std::optional(process_->layers()) : std::nullopt;
  }

  void farewell(const Points& points, std::uint64_t retired,
                const std::vector<std::string>& names) {
    if constexpr (requires { typename E::Wire; })
      if (process_) process_->farewell(E::Wire::farewell(points, retired, names));
  }

  void finish(Deadline by) {
    if (process_) process_->finish(by);
  }

 private:
  std::unique_ptr<runner::Process> process_;
  std::optional<Fault> refused_;
  bool fresh_ = true;
};

}  // namespace hilltop::arena
