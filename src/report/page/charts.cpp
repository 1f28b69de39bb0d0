#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <functional>

#include "core/text.hpp"
#include "report/page/html.hpp"
#include "report/page/parts.hpp"

// Pictures are SVG in table cells, next to the same numbers. Horizontal positions are percentages
// of the cell's width, so that a picture fills it.
namespace hilltop::report {
namespace {

using tournament::EntryId;
using tournament::Row;

constexpr int ticks_max = 6, bars_max = 60;
constexpr int row_height = 26, bars_height = 44, axis_height = 22;

// Returns 1, 2 or 5 times a power of ten, so that `steps` steps cover `length`.
double step_over(double length, int steps) {
  double power = std::pow(10, std::floor(std::log10(std::max(length / steps, 1e-9))));
  for (const double times : {1, 2, 5})
    if (power * times * steps >= length) return power * times;
  return power * 10;
}

// A range of numbers over the width of a picture.
struct Axis {
  double low, high, step;

  Axis(double from, double to) {
    step = step_over(std::max(to - from, 1e-9), ticks_max);
    low = from, high = to;
  }
  double at(double value) const { return 100 * (value - low) / (high - low); }

  template <class Draw>
  void ticks(Draw&& draw) const {
    for (double tick = std::ceil(low / step); tick * step <= high; ++tick) draw(tick * step);
  }
  std::string heading() const {
    std::string out =
        fmt::format("<th class=chart scope=col><svg height={} aria-hidden=true>", axis_height);
    ticks([&](double tick) {
      if (at(tick) > 98) return;  // does not fit
      out += fmt::format("<text x=\"{:.2f}%\" y=15>{:g}</text>", at(tick), tick + 0.0);
    });
    return out + "</svg></th>";
  }
  std::string grid() const {
    std::string out;
    ticks([&](double tick) {
      out += fmt::format("<line class=grid x1=\"{0:.2f}%\" x2=\"{0:.2f}%\" y1=0 y2=\"100%\"/>",
                         at(tick));
    });
    return out;
  }
};

std::string interval(const Axis& axis, const rating::Rating& rating) {
  return fmt::format(
      "<td class=chart><svg height={0} aria-hidden=true>{1}<line class=interval x1=\"{2:.2f}%\" "
      "x2=\"{3:.2f}%\" y1={4} y2=\"{4}\"/><circle class=dot cx=\"{5:.2f}%\" cy={4} "
      "r=\"5\"/></svg></td>",
      row_height, axis.grid(), axis.at(rating.elo - rating.margin),
      axis.at(rating.elo + rating.margin), row_height / 2, axis.at(rating.elo));
}

// Whole numbers, sorted into bars of equal width.
struct Bars {
  int from, width, count;

  Bars(int least, int most) {
    width = std::max(1, static_cast<int>(step_over(most - least + 1.0, bars_max)));
    from = static_cast<int>(std::floor(static_cast<double>(least) / width)) * width;
    count = (most - from) / width + 1;
  }
  std::vector<std::size_t> of(const std::vector<int>& values) const {
    std::vector<std::size_t> bars(static_cast<std::size_t>(count));
    for (const int value : values) ++bars[static_cast<std::size_t>((value - from) / width)];
    return bars;
  }
  // Returns the axis; a bar of one number is centred on it.
  Axis axis() const {
    const double shift = width == 1 ? 0.5 : 0;
    return {from - shift, from + width * count - shift};
  }
};

// Returns a histogram. `highest`: the share of values in a bar of the picture's full height.
std::string histogram(const Bars& bars, const std::vector<int>& values, double highest) {
  std::string out = fmt::format("<td class=chart><svg height={} aria-hidden=true>{}<g class=bars>",
                                bars_height, bars.axis().grid());
  const std::vector<std::size_t> counts = bars.of(values);
  const double width = 100.0 / bars.count;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const double share = static_cast<double>(counts[i]) / static_cast<double>(values.size());
    const double height = std::max(1.0, (bars_height - 4) * share / highest);
    out += fmt::format("<rect x=\"{:.2f}%\" y={:.1f} width=\"{:.2f}%\" height={:.1f}></rect>",
                       width * (static_cast<double>(i) + 0.05), bars_height - height, width * 0.9,
                       height);
  }
  return out + "</g></svg></td>";
}

double mean_of(const std::vector<int>& values) {
  std::int64_t sum = 0;
  for (const int value : values) sum += value;
  return static_cast<double>(sum) / static_cast<double>(values.size());
}

// Returns the median of sorted values.
double median_of(const std::vector<int>& values) {
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2.0;
}

// A row of a table: the measured values of a bot.
struct Sample {
  std::string heading;
  std::vector<int> values;  // sorted, not empty
};

std::vector<Sample> samples_of(const Summary& summary, const Measured& measured,
                               std::vector<int> Measured::Of::*values) {
  std::vector<Sample> samples;
  for (const Row& row : summary.report.rows) {
    std::vector<int> of = measured.entries[static_cast<std::size_t>(row.entry)].*values;
    std::ranges::sort(of);
    if (!of.empty()) samples.push_back({row_heading(summary, row.entry), std::move(of)});
  }
  // Bots with the same values, such as when all play in each game, share a row.
  if (samples.size() > 1 && std::ranges::all_of(samples, [&](const Sample& sample) {
        return sample.values == samples.front().values;
      }))
    samples = {{"<th class=bot scope=row>all</th>", std::move(samples.front().values)}};
  return samples;
}

std::string sample_row(const Sample& sample, const Bars& bars, double highest) {
  const std::vector<int>& values = sample.values;
  return fmt::format(
      "<tr>{0}<td class=n data-n={1}>{2}</td><td class=n data-n={3:.1f}>{3:.1f}</td>"
      "<td class=n data-n={4:.2f}>{4:.2f}</td><td class=n data-n={5}>{6}</td>{7}</tr>\n",
      sample.heading, values.front(), grouped(values.front()), median_of(values), mean_of(values),
      values.back(), grouped(values.back()), histogram(bars, values, highest));
}

// Returns a table with a row per bot; empty if all values are equal.
std::string distribution(const std::vector<Sample>& samples, const std::string& title,
                         const std::string& caption) {
  if (samples.empty()) return {};
  int least = samples.front().values.front(), most = least;
  for (const auto& [heading, values] : samples)
    least = std::min(least, values.front()), most = std::max(most, values.back());
  if (least == most) return {};
  const Bars bars(least, most);
  double highest = 0;
  for (const auto& [heading, values] : samples)
    highest = std::max(highest, static_cast<double>(std::ranges::max(bars.of(values))) /
                                    static_cast<double>(values.size()));
  std::string rows;
  for (const Sample& sample : samples) rows += sample_row(sample, bars, highest);
  return "<h3>" + title + "</h3>\n<div class=\"scroll wide\"><table class=sorted><caption><span>" +
         caption +
         "</span></caption>\n<thead><tr><th class=bot scope=col>bot</th><th class=n scope=col>min"
         "</th><th class=n scope=col>median</th><th class=n scope=col>mean</th>"
         "<th class=n scope=col>max</th>" +
         bars.axis().heading() + "</tr></thead>\n<tbody>\n" + rows + "</tbody></table></div>\n";
}

}  // namespace

std::string signed_text(double number) {
  const std::string digits = fmt::format("{:.1f}", std::abs(number));
  return (digits == "0.0" ? "" : number < 0 ? "−" : "+") + digits;
}

std::string ratings_of(const Summary& summary) {
  std::vector<std::pair<EntryId, rating::Rating>> rated;
  double low = 0, high = 0;
  for (const Row& row : summary.report.rows)
    if (const auto& rating = summary.ratings->of(static_cast<std::size_t>(row.entry))) {
      rated.emplace_back(row.entry, *rating);
      low = std::min(low, rating->elo - rating->margin);
      high = std::max(high, rating->elo + rating->margin);
    }
  if (rated.empty()) return {};
  std::ranges::stable_sort(rated, std::greater(), [](const auto& r) { return r.second.elo; });
  const bool groups = std::ranges::any_of(rated, [](const auto& r) { return r.second.group != 0; });
  const double margin = (high - low) * 0.03 + 0.5;
  const Axis axis(low - margin, high + margin);
  std::string rows;
  for (const auto& [entry, rating] : rated)
    rows += fmt::format(
        "<tr>{0}<td class=n data-n={1:.1f}>{2}</td><td class=n "
        "data-n={3:.1f}>{3:.1f}</td>{4}{5}</tr>\n",
        row_heading(summary, entry), rating.elo, signed_text(rating.elo), rating.margin,
        groups ? fmt::format("<td class=n data-n={0}>{0}</td>", rating.group) : "",
        interval(axis, rating));
  return "<div class=\"scroll wide\"><table class=sorted><caption><span>Each bar is a 95 % "
         "interval: about 95 of a hundred such bars contain the true value. A bot that is 100 "
         "points "
         "stronger scores 64 % of the games." +
         std::string(groups ? " Between groups results set no bound." : "") +
         "</span></caption>\n<thead><tr><th class=bot scope=col>bot</th><th class=n "
         "scope=col>Elo</th>"
         "<th class=n scope=col>± 95 %</th>" +
         (groups ? "<th class=n scope=col>group</th>" : "") + axis.heading() +
         "</tr></thead>\n<tbody>\n" + rows + "</tbody></table></div>\n";
}

std::string distributions_of(const Summary& summary, const Measured& measured) {
  const Unit unit = summary.contest.game->info->unit;
  std::string out;
  if (!unit.name.empty())
    out += distribution(samples_of(summary, measured, &Measured::Of::points),
                        html(unit.name) + " per game", "How often each value occurred.");
  out += distribution(samples_of(summary, measured, &Measured::Of::decisions), "length of a game",
                      "Moves of all seats.");
  if (out.empty()) return out;
  const bool all = measured.games == measured.of_games;
  return fmt::format("<p>{}</p>\n",
                     all ? fmt::format("Over all {} games.",
                                       grouped(static_cast<std::int64_t>(measured.games)))
                         : fmt::format("Over {} of the {} games: the first ones of each pairing.",
                                       grouped(static_cast<std::int64_t>(measured.games)),
                                       grouped(static_cast<std::int64_t>(measured.of_games)))) +
         out;
}

}  // namespace hilltop::report
