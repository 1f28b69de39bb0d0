#include "apps/cli/parser.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <sstream>

#include "apps/cli/complaints.hpp"
#include "core/text.hpp"

namespace hilltop::cli {
namespace {

constexpr int notes_columns = 92;
constexpr std::size_t names_columns = 24;

// Returns the text of --help below the options: sentences and examples.
std::string footer_of(const CommandUsage& usage) {
  std::string text(trimmed(hilltop::wrapped(usage.notes, notes_columns)));
  std::size_t width = 0;
  for (const auto& [line, about] : usage.examples)
    if (!about.empty()) width = std::max(width, line.size());
  if (!usage.examples.empty()) text += (text.empty() ? "" : "\n") + std::string("Examples:");
  for (const auto& [line, about] : usage.examples)
    text += about.empty() ? "\n  " + line : fmt::format("\n  {:{}}    {}", line, width, about);
  return text;
}

struct Adder {
  CLI::App& app;
  const std::string& name;
  const Parameter& parameter;

  CLI::Option* operator()(std::monostate) const { return nullptr; }
  CLI::Option* operator()(bool* to) const { return app.add_flag(name, *to, parameter.about); }
  CLI::Option* operator()(std::vector<std::string>* to) const {
    return app.add_option(name, *to, parameter.about)->allow_extra_args(name[0] != '-');
  }
  CLI::Option* operator()(auto* to) const { return app.add_option(name, *to, parameter.about); }
};

void add(CLI::App& app, const Parameter& parameter) {
  CLI::Option* const option = std::visit(Adder{app, parameter.name, parameter}, parameter.to);
  if (option == nullptr) return;
  option->required(parameter.required);
  if (parameter.takes_value()) option->type_name(parameter.value);
  if (!parameter.former.empty())
    std::visit(Adder{app, parameter.former, parameter}, parameter.to)->group(hidden_group);
}

void describe(CLI::App& app, const CommandUsage& usage) {
  for (const Parameter& argument : usage.arguments) add(app, argument);
  for (const Parameter& option : usage.options) add(app, option);
}

std::unique_ptr<CLI::App> app_of(const Usage& usage) {
  auto app = std::make_unique<CLI::App>(usage.program.about, usage.program.name);
  for (const Parameter& option : usage.program.options) {
    const std::string names = option.brief + ',' + option.name;
    if (option.name == "--version")
      app->set_version_flag(names, fmt::format("{} ({})", usage.version, usage.build),
                            option.about);
    else
      app->set_help_flag(names, option.about);
  }
  app->require_subcommand(1);
  app->get_formatter()->column_width(names_columns);
  for (const auto& [theirs, ours] : {std::pair{"SUBCOMMAND", "COMMAND ..."},
                                     {"TEXT", ""},
                                     {"REQUIRED", ""},
                                     {"Positionals", "Arguments"}})
    app->get_formatter()->label(theirs, ours);
  describe(*app, usage.program);
  for (const CommandUsage& command : usage.commands)
    describe(*app->add_subcommand(command.name, command.about)->group(command.group), command);
  return app;
}

}  // namespace

std::string help_text(const Usage& usage, const std::string& command) {
  const std::unique_ptr<CLI::App> app = app_of(usage);
  const bool of_program = command.empty();
  CLI::App* const described = of_program ? app.get() : app->get_subcommand(command);
  described->footer(footer_of(of_program ? usage.program : *usage.command(command)));
  return app->get_formatter()->make_help(
      described, of_program ? usage.program.name : usage.program.name + ' ' + command,
      CLI::AppFormatMode::Normal);
}

std::expected<Parsed, Problem> parse(const Usage& usage, int argc, char** argv) {
  if (argc > 1 && argv[1][0] != '-' && usage.command(argv[1]) == nullptr)
    return std::unexpected(unknown_command(usage, argv[1]));
  const std::unique_ptr<CLI::App> app = app_of(usage);
  try {
    app->parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const auto called = app->get_subcommands();
    return Parsed{.command = {},
                  .text = help_text(usage, called.empty() ? "" : called.front()->get_name())};
  } catch (const CLI::Success& asked) {  // --version
    std::ostringstream printed;
    app->exit(asked, printed, printed);
    return Parsed{.command = {}, .text = printed.str()};
  } catch (const CLI::ParseError& error) {
    return std::unexpected(complaint(*app, error));
  }
  if (auto taken = complaint_of_values(*app)) return std::unexpected(*std::move(taken));
  return Parsed{.command = app->get_subcommands().front()->get_name(), .text = {}};
}

}  // namespace hilltop::cli
