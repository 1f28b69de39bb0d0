#pragma once
#include <string>
#include <vector>

namespace hilltop::cli {

// The command line as a value. main.cpp makes it from the parser that prints --help; completions
// and manual pages are made from it, so that all three agree.

// An argument, or an option.
struct Parameter {
  std::string name;   // "CONTEST", or "--seed"
  std::string brief;  // an option's short name, "-h"; empty if it has none
  std::string value;  // its name, "N", or a choice of words, "text|json"; empty for a flag, or for
                      // an argument that its name describes
  std::string about;
  bool required = false, repeated = false;

  bool takes_value() const { return !value.empty(); }
};

struct Example {
  std::string line, about;
};

struct CommandUsage {
  std::string name, about;
  std::string group = {};  // the heading in --help under which it is listed
  std::vector<Parameter> arguments, options;
  std::string notes;  // sentences below the options in --help
  std::vector<Example> examples;
};

struct Usage {
  std::string version;  // "hilltop 1.2.3"
  CommandUsage program;
  std::vector<CommandUsage> commands;
};

}  // namespace hilltop::cli
