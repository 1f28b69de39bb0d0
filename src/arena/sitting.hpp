#pragma once
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/discipline.hpp"
#include "arena/keys.hpp"
#include "arena/save.hpp"
#include "match/match.hpp"
#include "match/record.hpp"
#include "match/text.hpp"

namespace hilltop::arena {

template <class E>
std::unique_ptr<Bot<typename E::Rules>> make_house_bot(std::string_view name);

// What a person decides: they are shown the table and asked until the rules allow what they answer.
// `prompt(question)` is a line that they typed; `commands` explains what else it takes.
template <class E, class Prompt>
Move<typename E::Rules> asked_of_person(const typename E::Rules& rules,
                                        const View<typename E::Rules>& view,
                                        const std::vector<std::string>& names,
                                        const Terminal& terminal, const std::string& commands,
                                        Prompt&& prompt) {
  using S = typename E::Screen;
  terminal.print("\n" + S::show(view, names));
  while (true) {
    const std::string line = prompt(S::question(view));
    if (line == "help" || line == "?") {
      terminal.print(S::hint(view) + commands);
      continue;
    }
    auto move = S::read(view, line);
    if (move)
      if (const Refusal why = rules.refusal(view, *move); !why.empty())
        move = std::unexpected(std::string(why));
    if (move) return *std::move(move);
    terminal.print(wrapped(move.error() + " (type help for all answers)\n"));
  }
}

// One game with people at a terminal. It is the record that grows: a save is the record so far, and
// a game is taken up again by replaying one.
template <class E>
class Sitting {
  using R = typename E::Rules;
  using T = typename E::Text;
  using S = typename E::Screen;
  static_assert(Screen<S, R>);

 public:
  Sitting(const R& rules, Record record, const Terminal& terminal)
      : rules_(rules),
        record_(std::move(record)),
        terminal_(terminal),
        match_(rules, static_cast<int>(record_.sitters.size()), record_.chance()),
        log_(std::in_place, rules, names(), record_.chance()) {
    if (const auto replayed = replay<R, T>(match_, record_); !replayed)
      throw std::logic_error(replayed.error().text);
    for (std::size_t seat = 0; seat < record_.sitters.size(); ++seat) {
      const Record::Sitter& sitter = record_.sitters[seat];
      bots_.push_back(sitter.player == "human" ? nullptr : make_house_bot<E>(sitter.player));
      const std::string luck_name = sitter.player + '#' + std::to_string(seat);
      if (bots_.back())
        bots_.back()->begin(Chance(bot_luck_key(record_.luck_key, luck_name), record_.luck_game));
    }
  }

  Departure play() {
    untold_ = last_account();
    try {
      while (const auto seat = match_.turn()) decide(*seat);
    } catch (const Leaving& leaving) {
      return {leaving.why,
              leaving.why == Departure::Why::loaded ? *leaving.loaded : std::move(record_)};
    }
    tell_but(0);
    terminal_.print(S::ending(rules_, match_.state(), names()));
    const Points points = match_.points();
    record_.points.assign(points.begin(), points.end());
    if (terminal_.game_over) terminal_.game_over(report());
    return {Departure::Why::game_over, std::move(record_)};
  }

 private:
  // Leads out of any prompt: somebody wants another game, or none.
  struct Leaving {
    Departure::Why why;
    std::optional<Record> loaded;
  };

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const Record::Sitter& sitter : record_.sitters) names.push_back(sitter.name);
    return names;
  }

  // Brings a fresh log to where the record ends. The answer is the last thing that happened: what
  // came before is not told again.
  std::string last_account() {
    std::string last = log_->opening();
    for (const Record::Step& step : record_.steps)
      last = step.move
                 ? log_->played(Seat(static_cast<std::uint8_t>(step.seat)), *T::read(*step.move))
                 : log_->retired(Seat(static_cast<std::uint8_t>(step.seat)), "left");
    return last;
  }

  // Prints what is untold, but for so many lines at its end.
  void tell_but(std::size_t lines) {
    const std::size_t from = untold_.size() - last_lines(untold_, lines).size();
    terminal_.print(std::string_view(untold_).substr(0, from));
    untold_.erase(0, from);
  }

  void decide(Seat seat) {
    const auto i = static_cast<std::size_t>(index(seat));
    const auto view = match_.view(seat);
    if (bots_[i]) tell_but(0);
    const Move<R> move = bots_[i] ? bots_[i]->choose(view) : ask_person(seat, view);
    const std::string after = bots_[i] ? std::string() : S::after(view, move);
    if (const Refusal why = played(seat, move); !why.empty())
      throw std::logic_error("a house bot made a move that the rules refuse: " + std::string(why));
    record_.steps.push_back({index(seat), T::write(move)});
    untold_ = log_->played(seat, move);
    if (after.empty()) return;
    tell_but(lines_of(untold_) - 1);  // the move; what it led to waits
    confirm(seat, after);
  }

  // Who typed the last line sees what came of it, also where the game cannot go on.
  Refusal played(Seat seat, const Move<R>& move) {
    try {
      return match_.play(seat, move);
    } catch (const ListRanOut&) {
      tell_but(0);
      terminal_.print(log_->played(seat, move) + '\n');
      throw;
    }
  }

  Move<R> ask_person(Seat seat, const View<R>& view) {
    if (const std::string before = S::before(view); !before.empty()) {
      tell_but(1);  // the roll is told once it was asked for
      confirm(seat, before);
    }
    tell_but(0);
    return asked_of_person<E>(
        rules_, view, names(), terminal_, commands(),
        [&](const std::string& question) { return prompt(seat, question, S::saves_anywhere); });
  }

  // Waits for Enter.
  void confirm(Seat seat, const std::string& what) {
    while (true) {
      const std::string line = prompt(seat, what, true);
      if (line.empty() || line == "ok" || line == "OK" || line == "roll") return;
      terminal_.print(line == "help" || line == "?" ? "  press Enter to go on\n" + commands()
                                                    : "press Enter to go on, or type help\n");
    }
  }

  static std::string commands() {
    return "  new         begin another game with the same players\n"
           "  save FILE   write the game down, to go on later\n"
           "  load FILE   take up a game that was saved\n"
           "  name NEW    change your name\n"
           "  quit        leave\n";
  }

  // A line that is no command of the menu.
  std::string prompt(Seat seat, const std::string& question, bool may_save) {
    while (true) {
      std::string& name = record_.sitters[static_cast<std::size_t>(index(seat))].name;
      terminal_.print(question + "\n" + name + "> ");
      const auto typed = terminal_.read_line();
      if (!typed) {
        terminal_.print("\n");
        throw Leaving{Departure::Why::input_ended, {}};
      }
      const std::string line = trimmed(*typed);
      const std::size_t space = line.find(' ');
      const std::string word = line.substr(0, space);
      const std::string rest = space == std::string::npos ? "" : trimmed(line.substr(space));
      if (word == "quit" || word == "exit") throw Leaving{Departure::Why::quit, {}};
      if (word == "new" && rest.empty()) throw Leaving{Departure::Why::new_game, {}};
      if (word == "save")
        save(rest, may_save);
      else if (word == "load")
        load(rest);
      else if (word == "name")
        rename(name, rest);
      else
        return line;
    }
  }

  void save(const std::string& file, bool may_save) {
    if (!may_save)
      return terminal_.print("a game is saved between turns: finish this one, then save\n");
    if (file.empty()) return terminal_.print("say where: save FILE\n");
    const auto saved = save_record(record_, file);
    terminal_.print(saved ? "saved to " + file + "\n" : saved.error().text + "\n");
  }

  void load(const std::string& file) {
    if (file.empty()) return terminal_.print("say which: load FILE\n");
    auto loaded = load_record(file);
    if (loaded)
      if (const auto fits = terminal_.acceptable(*loaded); !fits)
        loaded = std::unexpected(Problem{file + ": " + fits.error().text});
    if (!loaded) return terminal_.print(loaded.error().text + "; nothing was changed\n");
    throw Leaving{Departure::Why::loaded, *std::move(loaded)};
  }

  void rename(std::string& name, const std::string& wanted) {
    if (const std::string why = name_refusal(wanted); !why.empty())
      return terminal_.print(why + "\n");
    name = wanted;
    log_.emplace(rules_, names(), record_.chance());
    untold_ = last_lines(last_account(), lines_of(untold_));
  }

  GameReport report() const {
    GameReport report{record_.luck_game, {}, record_.points, {}, {}};
    for (std::size_t seat = 0; seat < record_.sitters.size(); ++seat) {
      report.occupants.push_back(seat);
      report.figures.push_back(
          figures_of<E>(match_.state(), Seat(static_cast<std::uint8_t>(seat))));
    }
    return report;
  }

  const R& rules_;
  Record record_;
  const Terminal& terminal_;
  Match<R> match_;
  std::optional<typename E::Log> log_;
  std::vector<std::unique_ptr<Bot<R>>> bots_;  // null: a person
  std::string untold_;                         // the end of the account, not on the screen yet
};

}  // namespace hilltop::arena
