#include "apps/cli/templates.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "arena/contest_files.hpp"
#include "runner/command_search.hpp"

namespace hilltop::cli {
namespace {

namespace fs = std::filesystem;

constexpr Tool::Use builds = Tool::Use::build, runs = Tool::Use::run;
constexpr std::array tools{Tool{"c", "gcc", "gcc", builds},
                           Tool{"cpp", "g++", "g++", builds},
                           Tool{"csharp", "mcs", "mono-mcs", builds},
                           Tool{"csharp", "mono", "mono-runtime", runs},
                           Tool{"go", "go", "golang-go", builds},
                           Tool{"java", "javac", "default-jdk-headless", builds},
                           Tool{"javascript", "node", "nodejs", runs},
                           Tool{"kotlin", "kotlinc", "kotlin", builds},
                           Tool{"kotlin", "java", "default-jre-headless", runs},
                           Tool{"python", "python3", "python3", runs},
                           Tool{"ruby", "ruby", "ruby", runs},
                           Tool{"rust", "rustc", "rustc", builds},
                           Tool{"typescript", "tsc", "node-typescript", builds},
                           Tool{"typescript", "node", "nodejs", runs}};

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

bool is_found(const Tool& tool) {
  const std::string command(tool.command);
  const std::string_view path = runner::path_of_host();
  return tool.use == Tool::Use::build ? !runner::find_for_build(command, path).empty()
                                      : !runner::find_in_sandbox(command, path).program.empty();
}

}  // namespace hilltop::cli
