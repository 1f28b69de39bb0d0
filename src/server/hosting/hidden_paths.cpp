#include "server/hosting/hidden_paths.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace hilltop::server {
namespace {

// A part of a path that says nothing of this machine.
constexpr std::ptrdiff_t slashes_min = 2;
constexpr std::string_view ellipsis = "…";

bool tells(std::string_view part) { return std::ranges::count(part, '/') >= slashes_min; }

// Returns the longest part of the path, to its end, with which the text begins.
std::size_t cut_begin(std::string_view text, std::string_view path) {
  for (std::size_t size = std::min(path.size() - 1, text.size()); size > 0; --size) {
    const std::string_view part = path.substr(path.size() - size);
    if (text.starts_with(part) && tells(part)) return size;
  }
  return 0;
}

}  // namespace

HiddenPaths::HiddenPaths(std::vector<std::pair<std::filesystem::path, std::string>> shown) {
  for (const auto& [path, instead] : shown) {
    std::string text = path.lexically_normal().string();
    while (text.ends_with('/')) text.pop_back();
    if (text.contains('/')) shown_.emplace_back(text, instead);
  }
  std::ranges::stable_sort(shown_, std::ranges::greater(),
                           [](const auto& each) { return each.first.size(); });
}

std::string HiddenPaths::hide(std::string_view text) const {
  std::string hidden;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    hidden += hide_in_line(std::string(text.substr(0, end)));
    text.remove_prefix(end);
  }
  return hidden;
}

std::string HiddenPaths::hide_in_line(std::string line) const {
  for (const auto& [path, instead] : shown_)
    if (const std::size_t size = cut_begin(line, path + '/'); size > 0) {
      line.erase(0, size);
      break;
    }
  for (const auto& [path, instead] : shown_) {
    for (std::size_t at = 0; (at = line.find(path, at)) != std::string::npos; at += instead.size())
      line.replace(at, path.size(), instead);
    for (std::size_t at = 0; (at = line.find(ellipsis, at)) != std::string::npos;) {
      const std::size_t size = cut_end(std::string_view(line).substr(0, at), path);
      line.erase(at - size, size);
      at += ellipsis.size() - size;
    }
    const std::size_t end = line.ends_with('\n') ? line.size() - 1 : line.size();
    const std::size_t size = cut_end(std::string_view(line).substr(0, end), path);
    line.erase(end - size, size);
  }
  return line;
}

std::size_t HiddenPaths::cut_end(std::string_view text, std::string_view path) const {
  for (std::size_t size = std::min(path.size() - 1, text.size()); size > 0; --size)
    if (const std::string_view part = path.substr(0, size); text.ends_with(part) && tells(part))
      return std::ranges::find(shown_, part, &Shown::first) == shown_.end() ? size : 0;
  return 0;
}

Json HiddenPaths::hide_in(Json document) const {
  if (document.is_string()) return hide(document.get_ref<const std::string&>());
  if (document.is_structured())
    for (Json& each : document) each = hide_in(std::move(each));
  return document;
}

}  // namespace hilltop::server
