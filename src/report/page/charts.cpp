#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <span>

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
constexpr double near_elo =
    400;  // a bot that is less than this below the next one is never beyond the axis
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

// The numbers from `low` to `high`.
struct Range {
  double low, high;

  double length() const { return high - low; }
};

// Returns the median of sorted values.
template <class Number>
double median_of(const std::vector<Number>& values) {
  const std::size_t half = values.size() / 2;
  if (values.size() % 2 == 1) return static_cast<double>(values[half]);
  return (static_cast<double>(values[half - 1]) + static_cast<double>(values[half])) / 2;
}

// A bot's numbers in a picture: their range and their middle.
struct Extent {
  Range range;
  double middle;
};

// Returns the range of a picture. Bots far below the others, such as a broken one, are left outside
// if that makes it a quarter shorter: at most half of the bots, and those below a gap between two
// middles that is longer than `slack` and than the distance of all middles above it.
Range range_of(std::span<const Extent> extents, double slack) {
  constexpr double shorter = 4. / 3;
  std::vector<double> middles;
  for (const Extent& extent : extents) middles.push_back(extent.middle);
  std::ranges::sort(middles, std::greater());
  double lowest = middles.back();
  for (std::size_t i = (middles.size() + 1) / 2; i < middles.size(); ++i)
    if (middles[i - 1] - middles[i] > std::max(slack, middles.front() - middles[i - 1])) {
      lowest = middles[i - 1];
      break;
    }
  Range all{lowest, lowest}, most{lowest, lowest};
  for (const auto& [range, middle] : extents) {
    all = {std::min(all.low, range.low), std::max(all.high, range.high)};
    if (middle >= lowest) most = {std::min(most.low, range.low), std::max(most.high, range.high)};
  }
  return most.length() * shorter < all.length() ? most : all;
}

// Returns a mark at an end of a picture: something is beyond it.
std::string beyond_mark(bool high, int height, std::string_view text) {
  return fmt::format(
      "<svg x=\"{}%\" y={} class=beyond><path d=\"M0 0L{} -5v10z\"/>"
      "<text class={} x={} y=4>{}</text></svg>",
      high ? 100 : 0, height / 2, high ? -7 : 7, high ? "end" : "start", high ? -11 : 11, text);
}

std::string interval(const Axis& axis, const rating::Rating& rating) {
  const std::string drawn =
      rating.elo < axis.low
          ? beyond_mark(false, row_height,
                        fmt::format("{} ± {:.0f}", signed_text(rating.elo), rating.margin))
          : fmt::format(
                "<line class=interval x1=\"{0:.2f}%\" x2=\"{1:.2f}%\" y1={3} y2=\"{3}\"/>"
                "<circle class=dot cx=\"{2:.2f}%\" cy={3} r=\"5\"/>",
                axis.at(rating.elo - rating.margin), axis.at(rating.elo + rating.margin),
                axis.at(rating.elo), row_height / 2);
  return fmt::format("<td class=chart><svg height={} aria-hidden=true>{}{}</svg></td>", row_height,
                     axis.grid(), drawn);
}

// Whole numbers, sorted into bars of equal width.
struct Bars {
  int from, width, count;

  Bars(int least, int most) {
    width = std::max(1, static_cast<int>(step_over(most - least + 1.0, bars_max)));
    from = static_cast<int>(std::floor(static_cast<double>(least) / width)) * width;
    count = (most - from) / width + 1;
  }
  // Returns the number of values in each bar. Values beyond the bars are left out.
  std::vector<std::size_t> of(const std::vector<int>& values) const {
    std::vector<std::size_t> bars(static_cast<std::size_t>(count));
    for (const int value : values)
      if (value >= from && value < end()) ++bars[static_cast<std::size_t>((value - from) / width)];
    return bars;
  }
  // Returns the share of sorted values beyond the lowest bar, and beyond the highest.
  std::pair<double, double> beyond(const std::vector<int>& values) const {
    const auto all = static_cast<double>(values.size());
    return {static_cast<double>(std::ranges::lower_bound(values, from) - values.begin()) / all,
            static_cast<double>(values.end() - std::ranges::lower_bound(values, end())) / all};
  }
  int end() const { return from + width * count; }
  // Returns the axis; a bar of one number is centred on it.
  Axis axis() const {
    const double shift = width == 1 ? 0.5 : 0;
    return {from - shift, from + width * count - shift};
  }
};

// Returns "12 %", "< 1 %".
std::string percent(double share) {
  return share < 0.01 ? "&lt; 1 %" : fmt::format("{:.0f} %", std::floor(100 * share));
}

// Returns a histogram. `highest`: the share of values in a bar of the picture's full height; a
// higher bar is cut, and its share is written next to it.
std::string histogram(const Bars& bars, const std::vector<int>& values, double highest) {
  constexpr int full = bars_height - 4;
  const std::vector<std::size_t> counts = bars.of(values);
  const double width = 100.0 / bars.count;
  std::string path, cuts;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const double share = static_cast<double>(counts[i]) / static_cast<double>(values.size());
    const double height = std::clamp(full * share / highest, 1.0, static_cast<double>(full));
    const auto left = static_cast<double>(i);
    path += fmt::format("M{:.2f} {}v{:.1f}h.9V{}z", left + 0.05, bars_height, -height, bars_height);
    if (share <= highest) continue;
    const bool right_half = 2 * i >= counts.size();
    cuts += fmt::format(
        "<line class=cut x1=\"{:.2f}%\" x2=\"{:.2f}%\" y1=14 y2=10 />"
        "<text class={} x=\"{:.2f}%\" dx={} y=15>{}</text>",
        width * left, width * (left + 1), right_half ? "end" : "start",
        width * (left + (right_half ? 0 : 1)), right_half ? -4 : 4, percent(share));
  }
  const auto [below, above] = bars.beyond(values);
  if (below > 0) cuts += beyond_mark(false, bars_height, percent(below));
  if (above > 0) cuts += beyond_mark(true, bars_height, percent(above));
  return fmt::format(
      "<td class=chart><svg height={0} aria-hidden=true>{1}<svg class=bars width=\"100%\" "
      "height={0} viewBox=\"0 0 {2} {0}\" preserveAspectRatio=none><path d=\"{3}\"/></svg>"
      "{4}</svg></td>",
      bars_height, bars.axis().grid(), bars.count, path, cuts);
}

double mean_of(const std::vector<int>& values) {
  std::int64_t sum = 0;
  for (const int value : values) sum += value;
  return static_cast<double>(sum) / static_cast<double>(values.size());
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
  const double median = median_of(values), mean = mean_of(values);
  return "<tr>" + sample.heading + number_cell("min", values.front()) +
         number_cell("median", median, 1, fmt::format("{:.1f}", median)) +
         number_cell("mean", mean, 2, fmt::format("{:.2f}", mean)) +
         number_cell("max", values.back()) + histogram(bars, values, highest) + "</tr>\n";
}

// Returns the bars of all samples. Few values far from the others are beyond them.
Bars bars_of(std::span<const Sample> samples) {
  std::vector<Extent> extents;
  std::vector<double> lengths;
  for (const auto& [heading, values] : samples) {
    const std::size_t rare = values.size() / 200;  // of each end, which half a percent is beyond
    const Range usual{static_cast<double>(values[rare]),
                      static_cast<double>(values[values.size() - 1 - rare])};
    lengths.push_back(usual.length());
    extents.push_back({usual, median_of(values)});
  }
  std::ranges::sort(lengths);
  const Range range = range_of(extents, 2 * median_of(lengths) + 1);
  int least = samples.front().values.front(), most = samples.front().values.back();
  for (const auto& [heading, values] : samples)
    least = std::min(least, values.front()), most = std::max(most, values.back());
  if (range.length() * 2 >= most - least) return {least, most};
  return {static_cast<int>(std::floor(range.low)), static_cast<int>(std::ceil(range.high))};
}

// Returns the share of values in a bar of full height: that of the highest bar of all samples,
// unless it is far higher than those of most.
double highest_share(std::span<const Sample> samples, const Bars& bars) {
  constexpr double times = 1.5;
  std::vector<double> shares;
  for (const auto& [heading, values] : samples)
    shares.push_back(static_cast<double>(std::ranges::max(bars.of(values))) /
                     static_cast<double>(values.size()));
  std::ranges::sort(shares);
  return std::max(0.01, std::min(shares.back(), times * median_of(shares)));
}

// Returns a table with a row per bot; empty if all values are equal.
std::string distribution(const std::vector<Sample>& samples, const std::string& title,
                         const std::string& caption) {
  if (std::ranges::all_of(samples, [&](const Sample& sample) {
        return sample.values.front() == samples.front().values.front() &&
               sample.values.back() == samples.front().values.front();
      }))
    return {};
  const Bars bars = bars_of(samples);
  const double highest = highest_share(samples, bars);
  std::string rows;
  for (const Sample& sample : samples) rows += sample_row(sample, bars, highest);
  return "<h3>" + html(title) + "</h3>\n" +
         html_of({.label = title,
                  .classes = "sorted cards",
                  .caption = caption + " An arrow at the edge: that share of the values is beyond "
                                       "it. A bar with a gap is higher than drawn.",
                  .heading = name_heading("bot") + number_heading("min") +
                             number_heading("median") + number_heading("mean") +
                             number_heading("max") + bars.axis().heading(),
                  .rows = rows,
                  .box = "wide"});
}

}  // namespace

std::string ratings_of(const Summary& summary) {
  std::vector<std::pair<EntryId, rating::Rating>> rated;
  std::vector<Extent> extents;
  for (const Row& row : summary.report.rows)
    if (const auto& rating = summary.ratings->of(static_cast<std::size_t>(row.entry))) {
      rated.emplace_back(row.entry, *rating);
      extents.push_back(
          {{rating->elo - rating->margin, rating->elo + rating->margin}, rating->elo});
    }
  if (rated.empty()) return {};
  std::ranges::stable_sort(rated, std::greater(), [](const auto& r) { return r.second.elo; });
  const bool groups = std::ranges::any_of(rated, [](const auto& r) { return r.second.group != 0; });
  const Range range = range_of(extents, near_elo);
  const double margin = range.length() * 0.03 + 0.5;
  const Axis axis(range.low - margin, range.high + margin);
  std::string rows;
  for (const auto& [entry, rating] : rated)
    rows += "<tr>" + row_heading(summary, entry) +
            number_cell("Elo", rating.elo, 1, signed_text(rating.elo)) +
            number_cell("±", rating.margin, 1, fmt::format("{:.1f}", rating.margin)) +
            (groups ? number_cell("group", static_cast<std::int64_t>(rating.group)) : "") +
            interval(axis, rating) + "</tr>\n";
  return html_of({.label = "Ratings",
                  .classes = "sorted cards",
                  .caption = "Each bar is a 95 % interval: about 95 of a hundred such bars contain "
                             "the true value. A bot that is 100 points stronger scores 64 % of the "
                             "games. A bot with an arrow is far below the axis." +
                             std::string(groups ? " Between groups results set no bound." : ""),
                  .heading = name_heading("bot") + number_heading("Elo") +
                             number_heading("± 95 %") + (groups ? number_heading("group") : "") +
                             axis.heading(),
                  .rows = rows,
                  .box = "wide"});
}

std::string distributions_of(const Summary& summary, const Measured& measured) {
  const Unit unit = summary.contest.game->info->unit;
  std::string out;
  if (!unit.name.empty())
    out += distribution(samples_of(summary, measured, &Measured::Of::points),
                        std::string(unit.name) + " per game", "How often each value occurred.");
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
