#pragma once
#include <algorithm>
#include <array>
#include <limits>

#include "arena/discipline.hpp"
#include "arena/keys.hpp"
#include "arena/process_seat.hpp"
#include "arena/sitting.hpp"
#include "match/seated.hpp"
#include "match/text.hpp"

namespace hilltop::arena {

// What a folder may present beside what it must.
template <class E>
concept HasWire = requires {
  typename E::Wire;
};
template <class E>
concept HasScreen = requires {
  typename E::Screen;
};
template <class E>
concept HasInlinedBots = requires {
  typename E::InlinedBots;
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

  RunResult play(const Run& run, const Judge& judge, const Watch* watch) const override {
    RunResult result;
    result.lines.resize(run.entrants.size());
    Table table(*this, run, judge, watch);
    for (std::uint32_t game = run.first_game;
         game < run.first_game + run.games && !result.disqualified; ++game)
      table.play(game, result);
    result.sandbox = table.sandbox();
    return result;
  }

  Departure sit(Record record, const Terminal& terminal) const override {
    if constexpr (HasScreen<E>)
      return Sitting<E>(rules_, std::move(record), terminal).play();
    else
      throw std::logic_error("this game is not played by people");
  }

  std::expected<void, Problem> check(const Record& record) const override {
    if (!rules_.seats().holds(static_cast<int>(record.sitters.size())))
      return std::unexpected(
          Problem{"the record has a number of seats that these rules do not have"});
    Match<R> match(rules_, static_cast<int>(record.sitters.size()), record.chance());
    return replay<R, typename E::Text>(match, record);
  }

 private:
  DisciplineOf(R rules, std::string rules_name, Switches switches)
      : rules_(std::move(rules)),
        rules_name_(std::move(rules_name)),
        switches_(std::move(switches)) {}

  // Those who sit, for a run of games.
  class Table {
   public:
    Table(const DisciplineOf& discipline, const Run& run, const Judge& judge, const Watch* watch)
        : rules_(discipline.rules_),
          run_(run),
          judge_(judge),
          watch_(watch),
          seats_(run.entrants.size()) {
      for (std::size_t i = 0; i < run.entrants.size(); ++i) {
        const Entrant& entrant = *run.entrants[i];
        bodies_.emplace_back();
        luck_keys_.push_back(bot_luck_key(run.key, entrant.name));
        if (const auto* house = std::get_if<HouseSeat>(&entrant.body))
          bodies_.back().bot = make_house_bot<E>(house->bot);
        else
          all_house_ = false;
      }
      for (std::size_t i = 0; i < 2 * seats_; ++i) {
        ring_.push_back(i % seats_);
        seated_ring_.emplace_back(bodies_[ring_[i]].bot.get());
      }
    }

    void play(std::uint32_t game, RunResult& result) {
      first_ = run_.first_occupant(game);
      Match<R> match(rules_, static_cast<int>(seats_), Chance(run_.key, game));
      faults_.clear();
      if (all_house_ && watch_ == nullptr)
        play_in_process(match, game);
      else
        play_watched(match, game);
      score(match, game, result);
    }

    // Around every process that ran.
    std::optional<runner::Layers> sandbox() const { return sandbox_; }

   private:
    using SeatedBot = Seated<R, typename InlinedBots<E>::type>;

    struct Body {
      std::unique_ptr<Bot<R>> bot;            // of the house, or
      std::optional<ProcessSeat<E>> process;  // of this game
    };

    std::size_t occupant(std::size_t seat) const { return ring_[first_ + seat]; }
    Body& body(Seat seat) { return bodies_[occupant(static_cast<std::size_t>(index(seat)))]; }
    OnIllegal on_illegal() const {
      return judge_.illegal == Sanction::stand ? OnIllegal::substitute : OnIllegal::retire;
    }

    void greet_house_bots(std::uint32_t game) {
      for (std::size_t i = 0; i < seats_; ++i)
        if (bodies_[i].bot) bodies_[i].bot->begin(Chance(luck_keys_[i], game));
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
      std::vector<std::string> titles, names;
      for (std::size_t seat = 0; seat < seats_; ++seat) {
        titles.push_back(run_.entrants[occupant(seat)]->title);
        names.push_back(run_.entrants[occupant(seat)]->name);
      }
      greet_house_bots(game);
      start_processes(game, names);
      const auto log = [&](const std::string& text) {
        if (watch_ != nullptr && watch_->log) watch_->log(text);
      };
      typename E::Log narrator(rules_, titles, Chance(run_.key, game));
      const bool told = watch_ != nullptr && watch_->log;
      if (told) log(narrator.opening());
      referee(
          match, on_illegal(), faults_,
          [&](Seat seat, const View<R>& view) -> Reply<R> {
            Reply<R> reply = ask(seat, view);
            if (told && !reply)
              log(narrator.retired(
                  seat, std::string(name(reply.error().kind)) + ": " + reply.error().detail));
            if (told && reply && on_illegal() == OnIllegal::retire)
              if (const Refusal why = rules_.refusal(view, *reply); !why.empty())
                log(narrator.retired(
                    seat, std::string(name(FaultKind::illegal)) + ": " + std::string(why)));
            return reply;
          },
          [&](Seat seat, const Move<R>& move) {
            if (told) log(narrator.played(seat, move));
          });
      if (told) log(narrator.closing());
      dismiss_processes(match, names);
    }

    Reply<R> ask(Seat seat, const View<R>& view) {
      Body& asked = body(seat);
      if (asked.process) return asked.process->choose(view, judge_);
      try {
        return asked.bot->choose(view);
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

    void start_processes(std::uint32_t game, const std::vector<std::string>& names) {
      for (std::size_t seat = 0; seat < seats_; ++seat) {
        const std::size_t i = occupant(seat);
        const auto* manifest = std::get_if<runner::Manifest>(&run_.entrants[i]->body);
        if (manifest == nullptr) continue;
        std::vector<std::string> arguments;
        for (std::size_t other = 0; other < seats_; ++other)
          if (other != seat) arguments.push_back(names[other]);
        arguments.push_back(std::to_string(bot_seed(run_.key, names[seat], game)));
        runner::Transcript transcript;
        if (watch_ != nullptr && watch_->wire)
          transcript = [this, i](char direction, std::string_view line) {
            watch_->wire(i, direction, line);
          };
        bodies_[i].process.emplace(*manifest, arguments, judge_, std::move(transcript));
        sandbox_ = runner::of_all(sandbox_, bodies_[i].process->sandbox());
      }
    }

    // Every process hears who won, has half a second, and is gone.
    void dismiss_processes(const Match<R>& match, const std::vector<std::string>& names) {
      for (Body& body : bodies_)
        if (body.process) body.process->farewell(match.points(), match.retired(), names);
      const Deadline by = std::chrono::steady_clock::now() + farewell_ms;
      for (Body& body : bodies_)
        if (body.process) {
          body.process->finish(by);
          body.process.reset();
        }
    }

    void score(const Match<R>& match, std::uint32_t game, RunResult& result) {
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
        put(result.bytes, static_cast<std::uint64_t>(p) << 1 ^ static_cast<std::uint64_t>(p >> 31));
      }
      put(result.bytes, static_cast<std::uint64_t>(match.decisions()));
      put(result.bytes, match.retired());
      if (!faults_.empty()) [[unlikely]]
        note_faults(game, result);
      if (watch_ != nullptr && watch_->game_over) watch_->game_over(report(match, game));
    }

    // A whole number in groups of seven bits, the lowest first.
    static void put(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
      for (; number >= 128; number >>= 7) bytes.push_back(static_cast<std::uint8_t>(number | 128));
      bytes.push_back(static_cast<std::uint8_t>(number));
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

    const R& rules_;
    const Run& run_;
    const Judge& judge_;
    const Watch* watch_;
    std::size_t seats_;
    bool all_house_ = true;
    std::vector<Body> bodies_;              // by entrant
    std::vector<std::uint64_t> luck_keys_;  // by entrant
    // Entrants and their bots twice over: in each game a stretch of them sits, from first_ on.
    std::vector<std::size_t> ring_;
    std::vector<SeatedBot> seated_ring_;
    std::size_t first_ = 0;
    std::vector<SeatFault> faults_;  // of this game
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
                  .under = &DisciplineOf<E>::under};
  for (const auto& bot : E::house_bots())
    game.house_bots.push_back(
        {std::string(bot.name), std::string(bot.title), std::string(bot.about)});
  return game;
}

}  // namespace hilltop::arena
