#include "apps/cli/people.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <utility>

#include "arena/save.hpp"
#include "core/text.hpp"

namespace hilltop::cli {
namespace {

constexpr int screen_columns = 80;

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
    "  new         begin another game with the same players\n"
    "  save FILE   save the game, to resume it later\n"
    "  load FILE   resume a saved game\n"
    "  name NEW    change your name\n"
    "  quit        leave\n";

class TerminalGame {
 public:
  TerminalGame(arena::GameSession& game, std::FILE* screen, const Acceptable& acceptable)
      : game_(game), screen_(screen), acceptable_(acceptable) {}

  Departure play() {
    try {
      untold_ = game_.take_log();
      while (const auto seat = game_.pending()) {
        if (game_.is_person(*seat)) {
          ask(*seat);
        } else {
          tell_but(0);
          game_.ask_bot();
        }
        untold_ += game_.take_log();
        if (!confirms_after_.empty()) {
          tell_but(lines_of(untold_) - 1);  // the move now, its effect later
          confirm(*seat, std::exchange(confirms_after_, {}));
        }
      }
    } catch (Departure& departure) {
      return std::move(departure);
    } catch (const ListRanOut&) {
      untold_ += game_.take_log();
      tell_but(0);
      throw;
    }
    tell_but(0);
    print(game_.ending());
    return {Departure::Why::game_over, game_.record()};
  }

 private:
  void print(std::string_view text) const { fmt::print(screen_, "{}", text); }

  // Prints the untold lines except the last `lines`.
  void tell_but(std::size_t lines) {
    const std::size_t from = untold_.size() - last_lines(untold_, lines).size();
    print(std::string_view(untold_).substr(0, from));
    untold_.erase(0, from);
  }

  void ask(Seat seat) {
    if (const std::string first = game_.confirms_first(); !first.empty()) {
      tell_but(1);  // the roll follows once the person asks for it
      confirm(seat, first);
    }
    tell_but(0);
    print("\n" + game_.prompt().table);
    while (true) {
      const arena::PersonPrompt asked = game_.prompt();
      const std::string line = prompt(seat, asked.asks, game_.can_be_saved_in_a_turn());
      if (is_help(line)) {
        print(asked.hint + std::string(commands));
        continue;
      }
      auto played = game_.submit(seat, line);
      if (!played) {
        print(complaint_line(played.error().text));
        continue;
      }
      confirms_after_ = *std::move(played);
      return;
    }
  }

  // Waits for Enter.
  void confirm(Seat seat, const std::string& what) {
    while (true) {
      const std::string line = prompt(seat, what, true);
      if (line.empty() || line == "ok" || line == "OK" || line == "roll") return;
      print(is_help(line) ? "  press Enter to go on\n" + std::string(commands)
                          : "press Enter to go on, or type help\n");
    }
  }

  // Returns the next line that is not a command of the menu.
  std::string prompt(Seat seat, const std::string& question, bool may_save) {
    while (true) {
      print(question + "\n" + name_of(seat) + "> ");
      const auto typed = typed_line(screen_);
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
      if (word == "save")
        save(rest, may_save);
      else if (word == "load")
        load(rest);
      else if (word == "name")
        rename(seat, rest);
      else
        return line;
    }
  }

  const std::string& name_of(Seat seat) const {
    return game_.record().players[static_cast<std::size_t>(index(seat))].name;
  }

  void save(const std::string& file, bool may_save) {
    if (!may_save) return print("a game is saved between turns: finish this one, then save\n");
    if (file.empty()) return print("say where: save FILE\n");
    const auto saved = arena::save_record(game_.record(), file);
    print(saved ? "saved to " + file + "\n" : saved.error().text + "\n");
  }

  void load(const std::string& file) {
    if (file.empty()) return print("say which: load FILE\n");
    auto loaded = arena::load_record(file);
    if (loaded)
      if (const auto fits = acceptable_(*loaded); !fits)
        loaded = std::unexpected(Problem{file + ": " + fits.error().text});
    if (!loaded) return print(loaded.error().text + "; nothing was changed\n");
    throw Departure{Departure::Why::loaded, *std::move(loaded)};
  }

  void rename(Seat seat, const std::string& wanted) {
    if (const std::string why = arena::name_refusal(wanted); !why.empty()) return print(why + "\n");
    game_.rename(seat, wanted);
    untold_ = last_lines(game_.last_log(), lines_of(untold_));
  }

  arena::GameSession& game_;
  std::FILE* screen_;
  const Acceptable& acceptable_;
  std::string untold_;  // the end of the log, not on the screen yet
  std::string confirms_after_;
};

}  // namespace

std::optional<std::string> typed_line(std::FILE* screen) {
  std::fflush(screen);
  std::string line;
  return std::getline(std::cin, line) ? std::optional(line) : std::nullopt;
}

arena::AskPerson asks_at_terminal(std::FILE* screen) {
  return [screen](const arena::PersonPrompt& asked, const std::string& complaint) {
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
      if (!is_help(line)) return line;
      fmt::print(screen, "{}  quit        leave\n", asked.hint);
    }
  };
}

Departure play_at_terminal(arena::GameSession& game, std::FILE* screen,
                           const Acceptable& acceptable) {
  return TerminalGame(game, screen, acceptable).play();
}

}  // namespace hilltop::cli
