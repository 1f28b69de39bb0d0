#include "rating/leads.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "rating/elo.hpp"

namespace hilltop::rating {
namespace {

// The bots that are linked by games, as groups.
class Groups {
 public:
  Groups(std::size_t bots, std::span<const DealSums> deals) : first_(bots), plays_(bots) {
    std::iota(first_.begin(), first_.end(), std::size_t{0});
    for (const DealSums& sums : deals) {
      if (sums.deals() == 0 || sums.bots().size() < 2) continue;
      for (const std::size_t bot : sums.bots()) {
        plays_.at(bot) = true;
        join(sums.bots()[0], bot);
      }
    }
  }

  bool plays(std::size_t bot) const { return plays_[bot]; }
  bool linked(std::size_t a, std::size_t b) const {
    return plays_[a] && plays_[b] && first_[a] == first_[b];
  }
  // Returns the first bot of a bot's group.
  std::size_t first(std::size_t bot) const { return first_[bot]; }
  std::size_t size(std::size_t bot) const {
    return static_cast<std::size_t>(std::ranges::count(first_, first_[bot]));
  }
  std::size_t number(std::size_t bot) const {
    std::size_t number = 0;
    for (std::size_t other = 0; other < first_[bot]; ++other)
      number += plays_[other] && first_[other] == other;
    return number;
  }

 private:
  void join(std::size_t a, std::size_t b) {
    const auto [low, high] = std::minmax(first_[a], first_[b]);
    std::ranges::replace(first_, std::size_t{high}, std::size_t{low});
  }

  std::vector<std::size_t> first_;
  std::vector<bool> plays_;
};

// The equations of least squares. A matrix of ones for each group fixes its mean, which no result
// decides, at 0.
Matrix information(std::span<const DealSums> deals, const Groups& groups, std::size_t bots) {
  Matrix out(bots);
  for (std::size_t i = 0; i < bots; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      if (i == j || groups.linked(i, j)) out.add(i, j, 1);
  for (const DealSums& sums : deals) {
    const auto places = sums.bots();
    const double games = static_cast<double>(sums.deals()) * sums.games_a_deal();
    for (std::size_t a = 0; a < places.size(); ++a)
      for (std::size_t b = 0; b <= a; ++b)
        out.add(places[a], places[b],
                games * ((a == b ? 1 : 0) - 1 / static_cast<double>(places.size())));
  }
  return out;
}

// Returns the sum of the products of what the strengths leave unexplained in each deal.
Matrix noise(std::span<const DealSums> deals, std::span<const double> strengths) {
  Matrix out(strengths.size());
  for (const DealSums& sums : deals) {
    const auto places = sums.bots();
    double mean = 0;
    for (const std::size_t bot : places) mean += strengths[bot];
    mean /= static_cast<double>(places.size());
    std::vector<double> expected;  // per deal
    for (const std::size_t bot : places)
      expected.push_back(sums.games_a_deal() * (strengths[bot] - mean));
    for (std::size_t a = 0; a < places.size(); ++a)
      for (std::size_t b = 0; b <= a; ++b)
        out.add(places[a], places[b],
                sums.products()(a, b) - sums.sums()[a] * expected[b] -
                    expected[a] * sums.sums()[b] +
                    static_cast<double>(sums.deals()) * expected[a] * expected[b]);
  }
  return out;
}

// Returns a bot's variance: what its row of the inverse makes of the noise.
double variance(const Factor& information, const Matrix& noise, std::size_t bot) {
  std::vector<double> unit(noise.rows());
  unit[bot] = 1;
  const std::vector<double> row = information.solve(unit);
  double sum = 0;
  for (std::size_t i = 0; i < row.size(); ++i)
    for (std::size_t j = 0; j < row.size(); ++j) sum += row[i] * noise(i, j) * row[j];
  return std::max(0.0, sum);
}

}  // namespace

void DealSums::add(std::span<const std::int64_t> amounts) {
  ++deals_;
  const double mean = static_cast<double>(std::reduce(amounts.begin(), amounts.end())) /
                      static_cast<double>(amounts.size());
  std::vector<double> over;
  for (const std::int64_t amount : amounts) over.push_back(static_cast<double>(amount) - mean);
  for (std::size_t a = 0; a < over.size(); ++a) {
    sums_[a] += over[a];
    for (std::size_t b = 0; b <= a; ++b) products_.add(a, b, over[a] * over[b]);
  }
}

std::vector<std::optional<Lead>> leads(std::size_t bots, std::span<const DealSums> deals) {
  std::vector<std::optional<Lead>> out(bots);
  const Groups groups(bots, deals);
  const Factor factor(information(deals, groups, bots));
  std::vector<double> gradient(bots);
  std::vector<std::int64_t> deals_of_group(bots);
  for (const DealSums& sums : deals) {
    for (std::size_t place = 0; place < sums.bots().size(); ++place)
      gradient[sums.bots()[place]] += sums.sums()[place];
    if (!sums.bots().empty()) deals_of_group[groups.first(sums.bots()[0])] += sums.deals();
  }
  const std::vector<double> strengths = factor.solve(gradient);
  const Matrix unexplained = noise(deals, strengths);
  for (std::size_t bot = 0; bot < bots; ++bot) {
    if (!groups.plays(bot)) continue;
    out[bot] = {strengths[bot], std::nullopt, groups.number(bot)};
    const auto number = static_cast<double>(deals_of_group[groups.first(bot)]);
    const double free = number - static_cast<double>(groups.size(bot) - 1);
    if (free > 0)
      out[bot]->margin =
          errors_of_95 * std::sqrt(variance(factor, unexplained, bot) * number / free);
  }
  return out;
}

}  // namespace hilltop::rating
