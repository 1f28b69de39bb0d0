#pragma once
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
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

// A program that bots in a language need.
struct Tool {
  enum class Use { build, run };  // where it is needed: in the command `build`, or as the bot's own

  std::string_view language, command, debian_package;
  Use use;
};

// Returns the tools of a language; none if it is unknown.
std::vector<Tool> tools_of(std::string_view language);

// Returns whether a bot in the sandbox, or its build, finds a tool.
bool is_found(const Tool& tool);

}  // namespace hilltop::cli
