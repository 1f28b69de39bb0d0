#pragma once
#include <string>
#include <vector>

#include "core/drawing.hpp"
#include "games/yahtzee/rules.hpp"

namespace hilltop::yahtzee {

// Draws the cards, with what each open box would score now, and aside the dice. Names are
// abbreviated where the canvas is too narrow for them.
DrawnTable drawn(const View& view, const std::vector<std::string>& names, const Canvas& canvas);

}  // namespace hilltop::yahtzee
