#pragma once
#include <span>
#include <string>

#include "core/descriptor.hpp"

namespace hilltop::runner {

// Returns a mount, which is nowhere yet, of the folder `upper` above the folders `lower`, the upper
// ones first (overlayfs). What a bot changes is in `upper` alone, to which work_folder_of()
// belongs. Not open on failure, with errno.
Descriptor mounted_layers(const std::string& upper, std::span<const std::string> lower);

}  // namespace hilltop::runner
