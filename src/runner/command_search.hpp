#pragma once
#include <string>
#include <string_view>
#include <vector>

// The search for a bot's command, for the warden and for messages about it.
namespace hilltop::runner {

// The PATH where none is set.
inline constexpr std::string_view usual_path = "/usr/local/bin:/usr/bin:/bin";

// How a command without '/' is found in a PATH.
struct FoundCommand {
  std::string program;               // empty: there is none
  std::vector<std::string> folders;  // of the PATH that a bot with this command keeps
};

// In the sandbox: the first program of the system's folders, or of any other if it is machine code.
// A script outside of them is skipped, because it only names another program.
FoundCommand find_in_sandbox(const std::string& command, std::string_view path);

// Without a sandbox: the first that may be executed. Empty if there is none.
std::string find_in(const std::string& command, std::string_view path);

// For a build in the sandbox, whose shell keeps the system's folders. Empty if there is none.
std::string find_for_build(const std::string& command, std::string_view path);

// Returns the PATH of this process, or the usual one.
std::string_view path_of_host();

// Returns whether a file is of the system's folders, which every bot may read.
bool is_of_the_system(std::string_view real_path);
// Returns whether a file is a program without an interpreter.
bool is_machine_code(const std::string& path);
// Returns a path without links; empty if it leads nowhere.
std::string real_path_of(const std::string& path);

}  // namespace hilltop::runner
