#include "apps/cli/people.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <span>
#include <utility>

#include "apps/cli/advice.hpp"
#include "apps/cli/people_page.hpp"
#include "arena/save.hpp"
#include "core/text.hpp"
#include "play/outside_player.hpp"

namespace hilltop::cli {
namespace {

constexpr int screen_columns = 80;
constexpr std::size_t advised_max = 8;  // choices that are shown

std::string complaint_line(const std::string& complaint) {
  return wrapped(complaint + " (type help for all answers)", screen_columns, "  ");
}

bool is_help(std::string_view line) { return line == "help" || line == "?"; }
bool is_quit(std::string_view line) { return line == "quit" || line == "exit"; }

// Return the number of a text's lines, each of which ends with a line feed, and the last `count`
// lines.
std::size_t lines_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}
std::string_view last_lines(std::string_view text, std::size_t count) {
  for (std::size_t skip = lines_of(text) - std::min(count, lines_of(text)); skip > 0; --skip)
    text.remove_prefix(text.find('\n') + 1);
  return text;
}

constexpr std::string_view commands =
    "  hint        show what the champion would do, and what each choice is worth\n"
    "  undo        take your last move back (against bots only); the randomness stays:\n"
    "              the same move has the same effect again\n"
    "  new         begin another game with the same players\n"
    "  save FILE   save the game, to resume it later\n"
    "  load FILE   resume a saved game\n"
    "  name NEW    change your name\n"
    "  quit        leave\n";
constexpr std::array<std::string_view, 8> command_words{"help", "hint", "undo", "new",
                                                        "save", "load", "name", "quit"};

// Returns what may have been meant by a line whose first word is none of `words`; empty if nothing
// is near, or if several words begin so. A guess begins with the letter that was typed.
std::string meant(std::string_view line, const std::vector<std::string>& words) {
  std::string typed(trimmed(line));
  for (char& letter : typed)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  if (typed.empty() || std::isalpha(static_cast<unsigned char>(typed[0])) == 0) return {};
  std::vector<std::string> near;
  for (const std::string& word : words)
    if (word.size() > 2 && word[0] == typed[0]) near.push_back(word);
  const std::string first = typed.substr(0, typed.find(' '));
  if (std::ranges::find(words, first) != words.end()) return {};
  const auto begins = [&](const std::string& word) { return word.starts_with(typed); };
  if (std::ranges::count_if(words, begins) > 1) return {};
  for (const std::string& part : {typed, first})
    if (const std::string_view found = nearest(part, near); !found.empty())
      return std::string(found);
  return {};
}

Seat first_person(const arena::GameSession& game) {
  Seat seat{0};
  while (!game.is_person(seat)) seat = Seat(static_cast<std::uint8_t>(index(seat) + 1));
  return seat;
}

// Thrown from a prompt when a move was taken back.
struct TakenBack {};

class TerminalGame {
 public:
  TerminalGame(arena::GameSession& game, Console& console, const std::string& title,
               const Acceptable& acceptable, bool undone)
      : game_(game),
        console_(console),
        title_(title),
        acceptable_(acceptable),
        resumes_(undone),
        asked_(first_person(game)) {}

  Departure play() {
    try {
      untold_ = game_.take_log();
      while (const auto seat = game_.pending()) play_decision(*seat);
      game_.farewell();
    } catch (Departure& departure) {
      return std::move(departure);
    } catch (const ListRanOut&) {
      console_.print(std::exchange(untold_, {}) + game_.take_log());
      throw;
    }
    tell_but(0);
    if (!console_.redraws()) console_.print(game_.ending());
    return {Departure::Why::game_over, game_.record()};
  }

 private:
  void play_decision(Seat seat) {
    try {
      game_.is_person(seat) ? ask(seat) : ask_bot();
      untold_ += game_.take_log();
      if (confirms_after_.empty()) return;
      tell_but(lines_of(untold_) - 1);  // the move now, its effect later
      confirm(seat, std::exchange(confirms_after_, {}), Moment::after,
              game_.can_be_saved_in_a_turn());
    } catch (const TakenBack&) {
      untold_.clear();
      resumes_ = true;
    }
  }

  // Prints lines in a pipe. On a terminal the table and the news are drawn instead.
  void print(std::string_view text) const {
    if (!console_.redraws()) console_.print(text);
  }

  // Tell something about what was typed: at once in a pipe, above the prompt on a terminal.
  void say(const std::string& text) {
    print(text);
    message_ = text;
  }
  void object(const std::string& text) {
    print(text);
    complaint_ = text;
  }
  void explain(const std::string& text) {
    print(text);
    explained_ = text;
  }

  // Prints the untold lines except the last `lines`.
  void tell_but(std::size_t lines) {
    const std::size_t from = untold_.size() - last_lines(untold_, lines).size();
    print(std::string_view(untold_).substr(0, from));
    untold_.erase(0, from);
  }

  void ask_bot() {
    tell_but(0);
    const Record::Player& bot =
        game_.record().players[static_cast<std::size_t>(index(*game_.pending()))];
    if (bot_of_player(bot.player))
      show_meanwhile(bot.name + " thinks: one moment\n", Moment::after);
    try {
      game_.ask_bot();
    } catch (const play::PlayerLost& lost) {
      object(std::string(lost.what()) + '\n');
      confirm(asked_, "Press Enter to ask " + bot.name + " again", Moment::after,
              /*may_save=*/true);
    }
  }

  // Shows a message while nothing can be typed.
  void show_meanwhile(const std::string& message, Moment moment) {
    message_ = message;
    console_.show([&](int columns, int rows) { return page(asked_, "", columns, rows, moment); });
    message_.clear();
  }

  void ask(Seat seat) {
    asked_ = seat;
    // After `undo` the person has seen what comes first.
    if (const std::string first = game_.confirms_first();
        !std::exchange(resumes_, false) && !first.empty()) {
      tell_but(1);  // the roll follows once the person asks for it
      confirm(seat, first, Moment::before, /*may_save=*/true);
    }
    tell_but(0);
    advice_.clear();
    print("\n" + game_.prompt().table);
    while (true) {
      const play::PersonPrompt asked = game_.prompt();
      const std::string line =
          prompt(seat, asked.asks, asked.words, game_.can_be_saved_in_a_turn(), Moment::deciding);
      if (is_help(line)) {
        explain(asked.help + std::string(commands));
      } else if (line == "hint") {
        advise();
      } else if (auto played = game_.submit(seat, line)) {
        confirms_after_ = *std::move(played);
        return;
      } else if (!line.empty() || !console_.redraws()) {
        complain(line, asked.words, played.error());
      }
    }
  }

  void complain(const std::string& line, std::vector<std::string> words, const Problem& problem) {
    words.insert(words.end(), command_words.begin(), command_words.end());
    const std::string guess = meant(line, words);
    object(complaint_line(guess.empty() ? problem.text : fmt::format("Did you mean '{}'?", guess)));
  }

  // Waits for Enter.
  void confirm(Seat seat, const std::string& what, Moment moment, bool may_save) {
    while (true) {
      const std::string line = prompt(seat, what, {"ok", "roll"}, may_save, moment);
      if (line.empty() || line == "ok" || line == "OK" || line == "roll") return;
      if (is_help(line))
        explain("  press Enter to go on\n" + std::string(commands));
      else
        object(line == "hint" ? "there is nothing to choose now: press Enter to go on\n"
                              : "press Enter to go on, or type help\n");
    }
  }

  // Returns the next line that is not a command of the menu.
  std::string prompt(Seat seat, const std::string& question, std::vector<std::string> words,
                     bool may_save, Moment moment) {
    words.insert(words.end(), command_words.begin(), command_words.end());
    while (true) {
      const auto typed = console_.ask(
          [&](int columns, int rows) { return page(seat, question, columns, rows, moment); },
          question, name_of(seat) + "> ", words);
      message_.clear();
      complaint_.clear();
      explained_.clear();
      if (!typed) {
        print("\n");
        throw Departure{Departure::Why::input_ended, game_.record()};
      }
      const std::string line(trimmed(*typed));
      const std::size_t space = line.find(' ');
      const std::string word = line.substr(0, space);
      const std::string rest =
          space == std::string::npos ? "" : std::string(trimmed(line.substr(space)));
      if (is_quit(word)) throw Departure{Departure::Why::quit, game_.record()};
      if (word == "new" && rest.empty()) throw Departure{Departure::Why::new_game, game_.record()};
      if (word == "undo" && rest.empty())
        undo(seat);
      else if (word == "save")
        save(rest, may_save);
      else if (word == "load")
        load(rest);
      else if (word == "name")
        rename(seat, rest);
      else
        return line;
    }
  }

  Drawing page(Seat seat, const std::string& question, int columns, int rows, Moment moment) const {
    const Canvas canvas{console_.unicode(), columns, rows, moment};
    return laid_out({.title = title_,
                     .table = game_.draw(seat, canvas),
                     .news = game_.news(),
                     .seat = seat,
                     .advice = advice_,
                     .explained = explained_,
                     .complaint = complaint_,
                     .message = message_,
                     .question = question},
                    columns, rows);
  }

  const std::string& name_of(Seat seat) const {
    return game_.record().players[static_cast<std::size_t>(index(seat))].name;
  }

  void advise() {
    show_meanwhile("The champion thinks: one moment\n", Moment::deciding);
    const auto advice = game_.advice();
    if (!advice) return object(advice.error().text + '\n');
    advice_ = text_of_advice(*advice, advised_max);
    print(advice_);
  }

  void undo(Seat seat) {
    if (const auto undone = game_.undo(seat); !undone) return object(undone.error().text + '\n');
    say("your last move is taken back\n");
    throw TakenBack{};
  }

  void save(const std::string& file, bool may_save) {
    if (!may_save) return object("a game is saved between turns: finish this one, then save\n");
    if (file.empty()) return object("say where: save FILE\n");
    const auto saved = arena::save_record(game_.record(), file);
    saved ? say("saved to " + file + "\n") : object(saved.error().text + "\n");
  }

  void load(const std::string& file) {
    if (file.empty()) return object("say which: load FILE\n");
    auto loaded = arena::load_record(file);
    if (loaded)
      if (const auto fits = acceptable_(*loaded); !fits)
        loaded = std::unexpected(Problem{file + ": " + fits.error().text});
    if (!loaded) return object(loaded.error().text + "; nothing was changed\n");
    throw Departure{Departure::Why::loaded, *std::move(loaded)};
  }

  void rename(Seat seat, const std::string& wanted) {
    if (const std::string why = arena::name_refusal(wanted); !why.empty())
      return object(why + "\n");
    game_.rename(seat, wanted);
    untold_ = last_lines(game_.last_log(), lines_of(untold_));
  }

  arena::GameSession& game_;
  Console& console_;
  const std::string& title_;
  const Acceptable& acceptable_;
  std::string untold_;  // the end of the log, not on the screen yet
  std::string confirms_after_;
  // On a page, until the next line is typed or, for the advice, played.
  std::string complaint_, message_, explained_, advice_;
  bool resumes_;  // a move was taken back
  Seat asked_;    // the person who was asked last, whose view is on the screen
};

}  // namespace

play::AskPerson asks_at_terminal(std::FILE* screen) {
  return [screen](const play::PersonPrompt& asked, const std::string& complaint) {
    if (complaint.empty())
      fmt::print(screen, "\n{}", asked.table);
    else
      fmt::print(screen, "{}", complaint_line(complaint));
    while (true) {
      fmt::print(screen, "{}\n{}> ", asked.asks, asked.name);
      const auto typed = typed_line(screen);
      if (!typed) fmt::print(screen, "\n");
      if (!typed) throw PersonLeft{true};
      std::string line(trimmed(*typed));
      if (is_quit(line)) throw PersonLeft{false};
      if (line == "undo") {
        fmt::print(screen, "nothing is taken back here: hilltop play takes moves back\n");
        continue;
      }
      if (!is_help(line)) return line;
      fmt::print(screen, "{}  quit        leave\n", asked.help);
    }
  };
}

Departure play_at_terminal(arena::GameSession& game, Console& console, const std::string& title,
                           const Acceptable& acceptable, bool undone) {
  return TerminalGame(game, console, title, acceptable, undone).play();
}

Wish ask_wish(arena::GameSession& game, Console& console, const std::string& title,
              bool has_review) {
  const std::string question =
      has_review ? "Another game? (yes, no or review)" : "Another game? (yes or no)";
  const std::string ending = game.ending();
  const Seat seat = first_person(game);
  std::string complaint;
  const auto draw = [&](int columns, int rows) {
    const Canvas canvas{console.unicode(), columns, rows, Moment::after};
    return laid_out({.title = title,
                     .table = game.draw(seat, canvas),
                     .news = game.news(),
                     .seat = seat,
                     .complaint = complaint,
                     .message = std::string(last_lines(ending, 1)),
                     .question = question},
                    columns, rows);
  };
  while (true) {
    if (!console.redraws()) console.print("\n");
    const auto line = console.ask(draw, question, "> ", {"yes", "no", "review", "undo"});
    const std::string answer(trimmed(line.value_or("no")));
    complaint.clear();
    if (answer == "y" || answer == "yes") return Wish::another;
    if (answer == "n" || answer == "no" || answer == "quit") {
      if (console.redraws()) console.print(ending);
      return Wish::none;
    }
    if (answer == "review" && has_review) return Wish::review;
    if (answer != "undo") continue;
    const auto undone = game.undo(seat);
    if (undone) return Wish::this_one;
    complaint = undone.error().text + '\n';
    if (!console.redraws()) console.print(complaint);
  }
}

}  // namespace hilltop::cli
