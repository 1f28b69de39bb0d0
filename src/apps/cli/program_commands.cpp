#include "apps/cli/shared_options.hpp"
#include "apps/cli/subcommand.hpp"

namespace hilltop::cli {
namespace {

CommandUsage list_usage(ListArguments& to) {
  std::vector<std::string> words = names_of_lists();
  for (const arena::GameModule& game : arena::catalog()) words.emplace_back(game.info->name);
  return {.name = "list",
          .about = "List games, house bots, contests, formats of contests or languages",
          .arguments = {{"WHAT", one_of_words(words), &to.what,
                         "What to list, or a game, for its rules, bots and contests (all)"}},
          .examples = {{"hilltop list bots", ""}, {"hilltop list languages", "for hilltop new"}}};
}

CommandUsage doctor_usage(DoctorArguments& to) {
  return {.name = "doctor",
          .about = "Show which sandbox layers this machine supports",
          .options = {format(to.format)},
          .examples = {{"hilltop doctor", ""}}};
}

CommandUsage completion_usage(CompletionArguments& to) {
  return {
      .name = "completion",
      .about = "Print a shell script that completes hilltop's command line",
      .arguments = {{"SHELL", "bash|zsh|fish", &to.shell, "The shell that runs the script",
                     required}},
      .notes =
          "Commands, options, games and house bots are in the script. Names of contests "
          "and languages depend on files, so the script asks hilltop list for them.",
      .examples = {{"source <(hilltop completion bash)", "for this shell; or in ~/.bashrc"},
                   {"source <(hilltop completion zsh)", "the same in ~/.zshrc, after compinit"},
                   {"hilltop completion fish | source", "the same in ~/.config/fish/config.fish"}}};
}

CommandUsage manual_usage(ManualArguments& to) {
  return {.name = "manual",
          .about = "Print a manual page for man or groff",
          .arguments = {{"COMMAND", "", &to.command, "The command (hilltop itself)"}},
          .options = {{"--all", "DIR", &to.all, "Write all pages into DIR instead"}},
          .examples = {{"hilltop manual run | man -l -", "read the page of hilltop run"},
                       {"hilltop manual --all man1", "hilltop.1, hilltop-run.1, ..."}}};
}

CommandUsage help_usage(HelpArguments& to) {
  return {.name = "help",
          .about = "Print the help of hilltop or of a command",
          .arguments = {{"COMMAND", "", &to.command, "The command (hilltop itself)"}},
          .examples = {{"hilltop help run", "the same as hilltop run --help"}}};
}

CommandUsage version_usage(VersionArguments&) {
  return {.name = "version",
          .about = "Print the version",
          .examples = {{"hilltop version", "the same as hilltop --version"}}};
}

}  // namespace

CommandGroup program_commands() {
  return {"Commands about this program",
          {subcommand(list_usage, list), subcommand(doctor_usage, doctor),
           subcommand(completion_usage, completion), subcommand(manual_usage, manual),
           subcommand(help_usage, help), subcommand(version_usage, version)}};
}

}  // namespace hilltop::cli
