#include <fmt/format.h>

#include "apps/cli/completion.hpp"

namespace hilltop::cli {
namespace {

constexpr std::string_view fish_head =
    R"sh(# Completion of hilltop for fish, printed by `hilltop completion fish`.

# Prints the names in `hilltop list $argv[1]`. ./hilltop of a checkout may build when it is called:
# the program that it has built is asked instead.
function __hilltop_list
    set -l words (commandline -opc)
    set -l program (realpath -- (command -s -- $words[1]) 2>/dev/null)
    set -q program[1]; or return
    set -l folder (string replace -r '/[^/]*$' '' -- $program)
    test -e $folder/CMakeLists.txt; and set program $folder/build/release/bin/hilltop
    $program list $argv[1] 2>/dev/null | sed '1d; s/^ *//; s/  .*//'
end

# Offers words: those given, those of `hilltop list` (-l), the house bots (-b); and files (-f) or
# folders (-d).
function __hilltop_offer
    while set -q argv[1]
        switch $argv[1]
            case -f
                __fish_complete_path
            case -d
                __fish_complete_directories
            case -b
                __hilltop_bots
            case -l
                __hilltop_list $argv[2]
                set -e argv[1]
            case '*'
                echo $argv[1]
        end
        set -e argv[1]
    end
end

# Whether no command was named yet.
function __hilltop_begins
    set -l words (commandline -opc)
    test (count $words) -eq 1
end

# Whether the command is $argv[1].
function __hilltop_in
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"
end

# Whether argument $argv[2] of command $argv[1] is next; with a third word, that or a later one.
function __hilltop_at
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"; or return
    set -l valued (__hilltop_valued $argv[1])
    set -l next 1
    set -l option
    set -e words[1..2]
    for word in $words
        if set -q option[1]
            set -e option
            set -l option
        else if contains -- $word $valued
            set option $word
        else if not string match -q -- '-*' $word
            set next (math $next + 1)
        end
    end
    test $next -eq $argv[2]; and return
    set -q argv[3]; and test $next -gt $argv[2]
end

)sh";

std::string fish_word(const std::string& text) {
  std::string word = "'";
  for (const char letter : text) {
    if (letter == '\'' || letter == '\\') word += '\\';
    word += letter;
  }
  return word + '\'';
}

// Returns the words, quoted for a command substitution.
std::string fish_offered(const std::string& arguments) {
  return arguments.empty() ? "" : " -a " + fish_word("(__hilltop_offer" + arguments + ")");
}

std::string fish_line(const std::string& condition, const std::string& rest,
                      const std::string& about) {
  return fmt::format("complete -c hilltop -n {}{} -d {}\n", fish_word(condition), rest,
                     fish_word(about));
}

std::string fish_options(const Usage& usage, const CommandUsage& command,
                         const std::string& condition) {
  std::string text;
  for (const Parameter& option : command.options) {
    std::string rest = " -l " + option.name.substr(2);
    if (!option.brief.empty()) rest += " -s " + option.brief.substr(1);
    if (option.takes_value())
      rest += " -x" + fish_offered(offer_arguments(offer_for(usage, command, option), fish_word));
    text += fish_line(condition, rest, option.about);
  }
  return text;
}

std::string fish_arguments(const Usage& usage, const CommandUsage& command) {
  std::string text;
  int place = 0;
  for (const Parameter& argument : command.arguments) {
    const std::string words =
        fish_offered(offer_arguments(offer_for(usage, command, argument), fish_word));
    const std::string condition = fmt::format("__hilltop_at {} {}{}", command.name, ++place,
                                              argument.repeated() ? " or-later" : "");
    if (!words.empty()) text += fish_line(condition, words, argument.name);
  }
  return text;
}

std::string fish_bots() {
  std::string text =
      "# Prints the house bots of the game that the line names; of every game if it names none.\n"
      "function __hilltop_bots\n    set -l words (commandline -opc)\n    switch \" $words \"\n";
  for (const GameBots& game : house_bots()) {
    text += fmt::format("        case {}\n            printf '%s\\n'",
                        fish_word(game.game.empty() ? "*" : "* " + game.game + " *"));
    for (const std::string& bot : game.bots) text += ' ' + fish_word(bot);
    text += '\n';
  }
  return text + "    end\nend\n\n";
}

std::string fish_valued(const Usage& usage) {
  std::string text =
      "# Prints the options of a command that take a value.\n"
      "function __hilltop_valued\n    switch $argv[1]\n";
  for (const CommandUsage& command : usage.commands) {
    std::string names;
    for (const Parameter& option : command.options)
      if (option.takes_value()) names += ' ' + option.name;
    if (!names.empty())
      text += fmt::format("        case {}\n            printf '%s\\n'{}\n", command.name, names);
  }
  return text + "    end\nend\n\n";
}

}  // namespace

std::string fish_completion(const Usage& usage) {
  std::string text = std::string(fish_head) + fish_bots() + fish_valued(usage);
  text += "complete -c hilltop -f\n" + fish_options(usage, usage.program, "__hilltop_begins");
  for (const CommandUsage& command : usage.commands)
    text += fish_line("__hilltop_begins", " -a " + command.name, command.about);
  for (const CommandUsage& command : usage.commands)
    text += fish_options(usage, command, "__hilltop_in " + command.name) +
            fish_arguments(usage, command);
  return text;
}

}  // namespace hilltop::cli
