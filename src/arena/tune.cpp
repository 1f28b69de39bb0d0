#include "arena/tune.hpp"

#include <mutex>
#include <set>
#include <utility>

#include "arena/keys.hpp"
#include "arena/pool.hpp"
#include "arena/settings.hpp"
#include "core/digest.hpp"

namespace hilltop::arena {
namespace {

rating::SpsaPlan plan_of(const Tuning& tuning) {
  rating::SpsaPlan plan{
      .iterations = tuning.iterations, .rate = tuning.rate, .ahead = tuning.ahead};
  std::vector<std::string> names{tuning.bot.name};
  for (const Tuning::Parameter& parameter : tuning.parameters) {
    plan.parameters.push_back(parameter.range);
    names.push_back(parameter.name);
  }
  plan.key = bot_luck_key(luck_key(tuning.seed, tuning.game->info->name, names), "tune");
  return plan;
}

Entrant side(const Tuning& tuning, const std::vector<int>& values) {
  std::vector<Setting> settings;
  for (std::size_t i = 0; i < values.size(); ++i)
    settings.push_back({tuning.parameters[i].name, values[i]});
  auto entrant = with_settings(*tuning.game, tuning.bot, settings);
  if (!entrant) throw std::logic_error(entrant.error().text);
  return *std::move(entrant);
}

// The result of an iteration.
struct Iteration {
  bool played = true;         // to its end
  BatchResult result;         // empty if both sides were the same
  bool plus_is_first = true;  // by name

  // Returns the score of the plus side, from -1 to 1.
  double score() const {
    if (result.games == 0) return 0;
    const double net =
        static_cast<double>(result.tallies[0].won - result.tallies[1].won) / result.games;
    return plus_is_first ? net : -net;
  }
};

class Tuner {
 public:
  Tuner(const Tuning& tuning, const TuneOptions& options)
      : tuning_(tuning), options_(options), spsa_(plan_of(tuning)) {}

  Tuned run() {
    work_in_order(
        tuning_.iterations, options_.jobs, [](std::size_t) { return std::span<const int>(); },
        [&](std::size_t i) { return play(static_cast<std::uint32_t>(i)); },
        [&](std::size_t, const Iteration& iteration) { return take(iteration); }, tuning_.ahead);
    tuned_.complete = spsa_.scored() == tuning_.iterations;
    for (std::uint32_t i = 0; i <= spsa_.scored(); ++i)
      tuned_.path.push_back(spsa_.values_after(i));
    tuned_.best = spsa_.best();
    tuned_.digest = digest_.hex();
    return std::move(tuned_);
  }

 private:
  Iteration play(std::uint32_t number) {
    const rating::Spsa::Sides sides = [&] {
      const std::scoped_lock lock(mutex_);
      return spsa_.sides(number);
    }();
    if (sides.plus == sides.minus) return {};
    Contest contest = contest_of_two(
        *tuning_.game, tuning_.game->under(tuning_.rules, tuning_.switches).value(),
        tuning_.conditions, tuning_.seed, {side(tuning_, sides.plus), side(tuning_, sides.minus)});
    std::vector<store::BotRow> rows;
    if (options_.bot)
      for (const Entrant& entrant : contest.entrants) {
        rows.push_back(*options_.bot);
        rows.back().name = entrant.name;
        rows.back().title = entrant.title;
      }
    Iteration iteration;
    iteration.plus_is_first = by_name(contest)[0] == 0;
    iteration.result =
        games().play(contest, rows, number * tuning_.games, tuning_.games, options_.stop, nullptr);
    iteration.played = iteration.result.games == tuning_.games;
    return iteration;
  }

  bool take(const Iteration& iteration) {
    if (!iteration.played) return false;
    const BatchResult& result = iteration.result;
    tuned_.games += result.games;
    digest_.add(static_cast<std::uint64_t>(iteration.plus_is_first));
    digest_.add(result.bytes);
    std::set<std::uint32_t> faulty;
    for (const tournament::FaultCount& count : result.fault_counts) faulty.insert(count.game);
    tuned_.faulty_games += faulty.size();
    for (const tournament::FaultNote& note : result.notes)
      if (tuned_.notes.size() < tournament::fault_notes_min) tuned_.notes.push_back(note);
    if (result.games > 0) tuned_.sandbox = runner::of_all(tuned_.sandbox, layers_of(result));
    const std::scoped_lock lock(mutex_);
    spsa_.take(iteration.score());
    if (options_.progress) options_.progress({spsa_.scored(), spsa_.values_after(spsa_.scored())});
    return true;
  }

  PairGames& games() { return options_.games == nullptr ? nowhere_ : *options_.games; }

  const Tuning& tuning_;
  const TuneOptions& options_;
  PairGames nowhere_{nullptr, nullptr};
  std::mutex mutex_;  // of spsa_: iterations begin while another is taken
  rating::Spsa spsa_;
  Digest digest_;
  Tuned tuned_;
};

}  // namespace

Tuned tune(const Tuning& tuning, const TuneOptions& options) {
  return Tuner(tuning, options).run();
}

}  // namespace hilltop::arena
