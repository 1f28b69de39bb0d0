#include "core/user_folder.hpp"

#include <cstdlib>

namespace hilltop {

namespace fs = std::filesystem;

fs::path user_folder(const char* variable, const char* below_home) {
  const auto folder = [](const char* name) {
    const char* const typed = std::getenv(name);
    const fs::path path = typed == nullptr ? "" : typed;
    return path.is_absolute() ? path : fs::path();
  };
  if (const fs::path chosen = folder(variable); !chosen.empty()) return chosen / "hilltop";
  if (const fs::path home = folder("HOME"); !home.empty()) return home / below_home / "hilltop";
  return {};
}

}  // namespace hilltop
