#pragma once
#include <string>

namespace hilltop {

// The value of a bot's parameter.
struct Setting {
  std::string name;
  int value = 0;
  friend bool operator==(const Setting&, const Setting&) = default;
};

}  // namespace hilltop
