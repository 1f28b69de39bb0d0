#include "games/yahtzee/bots/dummy.hpp"

namespace hilltop::yahtzee {

Dummy::Allowed Dummy::allowed(const View& view) {
  Allowed allowed{};
  for (const Category category : categories)
    if (refusal(view, category).empty()) allowed.boxes[allowed.count++] = category;
  return allowed;
}

Move Dummy::choose(const View& view) {
  const Allowed allowed = Dummy::allowed(view);
  return Score{
      allowed.boxes[luck_.on(static_cast<std::uint32_t>(view.round)).below(allowed.count)]};
}

}  // namespace hilltop::yahtzee
