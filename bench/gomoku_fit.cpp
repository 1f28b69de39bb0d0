#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <exception>
#include <fmt/core.h>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/chance.hpp"
#include "games/gomoku/engine/evaluation.hpp"
#include "games/gomoku/engine/score.hpp"
#include "games/gomoku/engine/vcf.hpp"

// Fits the tables of the Gomoku engine's evaluation to the positions that gomoku-samples printed,
// by logistic regression, and prints them as engine/evaluation_tables.cpp.
namespace hilltop::gomoku {
namespace {

constexpr std::string_view usage = R"(usage: gomoku-fit [--share-of-results PERCENT] SAMPLES...

Prints the tables; what they reach on the tenth of the positions that is held out goes to the
standard error.
)";

struct Sample {
  double target;  // the chance of the player to move
  double result;  // -1: none
  std::vector<CellIndex> stones;
  CellIndex best;
  bool held_out;
};

double chance_of(double logit) { return 1 / (1 + std::exp(-logit)); }

CellIndex cell_from(std::string_view text, std::size_t at) {
  return static_cast<CellIndex>(std::stoi(std::string(text.substr(at, 2)), nullptr, 16));
}

Sample read(const std::string& line, double share_of_results) {
  std::istringstream words(line);
  std::string result, best, stones;
  double score = 0;
  if (!(words >> result >> score >> best >> stones)) throw std::runtime_error("no sample: " + line);
  Sample sample{};
  sample.result = result == "-" ? -1 : std::stod(result);
  sample.best = cell_from(best, 0);
  for (std::size_t at = 0; at < stones.size(); at += 2)
    sample.stones.push_back(cell_from(stones, at));
  const double searched = chance_of(score / EvaluationTables::points_per_logit);
  sample.target = sample.result < 0
                      ? searched
                      : share_of_results * sample.result + (1 - share_of_results) * searched;
  return sample;
}

// Weights of features. That of a class in either role is the sum of those of its patterns, and its
// own, which stays small where there are few samples; so does that of a line.
class Weights {
 public:
  static constexpr std::size_t lines_from = 2 * cell_classes;
  static constexpr std::size_t features = lines_from + line_classes;
  static constexpr std::size_t patterns_from = features;
  static constexpr std::size_t threats_from = patterns_from + 2 * pattern_count;
  static constexpr std::size_t threes_from = threats_from + Balances::threat_count;
  static constexpr std::size_t crossings_from = threes_from + Balances::three_count;
  static constexpr std::size_t size = crossings_from + Balances::crossing_count;

  static std::size_t feature(CellClass of, Role role) {
    return static_cast<std::size_t>(role) * cell_classes + of;
  }
  static std::size_t feature(LineClass of) { return lines_from + of; }
  Weights() {
    for (std::size_t a = 0; a < pattern_count; ++a)
      for (std::size_t b = 0; b <= a; ++b)
        for (std::size_t c = 0; c <= b; ++c)
          for (std::size_t d = 0; d <= c; ++d) {
            const auto pattern = [](std::size_t i) { return static_cast<Pattern>(i); };
            const Patterns patterns{pattern(a), pattern(b), pattern(c), pattern(d)};
            of_class_[class_of(patterns)] = patterns;
          }
  }
  double operator()(const std::vector<double>& weights, std::size_t feature) const {
    if (feature >= lines_from) return weights[feature];
    const std::size_t role = feature / cell_classes;
    double sum = weights[feature];
    for (const Pattern pattern : of_class_[feature % cell_classes])
      sum += weights[of_pattern(pattern, role)];
    return sum;
  }
  void add(std::vector<double>& gradient, std::size_t feature, double by) const {
    const std::size_t role = feature / cell_classes;
    gradient[feature] += by;
    if (feature >= lines_from) return;
    for (const Pattern pattern : of_class_[feature % cell_classes])
      gradient[of_pattern(pattern, role)] += by;
  }

 private:
  static std::size_t of_pattern(Pattern pattern, std::size_t role) {
    return patterns_from + role * pattern_count + static_cast<std::size_t>(pattern);
  }

  std::array<Patterns, cell_classes> of_class_{};
};

// Kingma and Ba, "Adam: a method for stochastic optimization", ICLR 2015.
class Adam {
 public:
  explicit Adam(std::size_t size) : mean_(size), square_(size) {}
  void step(std::vector<double>& weights, std::vector<double>& gradient, double rate) {
    constexpr double keep_mean = 0.9, keep_square = 0.999, least = 1e-8;
    mean_left_ *= keep_mean;
    square_left_ *= keep_square;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      mean_[i] += (1 - keep_mean) * (gradient[i] - mean_[i]);
      square_[i] += (1 - keep_square) * (gradient[i] * gradient[i] - square_[i]);
      weights[i] -=
          rate * mean_[i] / (1 - mean_left_) / (std::sqrt(square_[i] / (1 - square_left_)) + least);
      gradient[i] = 0;
    }
  }

 private:
  std::vector<double> mean_, square_;
  double mean_left_ = 1, square_left_ = 1;
};

constexpr int passes = 10;
constexpr std::size_t batch = 512;
// Towards 0.
constexpr double pull_of_classes = 2e-6, pull_of_lines = 1e-4;
double rate_of(int pass) { return 0.01 * std::pow(0.6, pass); }

// Runs `learn(sample, gradient)` over all samples that are not held out, in a random order, and
// steps.
template <typename Data, typename Learn>
void descend(const std::vector<Data>& data, std::vector<double>& weights, const Learn& learn) {
  std::vector<double> gradient(weights.size());
  Adam adam(weights.size());
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < data.size(); ++i)
    if (!data[i].held_out) order.push_back(i);
  for (int pass = 0; pass < passes; ++pass) {
    Draw draw = Chance(1, static_cast<std::uint32_t>(pass)).on(0);
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[draw.below(static_cast<std::uint32_t>(i))]);
    for (std::size_t i = 0; i < order.size(); ++i) {
      learn(data[order[i]], gradient);
      if ((i + 1) % batch != 0) continue;
      for (double& g : gradient) g /= batch;
      for (std::size_t w = 0; w < Weights::features; ++w)
        gradient[w] += (w < Weights::lines_from ? pull_of_classes : pull_of_lines) * weights[w];
      adam.step(weights, gradient, rate_of(pass));
    }
  }
}

// A position as the evaluation sees it.
struct Judged {
  std::vector<std::pair<std::uint16_t, std::int16_t>> features;  // and how often they are there
  Balances balances;
  float target, result;
  bool held_out;
};

// A position as the order of moves sees it: the features of each cell that can be tried.
struct Ordered {
  std::vector<std::array<std::uint16_t, 2>> cells;
  std::size_t best;
  bool held_out;
};

class Fit {
 public:
  void take(const Sample& sample) {
    board_.set_up({});
    Colour mover = Colour::black;
    for (const CellIndex cell : sample.stones) {
      board_.lay(cell, mover);
      mover = other(mover);
    }
    if (board_.any(mover, ThreatGroup::five) || board_.any(mover, ThreatGroup::open_four) ||
        board_.any(other(mover), ThreatGroup::five))
      return;
    take_order(sample, mover);
    if (board_.any(mover, ThreatGroup::double_three) && !board_.any_four(other(mover))) return;
    // The search does not judge what a search for fours settles.
    if (vcf_.forget(); vcf_.solve(mover, VcfReach::nearby, vcf_nodes) != 0) return;
    take_judgement(sample, mover);
  }

  EvaluationTables fitted() {
    EvaluationTables tables{};
    fit_values(tables);
    fit_urgencies(tables);
    return tables;
  }

 private:
  static constexpr std::int64_t vcf_nodes = 200;

  // Whether one of the cells, of two bits each, is neither empty nor off the board.
  static bool any_stone(std::uint16_t neighbours) {
    return ((neighbours ^ (neighbours >> 1)) & 0x5555) != 0;
  }

  void take_judgement(const Sample& sample, Colour mover) {
    std::vector<std::uint16_t> features;
    for (CellSet<15> cells = board_.empty_cells(); cells.any();) {
      const CellIndex cell = cells.take();
      for (const Role role : {Role::mover, Role::waiter})
        features.push_back(static_cast<std::uint16_t>(Weights::feature(
            class_of(board_.patterns(cell, role == Role::mover ? mover : other(mover))), role)));
      for (std::size_t d = 0; d < directions.size(); ++d)
        if (const std::uint16_t neighbours =
                near_neighbours<RowRule::five_or_more>(board_.neighbours(cell, d));
            any_stone(neighbours))
          features.push_back(
              static_cast<std::uint16_t>(Weights::feature(line_class(neighbours, mover))));
    }
    std::ranges::sort(features);
    Judged judged{{},
                  balances_of(board_, mover),
                  static_cast<float>(sample.target),
                  static_cast<float>(sample.result),
                  sample.held_out};
    for (const std::uint16_t feature : features)
      if (judged.features.empty() || judged.features.back().first != feature)
        judged.features.push_back({feature, 1});
      else
        ++judged.features.back().second;
    judged.features.shrink_to_fit();
    judged_.push_back(std::move(judged));
  }

  void take_order(const Sample& sample, Colour mover) {
    CellSet<15> cells = board_.worthy_cells(mover);
    if (!cells.has(sample.best)) return;
    Ordered ordered{{}, 0, sample.held_out};
    while (cells.any()) {
      const CellIndex cell = cells.take();
      if (cell == sample.best) ordered.best = ordered.cells.size();
      ordered.cells.push_back({static_cast<std::uint16_t>(Weights::feature(
                                   class_of(board_.patterns(cell, mover)), Role::mover)),
                               static_cast<std::uint16_t>(Weights::feature(
                                   class_of(board_.patterns(cell, other(mover))), Role::waiter))});
    }
    if (ordered.cells.size() > 1) ordered_.push_back(std::move(ordered));
  }

  double logit(const std::vector<double>& weights, const Judged& judged) const {
    double sum = weights[Weights::threats_from + judged.balances.threats] +
                 weights[Weights::threes_from + judged.balances.threes] +
                 weights[Weights::crossings_from + judged.balances.crossings];
    for (const auto& [feature, count] : judged.features) sum += count * weight_(weights, feature);
    return sum;
  }

  void fit_values(EvaluationTables& tables) {
    std::vector<double> weights(Weights::size);
    descend(judged_, weights, [&](const Judged& judged, std::vector<double>& gradient) {
      const double error = chance_of(logit(weights, judged)) - judged.target;
      gradient[Weights::threats_from + judged.balances.threats] += error;
      gradient[Weights::threes_from + judged.balances.threes] += error;
      gradient[Weights::crossings_from + judged.balances.crossings] += error;
      for (const auto& [feature, count] : judged.features)
        weight_.add(gradient, feature, error * count);
    });
    report_values(weights);
    constexpr double scale = EvaluationTables::points_per_logit;
    round(weights, scale, tables.mover_values, tables.waiter_values);
    for (std::size_t i = 0; i < line_classes; ++i)
      tables.lines[i] = rounded(scale * weights[Weights::lines_from + i]);
    for (std::size_t i = 0; i < Balances::threat_count; ++i)
      tables.threats[i] = rounded(scale * weights[Weights::threats_from + i]);
    for (std::size_t i = 0; i < Balances::three_count; ++i)
      tables.threes[i] = rounded(scale * weights[Weights::threes_from + i]);
    for (std::size_t i = 0; i < Balances::crossing_count; ++i)
      tables.crossings[i] = rounded(scale * weights[Weights::crossings_from + i]);
  }

  void report_values(const std::vector<double>& weights) const {
    double loss = 0, target_loss = 0;
    int count = 0, targets = 0;
    for (const Judged& judged : judged_) {
      if (!judged.held_out) continue;
      const double chance = std::clamp(chance_of(logit(weights, judged)), 1e-6, 1 - 1e-6);
      const auto loss_against = [&](double truth) {
        return -truth * std::log(chance) - (1 - truth) * std::log(1 - chance);
      };
      target_loss += loss_against(judged.target);
      ++targets;
      if (judged.result < 0) continue;
      loss += loss_against(judged.result);
      ++count;
    }
    fmt::print(stderr, "values: {} positions, held out {}: log loss {:.4f}, of results {:.4f}\n",
               judged_.size(), targets, target_loss / targets, loss / count);
  }

  void fit_urgencies(EvaluationTables& tables) {
    std::vector<double> weights(Weights::size);
    std::vector<double> chances;
    descend(ordered_, weights, [&](const Ordered& ordered, std::vector<double>& gradient) {
      soft_max(weights, ordered, chances);
      for (std::size_t i = 0; i < chances.size(); ++i)
        for (const std::uint16_t feature : ordered.cells[i])
          weight_.add(gradient, feature, chances[i] - (i == ordered.best));
    });
    report_urgencies(weights);
    round(weights, EvaluationTables::urgency_per_logit, tables.mover_urgencies,
          tables.waiter_urgencies);
  }

  void soft_max(const std::vector<double>& weights, const Ordered& ordered,
                std::vector<double>& chances) const {
    chances.clear();
    for (const auto& [mine, theirs] : ordered.cells)
      chances.push_back(weight_(weights, mine) + weight_(weights, theirs));
    const double highest = std::ranges::max(chances);
    double sum = 0;
    for (double& chance : chances) sum += chance = std::exp(chance - highest);
    for (double& chance : chances) chance /= sum;
  }

  void report_urgencies(const std::vector<double>& weights) const {
    std::array<int, 4> within{};
    constexpr std::array<std::ptrdiff_t, 4> ranks{1, 3, 8, 16};
    double loss = 0;
    int count = 0;
    std::vector<double> chances;
    for (const Ordered& ordered : ordered_) {
      if (!ordered.held_out) continue;
      soft_max(weights, ordered, chances);
      const double chance = chances[ordered.best];
      const auto before = std::ranges::count_if(chances, [&](double c) { return c > chance; });
      for (std::size_t i = 0; i < ranks.size(); ++i) within[i] += before < ranks[i];
      loss -= std::log(std::max(chance, 1e-9));
      ++count;
    }
    fmt::print(stderr, "order: {} positions, held out {}: log loss {:.4f}; best move among the",
               ordered_.size(), count, loss / count);
    for (std::size_t i = 0; i < ranks.size(); ++i)
      fmt::print(stderr, " {} first {:.1f} %", ranks[i], 100.0 * within[i] / count);
    fmt::print(stderr, "\n");
  }

  static std::int16_t rounded(double value) {
    return static_cast<std::int16_t>(std::lround(std::clamp(value, -8000.0, 8000.0)));
  }
  void round(const std::vector<double>& weights, double scale,
             std::array<std::int16_t, cell_classes>& mover,
             std::array<std::int16_t, cell_classes>& waiter) const {
    for (CellClass of = 0; of < cell_classes; ++of) {
      mover[of] = rounded(scale * weight_(weights, Weights::feature(of, Role::mover)));
      waiter[of] = rounded(scale * weight_(weights, Weights::feature(of, Role::waiter)));
    }
  }

  ThreatBoard<15> board_;
  VcfSearch<15> vcf_{board_};
  Weights weight_;
  std::vector<Judged> judged_;
  std::vector<Ordered> ordered_;
};

template <std::size_t N>
void print(std::string_view name, const std::array<std::int16_t, N>& values) {
  constexpr std::size_t per_line = 20;
  fmt::print("    .{} = {{", name);
  for (std::size_t i = 0; i < N; ++i)
    fmt::print("{}{}{}", i == 0 ? "" : ",", i % per_line == 0 ? "\n        " : "", values[i]);
  fmt::print("}},\n");
}

void print(const EvaluationTables& tables, std::string_view made_by) {
  fmt::print("{}",
             R"(#include "games/gomoku/engine/evaluation_values.hpp"

)");
  fmt::print("// Generated by bench/gomoku_fit.cpp: {}.\n", made_by);
  fmt::print("{}",
             R"(namespace hilltop::gomoku {

// clang-format off
const EvaluationTables evaluation_tables{
)");
  print("mover_values", tables.mover_values);
  print("waiter_values", tables.waiter_values);
  print("lines", tables.lines);
  print("threats", tables.threats);
  print("threes", tables.threes);
  print("crossings", tables.crossings);
  print("mover_urgencies", tables.mover_urgencies);
  print("waiter_urgencies", tables.waiter_urgencies);
  fmt::print("{}",
             R"(};
// clang-format on

}  // namespace hilltop::gomoku
)");
}

int fit(std::vector<std::string> words) {
  double share_of_results = 0.5;
  std::string made_by = "gomoku-fit";
  for (const std::string& word : words) made_by += " " + word;
  if (words.size() > 2 && words[0] == "--share-of-results") {
    share_of_results = std::stod(words[1]) / 100;
    words.erase(words.begin(), words.begin() + 2);
  }
  Fit fit;
  constexpr std::size_t block = 1000, held_out_in = 10;  // neighbours are of one game
  std::size_t number = 0;
  for (const std::string& path : words) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error(fmt::format("cannot read '{}'", path));
    for (std::string line; std::getline(file, line); ++number) {
      Sample sample = read(line, share_of_results);
      sample.held_out = number / block % held_out_in == 0;
      fit.take(sample);
    }
  }
  print(fit.fitted(), made_by);
  return 0;
}

}  // namespace
}  // namespace hilltop::gomoku

int main(int count, char** arguments) {
  try {
    const std::vector<std::string> words(arguments + 1, arguments + count);
    if (!words.empty() && words[0] != "--help") return hilltop::gomoku::fit(words);
    fmt::print(stderr, "{}", hilltop::gomoku::usage);
  } catch (const std::exception& problem) {
    fmt::print(stderr, "gomoku-fit: {}\n", problem.what());
  }
  return 2;
}
