#include "server/routes.hpp"

namespace hilltop::server {

std::string_view name(Method method) {
  switch (method) {
    case Method::get: return "GET";
    case Method::post: return "POST";
    case Method::put: return "PUT";
    case Method::remove: return "DELETE";
    case Method::other: return "";
  }
  return "";
}

std::string_view name(Who who) {
  switch (who) {
    case Who::anyone: return "anyone";
    case Who::author: return "author";
    case Who::host: return "host";
  }
  return "";
}

std::optional<std::vector<std::string>> match(std::string_view pattern, std::string_view path) {
  std::vector<std::string> matched;
  while (true) {
    const std::string_view asked = pattern.substr(0, pattern.find('/'));
    const std::string_view given = path.substr(0, path.find('/'));
    auto decoded = percent_decoded(given, false);
    if (!decoded) return std::nullopt;
    if (asked.starts_with('{')) {
      if (given.empty()) return std::nullopt;
      matched.push_back(*std::move(decoded));
    } else if (asked != *decoded) {
      return std::nullopt;
    }
    const bool more = asked.size() < pattern.size();
    if (more != (given.size() < path.size())) return std::nullopt;
    if (!more) return matched;
    pattern.remove_prefix(asked.size() + 1);
    path.remove_prefix(given.size() + 1);
  }
}

}  // namespace hilltop::server
