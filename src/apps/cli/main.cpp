#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <sodium.h>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/cli/help.hpp"
#include "apps/cli/parser.hpp"
#include "apps/cli/subcommand.hpp"
#include "apps/cli/terminal.hpp"
#include "core/own_program.hpp"
#include "core/printed_command.hpp"
#include "core/streams.hpp"
#include "core/text.hpp"

// The program: runs one subcommand. Exit codes: 0 completed, even if bots committed faults; 1
// failed, or a bot did not pass its check; 2 wrong usage or bad input.
namespace {

using namespace hilltop;
using namespace hilltop::cli;

constexpr int exit_bad_input = 2;

// Runs the command line.
Outcome act(int argc, char** argv) {
  const std::vector<CommandGroup> groups{contest_commands(), bot_commands(), people_commands(),
                                         program_commands()};
  const Usage usage = usage_of(groups);
  if (argc == 1) {
    print_first_steps(usage.program);
    return Exit::ran;
  }
  const auto parsed = parse(usage, argc, argv);
  if (!parsed) return std::unexpected(parsed.error());
  print_help(parsed->text);
  for (const CommandGroup& group : groups)
    for (const Subcommand& each : group.commands)
      if (each.usage.name == parsed->command) return each.act(usage);
  return Exit::ran;
}

// Flushes stdout, which reports a full disk. After an earlier failure, writes one more byte, to get
// its errno.
Exit all_printed() {
  const bool failed_before = std::ferror(stdout) != 0;
  if (failed_before) std::fputc('\n', stdout);
  if (std::fflush(stdout) == 0 && !failed_before) return Exit::ran;
  say("hilltop: cannot write to stdout: {}\n", std::strerror(errno));
  return Exit::could_not;
}

// Appends the program's folder, which has hilltop-gomocup, to the PATH in which bots' commands are
// searched.
void add_own_folder_to_path() {
  const std::string here = own_folder();
  const char* const path = std::getenv("PATH");
  setenv("PATH", (path == nullptr || *path == '\0' ? here : path + (':' + here)).c_str(), 1);
}

}  // namespace

int main(int argc, char** argv) {
  open_standard_streams();
  try {
    if (sodium_init() < 0) throw std::runtime_error("libsodium does not start");
    hear_of_failed_writes();
    called_program();  // finds it in the PATH of the shell
    add_own_folder_to_path();
    const Outcome outcome = act(argc, argv);
    const Exit printed = all_printed();
    if (outcome) return static_cast<int>(*outcome == Exit::ran ? printed : *outcome);
    say("hilltop: {}\n", outcome.error().text);
    return exit_bad_input;
  } catch (const std::filesystem::filesystem_error& error) {
    constexpr std::size_t shown_path_bytes_max = 400;
    say("hilltop: {}: {}\n", printable(error.path1().string(), shown_path_bytes_max),
        error.code().message());
  } catch (const std::exception& error) {
    say("hilltop: {}\n", error.what());
  }
  all_printed();
  return static_cast<int>(Exit::could_not);
}
