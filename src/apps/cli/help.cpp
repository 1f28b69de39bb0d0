#include "apps/cli/help.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/commands.hpp"
#include "apps/cli/complaints.hpp"
#include "apps/cli/parser.hpp"
#include "apps/cli/terminal.hpp"
#include "core/printed_command.hpp"
#include "core/text.hpp"

namespace hilltop::cli {

void print_help(const std::string& text) {
  const auto columns = terminal_columns(STDOUT_FILENO);
  fmt::print("{}", columns ? fitted(text, static_cast<std::size_t>(*columns)) : text);
}

void print_first_steps(const CommandUsage& program) {
  std::string text = program.about + "\n\nTo begin:\n";
  for (const auto& [line, about] : program.examples)
    text += fmt::format("\n  {}\n      {}\n",
                        shell_word(called_program()) + line.substr(program.name.size()), about);
  print_help(text + fmt::format("\n`{}` lists all commands.\n",
                                PrintedCommand(called_program(), "help").text()));
}

Outcome help(const HelpArguments& arguments, const Usage& usage) {
  if (arguments.command && usage.command(*arguments.command) == nullptr)
    return std::unexpected(unknown_command(usage, *arguments.command));
  print_help(help_text(usage, arguments.command.value_or("")));
  return Exit::ran;
}

Outcome version(const VersionArguments&, const Usage& usage) {
  fmt::print("{} ({})\n", usage.version, usage.build);
  return Exit::ran;
}

}  // namespace hilltop::cli
