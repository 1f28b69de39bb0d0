#pragma once
#include <nlohmann/json_fwd.hpp>

namespace hilltop {

// A JSON document whose objects keep the order in which their keys were added.
using Json = nlohmann::ordered_json;

}  // namespace hilltop
