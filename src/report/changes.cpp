#include "report/changes.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace hilltop::report {
namespace {

// Appends what has changed at `path`. An object with other keys, or a shorter list, is new as a
// whole.
void add_changes(Json& changes, Json& path, const Json& before, const Json& now) {
  if (before == now) return;
  const auto inside = [&](Json key, const Json& was, const Json& is) {
    path.push_back(std::move(key));
    add_changes(changes, path, was, is);
    path.erase(path.size() - 1);
  };
  if (before.is_array() && now.is_array() && before.size() <= now.size()) {
    for (std::size_t i = 0; i < now.size(); ++i)
      inside(i, i < before.size() ? before[i] : Json(Json::value_t::discarded), now[i]);
    return;
  }
  const auto known = [&](const auto& member) { return before.contains(member.key()); };
  if (before.is_object() && now.is_object() && before.size() == now.size() &&
      std::ranges::all_of(now.items(), known)) {
    for (const auto& [key, value] : now.items()) inside(key, before[key], value);
    return;
  }
  changes.push_back(path);
  changes.back().push_back(now);
}

}  // namespace

Json changes(const Json& before, const Json& now) {
  Json changes = Json::array(), path = Json::array();
  add_changes(changes, path, before, now);
  return changes;
}

}  // namespace hilltop::report
