#pragma once
#include <csignal>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <sched.h>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "core/descriptor.hpp"
#include "core/fault.hpp"
#include "core/timing.hpp"
#include "runner/manifest.hpp"
#include "runner/policy.hpp"
#include "runner/report.hpp"

namespace hilltop::runner {

// A line of a bot's standard error, without its feed.
using Overheard = std::function<void(std::string_view line)>;

// '>' a line to the bot, '<' a line from it.
using Transcript = std::function<void(char direction, std::string_view line)>;

// A bot's warden was killed, from outside or for want of memory, and the bot with it. It is no
// fault of the bot, whose game is void and may be played again.
struct WardenLost : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The process of a bot and all that it starts, under a warden (warden/warden.cpp); after it, the
// bot's next one. Used by one thread at a time; different Processes by different threads at once.
// What a bot does wrong is a Fault; what the machine cannot do throws std::system_error, or
// WardenLost. Every wait is bounded by a Deadline or by a limit of limits.hpp.
class Process {
 public:
  // Runs the bot's command with its own arguments and then `extra_arguments`; `warden` is the
  // program that guards it. The only fault is refused_to_start. Throws too where the policy
  // requires what this machine does not have.
  static std::expected<std::unique_ptr<Process>, Fault> start(
      const Manifest& bot, std::span<const std::string> extra_arguments,
      const std::filesystem::path& warden, const Policy& policy = {});

  // Kills the bot now if finish() was not called.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Runs the bot's command again, after finish(): what start() does, but under the warden that is
  // there, which saves the greater part of a start. Not where that is lost.
  std::expected<void, Fault> start_again(std::span<const std::string> extra_arguments);
  bool can_start_again() const { return gone_ && status_.open(); }

  // The layers of the sandbox around this bot, and what became of each.
  Layers layers() const { return layers_; }
  const Findings& findings() const { return findings_; }

  void transcribe(Transcript transcript) { transcript_ = std::move(transcript); }

  // `overheard` gets each line that the bot writes to standard error from now on, up to a limit
  // of bytes (limits.hpp).
  void overhear(Overheard overheard) { overheard_ = std::move(overheard); }
  // The end of what it wrote there so far, which is what a Fault has too.
  std::string error_output();

  // A line that is not answered, or not yet; it goes out with the next hear().
  void tell(std::string_view line);

  // Sends what was told, and takes the next line that the bot says; what it says beyond that is
  // kept for the next calls. After a fault every answer is that fault.
  std::expected<std::string, Fault> hear(Deadline by);
  // Stops all processes of the bot where they are, until they are asked or told to leave.
  void freeze();

  // Is called when an answer takes longer than a tick of the watchdog.
  void when_it_thinks(std::function<void()> call) { when_it_thinks_ = std::move(call); }

  // Holds the bot, and what its warden starts later, on these cores.
  void hold_on(const cpu_set_t& cores);

  // What the bot computes from now on is for so many games, where that is limited.
  void play(std::uint32_t games);

  // Hands the bot its last line and does not wait. Then its input ends.
  void farewell(std::string_view line);

  // Waits until the bot has ended by itself or the deadline has come, then has every process of it
  // killed and waits until they are gone. Of several bots: farewell to all, then finish each by the
  // same deadline.
  void finish(Deadline by);

 private:
  Process(const Manifest& bot, const std::filesystem::path& warden, const Policy& policy);

  std::vector<WardenReport> next_reports();
  WardenReport first_report();
  bool hear_at_once();
  bool wait(Deadline by);
  void put(std::string_view line);
  void write_some();
  bool read_some();
  bool take_in();
  void read_errors(std::size_t most);
  void show_errors(std::string_view text);
  void end_errors();
  void read_report();
  void take(const WardenReport& report);
  std::optional<std::string> take_line();
  std::unexpected<Fault> fail(FaultKind kind, std::string detail);
  std::unexpected<Fault> fail_of_time();
  std::unexpected<Fault> fail_of_end();
  std::unexpected<Fault> fail_of_running();
  // Waits for it, unless `patience` is WNOHANG: then si_pid is 0 while the warden runs.
  siginfo_t end_of_warden(int patience) const;
  [[noreturn]] void throw_gone() const;
  [[noreturn]] void throw_lost() const;
  void thaw();
  void kill();
  void dismiss();

  Manifest bot_;
  // The arena's ends: of the bot's pipes, of the warden's socket and pipe.
  Descriptor input_, output_, errors_, control_, status_;
  pid_t warden_ = 0;  // 0: there is none any more
  Layers layers_;
  Findings findings_{};
  std::string unwritten_;     // to the bot
  std::string unread_;        // from the bot
  std::string error_output_;  // the end of it
  std::string unshown_;       // of it, the begin of a line
  std::size_t error_bytes_shown_ = 0;
  std::optional<WardenReport> end_;
  bool is_warden_ = false;  // what runs has spoken as a warden does
  bool gone_ = true;        // no process of the bot is there
  bool leaving_ = false;    // the bot had its last line
  bool frozen_ = false;
  int ran_on_ms_ = 0;       // while it was frozen
  std::string limits_met_;  // in words
  Policy policy_;
  std::optional<Fault> fault_;
  Transcript transcript_;
  Overheard overheard_;
  std::function<void()> when_it_thinks_;
};

// Where the warden's program is: in the folder of this one, unless HILLTOP_WARDEN names it.
std::filesystem::path warden_beside_program();

}  // namespace hilltop::runner
