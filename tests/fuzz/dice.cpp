#include "fuzz/fuzz.hpp"
#include "games/yahtzee/dice_file.hpp"
#include "games/yahtzee/rules.hpp"

namespace hilltop::fuzz {

// Reads the file of `hilltop play yahtzee --dice`, and plays games with its dice.
void dice(std::string_view input) {
  const auto dice = yahtzee::read_dice(input, "dice", {"koth", {}});
  if (!dice) return demand(!dice.error().text.empty(), "a problem without a word");
  for (const char* rule_set : {"koth", "cab201-basic", "cab201-advanced"}) {
    const auto rules = yahtzee::Rules::under(rule_set, {{"dice", *dice}});
    demand(rules.has_value(), "dice that are read cannot be played with");
    try {
      const Chance chance(1, 0);
      auto state = rules->start(2, chance);
      while (const ToMove seat = rules->turn(state))
        rules->apply(state, rules->legal_moves(rules->view(state, *seat)).back(), chance);
    } catch (const ListRanOut&) {
      // The program reports it too.
    }
  }
}

}  // namespace hilltop::fuzz
