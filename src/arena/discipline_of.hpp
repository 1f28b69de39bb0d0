#pragma once
#include <algorithm>
#include <array>
#include <limits>

#include "arena/discipline.hpp"
#include "arena/game_results.hpp"
#include "arena/keys.hpp"
#include "arena/process_seat.hpp"
#include "arena/sitting.hpp"
#include "match/seated.hpp"
#include "match/text.hpp"
#include "runner/lane.hpp"

namespace hilltop::arena {

// What a folder may present beside what it must.
template <class E>
concept HasWire = requires {
  typename E::Wire;
};
template <class E>
concept HasNumberedWire = HasWire<E> && NumberedWire<typename E::Wire, typename E::Rules>;
template <class E>
concept HasScreen = requires {
  typename E::Screen;
};
template <class E>
concept HasSolver = requires {
  typename E::Solver;
};
template <class E>
concept HasInlinedBots = requires {
  typename E::InlinedBots;
};

template <class E>
concept HasFormats = requires {
  { E::formats() } -> std::convertible_to<std::span<const FileFormat<typename E::Rules>>>;
};

// A house bot's name → the bot. The caller has checked the name.
template <class E>
std::unique_ptr<Bot<typename E::Rules>> make_house_bot(std::string_view name) {
  for (const auto& bot : E::house_bots())
    if (bot.name == name) return bot.make();
  throw std::logic_error("no such house bot: " + std::string(name));
}

// The bots that the hot path asks without a virtual call.
template <class E>
struct InlinedBots {
  using type = std::tuple<>;
};
template <HasInlinedBots E>
struct InlinedBots<E> {
  using type = typename E::InlinedBots;
};

// The Discipline of the game that a folder's Entry presents (docs/adding-a-game.md).
template <class E>
class DisciplineOf final : public Discipline {
  using R = typename E::Rules;
  static_assert(Game<R> && Notation<typename E::Text, R>);

 public:
  static std::expected<std::unique_ptr<Discipline>, Problem> under(std::string_view rules_name,
                                                                   const Switches& switches) {
    auto rules = R::under(rules_name, switches);
    if (!rules) return std::unexpected(std::move(rules).error());
    return std::unique_ptr<Discipline>(
        new DisciplineOf(*std::move(rules), std::string(rules_name), switches));
  }

  const GameInfo& info() const override { return E::info; }
  std::string_view rules_name() const override { return rules_name_; }
  const Switches& switches() const override { return switches_; }
  SeatRange seats() const override { return rules_.seats(); }
  bool processes_last() const override { return HasNumberedWire<E>; }

  RunResult play(const Run& run, const Judge& judge, const Watch* watch) const override {
    RunResult result = nothing_of(run);
    Table table(*this, run, judge, watch);
    const std::uint32_t end = run.first_game + run.games;
    auto part_due = Deadline::clock::now() + part_every;
    for (std::uint32_t game = run.first_game;
         game < end && !result.disqualified && !run.stop.stop_requested();) {
      game += table.play(game, end, result);
      const bool within_deal = run.mirrored && game % 2 == 1;
      if (!table.hands_over_parts() || within_deal || game >= end ||
          Deadline::clock::now() < part_due)
        continue;
      table.sign(result);
      run.part(std::exchange(result, nothing_of(run)));
      part_due = Deadline::clock::now() + part_every;
    }
    table.dismiss();
    table.sign(result);
    return result;
  }

  Departure sit(Record record, const Terminal& terminal) const override {
    if constexpr (HasScreen<E>)
      return Sitting<E>(rules_, std::move(record), terminal).play();
    else
      throw std::logic_error("this game is not played by people");
  }

  std::expected<void, Problem> check(const Record& record) const override {
    auto match = begun(record);
    if (!match) return std::unexpected(std::move(match).error());
    return hilltop::replay<R, typename E::Text>(*match, record);
  }

  std::expected<Replayed, Problem> replay(const Record& record, const Watch* watch) const override {
    auto match = begun(record);
    if (!match) return std::unexpected(std::move(match).error());
    const std::vector<std::string> titles = names_in(record);
    typename E::Log narrator(rules_, titles, record.chance());
    Replayed told;
    Seat last{};
    const auto tell = [&](const std::string& text) {
      told.account += text;
      if (watch != nullptr) show(*watch, text, *match, titles, last);
    };
    tell(narrator.opening());
    const auto over = end(*match, record, [&](Seat seat, const Move<R>* move) {
      last = seat;
      tell(move == nullptr ? narrator.retired(seat, "it left the game")
                           : narrator.played(seat, *move));
    });
    if (!over) return std::unexpected(over.error());
    tell(narrator.closing());
    const Points points = match->points();
    told.points.assign(points.begin(), points.end());
    put_result(told.bytes, *match, record.sitters.size());
    return told;
  }

  std::expected<std::string, Problem> write(const Record& record, std::string_view format,
                                            const Caption& caption) const override {
    if constexpr (HasFormats<E>)
      for (const FileFormat<R>& each : E::formats()) {
        if (each.name != format) continue;
        auto match = begun(record);
        if (!match) return std::unexpected(std::move(match).error());
        PlayedGame<R> game{rules_, names_in(record), record.chance(), {}, caption};
        const auto over = end(*match, record, [&](Seat seat, const Move<R>* move) {
          game.steps.push_back({seat, move == nullptr ? std::nullopt : std::optional(*move),
                                record.steps[game.steps.size()].took});
        });
        if (!over) return std::unexpected(over.error());
        return each.write(game);
      }
    throw std::logic_error("no such format: " + std::string(format));
  }

 private:
  DisciplineOf(R rules, std::string rules_name, Switches switches)
      : rules_(std::move(rules)),
        rules_name_(std::move(rules_name)),
        switches_(std::move(switches)) {}

  static std::vector<std::string> names_in(const Record& record) {
    std::vector<std::string> names;
    for (const Record::Sitter& sitter : record.sitters) names.push_back(sitter.name);
    return names;
  }

  // The match of a record, before its first step.
  std::expected<Match<R>, Problem> begun(const Record& record) const {
    const int seats = static_cast<int>(record.sitters.size());
    if (!rules_.seats().holds(seats))
      return std::unexpected(
          Problem{"the record has a number of seats that these rules do not have"});
    return Match<R>(rules_, seats, record.chance());
  }

  // Brings it to the end of the game; `witness` as hilltop::replay has it.
  template <class Witness>
  static std::expected<void, Problem> end(Match<R>& match, const Record& record,
                                          Witness&& witness) {
    auto played = hilltop::replay<R, typename E::Text>(match, record, witness);
    if (played && match.turn())
      return std::unexpected(Problem{"the record ends before the game does"});
    return played;
  }

  // Hands a part of the account to whoever looks on, and the table as it is then.
  static void show(const Watch& watch, const std::string& text, const Match<R>& match,
                   const std::vector<std::string>& titles, Seat last) {
    if (watch.log) watch.log(text);
    if (!watch.table) return;
    if constexpr (HasScreen<E>) {
      const Turn next = match.turn();
      watch.table(E::Screen::show(match.view(next ? *next : last), titles));
    } else {
      watch.table({});
    }
  }

  // What a digest covers of a game: the points of every seat, the decisions, who left.
  static void put_result(std::vector<std::uint8_t>& bytes, const Match<R>& match,
                         std::size_t seats) {
    const Points points = match.points();
    for (std::size_t seat = 0; seat < seats; ++seat) {
      put_points(bytes, points[static_cast<int>(seat)]);
    }
    put_number(bytes, static_cast<std::uint64_t>(match.decisions()));
    put_number(bytes, match.retired());
  }

  static RunResult nothing_of(const Run& run) {
    RunResult result;
    result.lines.resize(run.entrants.size());
    return result;
  }

  // The first line of a conversation by docs/protocol.md. A list is not told: the dice to come are
  // one.
  std::string hello() const {
    std::string line = "hilltop 1 game " + std::string(E::info.name) + " rules " + rules_name_;
    for (const auto& [name, value] : switches_)
      if (const auto* flag = std::get_if<bool>(&value))
        line += ' ' + name + (*flag ? " true" : " false");
      else if (const auto* number = std::get_if<std::int64_t>(&value))
        line += ' ' + name + ' ' + std::to_string(*number);
    return line;
  }

  // Those who sit, for a run of games.
  class Table {
   public:
    Table(const DisciplineOf& discipline, const Run& run, const Judge& judge, const Watch* watch)
        : discipline_(discipline),
          rules_(discipline.rules_),
          run_(run),
          judge_(judge),
          watch_(watch),
          seats_(run.entrants.size()) {
      for (std::size_t i = 0; i < run.entrants.size(); ++i) {
        const Entrant& entrant = *run.entrants[i];
        bodies_.emplace_back();
        luck_keys_.push_back(bot_luck_key(run.key, entrant.name));
        if (const auto* house = std::get_if<HouseSeat>(&entrant.body)) {
          bodies_.back().bot = make_house_bot<E>(house->bot);
          house_remembers_ |= house->remembers;
        } else {
          all_house_ = false;
        }
        if (entrant.is_process() && !lane_) lane_.emplace();
      }
      for (std::size_t i = 0; i < 2 * seats_; ++i) {
        ring_.push_back(i % seats_);
        seated_ring_.emplace_back(bodies_[ring_[i]].bot.get());
      }
    }

    // The run is over for the processes that went from game to game.
    void dismiss() {
      if constexpr (HasWire<E>) {
        for (Body& body : bodies_)
          if (body.process) body.process->leave();
        take_in_who_leaves();
      }
    }

    // Plays the next game, or as many as are played side by side; how many they were.
    std::uint32_t play(std::uint32_t game, std::uint32_t end, RunResult& result) {
      if constexpr (HasNumberedWire<E>)
        if (const std::uint32_t games = std::min(batch(), end - game); games > 1) {
          play_side_by_side(game, games, result);
          return games;
        }
      play_one(game, result);
      return 1;
    }

    // What the games of a result had in common: the sandbox around every process that ran, and how
    // long they took since the last one that was signed.
    void sign(RunResult& result) {
      result.sandbox = sandbox_;
      if constexpr (HasWire<E>) {
        if (!sandbox_) return;
        result.timings.resize(seats_);
        for (std::size_t i = 0; i < seats_; ++i)
          if (bodies_[i].process) result.timings[i] = bodies_[i].process->take_timing();
      }
    }

    bool hands_over_parts() const { return run_.part && !all_house_; }
    bool records() const { return run_.records; }

   private:
    void play_one(std::uint32_t game, RunResult& result) {
      first_ = run_.first_occupant(game);
      Match<R> match(rules_, static_cast<int>(seats_), Chance(run_.key, run_.deal(game)));
      faults_.clear();
      minutes_ = {};
      if (all_house_ && watch_ == nullptr && !records())
        play_in_process(match, game);
      else
        play_watched(match, game);
      score(match, game, result);
    }

    using SeatedBot = Seated<R, typename InlinedBots<E>::type>;

    struct NoProcess {};
    using Process = std::conditional_t<HasWire<E>, ProcessSeat<E>, NoProcess>;

    struct Body {
      std::unique_ptr<Bot<R>> bot;       // of the house, or
      std::unique_ptr<Process> process;  // while there is one
    };

    std::size_t occupant(std::size_t seat) const { return ring_[first_ + seat]; }
    std::vector<std::string> names_by_seat() const {
      std::vector<std::string> names;
      for (std::size_t seat = 0; seat < seats_; ++seat)
        names.push_back(run_.entrants[occupant(seat)]->name);
      return names;
    }
    Body& body(Seat seat) { return bodies_[occupant(static_cast<std::size_t>(index(seat)))]; }
    OnIllegal on_illegal() const {
      return judge_.illegal == Sanction::stand ? OnIllegal::substitute : OnIllegal::retire;
    }

    void greet_house_bots(std::uint32_t game) {
      for (std::size_t i = 0; i < seats_; ++i)
        if (bodies_[i].bot) bodies_[i].bot->begin(Chance(luck_keys_[i], run_.deal(game)));
    }

    // The hot path.
    [[gnu::flatten]] void play_in_process(Match<R>& match, std::uint32_t game) {
      greet_house_bots(game);
      const SeatedBot* const seated = seated_ring_.data() + first_;
      const auto ask = [&](Seat seat, const View<R>& view) -> Move<R> {
        try {
          return seated[index(seat)].choose(view);
        } catch (...) {
          throw SeatFault{seat, thrown()};
        }
      };
      while (true) {
        try {
          return referee(match, on_illegal(), faults_, ask, NoWitness{});
        } catch (const SeatFault& fault) {
          faults_.push_back(fault);
          match.retire(fault.seat);
        }
      }
    }

    // Any mixture of bodies, with a log if one is wanted.
    void play_watched(Match<R>& match, std::uint32_t game) {
      std::vector<std::string> titles;
      for (std::size_t seat = 0; seat < seats_; ++seat)
        titles.push_back(run_.entrants[occupant(seat)]->title);
      const std::vector<std::string> names = names_by_seat();
      greet_house_bots(game);
      begin_processes(game);
      prepare_processes(game + 1);
      Seat last{};
      const auto tell = [&](const std::string& text) { show(*watch_, text, match, titles, last); };
      typename E::Log narrator(rules_, titles, Chance(run_.key, run_.deal(game)));
      const bool told = watch_ != nullptr && (watch_->log || watch_->table);
      if (told) tell(narrator.opening());
      while (const Turn seat = match.turn()) {
        auto&& view = match.view(*seat);
        Reply<R> reply = ask(*seat, view);
        if (told && !reply)
          tell(narrator.retired(
              *seat, std::string(name(reply.error().kind)) + ": " + reply.error().detail));
        if (told && reply && on_illegal() == OnIllegal::retire)
          if (const Refusal why = rules_.refusal(view, *reply); !why.empty())
            tell(narrator.retired(*seat,
                                  std::string(name(FaultKind::illegal)) + ": " + std::string(why)));
        settle_noted(match, faults_, minutes_, *seat, view, std::move(reply),
                     [&](const Move<R>& move) {
                       last = *seat;
                       if (told) tell(narrator.played(*seat, move));
                     });
      }
      if (told) tell(narrator.closing());
      end_processes({game, match.points(), match.retired(), names});
    }

    Reply<R> ask(Seat seat, const View<R>& view) {
      Body& asked = body(seat);
      if constexpr (HasWire<E>)
        if (asked.process) {
          Reply<R> reply = asked.process->choose(view);
          if (records()) minutes_.took(asked.process->took());
          return reply;
        }
      if constexpr (HasScreen<E>)
        if (!asked.bot) return ask_person(seat, view);
      return Table::asked(*asked.bot, view);
    }

    Move<R> ask_person(Seat seat, const View<R>& view) const requires HasScreen<E> {
      const Terminal& terminal = *watch_->terminal;
      const std::vector<std::string> names = names_by_seat();
      return asked_of_person<E>(
          rules_, view, names, terminal, "  quit        leave\n", [&](const std::string& question) {
            terminal.print(question + "\n" + names[static_cast<std::size_t>(index(seat))] + "> ");
            const auto typed = terminal.read_line();
            if (!typed) {
              terminal.print("\n");
              throw PersonLeft{Departure::Why::input_ended};
            }
            std::string line = trimmed(*typed);
            if (line == "quit" || line == "exit") throw PersonLeft{Departure::Why::quit};
            return line;
          });
    }

    static Reply<R> asked(Bot<R>& bot, const View<R>& view) {
      try {
        return bot.choose(view);
      } catch (...) {
        return std::unexpected(thrown());
      }
    }

    static Fault thrown() {
      try {
        throw;
      } catch (const std::exception& error) {
        return {FaultKind::crashed, error.what()};
      } catch (...) {
        return {FaultKind::crashed, "threw something that is no exception"};
      }
    }

    void seat_process(std::size_t i, const runner::Manifest& bot) {
      if (!bodies_[i].process)
        bodies_[i].process = std::make_unique<Process>(
            bot, judge_, discipline_.hello(), transcript_of(i), [this, i] { freeze_all_but(i); },
            sandbox_);
    }

    // While a bot thinks, it has the core of the lane for itself.
    void freeze_all_but(std::size_t thinker) {
      for (std::size_t i = 0; i < seats_; ++i)
        if (i != thinker && bodies_[i].process) bodies_[i].process->freeze();
    }

    void begin_processes(std::uint32_t game) {
      if constexpr (HasWire<E>)
        for (std::size_t seat = 0; seat < seats_; ++seat) {
          const std::size_t i = occupant(seat);
          const auto* manifest = std::get_if<runner::Manifest>(&run_.entrants[i]->body);
          if (manifest == nullptr) continue;
          seat_process(i, *manifest);
          bodies_[i].process->begin(opening(game, i));
        }
    }

    // Where there are cores that nobody plays on.
    void prepare_processes(std::uint32_t game) {
      if constexpr (HasWire<E>) {
        if (!lane_ || game == run_.first_game + run_.games) return;
        const auto spare = lane_->spare();
        for (std::size_t i = 0; i < seats_ && spare; ++i)
          if (bodies_[i].process)
            bodies_[i].process->prepare(opening(game, i), *spare, *lane_->core());
      }
    }

    Opening opening(std::uint32_t game, std::size_t i) const {
      Opening opening{game, seats_, {}, bot_seed(run_.key, run_.entrants[i]->name, game)};
      const std::size_t first = run_.first_occupant(game);
      for (std::size_t seat = 0; seat < seats_; ++seat)
        if (ring_[first + seat] != i)
          opening.opponents.push_back(run_.entrants[ring_[first + seat]]->name);
      return opening;
    }

    // What is written down of a game for the store: the steps of a record (docs/record.md), with
    // the milliseconds that a process took before its move.
    class Minutes {
     public:
      void took(std::chrono::nanoseconds time) {
        took_ = std::chrono::duration_cast<std::chrono::microseconds>(time);
      }
      void played(Seat seat, const Move<R>& move) { add({index(seat), E::Text::write(move)}); }
      void departures(const Match<R>& match) {
        const std::uint64_t left = match.retired() & ~departed_;
        if (left == 0) [[likely]]
          return;
        for (int seat = 0; seat < seats_most; ++seat)
          if ((left >> seat & 1) != 0) add({seat, std::nullopt});
        departed_ |= left;
      }
      std::string text() && { return std::move(text_); }

     private:
      void add(Record::Step step) {
        step.took = std::exchange(took_, std::nullopt);
        text_ += hilltop::write(step);
      }

      std::string text_;
      std::uint64_t departed_ = 0;
      std::optional<std::chrono::microseconds> took_;  // before the step that comes
    };

    // A game among others that are played side by side, with house bots of its own.
    struct Flight {
      Flight(const R& rules, int seats, const Chance& chance) : match(rules, seats, chance) {}
      Match<R> match;
      std::vector<SeatFault> faults;
      std::vector<std::unique_ptr<Bot<R>>> bots;  // by entrant; null: a process
      Minutes minutes;
    };

    // Plays or refuses a reply, and writes down what came of it. `played(move)`: as a witness.
    template <class Played>
    void settle_noted(Match<R>& match, std::vector<SeatFault>& faults, Minutes& minutes, Seat seat,
                      const View<R>& view, Reply<R> reply, Played&& played) {
      const auto witness = [&](Seat mover, const Move<R>& move) {
        played(move);
        if (records()) minutes.played(mover, move);
      };
      if (!reply) {
        settle(match, on_illegal(), faults, seat, view, std::move(reply), witness);
      } else {
        const std::size_t before = faults.size();
        settle(match, on_illegal(), faults, seat, view, *reply, witness);
        if (faults.size() > before && body(seat).process)
          faults.back().fault.detail += "; it said: " + E::Text::write(*reply);
      }
      minutes.departures(match);
    }

    void settle_in_flight(Flight& flight, Seat seat, const View<R>& view, Reply<R> reply) {
      settle_noted(flight.match, flight.faults, flight.minutes, seat, view, std::move(reply),
                   [](const Move<R>&) {});
    }

    // How many games at once every process here takes; 1 where somebody looks on, or a house bot
    // learns from one game for the next.
    std::uint32_t batch() {
      if (all_house_ || watch_ != nullptr || house_remembers_) return 1;
      std::uint32_t least = batch_most;
      for (std::size_t i = 0; i < seats_; ++i)
        if (const auto* manifest = std::get_if<runner::Manifest>(&run_.entrants[i]->body)) {
          seat_process(i, *manifest);
          least = std::min(least, bodies_[i].process->batch());
        }
      return least;
    }

    void play_side_by_side(std::uint32_t first_game, std::uint32_t games, RunResult& result) {
      std::vector<std::string> names;
      for (const Entrant* entrant : run_.entrants) names.push_back(entrant->name);
      std::vector<std::unique_ptr<Flight>> flights;
      for (std::uint32_t game = first_game; game < first_game + games; ++game) {
        first_ = run_.first_occupant(game);
        flights.push_back(std::make_unique<Flight>(rules_, static_cast<int>(seats_),
                                                   Chance(run_.key, run_.deal(game))));
        for (std::size_t i = 0; i < seats_; ++i) {
          flights.back()->bots.push_back(nullptr);
          if (const auto* house = std::get_if<HouseSeat>(&run_.entrants[i]->body)) {
            flights.back()->bots[i] = make_house_bot<E>(house->bot);
            flights.back()->bots[i]->begin(Chance(luck_keys_[i], run_.deal(game)));
          } else {
            bodies_[i].process->begin({game, seats_, {}, bot_seed(run_.key, names[i], game)});
          }
        }
      }
      while (ask_in_flight(flights, first_game)) {}
      for (std::uint32_t i = 0; i < games && !result.disqualified; ++i) {
        const std::uint32_t game = first_game + i;
        first_ = run_.first_occupant(game);
        faults_ = std::move(flights[i]->faults);
        minutes_ = std::move(flights[i]->minutes);
        for (Body& body : bodies_)
          if (body.process)
            body.process->end({game, flights[i]->match.points(), flights[i]->match.retired(), {}});
        score(flights[i]->match, game, result);
      }
    }

    // Brings every game to where a process must be asked, and asks; false: all games are over.
    bool ask_in_flight(std::vector<std::unique_ptr<Flight>>& flights, std::uint32_t first_game) {
      std::vector<std::vector<typename Process::Question>> questions(seats_);  // by entrant
      for (std::size_t i = 0; i < flights.size(); ++i) {
        const std::uint32_t game = first_game + static_cast<std::uint32_t>(i);
        first_ = run_.first_occupant(game);
        Flight& flight = *flights[i];
        while (const Turn seat = flight.match.turn()) {
          const std::size_t who = occupant(static_cast<std::size_t>(index(*seat)));
          auto&& view = flight.match.view(*seat);
          if (bodies_[who].process) {
            questions[who].push_back({game, view});
            break;
          }
          settle_in_flight(flight, *seat, view, asked(*flight.bots[who], view));
        }
      }
      bool any = false;
      for (std::size_t who = 0; who < seats_; ++who) {
        if (questions[who].empty()) continue;
        any = true;
        auto replies = bodies_[who].process->choose(questions[who]);
        for (std::size_t q = 0; q < replies.size(); ++q) {
          const std::uint32_t game = questions[who][q].game;
          Flight& flight = *flights[game - first_game];
          first_ = run_.first_occupant(game);
          const Seat seat = *flight.match.turn();
          settle_in_flight(flight, seat, flight.match.view(seat), std::move(replies[q]));
        }
      }
      return any;
    }

    runner::Transcript transcript_of(std::size_t i) const {
      if (watch_ == nullptr || !watch_->wire) return {};
      return [this, i](char direction, std::string_view line) { watch_->wire(i, direction, line); };
    }

    void end_processes(const Ending& ending) {
      if constexpr (HasWire<E>) {
        for (Body& body : bodies_)
          if (body.process) body.process->end(ending);
        take_in_who_leaves();
      }
    }

    // Who heard its last line has half a second, and is gone.
    void take_in_who_leaves() {
      const Deadline by = std::chrono::steady_clock::now() + farewell_ms;
      for (Body& body : bodies_)
        if (body.process) body.process->finish(by);
    }

    void score(const Match<R>& match, std::uint32_t game, RunResult& result) {
      if (game % 2 == 0) before_deal_ = half_points(result);
      const Points points = match.points();
      const auto left = [&](std::size_t seat) { return (match.retired() >> seat & 1) != 0; };
      int top = std::numeric_limits<int>::min(), on_top = 0;
      for (std::size_t seat = 0; seat < seats_; ++seat) {
        if (left(seat)) continue;
        const int p = points[static_cast<int>(seat)];
        if (p > top) on_top = 0;
        if (p >= top) ++on_top;
        top = std::max(top, p);
      }
      for (std::size_t seat = 0; seat < seats_; ++seat) {
        const int p = points[static_cast<int>(seat)];
        const bool first = p == top && !left(seat);
        tournament::Line& line = result.lines[occupant(seat)];
        ++line.games;
        line.won += first && on_top == 1;
        line.tied += first && on_top > 1;
        line.sum += p;
        line.best = std::max(p, line.best.value_or(p));
      }
      put_result(result.bytes, match, seats_);
      if (records()) result.records.push_back({game, std::move(minutes_).text()});
      if (run_.mirrored && game % 2 == 1 && game > run_.first_game)
        ++result.deals[static_cast<std::size_t>(half_points(result) - before_deal_)];
      if (!faults_.empty()) [[unlikely]]
        note_faults(game, result);
      if (watch_ != nullptr && watch_->game_over) watch_->game_over(report(match, game));
    }

    // Of the first entrant, so far.
    static std::int64_t half_points(const RunResult& result) {
      return 2 * result.lines.front().won + result.lines.front().tied;
    }

    void note_faults(std::uint32_t game, RunResult& result) const {
      for (const SeatFault& fault : faults_) {
        const std::size_t i = occupant(static_cast<std::size_t>(index(fault.seat)));
        const tournament::FaultNote note{static_cast<tournament::EntryId>(i), game, fault.fault};
        ++result.lines[i].faults;
        if (result.notes.size() < fault_notes_most) result.notes.push_back(note);
        const Sanction sanction = broken(fault.fault.kind) ? judge_.broken : judge_.illegal;
        if (sanction == Sanction::disqualify && !result.disqualified) result.disqualified = note;
      }
    }

    GameReport report(const Match<R>& match, std::uint32_t game) const {
      GameReport report{game, {}, {}, {}, faults_};
      const Points points = match.points();
      for (std::size_t seat = 0; seat < seats_; ++seat) {
        report.occupants.push_back(occupant(seat));
        report.points.push_back(points[static_cast<int>(seat)]);
        report.figures.push_back(
            figures_of<E>(match.state(), Seat(static_cast<std::uint8_t>(seat))));
      }
      return report;
    }

    const DisciplineOf& discipline_;
    const R& rules_;
    const Run& run_;
    const Judge& judge_;
    const Watch* watch_;
    std::size_t seats_;
    bool all_house_ = true, house_remembers_ = false;
    std::optional<runner::Lane> lane_;      // where there are processes
    std::vector<Body> bodies_;              // by entrant
    std::vector<std::uint64_t> luck_keys_;  // by entrant
    // Entrants and their bots twice over: in each game a stretch of them sits, from first_ on.
    std::vector<std::size_t> ring_;
    std::vector<SeatedBot> seated_ring_;
    std::size_t first_ = 0;
    std::int64_t before_deal_ = 0;   // the first entrant's half points
    std::vector<SeatFault> faults_;  // of this game
    Minutes minutes_;
    std::optional<runner::Layers> sandbox_;
  };

  R rules_;
  std::string rules_name_;
  Switches switches_;
};

// What the registry holds of a folder's Entry.
template <class E>
Registered register_game() {
  Registered game{.info = &E::info,
                  .has_processes = HasWire<E>,
                  .has_people = HasScreen<E>,
                  .forgives = Forgiving<typename E::Rules>,
                  .under = &DisciplineOf<E>::under,
                  .solve = nullptr};
  if constexpr (HasSolver<E>) {
    game.solver_options = E::Solver::options;
    game.solve = &E::Solver::solve;
  }
  for (const auto& bot : E::house_bots())
    game.house_bots.push_back({std::string(bot.name), std::string(bot.title),
                               std::string(bot.about), bot.examines, bot.remembers});
  if constexpr (HasFormats<E>)
    for (const auto& format : E::formats()) game.formats.emplace_back(format.name);
  return game;
}

}  // namespace hilltop::arena
