#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json.hpp"

namespace hilltop::server {

// Takes paths of this machine out of what programs have printed, for people who are not its host.
// What a program has disguised is not found.
class HiddenPaths {
 public:
  // The paths, each with what is shown in its place; a longer one goes before a shorter one. Those
  // without a slash before a name, such as "." and "/", are left out.
  explicit HiddenPaths(std::vector<std::pair<std::filesystem::path, std::string>> shown);

  // Returns the text without the paths. A path that was cut, at the beginning or at the end of a
  // line or before an ellipsis, is taken out too.
  std::string hide(std::string_view text) const;
  // The same in every text of a document.
  Json hide_in(Json document) const;

 private:
  using Shown = std::pair<std::string, std::string>;
  std::string hide_in_line(std::string line) const;
  // Returns the length of the longest part of the path, from its beginning, with which the text
  // ends; 0 if that part is a path of its own.
  std::size_t cut_end(std::string_view text, std::string_view path) const;

  std::vector<Shown> shown_;  // the longest first
};

}  // namespace hilltop::server
