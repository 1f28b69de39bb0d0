#include <fmt/format.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/completion.hpp"
#include "core/text.hpp"

namespace hilltop::cli {
namespace {

constexpr std::string_view bash_head =
    R"sh(# Completion of hilltop for bash, printed by `hilltop completion bash`.

# Prints the names in `hilltop list $1`. ./hilltop of a checkout may build when it is called: the
# program that it has built is asked instead.
_hilltop_list() {
  local program
  program=$(type -P -- "${COMP_WORDS[0]}") && program=$(readlink -f -- "$program") || return
  [[ -e ${program%/*}/CMakeLists.txt ]] && program=${program%/*}/build/release/bin/hilltop
  "$program" list "$1" 2>/dev/null | sed '1d; s/^ *//; s/  .*//'
}

# Offers words that begin with the word at the cursor: those given, those of `hilltop list` (-l), the
# house bots (-b); and files (-f) or folders (-d).
_hilltop_offer() {
  local name names=()
  while (($# > 0)); do
    case $1 in
      -f) compopt -o default ;;
      -d) compopt -o plusdirs ;;
      -b) mapfile -t -O "${#names[@]}" names < <(_hilltop_bots) ;;
      -l)
        mapfile -t -O "${#names[@]}" names < <(_hilltop_list "$2")
        shift
        ;;
      *) names+=("$1") ;;
    esac
    shift
  done
  for name in "${names[@]}"; do
    [[ $name != "$current"* ]] || COMPREPLY+=("$(printf %q "$name")")
  done
}

)sh";

// Bash also splits words at = and :, so --format=json and a:1 are three words each.
constexpr std::string_view bash_body = R"sh(
_hilltop() {
  local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} slot='' option='' part_of_last=0
  local argument=1 place word valued
  COMPREPLY=()
  [[ $current != [=:]* ]] || current=''
  _hilltop_valued
  for ((place = 2; place < COMP_CWORD; ++place)); do
    word=${COMP_WORDS[place]}
    if [[ $word == [=:]* ]]; then
      [[ -n $option ]] || part_of_last=1
    elif ((part_of_last)); then
      part_of_last=0
    elif [[ -n $option ]]; then
      option=''
    elif [[ " $valued " == *" $word "* ]]; then
      option=$word
    elif [[ $word != -* ]]; then
      ((++argument))
    fi
  done
  ((!part_of_last)) || return 0
  slot=${option:-$argument}
  ((COMP_CWORD > 1)) || command='' slot=1
  [[ -n $option || $current != -* ]] || slot=options
)sh";

// Returns a case of the script: the completions at one place.
std::string bash_case(const std::string& place, const std::string& arguments) {
  return arguments.empty() ? "" : fmt::format("    {}) _hilltop_offer{} ;;\n", place, arguments);
}

std::string bash_options(const std::vector<Parameter>& options) {
  std::string names;
  for (const Parameter& option : options)
    names += (option.brief.empty() ? "" : ' ' + option.brief) + ' ' + option.name;
  return names;
}

std::string bash_cases(const Usage& usage, const CommandUsage& command) {
  std::string text =
      bash_case(fmt::format("'{} options'", command.name), bash_options(command.options));
  for (const Parameter& option : command.options)
    if (option.takes_value())
      text += bash_case(fmt::format("'{} {}'", command.name, option.name),
                        offer_arguments(offer_for(usage, command, option), shell_word));
  int place = 0;
  for (const Parameter& argument : command.arguments) {
    ++place;  // a repeated argument is the last one, so later words belong to it
    text += bash_case(argument.repeated() ? fmt::format("'{} '[0-9]*", command.name)
                                          : fmt::format("'{} {}'", command.name, place),
                      offer_arguments(offer_for(usage, command, argument), shell_word));
  }
  return text;
}

std::string bash_valued(const Usage& usage) {
  std::string text =
      "# The options of the command that take a value.\n_hilltop_valued() {\n  case $command in\n";
  for (const CommandUsage& command : usage.commands) {
    std::string names;
    for (const Parameter& option : command.options)
      if (option.takes_value()) names += (names.empty() ? "" : " ") + option.name;
    if (!names.empty()) text += fmt::format("    {}) valued='{}' ;;\n", command.name, names);
  }
  return text + "    *) valued='' ;;\n  esac\n}\n";
}

}  // namespace

std::string bash_completion(const Usage& usage) {
  std::string text = std::string(bash_head) + bots_function("${COMP_WORDS[*]}", "printf '%s\\n'") +
                     bash_valued(usage);
  text += std::string(bash_body) + "  case \"$command $slot\" in\n";
  std::string commands;
  for (const CommandUsage& command : usage.commands) commands += ' ' + command.name;
  text += bash_case("' 1'", commands);
  text += bash_case("' options'", bash_options(usage.program.options));
  for (const CommandUsage& command : usage.commands) text += bash_cases(usage, command);
  return text + "  esac\n}\n\ncomplete -F _hilltop hilltop\n";
}

}  // namespace hilltop::cli
