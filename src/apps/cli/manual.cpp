#include "apps/cli/manual.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <stdexcept>

#include "apps/cli/commands.hpp"
#include "apps/cli/complaints.hpp"

namespace hilltop::cli {
namespace {

// A note on the program's environment, which the table of commands lacks.
struct Note {
  std::string_view term, text;
};

constexpr Note environment_notes[] = {
    {"HILLTOP_HOME",
     "The folder whose contests/ holds the contests that are found by name, and whose "
     "sdk/templates/ holds the bots that hilltop new copies. If it is not set, both are taken from "
     "the installation or the checkout that the program belongs to."},
    {"HILLTOP_STORE",
     "The store that commands use without --store, or none. If it is not set: hilltop.db in the "
     "current folder."},
    {"HILLTOP_WARDEN",
     "The program that guards each bot. If it is not set: hilltop-warden next to hilltop."},
    {"LC_ALL, LC_CTYPE, LANG",
     "The screen of people is drawn with Unicode if the first of these that is set and not empty "
     "names a locale in UTF-8, and with ASCII if not."},
    {"NO_COLOR", "If it is set and not empty, nothing is coloured."},
    {"PATH",
     "Where the commands of bots are looked for; after it, the folder of hilltop. A bot in the "
     "sandbox sees those parts of it that it may read."},
    {"PGPASSWORD, PGPASSFILE, PGSSLMODE, …",
     "How hilltop worker, --workers and --store reach a database, as libpq reads them. An address "
     "with a password is refused: other users of the machine could see it."},
    {"SLURM_JOB_ID",
     "The job that runs hilltop slurm resume, as Slurm sets it: the command does not wait for it."},
    {"TERM",
     "If it is dumb, nothing is coloured, no progress is shown, and people type after plain "
     "lines. If it is not set, they do too."},
    {"TMPDIR",
     "The folder for temporary files, in which the copies of bots play. If it is not set: /tmp."},
    {"XDG_CACHE_HOME, HOME",
     "Tables that a house bot plays by are kept in $XDG_CACHE_HOME/hilltop, else in "
     "$HOME/.cache/hilltop, at most two gigabytes; so are, in hashes/, those of the files of large "
     "bots' folders, so that a file that was not changed is not read again, and in trees/, copies "
     "of "
     "these folders, at most 16 and eight gigabytes, which go after 30 days without use."},
    {"XDG_STATE_HOME, HOME",
     "The key by which this host knows what bots have made in their folders is in "
     "$XDG_STATE_HOME/hilltop, else in $HOME/.local/state/hilltop."},
};

constexpr Note file_notes[] = {
    {"hilltop.db",
     "The store of a folder: all results of hilltop run, to be read by hilltop show, "
     "report, verify, replay and merge."},
    {"/run/hilltop",
     "If hilltop runs as root: a file for each uid that one of its bots has, locked while it has "
     "it."},
    {"PREFIX/share/hilltop/contests", "The contests of an installation."},
    {"PREFIX/share/hilltop/sdk", "The SDKs, and a starter bot for each game and language."},
    {"meta, bot.toml",
     "In a bot's folder: its name and command; what it remembers, needs and is "
     "built with."},
};

constexpr Note exit_notes[] = {
    {"0", "The command completed, even if bots committed faults."},
    {"1",
     "The machine failed, standard output was closed or full, input ended in the middle of a game, "
     "hilltop check found that the bot may not compete, or hilltop verify found a difference."},
    {"2", "Wrong usage or bad input; nothing was played."},
    {"3",
     "hilltop shard and hilltop slurm: other machines, or a later call, must play before there is "
     "a ranking."},
    {"130", "The command was interrupted, with Ctrl-C or by a signal."},
};

constexpr std::string_view see_also =
    "The documentation in docs/ of the sources begins with README.md. contests.md describes "
    "contest "
    "files, protocol.md the protocol of bots, security.md the sandbox, store.md the store, "
    "output.md "
    "the formats of results.";

// Takes a non-ASCII character off the start of `text`.
std::uint32_t taken_character(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  std::uint32_t code = first & (0xffu >> (length + 1));
  for (std::size_t at = 1; at < length; ++at)
    code = code << 6 | (static_cast<unsigned char>(text.at(at)) & 0x3fu);
  text.remove_prefix(length);
  return code;
}

// Escapes text so that roff prints it literally: without commands, with dashes that can be copied,
// and in ASCII, for any locale of the reader.
std::string escaped(std::string_view text) {
  constexpr std::pair<char, std::string_view> special[] = {
      {'\\', "\\e"}, {'-', "\\-"}, {'\'', "\\(aq"}, {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}};
  std::string out = text.starts_with('.') ? "\\&" : "";
  while (!text.empty()) {
    if (static_cast<unsigned char>(text[0]) >= 0x80) {
      out += fmt::format("\\[u{:04X}]", taken_character(text));
      continue;
    }
    const auto* const found =
        std::ranges::find(special, text[0], &std::pair<char, std::string_view>::first);
    if (found != std::end(special))
      out += found->second;
    else
      out += text[0];
    text.remove_prefix(1);
  }
  return out;
}

std::string bold(std::string_view text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + escaped(text) + "\\fR"; }

// Joins sentences of --help into a paragraph, which roff breaks into lines.
std::string paragraph(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return escaped(text) + '\n';
}

std::string item(const std::string& term, std::string_view text) {
  return ".TP\n" + term + '\n' + escaped(text) + '\n';
}

std::string section(std::string_view title, std::span<const Note> notes) {
  std::string text = fmt::format(".SH {}\n", title);
  for (const Note& note : notes) text += item(bold(note.term), note.text);
  return text;
}

std::string heading(std::string_view name, std::string_view about, std::string_view version) {
  std::string title(name);
  std::ranges::transform(title, title.begin(), [](unsigned char c) { return std::toupper(c); });
  std::string small(about);
  small[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(small[0])));
  std::ranges::replace(small, '\n', ' ');
  return fmt::format(".TH {} 1 \"\" \"{}\" \"Hilltop manual\"\n.nh\n.ad l\n.SH NAME\n{} \\- {}\n",
                     escaped(title), escaped(version), escaped(name), escaped(small));
}

// [CONTEST], BOT...
std::string synopsis_of(const Parameter& argument) {
  const std::string name = italic(argument.name) + (argument.repeated() ? " ..." : "");
  return argument.required ? name : '[' + name + ']';
}

std::string term_of(const Parameter& parameter) {
  if (!parameter.name.starts_with('-'))
    return italic(parameter.name) +
           (parameter.takes_value() ? ": " + bold(parameter.value) : std::string());
  std::string term = parameter.brief.empty() ? "" : bold(parameter.brief) + ", ";
  term += bold(parameter.name);
  if (parameter.takes_value())
    term += ' ' + (parameter.value.find('|') == std::string::npos ? italic(parameter.value)
                                                                  : bold(parameter.value));
  return parameter.repeated() ? term + " ..." : term;
}

std::string section(std::string_view title, const std::vector<Parameter>& parameters) {
  if (parameters.empty()) return {};
  std::string text = fmt::format(".SH {}\n", title);
  for (const Parameter& parameter : parameters) text += item(term_of(parameter), parameter.about);
  return text;
}

// Writes examples as paragraphs, so that long ones break between words.
std::string section(const std::vector<Example>& examples) {
  if (examples.empty()) return {};
  std::string text;
  for (const Example& example : examples) {
    text += (text.empty() ? ".SH EXAMPLES\n" : ".PP\n") + bold(example.line) + '\n';
    if (!example.about.empty()) text += ".RS 4\n" + escaped(example.about) + "\n.RE\n";
  }
  return text;
}

std::string page_name(const CommandUsage& command) { return "hilltop-" + command.name; }

void write_page(const std::filesystem::path& file, const std::string& page) {
  std::ofstream out(file);
  out << page;
  out.close();
  if (!out) throw std::runtime_error(fmt::format("cannot write {}", file.string()));
}

std::expected<void, Problem> write_all(const std::filesystem::path& folder, const Usage& usage) {
  std::error_code error;
  if (std::filesystem::exists(folder, error) && !std::filesystem::is_directory(folder, error))
    return std::unexpected(Problem{
        fmt::format("--all: '{}' is a file; name a folder, which is created if it is missing",
                    folder.string())});
  std::filesystem::create_directories(folder);
  write_page(folder / "hilltop.1", overview_page(usage));
  for (const CommandUsage& command : usage.commands)
    write_page(folder / (page_name(command) + ".1"), command_page(command, usage.version));
  return {};
}

}  // namespace

std::string overview_page(const Usage& usage) {
  const CommandUsage& program = usage.program;
  std::string text = heading(program.name, program.about, usage.version);
  text += ".SH SYNOPSIS\n" + bold("hilltop") + ' ' + italic("COMMAND") + " ...\n.br\n" +
          bold("hilltop --help") + " | " + bold("--version") + '\n';
  text += ".SH DESCRIPTION\n" + paragraph(program.notes);
  text += "This page lists the commands; each of them also has a page of its own.\n.SH COMMANDS\n";
  std::string group;
  for (const CommandUsage& command : usage.commands) {
    if (command.group != group) text += ".SS " + escaped(group = command.group) + '\n';
    text += item(bold(page_name(command)) + "(1)", command.about);
  }
  text += section("OPTIONS", program.options) + section(program.examples);
  text += section("ENVIRONMENT", environment_notes) + section("FILES", file_notes) +
          section("EXIT STATUS", exit_notes);
  return text + ".SH SEE ALSO\n" + escaped(see_also) + '\n';
}

std::string command_page(const CommandUsage& command, const std::string& version) {
  std::string text = heading(page_name(command), command.about, version);
  text += ".SH SYNOPSIS\n" + bold("hilltop " + command.name) + " [" + italic("OPTION") + " ...]";
  for (const Parameter& argument : command.arguments) text += ' ' + synopsis_of(argument);
  text += "\n.SH DESCRIPTION\n" + paragraph(command.about + '.');
  if (!command.notes.empty()) text += ".PP\n" + paragraph(command.notes);
  text += section("ARGUMENTS", command.arguments) + section("OPTIONS", command.options) +
          section(command.examples);
  return text + ".SH SEE ALSO\n" + bold("hilltop") +
         "(1), for the environment, files and exit codes\n";
}

Outcome manual(const ManualArguments& arguments, const Usage& usage) {
  if (arguments.all) {
    if (arguments.command)
      return std::unexpected(Problem{"--all writes every page: name no command with it"});
    if (const auto written = write_all(*arguments.all, usage); !written)
      return std::unexpected(written.error());
    return Exit::ran;
  }
  if (!arguments.command) {
    fmt::print("{}", overview_page(usage));
    return Exit::ran;
  }
  const CommandUsage* const command = usage.command(*arguments.command);
  if (command == nullptr) return std::unexpected(unknown_command(usage, *arguments.command));
  fmt::print("{}", command_page(*command, usage.version));
  return Exit::ran;
}

}  // namespace hilltop::cli
