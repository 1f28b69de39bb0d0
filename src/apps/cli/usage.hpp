#pragma once
#include <string>
#include <vector>

namespace hilltop::cli {

// The command line as a value. main.cpp makes it from the parser that also prints --help;
// completions and manual pages are made from it, so that none of the three can fall behind.

// An argument, or an option.
struct Parameter {
  std::string name;   // "CONTEST", or "--seed"
  std::string brief;  // an option's short name, "-h"; empty if it has none
  std::string value;  // its name, "N", or the words to choose from, "text|json"; empty: a flag, or
                      // an argument of which the name says all
  std::string about;
  bool required = false, repeated = false;

  bool takes_value() const { return !value.empty(); }
};

struct Example {
  std::string line, about;
};

struct CommandUsage {
  std::string name, about;
  std::vector<Parameter> arguments, options;
  std::string notes;  // sentences that --help prints below the options
  std::vector<Example> examples;
};

struct Usage {
  std::string version;  // "hilltop 1.2.3"
  CommandUsage program;
  std::vector<CommandUsage> commands;
};

}  // namespace hilltop::cli
