#include "apps/cli/templates.hpp"

#include <algorithm>

#include "arena/contest_files.hpp"

namespace hilltop::cli {
namespace {

namespace fs = std::filesystem;

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

}  // namespace hilltop::cli
