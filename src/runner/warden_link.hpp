#pragma once
#include <csignal>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "core/descriptor.hpp"
#include "runner/limits.hpp"
#include "runner/manifest.hpp"
#include "runner/policy.hpp"
#include "runner/report.hpp"

namespace hilltop::runner {

// The arena's ends of a bot's pipes.
struct BotPipes {
  Descriptor input, output, errors;
};

// A warden's program (warden/warden.cpp), and the arena's ends of its socket and its pipe. What the
// machine cannot do throws std::system_error, and a lost warden WardenLost.
class WardenLink {
 public:
  // Runs the warden of a bot; `program` is its path.
  WardenLink(const Manifest& bot, const std::filesystem::path& program, const Policy& policy);

  // Has the warden run the bot's command with its own arguments followed by these.
  BotPipes start(std::span<const std::string> extra_arguments);
  void say(Command word, std::string_view rest = {});

  // Waits for reports, at most start_time_max, and returns them.
  std::vector<WardenReport> reports();
  // Reads one report; nullopt if there is none. At its end the warden is closed and `unguarded`.
  std::optional<WardenReport> report();
  // Whether the warden still runs, as far as its pipe has told, and the number of that pipe.
  bool open() const { return status_.open(); }
  int number() const { return status_.number(); }

  // The warden's process; 0 once it is reaped.
  pid_t process() const { return process_; }
  // Resumes the warden, which the bot may have stopped.
  void resume() const;
  // Has the warden kill what is left of the bot, and end.
  void close() { control_.close(); }
  // Waits for the end of a warden that has closed its pipe. One that takes longer finishes its work
  // without the arena.
  void reap();
  bool has_ended() const;

  // Throws WardenLost or, for a program that is not a warden, std::system_error: such a program
  // reports nothing and exits by itself.
  [[noreturn]] void throw_gone() const;
  [[noreturn]] void throw_lost() const;

 private:
  // Waits for the warden to end. With `patience` WNOHANG returns at once; si_pid is then 0 if it
  // still runs.
  siginfo_t end(int patience) const;

  std::string bot_;  // its name
  Descriptor control_, status_;
  pid_t process_ = 0;
  bool is_warden_ = false;  // the program has reported as a warden does
};

// Returns the path of the warden's program: beside this program, or HILLTOP_WARDEN if set.
std::filesystem::path warden_beside_program();

}  // namespace hilltop::runner
