#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace hilltop::cli {

// The command line as a value. The commands declare it; the parser, --help, completions and manual
// pages are made from it, so that all of them agree.

// Where the parser puts what is typed: whether a flag was given, a text, or all texts of a
// parameter that may be repeated. Nowhere: the parser itself answers --help and --version.
using Target = std::variant<std::monostate, bool*, std::string*, std::optional<std::string>*,
                            std::vector<std::string>*>;

// An argument, or an option.
struct Parameter {
  std::string name;   // "CONTEST", or "--seed"
  std::string value;  // its name, "N", or a choice of words, "text|json"; empty for a flag, or for
                      // an argument that its name describes
  Target to;
  std::string about;
  bool required = false;
  std::string brief = {};   // an option's short name, "-h"; empty if it has none
  std::string former = {};  // a name of before that is still read and that nothing shows, or empty

  bool takes_value() const { return !value.empty(); }
  bool repeated() const { return std::holds_alternative<std::vector<std::string>*>(to); }
};

struct Example {
  std::string line, about;
};

struct CommandUsage {
  std::string name, about;
  std::vector<Parameter> arguments = {}, options = {};
  std::string notes = {};  // sentences below the options in --help
  std::vector<Example> examples = {};
  std::string group = {};  // the heading in --help under which it is listed
};

struct Usage {
  std::string version;  // "hilltop 1.2.3"
  std::string build;    // what the version's build is, for --version
  CommandUsage program;
  std::vector<CommandUsage> commands;

  // Returns a command; null if there is none of this name.
  const CommandUsage* command(std::string_view name) const;
  std::vector<std::string> command_names() const;
};

}  // namespace hilltop::cli
