#include "games/yahtzee/bots/dummy.hpp"

namespace hilltop::yahtzee {

Move Dummy::choose(const View& view) {
  std::array<Category, boxes_on_card> allowed;
  std::uint32_t count = 0;
  for (const Category category : categories)
    if (refusal(view, category).empty()) allowed[count++] = category;
  return Score{allowed[luck_.on(static_cast<std::uint32_t>(view.round)).below(count)]};
}

}  // namespace hilltop::yahtzee
