#include "runner/linked_places.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <sys/stat.h>
#include <system_error>

#include "runner/limits.hpp"
#include "runner/system_folders.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

bool everybody_may(const struct stat& what, mode_t bits) { return (what.st_mode & bits) == bits; }

bool everybody_may_reach(const fs::path& place) {
  for (fs::path above = place.parent_path(); above.has_relative_path(); above = above.parent_path())
    if (struct stat what; stat(above.c_str(), &what) != 0 || !everybody_may(what, S_IXOTH))
      return false;
  return true;
}

// Returns whether only the owner of the link decides what everybody may read there.
bool is_of_the_link(const fs::path& link, const fs::path& place) {
  struct stat from, what;
  if (lstat(link.c_str(), &from) != 0 || stat(place.c_str(), &what) != 0) return false;
  if (!S_ISDIR(what.st_mode) && !S_ISREG(what.st_mode)) return false;
  const mode_t read = S_ISDIR(what.st_mode) ? S_IROTH | S_IXOTH : S_IROTH;
  return what.st_uid == from.st_uid && (what.st_mode & (S_IWGRP | S_IWOTH)) == 0 &&
         everybody_may(what, read) && everybody_may_reach(place);
}

bool is_allowed_anyway(const fs::path& place) {
  return below(place.native(), settings_folder) ||
         std::ranges::any_of(system_folders,
                             [&](const char* folder) { return below(place.native(), folder); });
}

template <class Visit>
void for_each_entry(const fs::path& folder, Visit&& visit) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    visit(*entry);
}

std::vector<fs::path> roots_of_the_system() {
  std::vector<fs::path> roots = {"/usr/lib", "/usr/libexec", "/usr/share", "/usr/local/lib",
                                 "/usr/local/share"};
  for_each_entry("/usr/lib", [&](const fs::directory_entry& entry) {  // one per architecture
    if (entry.path().filename().string().contains("-linux-")) roots.push_back(entry.path());
  });
  return roots;
}

}  // namespace

std::vector<fs::path> places_linked_from(std::span<const fs::path> roots) {
  std::set<fs::path> places;
  const auto look_at = [&](const fs::directory_entry& entry) {
    std::error_code error;
    if (!entry.is_symlink(error) || places.size() == linked_places_max) return;
    fs::path place = fs::canonical(entry.path(), error);
    if (!error && !is_allowed_anyway(place) && is_of_the_link(entry.path(), place))
      places.insert(std::move(place));
  };
  for (const fs::path& root : roots)
    for_each_entry(root, [&](const fs::directory_entry& entry) {
      look_at(entry);
      std::error_code error;
      if (!entry.is_symlink(error) && entry.is_directory(error))
        for_each_entry(entry.path(), look_at);
    });
  return {places.begin(), places.end()};
}

const std::vector<fs::path>& linked_places() {
  static const std::vector<fs::path> places = places_linked_from(roots_of_the_system());
  return places;
}

}  // namespace hilltop::runner
