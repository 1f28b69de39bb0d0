#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "apps/cli/people.hpp"
#include "apps/cli/people_review.hpp"
#include "apps/cli/play.hpp"
#include "apps/cli/prepare.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/save.hpp"
#include "arena/settings.hpp"
#include "core/text.hpp"
#include "report/fault_text.hpp"
#include "report/review.hpp"

namespace hilltop::cli {
namespace {

std::vector<std::string> person_names(const std::string& typed) {
  std::vector<std::string> names;
  for (std::size_t from = 0; from <= typed.size();) {
    const std::size_t comma = std::min(typed.find(',', from), typed.size());
    names.emplace_back(trimmed(std::string_view(typed).substr(from, comma - from)));
    from = comma + 1;
  }
  return names;
}

// Returns the word of a record for a player.
std::string word_of(const play::Entrant& entrant) {
  if (const auto* house = std::get_if<play::HousePlayer>(&entrant.player)) return house->bot;
  const auto* bot = std::get_if<runner::Manifest>(&entrant.player);
  return bot == nullptr ? "human" : player_of_bot(bot->name);
}

// Returns the record of a new game.
std::expected<Record, Problem> fresh_record(const PlayRequest& request,
                                            const std::optional<std::string>& names) {
  std::vector<std::string> given;
  if (names) given = person_names(*names);
  std::vector<Record::Player> players;
  std::size_t people = 0;
  for (const play::Entrant& entrant : request.entrants) {
    if (arena::has_settings(entrant))
      return std::unexpected(Problem{
          fmt::format("{}: settings are for games without people, whose records name no setting",
                      entrant.name)});
    std::string name;
    if (std::holds_alternative<play::HousePlayer>(entrant.player)) name = entrant.name;
    if (entrant.is_human() && people++ < given.size()) {
      name = given[people - 1];
      if (const std::string why = arena::name_refusal(name); !why.empty())
        return std::unexpected(Problem{"--names: " + why});
    }
    players.push_back({word_of(entrant), std::move(name)});
  }
  if (given.size() > people)
    return std::unexpected(
        Problem{fmt::format("--names: {} names for {} people", given.size(), people)});
  Record record = arena::new_record(*request.game, *request.any_game, std::move(players));
  record.luck_key = request.luck_key();
  return record;
}

// Returns the bots in folders. Problem: two of one name, which a record could not tell apart.
std::expected<std::vector<runner::Manifest>, Problem> folder_bots(const PlayRequest& request) {
  std::vector<runner::Manifest> bots;
  for (const play::Entrant& entrant : request.entrants) {
    const auto* bot = std::get_if<runner::Manifest>(&entrant.player);
    if (bot == nullptr) continue;
    const auto namesake = std::ranges::find(bots, bot->name, &runner::Manifest::name);
    if (namesake == bots.end())
      bots.push_back(*bot);
    else if (namesake->folder != bot->folder)
      return std::unexpected(
          Problem{fmt::format("the bots in '{}' and '{}' have the same name, {}",
                              namesake->folder.string(), bot->folder.string(), bot->name)});
  }
  return bots;
}

// Messages on standard error while people play: told at once or, if that is the terminal whose
// screen is redrawn, when they have left it.
class Aside {
 public:
  ~Aside() {
    if (!held_.empty()) say_text(held_);
  }
  void hold() { holds_ = true; }
  void say(std::string_view text) {
    if (!holds_)
      say_text(text);
    else if (held_.size() < bytes_held_max)
      held_ += text;
  }

 private:
  static constexpr std::size_t bytes_held_max = 1 << 16;
  bool holds_ = false;
  std::string held_;
};

// Returns the conditions for bots among people.
play::Conditions conditions_of(const PlayRequest& request, Aside& aside) {
  play::Conditions conditions = request.conditions;
  play::BotHost& host = conditions.host;
  host.overheard = [&](std::string_view bot, std::string_view line) {
    aside.say(fmt::format("{}: {}\n", bot, printable(line, log_bytes_max)));
  };
  host.voided = [&](std::string_view failure) {
    aside.say(fmt::format("hilltop: {}; it is started again\n", failure));
  };
  host.overloaded = [&](std::string_view bot, const Fault& fault) {
    aside.say(fmt::format("hilltop: the machine is overloaded: {} waited {} ms for a processor\n",
                          bot, fault.delay->count()));
  };
  return conditions;
}

// Returns the faults of a game with what was said last, for the bots' authors.
std::string faults_of(const arena::GameSession& game) {
  std::string text;
  for (const SeatFault& each : game.report().faults)
    text += fmt::format("{}: {}\n{}",
                        game.record().players[static_cast<std::size_t>(index(each.seat))].name,
                        printable(described(each.fault), log_bytes_max),
                        report::evidence_of(each.fault, report::fault_bytes_max));
  return text;
}

// Returns one line about a game.
std::string title_of(const arena::AnyGame& game, const Record& of) {
  return fmt::format("{}, {}. Type help for what you can do. Key {:016x}.", game.info().title,
                     game.rules_name(), of.luck_key);
}

// Returns what refuses records of games that people and these bots cannot go on with.
Acceptable playable_with(const std::vector<runner::Manifest>& bots) {
  return [&bots](const Record& record) -> std::expected<void, Problem> {
    if (std::ranges::find(record.players, "human", &Record::Player::player) == record.players.end())
      return std::unexpected(Problem{"no person plays in it, only bots"});
    for (const Record::Player& player : record.players)
      if (const auto bot = bot_of_player(player.player);
          bot && std::ranges::find(bots, *bot, &runner::Manifest::name) == bots.end())
        return std::unexpected(Problem{fmt::format(
            "its bot '{}' plays from a folder: name the folder among the players of hilltop play",
            *bot)});
    if (const auto found = arena::game_of(record, bots); !found)
      return std::unexpected(found.error());
    return {};
  };
}

// Games that people play one after the other.
class GamesInARow {
 public:
  GamesInARow(const PlayRequest& request, const std::vector<runner::Manifest>& bots,
              const play::Conditions& conditions, Console& console, Aside& aside)
      : bots_(bots),
        acceptable_(playable_with(bots)),
        conditions_(conditions),
        console_(console),
        aside_(aside),
        file_(request.file.empty() ? "" : request.file + ": ") {}

  // Plays until the people want no other game, or cannot go on.
  void play(Record record) {
    std::optional<Record> next = std::move(record);
    while (next) next = play_one(*std::move(next));
  }

  const Json& results() const { return results_; }
  // Problem: the list in a file, of dice or cards, has no more.
  std::expected<Exit, Problem> outcome() const {
    if (ran_out_) return std::unexpected(*ran_out_);
    return exit_;
  }

 private:
  // Plays a game, and plays it on if its end is taken back. Returns the record of the next one.
  std::optional<Record> play_one(Record record) {
    const auto any_game = arena::game_of(record, bots_);
    if (!any_game) {
      ran_out_ = Problem{file_ + any_game.error().text};
      return std::nullopt;
    }
    for (const Record::Player& player : record.players)
      prepare(**any_game, player.player, static_cast<int>(record.players.size()));
    const std::string title = title_of(**any_game, record);
    const auto session = (*any_game)->open(std::move(record), bots_, conditions_);
    Departure left{};
    auto wish = Wish::another;
    try {
      do {
        left = play_at_terminal(*session, console_, title, acceptable_, wish == Wish::this_one);
        if (left.why != Departure::Why::game_over) break;
        results_.push_back(result_json(session->report(), names_of(left.record)));
        if (auto from = looked_back(*session, **any_game, title, wish)) return from;
        if (wish == Wish::this_one) results_.erase(results_.size() - 1);
      } while (wish == Wish::this_one);
    } catch (const ListRanOut& list) {
      ran_out_ = Problem{file_ + list.what()};
      return std::nullopt;
    }
    aside_.say(faults_of(*session));
    return next_after(std::move(left), wish);
  }

  // Asks what people want after a game until that is no review. Returns the position from which
  // they want to play on after one; nullopt if from none.
  std::optional<Record> looked_back(arena::GameSession& session, const arena::AnyGame& game,
                                    const std::string& title, Wish& wish) {
    const Record& record = session.record();
    const bool has_review = game.has_analyst(static_cast<int>(record.players.size())) &&
                            record.steps.size() <= report::reviewed_steps_max;
    while ((wish = ask_wish(session, console_, title, has_review)) == Wish::review)
      if (auto from = review_at_terminal(game, record, console_, title)) return from;
    return std::nullopt;
  }

  std::optional<Record> next_after(Departure left, Wish wish) {
    using enum Departure::Why;
    if (left.why == input_ended) {
      console_.print("");  // so that the message is not on a screen that goes away
      say("hilltop: the input ended before the game was over\n");
      exit_ = Exit::could_not;
    }
    if (left.why == quit || left.why == input_ended) return std::nullopt;
    if (left.why == game_over && wish == Wish::none) return std::nullopt;
    if (left.why == loaded) {
      file_.clear();
      return std::move(left.record);
    }
    left.record.undone = 0;
    left.record.steps.clear();
    left.record.points.clear();
    ++left.record.luck_game;
    return std::move(left.record);
  }

  const std::vector<runner::Manifest>& bots_;
  const Acceptable acceptable_;
  const play::Conditions& conditions_;
  Console& console_;
  Aside& aside_;
  std::string file_;  // of the list, before a message about it
  Json results_ = Json::array();
  Exit exit_ = Exit::ran;
  std::optional<Problem> ran_out_;
};

}  // namespace

Outcome play_people(const PlayRequest& request, const PlayArguments& arguments) {
  auto first = fresh_record(request, arguments.names);
  if (!first) return std::unexpected(first.error());
  const auto bots = folder_bots(request);
  if (!bots) return std::unexpected(bots.error());
  Aside aside;
  const play::Conditions conditions = conditions_of(request, aside);
  Console console(request.form == Form::json ? stderr : stdout, arguments.ascii);
  say_sandbox(conditions, request.entrants);
  if (!build_all(conditions, request.entrants)) return Exit::could_not;
  if (console.redraws() && isatty(STDERR_FILENO) != 0) aside.hold();
  if (!console.redraws()) console.print(title_of(*request.any_game, *first) + "\n\n");
  GamesInARow games(request, *bots, conditions, console, aside);
  games.play(*std::move(first));
  if (request.form == Form::json) print_json(games.results());
  return games.outcome();
}

}  // namespace hilltop::cli
