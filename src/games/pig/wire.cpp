#include "games/pig/wire.hpp"

#include "games/pig/text.hpp"

namespace hilltop::pig {

std::string Wire::prompt(const State& view) { return seen_by_all(view); }

std::expected<Move, std::string> Wire::answer(const State&, std::string_view text) {
  return Text::read(text);
}

}  // namespace hilltop::pig
