#include "arena/tune.hpp"

#include <map>
#include <set>
#include <utility>

#include "arena/pair_luck.hpp"
#include "arena/settings.hpp"
#include "core/digest.hpp"
#include "play/keys.hpp"
#include "play/threads.hpp"

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
  plan.key =
      play::bot_luck_key(play::luck_key(tuning.seed, tuning.game->info->name, names), "tune");
  return plan;
}

play::Entrant side(const Tuning& tuning, const std::vector<int>& values) {
  std::vector<Setting> settings;
  for (std::size_t i = 0; i < values.size(); ++i)
    settings.push_back({tuning.parameters[i].name, values[i]});
  auto entrant = with_settings(*tuning.game, tuning.bot, settings);
  if (!entrant) throw std::logic_error(entrant.error().text);
  return *std::move(entrant);
}

// An iteration under way.
struct Iteration {
  Iteration(const Tuning& tuning, const TuneOptions& options, const rating::Spsa::Sides& sides)
      : contest(contest_of_two(
            *tuning.game, tuning.game->under(tuning.rules, tuning.switches).value(),
            tuning.conditions, tuning.seed, {side(tuning, sides.plus), side(tuning, sides.minus)})),
        games(contest, rows(options), options.storage,
              options.luck && luck_needs_records(contest.entrants)),
        plus_is_first(by_name(contest)[0] == 0) {}

  std::vector<store::BotRow> rows(const TuneOptions& options) const {
    std::vector<store::BotRow> rows;
    if (options.bot)
      for (const play::Entrant& entrant : contest.entrants) {
        rows.push_back(*options.bot);
        rows.back().name = entrant.name;
        rows.back().title = entrant.title;
      }
    return rows;
  }

  Contest contest;
  PairGames games;
  bool plus_is_first;  // by name
};

class Tuner {
 public:
  Tuner(const Tuning& tuning, const TuneOptions& options)
      : tuning_(tuning),
        options_(options),
        any_game_(tuning.game->under(tuning.rules, tuning.switches).value()),
        spsa_(plan_of(tuning)) {
    if (options.luck)
      luck_ =
          PairLuck::of(*tuning.game, *any_game_, threads_for_luck({&tuning.bot, 1}, options.jobs))
              .value();
  }

  Tuned run() {
    const play::HomeVenue venue(*any_game_, tuning_.conditions, {&tuning_.bot, 1});
    play::Threads threads(options_.jobs, venue);
    play::GameService& service = options_.service == nullptr ? threads : *options_.service;
    play::play_in_order(
        service, {.units = tuning_.iterations,
                  .pieces = [&](std::size_t i) { return begin(i); },
                  .arrived =
                      [&](std::size_t i, play::PlayedGames& played, bool) {
                        under_way_.at(i).games.keep(first_game(i), tuning_.games, played.result);
                      },
                  .take = [&](std::size_t i,
                              const play::PlayedGames& played) { return take(i, played.result); },
                  .ahead_max = tuning_.ahead,
                  .stop = options_.stop});
    tuned_.complete = spsa_.scored() == tuning_.iterations;
    for (std::uint32_t i = 0; i <= spsa_.scored(); ++i)
      tuned_.path.push_back(spsa_.values_after(i));
    tuned_.best = spsa_.best();
    tuned_.digest = digest_.hex();
    return std::move(tuned_);
  }

 private:
  std::uint32_t first_game(std::size_t number) const {
    return static_cast<std::uint32_t>(number) * tuning_.games;
  }

  // Returns the games of an iteration; none if both sides are the same.
  std::vector<play::Piece> begin(std::size_t number) {
    const rating::Spsa::Sides sides = spsa_.sides(static_cast<std::uint32_t>(number));
    if (sides.plus == sides.minus) return {tournament::BatchResult::none(first_game(number), 2)};
    Iteration& iteration = under_way_.try_emplace(number, tuning_, options_, sides).first->second;
    return iteration.games.pieces(first_game(number), tuning_.games);
  }

  bool take(std::size_t number, const tournament::BatchResult& result) {
    const auto iteration = under_way_.find(number);
    if (iteration != under_way_.end() && result.games < tuning_.games) return false;
    const bool plus_is_first = iteration == under_way_.end() || iteration->second.plus_is_first;
    tuned_.games += result.games;
    digest_.add(static_cast<std::uint64_t>(plus_is_first));
    digest_.add(result.bytes);
    std::set<std::uint32_t> faulty;
    for (const tournament::FaultCount& count : result.fault_counts) faulty.insert(count.game);
    tuned_.faulty_games += faulty.size();
    for (const tournament::FaultNote& note : result.notes)
      if (tuned_.notes.size() < tournament::fault_notes_min) tuned_.notes.push_back(note);
    if (result.games > 0) tuned_.sandbox = runner::of_all(tuned_.sandbox, play::layers_of(result));
    spsa_.take(luck_ && result.games > 0 ? 2 * luck_->add(iteration->second.contest, result)
                                         : score(result, plus_is_first));
    under_way_.erase(number);
    if (options_.progress) options_.progress({spsa_.scored(), spsa_.values_after(spsa_.scored())});
    return true;
  }

  // Returns the score of the plus side, from -1 to 1.
  static double score(const tournament::BatchResult& result, bool plus_is_first) {
    if (result.games == 0) return 0;
    const double net =
        static_cast<double>(result.tallies[0].won - result.tallies[1].won) / result.games;
    return plus_is_first ? net : -net;
  }

  const Tuning& tuning_;
  const TuneOptions& options_;
  std::unique_ptr<AnyGame> any_game_;
  rating::Spsa spsa_;
  std::optional<PairLuck> luck_;  // if scores are without it
  std::map<std::size_t, Iteration> under_way_;
  Digest digest_;
  Tuned tuned_;
};

}  // namespace

Tuned tune(const Tuning& tuning, const TuneOptions& options) {
  return Tuner(tuning, options).run();
}

}  // namespace hilltop::arena
