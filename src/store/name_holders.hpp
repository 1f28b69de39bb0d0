#pragma once
#include <map>
#include <string>

namespace hilltop::store {

// The folders whose bots had names in the latest runs of contests of one name, by the look of the
// bot's name (core/look.hpp).
using NameHolders = std::map<std::string, std::string>;

}  // namespace hilltop::store
