#pragma once
#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/problem.hpp"

namespace hilltop {

// The named options of a rule set, as a contest file or the command line gives them.
using SwitchValue = std::variant<bool, std::int64_t, std::string, std::vector<std::int64_t>>;
using Switches = std::map<std::string, SwitchValue>;

// Returns a switch as --set takes it, NAME=VALUE; nullopt for a list, which it does not take.
std::optional<std::string> typed_switch(std::string_view name, const SwitchValue& value);

// A switch whose value may stand in a file: a contest and --set give the file's name.
struct SwitchFile {
  std::string_view name;   // of the switch, and of the option
  std::string_view about;  // one line
  std::size_t bytes_max;   // of the file
  // What the switch stands beside; other switches that stand in files may be missing.
  struct Context {
    std::string_view rule_set;
    const Switches& switches;
  };
  // Error: names `file`, the line and what is allowed.
  std::expected<SwitchValue, Problem> (*read)(std::string_view text, const std::string& file,
                                              const Context& context);
  bool is_for_one_game = true;  // else commands of many games have an option --NAME too
  // Files that the program has with it, found by name before any other.
  struct BuiltIn {
    std::string_view name, about, text;
  };
  std::span<const BuiltIn> built_in = {};
};

// Reads switches one by one and remembers the first error. problem() reports every switch that was
// not read before it as unknown.
class SwitchReader {
 public:
  explicit SwitchReader(const Switches& switches) : switches_(switches) {}

  bool flag(std::string_view name, bool otherwise);
  int whole(std::string_view name, int otherwise, int fewest, int most);
  std::string word(std::string_view name, std::string_view otherwise,
                   std::span<const std::string> allowed);
  std::vector<int> numbers(std::string_view name, int fewest, int most);

  std::optional<Problem> problem() const;

 private:
  const SwitchValue* find(std::string_view name);
  void complain(std::string_view name, std::string what);

  const Switches& switches_;
  std::vector<std::string> known_;
  std::optional<Problem> first_;
};

}  // namespace hilltop
