#pragma once
#include <string_view>

namespace hilltop {

// A file that the build put into the program as it is (cmake's hilltop_embed).
struct BuiltFile {
  std::string_view path;  // "/assets/app.js"
  std::string_view bytes;
};

}  // namespace hilltop
