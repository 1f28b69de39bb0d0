#include <fmt/format.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/completion.hpp"
#include "core/text.hpp"

namespace hilltop::cli {
namespace {

constexpr std::string_view zsh_head = R"sh(#compdef hilltop
# Completion of hilltop for zsh, printed by `hilltop completion zsh`.

# Prints the names in `hilltop list $1`. ./hilltop of a checkout may build when it is called: the
# program that it has built is asked instead.
_hilltop_list() {
  local asked=${${commands[$program]:-$program}:A}
  [[ -e ${asked:h}/CMakeLists.txt ]] && asked=${asked:h}/build/release/bin/hilltop
  $asked list $1 2>/dev/null | sed '1d; s/^ *//; s/  .*//'
}

# Offers words: those given, those of `hilltop list` (-l), the house bots (-b); and files (-f) or
# folders (-d).
_hilltop_offer() {
  local result=1
  local -a names
  while (( $# )); do
    case $1 in
      -f) _files && result=0 ;;
      -d) _files -/ && result=0 ;;
      -b) names+=(${(f)"$(_hilltop_bots)"}) ;;
      -l)
        names+=(${(f)"$(_hilltop_list $2)"})
        shift
        ;;
      *) names+=($1) ;;
    esac
    shift
  done
  (( $#names )) && compadd -a names && result=0
  return result
}

)sh";

constexpr std::string_view zsh_tail = R"sh(
# Run as the function that compinit loads, or sourced.
if [[ $funcstack[1] == _hilltop ]]; then
  _hilltop "$@"
else
  compdef _hilltop hilltop
fi
)sh";

// Escapes a part of an argument of _arguments or _describe.
std::string zsh_part(const std::string& text) {
  std::string escaped;
  for (const char letter : text) {
    if (std::string_view("\\:[]").find(letter) != std::string_view::npos) escaped += '\\';
    escaped += letter;
  }
  return escaped;
}

// Returns ":NAME: COMPLETIONS".
std::string zsh_value(const Usage& usage, const CommandUsage& command, const Parameter& parameter) {
  const std::string arguments = offer_arguments(offer_for(usage, command, parameter), shell_word);
  const std::string name = parameter.name.starts_with('-') ? parameter.value : parameter.name;
  return fmt::format(":{}: {}", zsh_part(name),
                     arguments.empty() ? "" : zsh_part("_hilltop_offer" + arguments));
}

std::string zsh_options(const Usage& usage, const CommandUsage& command) {
  std::string text;
  for (const Parameter& option : command.options) {
    const bool ends = option.name == "--help" || option.name == "--version";
    const std::string first = ends ? "(- *)" : option.repeated() ? "*" : "";
    const std::string about = '[' + zsh_part(option.about) + ']';
    if (!option.brief.empty()) text += " \\\n    " + shell_word(first + option.brief + about);
    text += " \\\n    " + shell_word(option.takes_value() ? first + option.name + '=' + about +
                                                                zsh_value(usage, command, option)
                                                          : first + option.name + about);
  }
  return text;
}

std::string zsh_arguments(const Usage& usage, const CommandUsage& command) {
  std::string text;
  for (const Parameter& argument : command.arguments)
    text += " \\\n    " +
            shell_word((argument.repeated() ? "*" : "") + zsh_value(usage, command, argument));
  return text;
}

std::string zsh_commands(const Usage& usage) {
  std::string text = "_hilltop_commands() {\n  local -a described=(\n";
  for (const CommandUsage& command : usage.commands)
    text += "    " + shell_word(zsh_part(command.name) + ':' + zsh_part(command.about)) + '\n';
  return text + "  )\n  _describe command described\n}\n\n";
}

}  // namespace

std::string zsh_completion(const Usage& usage) {
  std::string text =
      std::string(zsh_head) + bots_function("$words", "print -l --") + zsh_commands(usage);
  text += "_hilltop() {\n  local program=$words[1] curcontext=$curcontext state line\n";
  text += "  local -A opt_args\n  _arguments -C" + zsh_options(usage, usage.program);
  text += " \\\n    '1:command:_hilltop_commands' '*::argument:->arguments' && return\n";
  text += "  [[ $state == arguments ]] || return\n  case $words[1] in\n";
  for (const CommandUsage& command : usage.commands)
    text += fmt::format("  {}) _arguments{}{} ;;\n", command.name, zsh_options(usage, command),
                        zsh_arguments(usage, command));
  return text + "  esac\n}\n" + std::string(zsh_tail);
}

}  // namespace hilltop::cli
