#pragma once
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "core/problem.hpp"

namespace hilltop::cli {

// A complete bot that `hilltop new` copies: a folder sdk/templates/GAME/LANGUAGE.
struct Template {
  std::string game, language;
  std::filesystem::path folder;
};

// Returns all templates, sorted by game and language.
std::expected<std::vector<Template>, Problem> templates();

}  // namespace hilltop::cli
