#pragma once
#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/winners.hpp"
#include "lockstep/arrays.hpp"
#include "lockstep/complaints.hpp"
#include "lockstep/crew.hpp"
#include "lockstep/game_in_place.hpp"
#include "lockstep/games.hpp"
#include "match/direct_bot.hpp"
#include "match/record.hpp"
#include "match/session.hpp"
#include "play/module_parts.hpp"
#include "play/series.hpp"

namespace hilltop::lockstep {

// The LockstepGames of the game that a folder's Module presents, which has Actions.
template <class E>
class LockstepGamesOf final : public LockstepGames {
  using R = typename E::Rules;
  using A = typename E::Actions;
  using O = typename OutcomesOf<E>::type;
  using T = typename E::Text;
  static_assert(NumberedActions<A, R> && NumberedOutcomes<O, R>);

 public:
  // Problem: what cannot be played, and what can.
  static std::expected<std::unique_ptr<LockstepGames>, Problem> make(LockstepSettings settings) {
    if (settings.rules.empty()) settings.rules = E::info.rule_sets.front().name;
    auto rules = R::under(settings.rules, settings.switches);
    if (!rules) return std::unexpected(std::move(rules).error());
    if (settings.explicit_chance && O::count(*rules) == 0)
      return std::unexpected(Problem{"nothing in these games of " + std::string(E::info.name) +
                                     " is chance: leave out 'chance'"});
    if (auto problem = problem_of_players<E>(*rules, settings))
      return std::unexpected(*std::move(problem));
    return std::unique_ptr<LockstepGames>(
        new LockstepGamesOf(std::make_shared<const Shared>(*std::move(rules), settings)));
  }

  std::string_view game() const override { return E::info.name; }
  const LockstepSettings& settings() const override { return shared_->settings; }
  Switches switches() const override { return shared_->rules.switches(); }
  std::vector<std::string> action_names() const override {
    std::vector<std::string> names;
    for (int action = 0; action < A::count(shared_->rules); ++action)
      names.push_back(A::name(shared_->rules, action));
    return names;
  }
  std::vector<std::string> outcome_names() const override {
    std::vector<std::string> names;
    for (int outcome = 0; outcome < shared_->outcomes; ++outcome)
      names.push_back(O::name(shared_->rules, outcome));
    return names;
  }
  std::span<const ViewField> view_fields() const override { return shared_->fields; }
  std::vector<LockstepArray> arrays() override { return arrays_.described(); }

  void reset(std::span<const std::uint8_t> marked) override {
    crew_.run([&](unsigned part) {
      for_each_in(part, [&](std::size_t i) {
        if (!marked.empty() && marked[i] == 0) return;
        std::ranges::fill(arrays_.reward_of(i), 0.f);
        arrays_.over[i] = 0;
        falling_.empty() ? begin_next<false>(i) : begin_next<true>(i);
        show(i);
      });
    });
  }

  void reseed(std::uint64_t seed) override {
    key_luck(seed);
    for (Place& place : places_) place.begun = 0;
    reset({});
    for (Place& place : places_) place.last.points.clear();  // it is a game of another seed
  }

  std::expected<void, RefusedStep> step(std::span<const std::int32_t> actions) override {
    if (auto refused = refusal_of(actions)) return std::unexpected(*std::move(refused));
    falling_.empty() ? step_all<false>(actions) : step_all<true>(actions);
    return {};
  }

  std::unique_ptr<LockstepGames> clone() const override {
    auto twin = std::unique_ptr<LockstepGamesOf>(new LockstepGamesOf(*this));
    for (std::size_t i = 0; i < places_.size(); ++i) twin->ask_bots_again(i);
    return twin;
  }

  std::string record(std::size_t index) const override { return write_record(places_[index].now); }
  std::optional<std::string> last_record(std::size_t index) const override {
    const auto& last = places_[index].last;
    return last.points.empty() ? std::nullopt : std::optional(write_record(last));
  }
  std::optional<std::string> prompt(std::size_t index) const override {
    const Place& place = places_[index];
    if (place.waits_for != WaitsFor::caller) return std::nullopt;
    return E::Wire::prompt(place.session.view(place.asked));
  }

 private:
  using Place = GameInPlace<R>;
  using SeatedBot = DirectBot<R, typename play::InlinedBots<E>::type>;

  // What does not change, and clones share.
  struct Shared {
    Shared(R of, LockstepSettings under)
        : rules(std::move(of)),
          settings(std::move(under)),
          outcomes(settings.explicit_chance ? O::count(rules) : 0),
          fields(A::fields(rules, static_cast<int>(settings.players.size()))) {
      const Progress no_progress{};
      for (const LockstepPlayer& player : settings.players) {
        is_bot.push_back(!player.bot.empty());
        for (const auto& bot : E::house_bots())
          if (bot.name == player.bot && bot.prepare != nullptr)
            tables.push_back(
                bot.prepare(rules, static_cast<int>(settings.players.size()), no_progress));
      }
    }

    R rules;
    LockstepSettings settings;
    int outcomes;  // that the caller may choose
    std::vector<ViewField> fields;
    std::vector<std::uint8_t> is_bot;                 // by player
    std::vector<std::shared_ptr<const void>> tables;  // of house bots
  };

  explicit LockstepGamesOf(std::shared_ptr<const Shared> shared)
      : shared_(std::move(shared)),
        players_(shared_->settings.players.size()),
        arrays_(shared_->settings.games, players(), numbers(),
                static_cast<std::size_t>(A::count(shared_->rules)),
                static_cast<std::size_t>(shared_->outcomes)),
        begun_(shared_->settings.games),
        falling_(shared_->outcomes == 0 ? 0 : shared_->settings.games),
        crew_(shared_->settings.threads) {
    key_luck(shared_->settings.seed);
    const Chance any = series_.luck.deal(0);
    for (std::size_t i = 0; i < shared_->settings.games; ++i) {
      places_.push_back({Session<R>(shared_->rules, static_cast<int>(players()), any)});
      places_.back().now.steps.reserve(decisions_reserved);
      places_.back().last.steps.reserve(decisions_reserved);
      places_.back().now.points.reserve(players());
      places_.back().last.points.reserve(players());
      if (falling_.empty()) continue;
      places_.back().now.outcomes.reserve(outcomes_reserved);
      places_.back().last.outcomes.reserve(outcomes_reserved);
    }
    make_bots();
    reset({});
  }

  // A clone, whose bots have not been asked yet.
  LockstepGamesOf(const LockstepGamesOf& from)
      : shared_(from.shared_),
        players_(from.players_),
        series_(from.series_),
        bots_luck_(from.bots_luck_),
        arrays_(from.arrays_),
        begun_(from.begun_),
        falling_(from.falling_),
        places_(from.places_),
        crew_(from.crew_.parts()) {
    make_bots();
  }

  std::size_t players() const { return players_; }
  std::size_t numbers() const {
    std::size_t numbers = 0;
    for (const ViewField& field : shared_->fields)
      numbers += static_cast<std::size_t>(field.numbers());
    return numbers;
  }

  // Seats and luck are those of `hilltop play`.
  void key_luck(std::uint64_t seed) {
    std::vector<play::Entrant> entrants;
    std::vector<const play::Entrant*> listed;
    for (const LockstepPlayer& player : shared_->settings.players)
      entrants.push_back({player.name, player.name, play::HousePlayer{player.bot}});
    for (const play::Entrant& entrant : entrants) listed.push_back(&entrant);
    series_ = {.luck = {play::Seed(seed), E::info, listed}, .rotates = players() == 2};
    if constexpr (play::HasOpenings<E>) series_.mirrored = shared_->rules.openings() > 0;
    bots_luck_.clear();
    for (const LockstepPlayer& player : shared_->settings.players)
      bots_luck_.push_back(series_.luck.of_bot(player.name));
  }

  void make_bots() {
    for (std::size_t i = 0; i < places_.size(); ++i)
      for (const LockstepPlayer& player : shared_->settings.players) {
        bots_.push_back(player.bot.empty() ? nullptr : play::make_house_bot<E>(player.bot));
        asked_.emplace_back(bots_.back().get());
      }
  }
  const SeatedBot& bot_of(std::size_t i, std::size_t player) const {
    return asked_[i * players() + player];
  }

  template <class Visit>
  void for_each_in(unsigned part, const Visit& visit) const {
    const std::size_t parts = crew_.parts(), end = places_.size() * (part + 1) / parts;
    for (std::size_t i = places_.size() * part / parts; i < end; ++i) visit(i);
  }

  std::size_t player_in(const Place& place, Seat seat) const {
    const std::size_t player = place.first + static_cast<std::size_t>(index(seat));
    return player < players() ? player : player - players();
  }
  std::size_t seat_of(const Place& place, std::size_t player) const {
    return player >= place.first ? player - place.first : player + players() - place.first;
  }

  Seat first_own_seat(const Place& place) const {
    const auto own = std::ranges::find(shared_->is_bot, 0) - shared_->is_bot.begin();
    return Seat(static_cast<std::uint8_t>(seat_of(place, static_cast<std::size_t>(own))));
  }

  // Begins the next games of a place until one asks the caller. Here and below `chosen` says
  // whether the caller chooses what falls.
  template <bool chosen>
  void begin_next(std::size_t i) {
    Place& place = places_[i];
    do {
      std::swap(place.now, place.last);
      const auto game = static_cast<std::uint32_t>(shared_->settings.first_game + i +
                                                   place.begun++ * places_.size());
      place.now.game = game;
      place.now.steps.clear();
      place.now.outcomes.clear();
      place.now.points.clear();
      place.first = series_.first_player(game, players());
      place.session = Session<R>(shared_->rules, static_cast<int>(players()),
                                 series_.luck.deal(series_.deal(game)));
      begun_[i] = {};
      greet_bots(i);
      if constexpr (chosen) {
        place.asked = first_own_seat(place);
        falling_[i].begin(static_cast<int>(players()));
        settle(i);
      }
    } while (!goes_on<chosen>(i));
    arrays_.game[i] = place.now.game;
  }

  void greet_bots(std::size_t i) {
    const std::uint32_t deal = series_.deal(places_[i].now.game);
    for (std::size_t player = 0; player < players(); ++player)
      if (shared_->is_bot[player] != 0)
        bots_[i * players() + player]->begin(bots_luck_[player].chance(deal));
  }

  // Asks the house bots until it is the caller's turn; false if the game is over.
  template <bool chosen>
  bool goes_on(std::size_t i) {
    Place& place = places_[i];
    while (true) {
      if constexpr (chosen)
        if (falling_[i].waits()) {
          place.waits_for = WaitsFor::outcome;
          return true;
        }
      const ToMove seat = place.session.pending();
      if (!seat) break;
      const std::size_t player = player_in(place, *seat);
      if (shared_->is_bot[player] == 0) {
        place.waits_for = WaitsFor::caller;
        place.asked = *seat;
        return true;
      }
      do_step<chosen>(i, [&] { ask(place, *seat, bot_of(i, player)); });
    }
    place.waits_for = WaitsFor::nothing;
    const Points points = place.session.points();
    place.now.points.assign(points.begin(), points.end());
    return false;
  }

  static void ask(Place& place, Seat seat, const SeatedBot& bot) {
    const typename Place::Scribe scribe{place.now};
    const auto& view = place.session.view(seat);
    std::optional<Move<R>> move;
    try {
      move = bot.choose(view);
    } catch (...) {
      place.session.forfeit(seat, thrown_fault(), scribe);
      return;
    }
    place.session.submit(seat, view, *move, scribe);
  }

  // The mask says what is legal, so that nothing is played if one action is not.
  std::optional<RefusedStep> refusal_of(std::span<const std::int32_t> actions) {
    const int count = A::count(shared_->rules);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const std::int32_t action = actions[i];
      if (action == no_action) continue;
      const bool in_range = 0 <= action && action < count;
      if (in_range && arrays_.legal_in(i)[static_cast<std::size_t>(action)] != 0) [[likely]]
        continue;
      if (auto why = why_refused(i, action)) return RefusedStep{i, *std::move(why)};
    }
    return std::nullopt;
  }

  // Nullopt: the number is allowed, of an outcome or of any action where a game is over.
  std::optional<std::string> why_refused(std::size_t i, std::int32_t number) {
    const R& rules = shared_->rules;
    switch (places_[i].waits_for) {
      case WaitsFor::caller:
        return not_among<std::uint8_t>("action", number, arrays_.legal_in(i), "legal",
                                       [&](int each) { return A::name(rules, each); });
      case WaitsFor::outcome:
        return not_among<double>("outcome", number, arrays_.chances_of(i), "possible",
                                 [&](int each) { return O::name(rules, each); });
      case WaitsFor::nothing: break;
    }
    if (shared_->settings.autoreset != Autoreset::disabled) return std::nullopt;
    return "the game is over: reset it, or give -1";
  }

  template <bool chosen>
  void step_all(std::span<const std::int32_t> actions) {
    crew_.run([&](unsigned part) {
      for_each_in(part, [&](std::size_t i) { step_in<chosen>(i, actions[i]); });
    });
  }

  template <bool chosen>
  void step_in(std::size_t i, std::int32_t action) {
    if (arrays_.over[i] != 0) std::ranges::fill(arrays_.reward_of(i), 0.f);
    if (action == no_action) return;
    Place& place = places_[i];
    arrays_.over[i] = 0;
    if (place.waits_for == WaitsFor::nothing) {
      begin_next<chosen>(i);
    } else if (chosen && place.waits_for == WaitsFor::outcome) {
      place.now.outcomes.push_back(action);
      falling_[i].choose(action);
      settle(i);
      if (!goes_on<chosen>(i)) end<chosen>(i);
    } else {
      const auto& view = place.session.view(place.asked);
      if (const auto move = A::take(shared_->rules, view, begun_[i], action)) {
        do_step<chosen>(i, [&] {
          const typename Place::Scribe scribe{place.now};
          if (const Fault* fault = place.session.submit(place.asked, view, *move, scribe))
            throw std::logic_error("an action was legal, but not its move: " + fault->detail);
        });
        if (!goes_on<chosen>(i)) end<chosen>(i);
      }
    }
    show(i);
  }

  // Does a step to the game in a place. What falls in it may be the caller's choice.
  template <bool chosen, class Step>
  void do_step(std::size_t i, const Step& step) {
    if constexpr (chosen) {
      Place& place = places_[i];
      const State<R> before = place.session.state();
      step();
      falling_[i].begin(before, place.now.steps.back());
      settle(i);
    } else {
      step();
    }
  }
  void settle(std::size_t i) {
    const auto state = falling_[i].fall(shared_->rules, arrays_.chances_of(i));
    if (state) places_[i].session.replace_state(*state);
  }

  // Tells the end of a game, and begins another one if that happens in the same step.
  template <bool chosen>
  void end(std::size_t i) {
    Place& place = places_[i];
    arrays_.over[i] = 1;
    const auto reward = arrays_.reward_of(i);
    const std::uint64_t top = on_top(place.now.points, place.session.retired());
    const auto count = static_cast<float>(players());
    for (std::size_t player = 0; player < players(); ++player) {
      const std::size_t seat = seat_of(place, player);
      if (players() == 1)
        reward[player] = static_cast<float>(place.now.points[seat]);
      else if (top != 0)
        reward[player] =
            ((top >> seat & 1) != 0 ? count / static_cast<float>(std::popcount(top)) - 1 : -1.f) /
            (count - 1);
      arrays_.points_of(i)[player] = place.now.points[seat];
    }
    if (shared_->settings.autoreset != Autoreset::same_step) return;
    A::write(shared_->rules, place.session.view(place.asked), place.asked, begun_[i],
             arrays_.final_view_of(i));
    begin_next<chosen>(i);
  }

  void show(std::size_t i) {
    const Place& place = places_[i];
    const auto legal = arrays_.legal_in(i);
    arrays_.player[i] = place.waits_for == WaitsFor::outcome ? chance_moves : nobody_moves;
    arrays_.seat[i] = nobody_moves;
    if (place.waits_for == WaitsFor::outcome) {
      std::ranges::fill(arrays_.view_of(i), ViewNumber{0});
    } else {
      const auto& view = place.session.view(place.asked);
      A::write(shared_->rules, view, place.asked, begun_[i], arrays_.view_of(i));
      if (place.waits_for == WaitsFor::caller) {
        A::mark_legal(shared_->rules, view, begun_[i], legal);
        arrays_.player[i] = static_cast<std::int32_t>(player_in(place, place.asked));
        arrays_.seat[i] = index(place.asked);
      }
    }
    if (place.waits_for != WaitsFor::caller) std::ranges::fill(legal, std::uint8_t{0});
    if (arrays_.over[i] != 0) return;  // the points are those of the game that ended
    if (place.waits_for != WaitsFor::outcome) {
      const Points points = place.session.points();
      for (std::size_t player = 0; player < players(); ++player)
        arrays_.points_of(i)[player] = points[static_cast<int>(seat_of(place, player))];
    } else if (place.now.steps.empty()) {
      std::ranges::fill(arrays_.points_of(i), 0);
    }
  }

  // Brings new bots of a place to where its game is. What they answer is known.
  void ask_bots_again(std::size_t i) {
    if (std::ranges::count(shared_->is_bot, 0) == std::ssize(shared_->is_bot)) return;
    greet_bots(i);
    const auto& [game, steps, outcomes, points] = places_[i].now;
    if (steps.empty()) return;
    const R& rules = shared_->rules;
    const auto seats = static_cast<int>(players());
    const Chance luck = series_.luck.deal(series_.deal(game));
    const bool chosen = !falling_.empty();
    std::size_t next = 0;
    const auto choose = [&](std::span<const double>) { return outcomes[next++]; };
    State<R> state = chosen ? O::start(rules, seats, choose) : rules.start(seats, luck);
    for (std::size_t step = 0; step < steps.size(); ++step) {
      const auto& [seat, move] = steps[step];
      const std::size_t player = player_in(places_[i], seat);
      if (move && shared_->is_bot[player] != 0)
        (void)bot_of(i, player).choose(rules.view(state, seat));
      if (step + 1 == steps.size()) return;  // what falls in it may not have been chosen yet
      if (!move)
        chosen ? O::retire(rules, state, seat, choose) : rules.retire(state, seat, luck);
      else
        chosen ? O::apply(rules, state, *move, choose) : rules.apply(state, *move, luck);
    }
  }

  std::string write_record(const typename Place::Played& played) const {
    const std::uint32_t deal = series_.deal(played.game);
    Record record{.game = std::string(E::info.name),
                  .rules = shared_->settings.rules,
                  .switches = shared_->rules.switches(),
                  .luck_key = series_.luck.deal(deal).key(),
                  .luck_game = deal};
    const std::size_t first = series_.first_player(played.game, players());
    for (std::size_t seat = 0; seat < players(); ++seat) {
      const LockstepPlayer& player = shared_->settings.players[(first + seat) % players()];
      record.players.push_back({player.bot.empty() ? "bot" : player.bot, player.name});
    }
    for (const auto& [seat, move] : played.steps)
      record.steps.push_back(
          {.seat = index(seat), .move = move ? std::optional(T::write(*move)) : std::nullopt});
    record.points = played.points;
    return write(record);
  }

  std::shared_ptr<const Shared> shared_;
  std::size_t players_;
  play::Series series_;
  std::vector<play::ChanceKeys> bots_luck_;  // by player
  LockstepArrays arrays_;
  std::vector<typename A::Begun> begun_;
  std::vector<FallingStep<R, O>> falling_;  // by place; none if the luck decides what falls
  std::vector<Place> places_;
  std::vector<std::unique_ptr<Bot<R>>> bots_;  // by place and player; null: the caller's
  std::vector<SeatedBot> asked_;               // the same
  Crew crew_;
};

}  // namespace hilltop::lockstep
