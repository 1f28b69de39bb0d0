#include "apps/cli/templates.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <unistd.h>

#include "arena/contest_files.hpp"

namespace hilltop::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array tools{Tool{"c", "gcc", "gcc"},
                           Tool{"cpp", "g++", "g++"},
                           Tool{"csharp", "mcs", "mono-mcs"},
                           Tool{"csharp", "mono", "mono-runtime"},
                           Tool{"go", "go", "golang-go"},
                           Tool{"java", "javac", "default-jdk-headless"},
                           Tool{"javascript", "node", "nodejs"},
                           Tool{"kotlin", "kotlinc", "kotlin"},
                           Tool{"kotlin", "java", "default-jre-headless"},
                           Tool{"python", "python3", "python3"},
                           Tool{"ruby", "ruby", "ruby"},
                           Tool{"rust", "rustc", "rustc"},
                           Tool{"typescript", "tsc", "node-typescript"},
                           Tool{"typescript", "node", "nodejs"}};

std::vector<fs::path> folders_in(const fs::path& folder) {
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_directory()) folders.push_back(entry.path());
  std::ranges::sort(folders);
  return folders;
}

}  // namespace

std::expected<std::vector<Template>, Problem> templates() {
  const auto root = arena::shared_folder("sdk/templates");
  if (!root) return std::unexpected(root.error());
  std::vector<Template> all;
  for (const fs::path& game : folders_in(*root))
    for (const fs::path& language : folders_in(game))
      all.push_back({game.filename(), language.filename(), language});
  return all;
}

std::vector<Tool> tools_of(std::string_view language) {
  std::vector<Tool> found;
  std::ranges::copy_if(tools, std::back_inserter(found),
                       [&](const Tool& tool) { return tool.language == language; });
  return found;
}

bool is_installed(const Tool& tool) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((fs::path(folder) / tool.command).c_str(), X_OK) == 0) return true;
  return false;
}

}  // namespace hilltop::cli
