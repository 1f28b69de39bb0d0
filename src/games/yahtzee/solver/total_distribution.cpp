#include "games/yahtzee/solver/total_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/at.hpp"
#include "games/yahtzee/solver/share.hpp"
#include "games/yahtzee/solver/turn.hpp"

namespace hilltop::yahtzee {
namespace {

// A possible end of a turn and its probability.
struct Ending {
  Category category;
  int score, bonus;
  double chance;
};

// Share of the games through a card after some rolls, by keep.
using Flow = std::array<double, keeps_all>;

// Moves games from rolls to the rolls that follow.
Flow roll_on(const Turn& turn, int rolls_left, Flow flow) {
  for (int keep = keeps_all - 1; keep >= 0; --keep) {
    if (flow[at(keep)] == 0) continue;
    if (const int less = turn.gives_up(rolls_left, keep); less >= 0)
      flow[at(less)] += std::exchange(flow[at(keep)], 0);
  }
  for (int keep = 0; keep < first_roll; ++keep) {
    const double share = flow[at(keep)] * (1.0 / faces);
    if (share > 0)
      for (int face = 0; face < faces; ++face) flow[at(keeps.with(keep, face))] += share;
  }
  std::fill(flow.begin(), flow.begin() + first_roll, 0);
  return flow;
}

std::vector<Ending> endings_of(const WorthTable& table, const Standing& standing) {
  const Turn turn(table, standing);
  Flow flow{};
  for (int roll = first_roll; roll < keeps_all; ++roll)
    flow[at(roll)] = static_cast<double>(keeps.ways(roll)) / outcomes;
  flow = roll_on(turn, 1, roll_on(turn, 2, flow));
  // By box and score, including the Yahtzee bonus, which exceeds every score.
  std::array<std::array<double, yahtzee_score + yahtzee_bonus_score + 1>, boxes_on_card> chances{};
  for (int roll = first_roll; roll < keeps_all; ++roll) {
    if (flow[at(roll)] == 0) continue;
    const Category box = turn.best_box(roll);
    const int points = turn.points(roll, box);
    chances[at(index(box))][at(points)] += flow[at(roll)];
  }
  std::vector<Ending> endings;
  for (const Category category : categories) {
    if (!standing.open(category)) continue;
    int points = 0;
    for (const double chance : chances[at(index(category))]) {
      const int bonus = points > yahtzee_score ? yahtzee_bonus_score : 0;
      if (chance > 0) endings.push_back({category, points - bonus, bonus, chance});
      ++points;
    }
  }
  return endings;
}

// Probabilities of totals, from the lowest possible one.
struct Totals {
  int lowest = 0;
  std::vector<double> chance;

  int end() const { return lowest + static_cast<int>(chance.size()); }
};

// All games that reach one class of upper totals with one set of boxes.
struct Node {
  Totals totals;
  std::vector<Ending> endings;
};

// The nodes of a set of boxes.
struct Nodes {
  BoxSet boxes;
  std::vector<Node> by_class;
};

class Follower {
 public:
  Follower(const WorthTable& table, int threads, TotalGrowth* growth)
      : table_(table), threads_(threads), growth_(growth) {}

  TotalDistribution follow(const Progress& progress) {
    Totals certain{0, {1}};
    std::vector<Nodes> now{{BoxSet{}, {Node{std::move(certain), {}}}}};
    const BoxSetsBySize& by_size = box_sets_by_size();
    // Each set is gathered but the first, and its turns are ended but those of full cards.
    SharedProgress parts_done(progress,
                              2 * box_sets_max - by_size[0].size() - by_size[boxes_on_card].size());
    for (int open = boxes_on_card; open > 0; --open) {
      share(threads_, now.size(), parts_done,
            [&] { return [&](std::size_t i) { end_turns(now[i]); }; });
      for (const Nodes& nodes : now) count(nodes);
      if (growth_ != nullptr) grow(now, growth_->chance[at(boxes_on_card - open)]);
      round_ = {};
      for (const Nodes& nodes : now) round_[nodes.boxes.number()] = &nodes;
      const std::vector<BoxSet>& sets = by_size[at(open - 1)];
      std::vector<Nodes> next(sets.size());
      share(threads_, sets.size(), parts_done,
            [&] { return [&](std::size_t i) { next[i] = gather(sets[i]); }; });
      now = std::move(next);
    }
    close(now);
    return std::move(distribution_);
  }

 private:
  void end_turns(Nodes& nodes) const {
    const UpperClasses& classes = upper_table()[nodes.boxes.upper];
    for (std::size_t c = 0; c < nodes.by_class.size(); ++c)
      if (!nodes.by_class[c].totals.chance.empty())
        nodes.by_class[c].endings = endings_of(table_, {nodes.boxes, classes.least[c]});
  }

  void count(const Nodes& nodes) {
    for (const Node& node : nodes.by_class) {
      const auto& chances = node.totals.chance;
      const double all = std::accumulate(chances.begin(), chances.end(), 0.);
      for (const Ending& ending : node.endings) {
        distribution_.box[at(index(ending.category))] += all * ending.chance * ending.score;
        distribution_.yahtzee_bonus += all * ending.chance * ending.bonus;
      }
    }
  }

  static void grow(const std::vector<Nodes>& round, std::vector<double>& chance) {
    // By gain first, so that the totals of a node are side by side.
    std::vector<double> by_gain(at(totals_told * gains_told));
    for (const Nodes& nodes : round) {
      const UpperClasses& classes = upper_table()[nodes.boxes.upper];
      for (std::size_t c = 0; c < nodes.by_class.size(); ++c) {
        const Totals& totals = nodes.by_class[c].totals;
        const Standing standing{nodes.boxes, classes.least[c]};
        const int lowest = totals.lowest + standing.upper_bonus();
        const auto told = std::min(totals.chance.size(), at(std::max(totals_told - lowest, 0)));
        for (const Ending& ending : nodes.by_class[c].endings) {
          const Standing after = standing.after(ending.category, ending.score);
          const int gain =
              ending.score + ending.bonus + after.upper_bonus() - standing.upper_bonus();
          double* const gained = by_gain.data() + gain * totals_told;
          for (std::size_t i = 0; i < told; ++i)
            gained[at(lowest) + i] += totals.chance[i] * ending.chance;
          for (std::size_t i = told; i < totals.chance.size(); ++i)
            gained[totals_told - 1] += totals.chance[i] * ending.chance;
        }
      }
    }
    chance.resize(by_gain.size());
    for (int gain = 0; gain < gains_told; ++gain)
      for (int total = 0; total < totals_told; ++total)
        chance[at(total * gains_told + gain)] = by_gain[at(gain * totals_told + total)];
  }

  // Returns all games of the round that have these boxes left.
  Nodes gather(const BoxSet& boxes) const {
    const auto classes = static_cast<std::size_t>(upper_table()[boxes.upper].classes);
    Nodes nodes{boxes, std::vector<Node>(classes)};
    std::vector<int> ends(classes, 0);
    each_source(boxes, [&](std::size_t to, const Totals& from, const Ending& ending) {
      Totals& totals = nodes.by_class[to].totals;
      const int points = ending.score + ending.bonus;
      const bool first = ends[to] == 0;
      totals.lowest = std::min(first ? from.lowest + points : totals.lowest, from.lowest + points);
      ends[to] = std::max(ends[to], from.end() + points);
    });
    for (std::size_t c = 0; c < classes; ++c)
      if (ends[c] > 0)
        nodes.by_class[c].totals.chance.resize(at(ends[c] - nodes.by_class[c].totals.lowest));
    each_source(boxes, [&](std::size_t to, const Totals& from, const Ending& ending) {
      Totals& totals = nodes.by_class[to].totals;
      const int shift = from.lowest + ending.score + ending.bonus - totals.lowest;
      double* const sum = totals.chance.data() + shift;
      for (std::size_t i = 0; i < from.chance.size(); ++i) sum[i] += from.chance[i] * ending.chance;
    });
    return nodes;
  }

  // Calls visit(class, totals, ending) for every end of a turn after which these boxes are open.
  template <class Visit>
  void each_source(const BoxSet& boxes, const Visit& visit) const {
    for (const Category category : categories) {
      if (boxes.open(category)) continue;
      const Nodes* const from = round_[boxes.with(category).number()];
      if (from == nullptr) continue;
      const UpperClasses& classes = upper_table()[from->boxes.upper];
      for (std::size_t c = 0; c < from->by_class.size(); ++c)
        for (const Ending& ending : from->by_class[c].endings) {
          if (ending.category != category) continue;
          if (from->boxes.without(category, ending.score) != boxes) continue;  // zero or fifty
          std::size_t to = c;
          if (is_upper(category)) {
            const int face = index(category) + 1;
            to = classes.after[at(face - 1)][at(ending.score / face)][c];
          }
          visit(to, from->by_class[c].totals, ending);
        }
    }
  }

  void close(const std::vector<Nodes>& full) {
    const UpperClasses& classes = upper_table()[0];
    for (const Nodes& nodes : full)
      for (std::size_t c = 0; c < nodes.by_class.size(); ++c) {
        const Totals& totals = nodes.by_class[c].totals;
        const int bonus = Standing{nodes.boxes, classes.least[c]}.upper_bonus();
        if (distribution_.chance.size() < at(totals.end() + bonus))
          distribution_.chance.resize(at(totals.end() + bonus));
        int total = totals.lowest + bonus;
        for (const double chance : totals.chance) {
          distribution_.chance[at(total++)] += chance;
          distribution_.upper_bonus += bonus * chance;
        }
      }
  }

  const WorthTable& table_;
  int threads_;
  TotalGrowth* growth_;
  std::array<const Nodes*, box_sets_max> round_{};  // by number
  TotalDistribution distribution_;
};

}  // namespace

double TotalDistribution::mean() const {
  double sum = 0;
  for (std::size_t total = 0; total < chance.size(); ++total)
    sum += static_cast<double>(total) * chance[total];
  return sum;
}

double TotalDistribution::deviation() const {
  const double mean = this->mean();
  double sum = 0;
  for (std::size_t total = 0; total < chance.size(); ++total) {
    const double off = static_cast<double>(total) - mean;
    sum += off * off * chance[total];
  }
  return std::sqrt(sum);
}

double TotalDistribution::at_least(int total) const {
  double sum = 0;
  for (std::size_t t = chance.size(); t-- > at(total);) sum += chance[t];
  return sum;
}

TotalDistribution total_distribution(const WorthTable& table, int threads, TotalGrowth* growth,
                                     const Progress& progress) {
  return Follower(table, threads, growth).follow(progress);
}

}  // namespace hilltop::yahtzee
