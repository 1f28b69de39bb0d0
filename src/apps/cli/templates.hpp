#pragma once
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "core/problem.hpp"

namespace hilltop::cli {

// A whole bot that `hilltop new` copies: the folder sdk/templates/GAME/LANGUAGE. What games and
// languages there are is what folders there are.
struct Template {
  std::string game, language;
  std::filesystem::path folder;
};

// All templates, by game and language.
std::expected<std::vector<Template>, Problem> templates();

}  // namespace hilltop::cli
