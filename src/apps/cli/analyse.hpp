#pragma once
#include <optional>
#include <string>

#include "apps/cli/commands.hpp"

namespace hilltop::cli {

// `hilltop analyse`: what decisions gave up, and what chance gave (docs/luck.md).
struct AnalyseArguments {
  std::string what;  // a game, a pairing or a bot of a stored contest, or a record's file
  std::optional<std::string> contest, store, against, games, worst;
  std::string format = "text";
};
Outcome analyse(const AnalyseArguments& arguments);

}  // namespace hilltop::cli
