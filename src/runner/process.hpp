#pragma once
#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <sched.h>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "core/descriptor.hpp"
#include "core/fault.hpp"
#include "core/timing.hpp"
#include "runner/lateness.hpp"
#include "runner/manifest.hpp"
#include "runner/policy.hpp"
#include "runner/report.hpp"
#include "runner/warden_link.hpp"
#include "runner/warden_lost.hpp"

namespace hilltop::runner {

// Receives a line of a bot's standard error, without its line feed.
using Overheard = std::function<void(std::string_view line)>;

// Receives each line: direction '>' to the bot, '<' from it.
using Transcript = std::function<void(char direction, std::string_view line)>;

// The process of a bot and all that it starts, under a warden (warden/warden.cpp); after it, the
// bot's next process. Used by one thread at a time; different Processes may be used by different
// threads. What a bot does wrong is a Fault; what the machine cannot do throws std::system_error or
// WardenLost. Every wait is bounded by a Deadline or by limits.hpp.
class Process {
 public:
  // Runs the bot's command with its own arguments followed by `extra_arguments`; `warden` is the
  // path of the warden's program. Error: a fault of kind refused_to_start. Also throws if the
  // policy requires a layer that this machine lacks.
  static std::expected<std::unique_ptr<Process>, Fault> start(
      const Manifest& bot, std::span<const std::string> extra_arguments,
      const std::filesystem::path& warden, const Policy& policy = {});

  // Kills the bot at once if finish() was not called.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Runs the bot's command again after finish(), like start(), but under the same warden, which
  // saves most of the time of a start. Requires can_start_again().
  std::expected<void, Fault> start_again(std::span<const std::string> extra_arguments);
  bool can_start_again() const { return gone_ && warden_.open(); }

  // The sandbox layers around this bot, and the result of each.
  Layers layers() const { return layers_; }
  const Findings& findings() const { return findings_; }

  void transcribe(Transcript transcript) { transcript_ = std::move(transcript); }

  // Passes each line that the bot writes to standard error from now on to `overheard`, up to
  // error_bytes_shown_max bytes.
  void overhear(Overheard overheard) { overheard_ = std::move(overheard); }
  // Returns the end of the bot's standard error so far, as a Fault has it.
  std::string error_output();

  // Returns the time on the bot's clock, of which its deadlines are. It is the steady clock, but
  // stands still while the arena itself does not run: stopped, or waiting for a processor.
  Deadline now() const;

  // Queues a line that expects no answer yet; the next send() or hear() sends it.
  void tell(std::string_view line);
  // Sends the queued lines. Returns the time from which on the bot has them.
  Deadline send();

  // Sends the queued lines and returns the next line of the bot; further output is kept for the
  // next calls. A line that is there when the arena looks after the deadline is in time: the arena
  // may have looked late. After a fault every call returns that fault.
  std::expected<std::string, Fault> hear(Deadline by);
  // Stops all processes of the bot until it is asked again or told to leave.
  void freeze();

  // Sets a function to call when an answer takes longer than a tick of the watchdog.
  void when_it_thinks(std::function<void()> call) { when_it_thinks_ = std::move(call); }

  // Restricts the bot, and what its warden starts later, to these cores.
  void hold_on(const cpu_set_t& cores);

  // Starts a new limit on processor time, for `games` games, if it is limited.
  void play(std::uint32_t games);

  // Sends the bot its last line without waiting, then closes its input.
  void farewell(std::string_view line);

  // Waits until the bot ends by itself or the deadline passes, then kills all of its processes and
  // waits until they are gone. For several bots: call farewell() for all, then finish() for each
  // with the same deadline.
  void finish(Deadline by);

 private:
  Process(const Manifest& bot, const std::filesystem::path& warden, const Policy& policy);

  WardenReport first_report();
  void hear_at_once(Deadline by);
  bool wait(Deadline by);
  bool wait_for_answer(Deadline by);
  std::vector<pid_t> processes() const;
  void put(std::string_view line);
  void write_some();
  bool read_some();
  void read_what_is_there();
  bool take_in();
  void stop_clock_beyond(Deadline awake);
  std::optional<std::chrono::milliseconds> lateness(Deadline by);
  void read_errors(std::size_t most);
  void show_errors(std::string_view text);
  void end_errors();
  void read_report();
  void take(const WardenReport& report);
  std::optional<std::string> take_line();
  std::unexpected<Fault> fail(FaultKind kind, std::string detail);
  std::unexpected<Fault> fail_of_time(Deadline by);
  std::unexpected<Fault> fail_of_end();
  std::unexpected<Fault> fail_of_running();
  void thaw();
  void kill();
  void dismiss();

  Manifest bot_;
  WardenLink warden_;
  Descriptor input_, output_, errors_;  // the arena's ends of the bot's pipes
  Layers layers_;
  Findings findings_{};
  std::string unwritten_;     // queued for the bot
  std::string unread_;        // received from the bot
  std::string error_output_;  // the end of its standard error
  std::string unshown_;       // of its standard error, the start of a line
  std::size_t error_bytes_shown_ = 0;
  std::optional<WardenReport> end_;
  bool gone_ = true;      // no process of the bot exists
  bool leaving_ = false;  // the bot was sent its last line
  bool frozen_ = false;
  bool was_thawed_ = false;  // since its last answer
  int ran_on_ms_ = 0;        // processor time used while frozen
  bool alarmed_ = false;     // it had a timer that would have resumed it
  std::string limits_met_;   // as text
  Policy policy_;
  std::optional<Fault> fault_;
  Deadline asked_at_, measures_from_;  // of the question that hear() waits for
  std::optional<DelayMeter> meter_;    // from measures_from_ on
  Deadline::duration slept_{0};        // for which the clock stood still
  Transcript transcript_;
  Overheard overheard_;
  std::function<void()> when_it_thinks_;
};

}  // namespace hilltop::runner
