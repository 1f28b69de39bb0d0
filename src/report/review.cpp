#include "report/review.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "arena/agreed_draw.hpp"
#include "report/analysis.hpp"

namespace hilltop::report {
namespace {

std::vector<SeatReview> sums_of(const Review& review) {
  const std::size_t worths = review.game->worths.size();
  std::vector<SeatReview> seats(review.record.players.size());
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    seats[seat].lost.resize(worths);
    for (const auto& by_seat : review.analysed.luck) seats[seat].luck.push_back(by_seat[seat].luck);
  }
  for (const arena::AnalysedDecision& decision : review.analysed.decisions) {
    if (decision.is_forced) continue;
    SeatReview& sum = seats[static_cast<std::size_t>(index(decision.seat))];
    ++sum.decisions;
    for (std::size_t i = 0; i < decision.losses.size(); ++i) sum.lost[i] += decision.losses[i];
  }
  return seats;
}

std::vector<std::size_t> dearest_of(const Review& review) {
  const auto& decisions = review.analysed.decisions;
  std::vector<std::size_t> dearest;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    const auto seat = static_cast<std::size_t>(index(decisions[i].seat));
    if (review.record.players[seat].player == "human" && decisions[i].best) dearest.push_back(i);
  }
  std::ranges::stable_sort(dearest, std::greater(), [&](std::size_t i) {
    return std::pair(decisions[i].losses.front(), decisions[i].losses.back());
  });
  dearest.resize(std::min(dearest.size(), dearest_told));
  return dearest;
}

// Returns each scene as the seat sees it that decides next; the last one as a stranger does.
std::vector<Json> steps_of(const Review& review, const arena::AnyGame& game) {
  const auto& played = review.record.steps;
  std::vector<Json> steps(played.size() + 1);
  const auto see = [&](std::optional<Seat> seat) {
    std::size_t step = 0;
    const auto shown = game.watch(review.record, seat, [&](const Json& scene, const Json& events) {
      const bool decides = step < played.size() ? seat && played[step].seat == index(*seat) : !seat;
      if (decides) steps[step] = {{"scene", scene}, {"events", events}};
      ++step;
    });
    if (!shown) throw std::logic_error(shown.error().text);
  };
  see(std::nullopt);
  for (std::size_t seat = 0; seat < review.seats.size(); ++seat)
    see(Seat(static_cast<std::uint8_t>(seat)));
  return steps;
}

Json json_of_decision(const Review& review, const arena::AnalysedDecision& decision) {
  return {{"seat", index(decision.seat)},
          {"kind", decision.kind},
          {"done", decision.done_typed},
          {"best", decision.best ? Json(decision.best_typed) : Json(nullptr)},
          {"forced", decision.is_forced},
          {"lost", json_by_worth(decision.losses, review.game->worths)}};
}

Json numbers(std::span<const double> worths) {
  Json all = Json::array();
  for (const double worth : worths) all.push_back(number_of_worth(worth));
  return all;
}

Json players_of(const Review& review) {
  Json players = Json::array();
  for (std::size_t seat = 0; seat < review.seats.size(); ++seat) {
    const auto& [player, name] = review.record.players[seat];
    const SeatReview& sum = review.seats[seat];
    players.push_back({{"name", name},
                       {"player", player},
                       {"person", player == "human"},
                       {"decisions", sum.decisions},
                       {"luck", json_by_worth(sum.luck, review.game->worths)},
                       {"lost", json_by_worth(sum.lost, review.game->worths)}});
  }
  return players;
}

}  // namespace

std::vector<double> Review::luck_after(std::size_t step, Seat seat) const {
  std::vector<double> sum;
  for (const arena::AnalysedEvent& event : analysed.events) {
    if (event.step != step) continue;
    sum.resize(event.luck.size());
    for (std::size_t i = 0; i < sum.size(); ++i)
      sum[i] += event.luck[i][static_cast<std::size_t>(index(seat))];
  }
  return sum;
}

const arena::AnalysedDecision* Review::decision_at(std::size_t step) const {
  const auto found =
      std::ranges::lower_bound(analysed.decisions, step, {}, &arena::AnalysedDecision::step);
  return found == analysed.decisions.end() || found->step != step ? nullptr : &*found;
}

std::expected<Review, Problem> reviewed(const arena::AnyGame& game, const Record& record) {
  const auto module = arena::find_game(record.game);
  if (!module) return std::unexpected(module.error());
  const int seats = static_cast<int>(record.players.size());
  if (record.steps.size() > reviewed_steps_max)
    return std::unexpected(worded("a game of more than {steps} steps is not reviewed",
                                  {{"steps", static_cast<std::int64_t>(reviewed_steps_max)}}));
  const auto analyst = game.analyst(seats);
  if (analyst == nullptr) return std::unexpected(Problem{"games of this kind are not reviewed"});
  const std::vector<std::string> unknown(record.players.size());
  auto analysed = analyst->analyse(record, unknown, /*asks_for_best=*/true);
  if (!analysed) return std::unexpected(std::move(analysed).error());
  drop_errors(*analysed);
  Review review{*module, record, *std::move(analysed), {}, {}};
  review.seats = sums_of(review);
  review.dearest = dearest_of(review);
  return review;
}

Record begun_again(const Record& record, std::size_t step) {
  Record again = record;
  again.steps.erase(again.steps.begin() + static_cast<std::ptrdiff_t>(step), again.steps.end());
  again.points.clear();
  again.undone = 0;
  arena::forget_agreed_draw(again);
  return again;
}

Json json_of(const Review& review, const arena::AnyGame& game) {
  Json worths = Json::array(), dearest = Json::array();
  for (const WorthInfo& worth : review.game->worths)
    worths.push_back({{"worth", worth.name}, {"unit", worth.unit}, {"is_share", worth.is_share}});
  for (const std::size_t decision : review.dearest)
    dearest.push_back(review.analysed.decisions[decision].step);
  std::vector<Json> steps = steps_of(review, game);
  for (std::size_t step = 0; step < steps.size(); ++step) {
    const auto* const decision = review.decision_at(step);
    Json luck = Json::array();
    for (std::size_t seat = 0; seat < review.seats.size(); ++seat)
      luck.push_back(json_by_worth(review.luck_after(step, Seat(static_cast<std::uint8_t>(seat))),
                                   review.game->worths));
    steps[step]["decision"] = decision ? json_of_decision(review, *decision) : Json(nullptr);
    steps[step]["luck"] = std::move(luck);
    steps[step]["win"] =
        review.analysed.curve.empty() ? Json::array() : numbers(review.analysed.curve[step]);
  }
  return {{"schema", "hilltop/review/1"},  {"game", review.record.game},
          {"rules", review.record.rules},  {"certainty", review.game->certainty},
          {"worths", std::move(worths)},   {"players", players_of(review)},
          {"dearest", std::move(dearest)}, {"steps", std::move(steps)}};
}

}  // namespace hilltop::report
