#include "report/luck.hpp"

#include <cmath>
#include <fmt/format.h>

#include "core/text.hpp"

namespace hilltop::report {
namespace {

constexpr int decimals_of_keys = 6;

Json real_or_null(double number) {
  if (!std::isfinite(number)) return {};
  const double scale = std::pow(10, decimals_of_keys);
  return std::round(number * scale) / scale + 0.0;
}

std::string figure_text(double number, bool is_share) {
  if (!std::isfinite(number)) return "";
  return decimal(is_share ? 100 * number : number, 2);
}

std::string factor_text(double factor) {
  if (std::isinf(factor)) return "∞";
  return fmt::format("{:.{}f}", factor, factor < 10 ? 2 : 1);
}

}  // namespace

TextTable luck_table(const std::vector<LuckRow>& rows) {
  const bool is_mirrored = !rows.empty() && rows.front().mirroring.has_value();
  std::vector<std::string> heading{"luck-adjusted", "of",     is_mirrored ? "deals" : "games",
                                   "actual",        "± 95 %", "adjusted",
                                   "± 95 %",        "share",  "factor"};
  if (is_mirrored) heading.emplace_back("mirrored");
  TextTable table(std::move(heading));
  for (const LuckRow& row : rows) {
    const auto& [trials, plain, adjusted, coefficient, factor] = row.results;
    std::vector<std::string> cells{row.worth->is_share ? "score %" : std::string(row.worth->unit),
                                   row.bot, grouped(trials)};
    for (const rating::Estimate& estimate : {plain, adjusted})
      for (const double number : {estimate.mean, (estimate.range.high - estimate.range.low) / 2})
        cells.push_back(figure_text(number, row.worth->is_share));
    cells.push_back(decimal(coefficient, 2));
    cells.push_back(factor_text(factor));
    if (row.mirroring) cells.push_back(factor_text(factor * *row.mirroring));
    table.add(std::move(cells));
  }
  return table;
}

List luck_list(const std::vector<LuckRow>& rows) {
  List list = List::with_columns(
      "luck", {"worth", "of", "trials", "mean", "low", "high", "adjusted_mean", "adjusted_low",
               "adjusted_high", "coefficient", "factor", "factor_with_mirroring"});
  for (const LuckRow& row : rows) {
    const auto& [trials, plain, adjusted, coefficient, factor] = row.results;
    std::vector<Json> cells{row.worth->name, row.bot, trials};
    for (const rating::Estimate& estimate : {plain, adjusted})
      for (const double number : {estimate.mean, estimate.range.low, estimate.range.high})
        cells.push_back(real_or_null(number));
    cells.push_back(real_or_null(coefficient));
    cells.push_back(real_or_null(factor));
    cells.push_back(row.mirroring ? real_or_null(factor * *row.mirroring) : Json());
    list.add(std::move(cells));
  }
  return list;
}

std::vector<std::string> sentences_of_missing(const ContestLuck& luck) {
  std::vector<std::string> sentences;
  for (const auto& [bot, games, known] : luck.missing)
    sentences.push_back(
        known == 0 ? fmt::format("the luck of {} is not known: its games have no records", bot)
                   : fmt::format("the luck of {} is that of {} of its {} games: the others have no "
                                 "records",
                                 bot, grouped(known), grouped(games)));
  return sentences;
}

std::vector<List> luck_lists(const ContestLuck& luck) {
  List list = List::with_columns("luck_missing", {"bot", "games", "known"});
  for (const auto& [bot, games, known] : luck.missing) list.add({bot, games, known});
  return {luck_list(luck.rows), std::move(list)};
}

}  // namespace hilltop::report
