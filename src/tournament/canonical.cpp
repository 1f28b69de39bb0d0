#include "tournament/canonical.hpp"

#include <algorithm>

namespace hilltop::tournament {
namespace {

bool by_name(const Field& field, EntryId a, EntryId b) {
  return field.names[static_cast<std::size_t>(a)] < field.names[static_cast<std::size_t>(b)];
}

}  // namespace

std::vector<EntryId> sorted(const Field& field, std::vector<EntryId> entries) {
  std::ranges::sort(entries, [&](EntryId a, EntryId b) { return by_name(field, a, b); });
  return entries;
}

void sort_round(const Field& field, std::vector<Fixture>& round) {
  std::ranges::sort(round, [&](const Fixture& x, const Fixture& y) {
    return by_name(field, x.entries[0], y.entries[0]);
  });
}

}  // namespace hilltop::tournament
