#include "games/yahtzee/bots/analysis.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace hilltop::yahtzee {
namespace {

// The mean score under koth of bots that do not play for it, in 40,000 games.
constexpr std::pair<std::string_view, double> mean_scores[] = {
    {"greedy", 199.2}, {"dummy", 46.0}, {"in-order", 45.9}};

}  // namespace

Analysis::Analysis(const Rules& rules)
    : options_(rules.options()), win_(worth_table(options_), deviations(options_)) {}

void Analysis::seat(std::span<const std::string> house_bots) {
  std::vector<double> losses;
  if (options_ == Options())
    for (const std::string& bot : house_bots) {
      losses.push_back(0);
      for (const auto& [name, score] : mean_scores)
        if (name == bot) losses.back() = (worth_table(options_).expectation() - score) / rounds;
    }
  win_.expect_losses(std::move(losses));
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
