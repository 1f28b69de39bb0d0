#include "apps/cli/usage.hpp"

#include <algorithm>

namespace hilltop::cli {

const CommandUsage* Usage::command(std::string_view name) const {
  const auto found = std::ranges::find(commands, name, &CommandUsage::name);
  return found == commands.end() ? nullptr : &*found;
}

std::vector<std::string> Usage::command_names() const {
  std::vector<std::string> names;
  for (const CommandUsage& each : commands) names.push_back(each.name);
  return names;
}

}  // namespace hilltop::cli
