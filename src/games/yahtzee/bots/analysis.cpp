#include "games/yahtzee/bots/analysis.hpp"

#include <algorithm>
#include <utility>

#include "games/yahtzee/bots/known_bots.hpp"

namespace hilltop::yahtzee {

Analysis::Analysis(const Rules& rules)
    : options_(rules.options()), win_(worth_table(options_), deviations(options_)) {}

void Analysis::seat(std::span<const std::string> house_bots) {
  if (std::ranges::equal(house_bots, seated_)) return;
  seated_.assign(house_bots.begin(), house_bots.end());
  std::vector<const KnownBot*> bots;
  for (const std::string& bot : house_bots) bots.push_back(known_bot(bot, options_));
  win_.know(std::move(bots));
}

DecisionKind Analysis::kind(const View& view, const Move& move) {
  if (const auto* const score = std::get_if<Score>(&move)) {
    const bool is_forced =
        view.stage == last_stage &&
        std::ranges::count_if(categories, [&](Category category) {
          return Rules::refusal(view, score_moves[static_cast<std::size_t>(category)]).empty();
        }) == 1;
    return {"scores " + std::string(title(score->category)), is_forced};
  }
  return {"keeps after roll " + std::to_string(view.stage + 1)};
}

std::string Analysis::fallen(const ChanceEvents::Event& event) {
  std::string text = "dice";
  for (const std::uint8_t die : keeps.dice(event.after().dice)) text += " " + std::to_string(die);
  return text;
}

}  // namespace hilltop::yahtzee
