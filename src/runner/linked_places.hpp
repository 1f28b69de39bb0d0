#pragma once
#include <filesystem>
#include <span>
#include <vector>

namespace hilltop::runner {

// Returns the files and folders outside the system's folders in which packages of the system keep
// data behind a link, such as GHC's /var/lib/ghc/package.conf.d. Looks for them once per program.
const std::vector<std::filesystem::path>& linked_places();

// Returns where the links in `roots`, and in the folders directly below them, lead, each place
// once, if everybody may reach and read it, and if only the link's owner may write it: the maker of
// the link put there what it holds. Unreadable folders and links to nothing are
// left out.
std::vector<std::filesystem::path> places_linked_from(std::span<const std::filesystem::path> roots);

}  // namespace hilltop::runner
