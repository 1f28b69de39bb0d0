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
#include "lockstep/rewards.hpp"
#include "lockstep/seated_bots.hpp"
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
    for (std::size_t i = 0; i < places_.size(); ++i)
      if (marked.empty() || marked[i] != 0) places_[i].waits_for = WaitsFor::nothing;
    crew_.run([&](unsigned part) { play_in(part, {}, marked); });
  }

  void reseed(std::uint64_t seed) override {
    key_luck(seed);
    for (Place& place : places_) place.begun = 0;
    reset({});
    for (Place& place : places_) place.last.is_over = false;  // it is a game of another seed
  }

  std::expected<void, RefusedStep> step(std::span<const std::int32_t> actions) override {
    if (auto refused = refusal_of(actions)) return std::unexpected(*std::move(refused));
    crew_.run([&](unsigned part) { play_in(part, actions, {}); });
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
    return last.is_over ? std::optional(write_record(last)) : std::nullopt;
  }
  std::optional<std::string> prompt(std::size_t index) const override {
    const Place& place = places_[index];
    if (place.waits_for != WaitsFor::caller) return std::nullopt;
    return E::Wire::prompt(place.session->view(place.asked));
  }

 private:
  using Place = GameInPlace<R, typename SeatedBots<E>::Player>;

  // What does not change, and clones share.
  struct Shared {
    Shared(R of, LockstepSettings under)
        : rules(std::move(of)),
          settings(std::move(under)),
          outcomes(settings.explicit_chance ? O::count(rules) : 0),
          fields(A::fields(rules, static_cast<int>(settings.players.size()))),
          rewards(rewards_of(settings.players.size())) {
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
    std::vector<Rewards> rewards;                     // by number of winners
    std::vector<std::uint8_t> is_bot;                 // by player
    std::vector<std::shared_ptr<const void>> tables;  // of house bots
  };

  explicit LockstepGamesOf(std::shared_ptr<const Shared> shared)
      : shared_(std::move(shared)),
        arrays_(shared_->settings.games, players(), numbers(),
                static_cast<std::size_t>(A::count(shared_->rules)),
                static_cast<std::size_t>(shared_->outcomes)),
        begun_(shared_->settings.games),
        falling_(shared_->outcomes == 0 ? 0 : shared_->settings.games),
        bots_(shared_->settings.games, shared_->settings.players),
        crew_(shared_->settings.threads) {
    key_luck(shared_->settings.seed);
    for (std::size_t i = 0; i < shared_->settings.games; ++i) {
      places_.emplace_back();
      places_.back().now.steps.reserve(decisions_reserved);
      places_.back().last.steps.reserve(decisions_reserved);
      places_.back().now.points.resize(players());
      places_.back().last.points.resize(players());
      if (falling_.empty()) continue;
      places_.back().now.outcomes.reserve(outcomes_reserved);
      places_.back().last.outcomes.reserve(outcomes_reserved);
    }
    reset({});
  }

  // A clone, whose bots have not been asked yet.
  LockstepGamesOf(const LockstepGamesOf& from)
      : shared_(from.shared_),
        series_(from.series_),
        bots_luck_(from.bots_luck_),
        arrays_(from.arrays_),
        begun_(from.begun_),
        falling_(from.falling_),
        places_(from.places_),
        bots_(places_.size(), shared_->settings.players),
        crew_(from.crew_.parts()) {
    for (std::size_t i = 0; i < places_.size(); ++i)
      places_[i].seated = bots_.by_seat(i, places_[i].first);
  }

  // A constant, if the rules of the game have one number.
  std::size_t players() const {
    if constexpr (requires { typename std::bool_constant<R::seats().fewest == R::seats().most>; })
      if constexpr (R::seats().fewest == R::seats().most)
        return static_cast<std::size_t>(R::seats().most);
    return shared_->settings.players.size();
  }
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

  std::size_t player_in(const Place& place, Seat seat) const {
    const std::size_t player = place.first + static_cast<std::size_t>(index(seat));
    return player < players() ? player : player - players();
  }

  // Begins the next game of a place.
  [[gnu::noinline]] void begin_next(std::size_t i) {
    Place& place = places_[i];
    place.keep_played();
    const auto game = static_cast<std::uint32_t>(shared_->settings.first_game + i +
                                                 place.begun++ * places_.size());
    place.now.game = game;
    place.now.steps.clear();
    place.now.outcomes.clear();
    place.now.is_over = false;
    place.first = series_.first_player(game, 2);  // more do not rotate
    place.seated = bots_.by_seat(i, place.first);
    place.waits_for = WaitsFor::nothing;  // also if the game cannot begin
    place.session.emplace(shared_->rules, static_cast<int>(players()),
                          series_.luck.deal(series_.deal(game)));
    begun_[i] = {};
    arrays_.game[i] = game;
    bots_.begin(i, bots_luck_, series_.deal(game));
    if (falling_.empty()) return;
    place.asked = Seat(static_cast<std::uint8_t>(
        std::find(place.seated, place.seated + players(), std::nullopt) - place.seated));
    falling_[i].begin(static_cast<int>(players()));
    settle(i);
  }

  // Plays an action in each place of a part of them; without actions begins the next game where it
  // is marked, or with no marks in all. What a step calls is compiled into this loop, but for what
  // happens once a game or where the caller chooses what falls.
  [[gnu::flatten, gnu::noinline]] void play_in(unsigned part, std::span<const std::int32_t> actions,
                                               std::span<const std::uint8_t> marked) {
    const std::size_t parts = crew_.parts(), end = places_.size() * (part + 1) / parts;
    for (std::size_t i = places_.size() * part / parts; i < end; ++i) {
      if (!marked.empty() && marked[i] == 0) continue;
      step_in(i, actions.empty() ? 0 : actions[i]);
    }
  }

  void step_in(std::size_t i, std::int32_t action) {
    for (float& reward : arrays_.reward_of(i, players())) reward = 0;
    if (action == no_action) return;
    Place& place = places_[i];
    arrays_.over[i] = 0;
    const bool begins = place.waits_for == WaitsFor::nothing;
    if (begins) {
      begin_next(i);
    } else if (place.waits_for == WaitsFor::outcome) {
      place.now.outcomes.push_back(action);
      falling_[i].choose(action);
      settle(i);
    }
    go_on(i, place.waits_for == WaitsFor::caller ? action : no_action, begins);
  }

  // Plays the caller's action, unless it is `no_action`, and what house bots answer, until the
  // caller is asked or the game is over. `is_new`: the caller has not been asked in this game; if
  // it ends so, another one begins. All decisions go through one call of each function, so that the
  // compiler can inline them.
  void go_on(std::size_t i, std::int32_t action, bool is_new) {
    Place& place = places_[i];
    const bool caller_chooses = !falling_.empty();
    Seat seat = place.asked;
    bool is_asked = action != no_action;
    while (true) {
      if (is_asked) {
        if (caller_chooses) [[unlikely]]
          falling_[i].begin(place.session->state());
        if (!answer(i, seat, std::exchange(action, no_action))) break;
        if (caller_chooses) [[unlikely]] {
          falling_[i].take(place.now.steps.back());
          settle(i);
        }
      }
      if (caller_chooses && falling_[i].waits()) [[unlikely]] {
        place.waits_for = WaitsFor::outcome;
        return show_event(i);
      }
      const ToMove next = place.session->pending();
      is_asked = static_cast<bool>(next);
      if (!next) [[unlikely]] {
        if (!end(i, is_new)) return;
        is_new = true;
        continue;
      }
      seat = *next;
      if (!place.seated[index(seat)]) {
        place.waits_for = WaitsFor::caller;
        place.asked = seat;
        break;
      }
    }
    show(i, seat);
  }

  // Plays an action of the caller, or with `no_action` what the house bot of the seat answers.
  // False: the action is a part of a move, and the game is as it was.
  bool answer(std::size_t i, Seat seat, std::int32_t action) {
    Place& place = places_[i];
    const typename Place::Scribe scribe{place.now};
    const auto& view = place.session->view(seat);
    std::optional<Move<R>> move;
    if (action != no_action) {
      move = A::take(shared_->rules, view, begun_[i], action);
      if (!move) return false;
    } else {
      try {
        move = place.seated[index(seat)]->choose(view);
      } catch (...) {
        place.session->forfeit(seat, thrown_fault(), scribe);
        return true;
      }
    }
    const Fault* const fault = place.session->submit(seat, view, *move, scribe);
    if (fault != nullptr && action != no_action)
      throw std::logic_error("an action was legal, but not its move: " + fault->detail);
    return true;
  }

  // The mask says what is legal, so that nothing is played if one action is not.
  std::optional<RefusedStep> refusal_of(std::span<const std::int32_t> actions) {
    const auto count = static_cast<std::uint32_t>(A::count(shared_->rules));
    const std::uint8_t* legal = arrays_.legal.data();
    for (std::size_t i = 0; i < actions.size(); ++i, legal += count) {
      const std::int32_t action = actions[i];
      const auto number = static_cast<std::uint32_t>(action);
      if (number < count && legal[number] != 0) [[likely]]
        continue;
      if (action == no_action) continue;
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

  // Goes on to the next event that the caller chooses, or to the end of the last step.
  [[gnu::noinline]] void settle(std::size_t i) {
    const auto state = falling_[i].fall(shared_->rules, arrays_.chances_of(i));
    if (state) places_[i].session->replace_state(*state);
  }

  // The game in a place is over. Returns whether another one has begun there.
  [[gnu::noinline]] bool end(std::size_t i, bool is_new) {
    Place& place = places_[i];
    const Points points = place.session->points();
    place.now.is_over = true;
    for (std::size_t seat = 0; seat < players(); ++seat)
      place.now.points[seat] = points[static_cast<int>(seat)];
    if (!is_new) {
      tell_end(i, points);
      if (shared_->settings.autoreset != Autoreset::same_step) {
        place.waits_for = WaitsFor::nothing;
        show_end(i);
        return false;
      }
      write_view(i, place.asked, arrays_.final_view_of(i));
    }
    begin_next(i);
    return true;
  }
  void tell_end(std::size_t i, const Points& points) {
    const Place& place = places_[i];
    arrays_.over[i] = 1;
    const std::uint64_t top = on_top({points.begin(), players()}, place.session->retired());
    std::size_t winners = 0;
    for (std::size_t seat = 0; seat < players(); ++seat) winners += top >> seat & 1;
    const Rewards& rewards = shared_->rewards[winners];
    const std::span<float> reward = arrays_.reward_of(i, players());
    for_each_seat(place, [&](std::size_t seat, std::size_t player) {
      reward[player] = players() == 1 ? static_cast<float>(points[static_cast<int>(seat)])
                                      : ((top >> seat & 1) != 0 ? rewards.won : rewards.lost);
    });
    show_points(i, points);
  }
  void show_points(std::size_t i, const Points& points) {
    const std::span<std::int32_t> shown = arrays_.points_of(i, players());
    for_each_seat(places_[i], [&](std::size_t seat, std::size_t player) {
      shown[player] = points[static_cast<int>(seat)];
    });
  }
  template <class Visit>
  void for_each_seat(const Place& place, const Visit& visit) const {
    std::size_t player = place.first;
    for (std::size_t seat = 0; seat < players(); ++seat) {
      visit(seat, player);
      if (++player == players()) player = 0;
    }
  }

  void write_view(std::size_t i, Seat seat, std::span<ViewNumber> numbers) const {
    A::write(shared_->rules, places_[i].session->view(seat), seat, begun_[i], numbers);
  }
  // The caller is asked.
  void show(std::size_t i, Seat seat) {
    const Place& place = places_[i];
    const auto& view = place.session->view(seat);
    A::write(shared_->rules, view, seat, begun_[i], arrays_.view_of(i));
    A::mark_legal(shared_->rules, view, begun_[i], arrays_.legal_in(i));
    arrays_.player[i] = static_cast<std::int32_t>(player_in(place, seat));
    arrays_.seat[i] = index(seat);
    // Else the points are those of the game that ended.
    if (arrays_.over[i] == 0) show_points(i, place.session->points());
  }
  void show_end(std::size_t i) {
    write_view(i, places_[i].asked, arrays_.view_of(i));
    show_nobody(i, nobody_moves);
  }
  // Before a chance event the points stay as they are.
  [[gnu::noinline]] void show_event(std::size_t i) {
    std::ranges::fill(arrays_.view_of(i), ViewNumber{0});
    show_nobody(i, chance_moves);
    if (arrays_.over[i] == 0 && places_[i].now.steps.empty())
      std::ranges::fill(arrays_.points_of(i, players()), 0);
  }
  void show_nobody(std::size_t i, std::int32_t in_place_of_player) {
    std::ranges::fill(arrays_.legal_in(i), std::uint8_t{0});
    arrays_.player[i] = in_place_of_player;
    arrays_.seat[i] = nobody_moves;
  }

  // Brings new bots of a place to where its game is. What they answer is known.
  void ask_bots_again(std::size_t i) {
    if (std::ranges::count(shared_->is_bot, 0) == std::ssize(shared_->is_bot)) return;
    bots_.begin(i, bots_luck_, series_.deal(places_[i].now.game));
    const auto& [game, is_over, steps, outcomes, points] = places_[i].now;
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
        (void)places_[i].seated[index(seat)]->choose(rules.view(state, seat));
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
    if (played.is_over) record.points = played.points;
    return write(record);
  }

  std::shared_ptr<const Shared> shared_;
  play::Series series_;
  std::vector<play::ChanceKeys> bots_luck_;  // by player
  LockstepArrays arrays_;
  std::vector<typename A::Begun> begun_;
  std::vector<FallingStep<R, O, typename Place::Step>>
      falling_;  // by place; none if the luck decides what falls
  std::vector<Place> places_;
  SeatedBots<E> bots_;
  Crew crew_;
};

}  // namespace hilltop::lockstep
