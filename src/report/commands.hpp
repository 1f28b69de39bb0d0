#pragma once
#include <string>

#include "core/printed_command.hpp"
#include "report/summary.hpp"

// The commands that reports print.
namespace hilltop::report {

// The shell from which this program was called.
struct Shell {
  std::string program = called_program();
  std::string store = {};  // the value of --store; empty if the option was not given
  bool has_store = true;   // false: --store or HILLTOP_STORE is none
};

// Returns the command `run` of a contest, with the options that it had; also its seed, secret or
// not.
PrintedCommand run_command(const arena::Contest& contest, const std::string& name,
                           const Shell& shell);

// Return the command that plays the games with timeouts again; empty without a store. Without a
// shell: for pages, whose readers are elsewhere, with the names of files and folders alone, and no
// seed that reports do not show.
std::string command_of_timeouts(const Summary& summary);
std::string command_of_timeouts(const Summary& summary, const Shell& shell);

// Returns the command, for pages, that plays the contest again with its seed and its games.
std::string play_again_command(const Summary& summary);

}  // namespace hilltop::report
