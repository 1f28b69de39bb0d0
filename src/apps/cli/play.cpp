#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sodium.h>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/last_games.hpp"
#include "apps/cli/misplaced.hpp"
#include "apps/cli/people.hpp"
#include "apps/cli/prepare.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/tally_table.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/save.hpp"
#include "arena/settings.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "play/in_order.hpp"
#include "play/keys.hpp"
#include "play/threads.hpp"
#include "report/fault_text.hpp"
#include "report/schemas.hpp"
#include "report/summary.hpp"
#include "report/text_table.hpp"

namespace hilltop::cli {
namespace {

constexpr std::uint32_t games_a_unit_max = 1024;

// The checked arguments of `play`.
struct PlayRequest : GameRequest {
  std::vector<play::Entrant> entrants;
  std::vector<std::string> labels;  // names without the #2 of a second bot
  bool log = false;
  play::Seed seed = play::usual_seed;

  bool has_people() const { return std::ranges::any_of(entrants, &play::Entrant::is_human); }
  std::uint64_t luck_key() const {
    std::vector<std::string> names;
    for (const play::Entrant& entrant : entrants) names.push_back(entrant.name);
    return play::luck_key(seed, game->info->name, names);
  }
};

std::expected<void, Problem> seat_players(PlayRequest& request, const PlayArguments& arguments) {
  for (const std::string& typed : arguments.bots) {
    auto entrant = player(*request.game, typed);
    if (!entrant) return std::unexpected(std::move(entrant).error());
    request.entrants.push_back(*std::move(entrant));
  }
  const SeatRange seats = request.any_game->seats();
  const auto players = static_cast<int>(request.entrants.size());
  if (!seats.holds(players))
    return std::unexpected(Problem{
        fmt::format("{} ({}) needs {} players; {} named", request.game->info->name,
                    request.any_game->rules_name(),
                    seats.fewest == seats.most ? std::to_string(seats.most)
                                               : fmt::format("{} to {}", seats.fewest, seats.most),
                    players == 1 ? "1 was" : fmt::format("{} were", players))});
  for (const play::Entrant& entrant : request.entrants) request.labels.push_back(entrant.name);
  number_namesakes(request.entrants);
  return {};
}

std::expected<PlayRequest, Problem> read_request(const PlayArguments& arguments) {
  const auto game = game_named(*arguments.game);
  if (!game) return std::unexpected(game.error());
  auto asked = read_game(**game, arguments, {});
  if (!asked) return std::unexpected(std::move(asked).error());
  PlayRequest request{*std::move(asked), {}, {}, arguments.log, play::usual_seed};
  if (request.game->has_substitute) request.conditions.faults.illegal = play::Sanction::substitute;
  if (const auto seated = seat_players(request, arguments); !seated)
    return std::unexpected(seated.error());
  if (request.has_people() && !request.given_seed) request.given_seed = play::Seed::drawn();
  const auto seed = settled_seed(request.given_seed, request.entrants, request.conditions);
  if (!seed) return std::unexpected(seed.error());
  request.seed = *seed;
  return request;
}

constexpr std::size_t log_bytes_max = 1000;  // per line, which may quote a bot

// Returns a game's result as JSON; figures without a group are next to the points.
Json json_of(const play::GameReport& report, const std::vector<std::string>& labels) {
  Json seats = Json::array();
  for (std::size_t seat = 0; seat < report.points.size(); ++seat) {
    Json out{{"bot", labels[report.entrants[seat]]}, {"points", report.points[seat]}};
    for (const Figure& figure : report.figures[seat]) {
      Json& at = figure.group.empty() ? out : out[figure.group];
      at[figure.name] = figure.value ? Json(*figure.value) : Json();
    }
    for (const SeatFault& each : report.faults)
      if (static_cast<std::size_t>(index(each.seat)) == seat)
        out["faults"].push_back({{"fault", name(each.fault.kind)},
                                 {"detail", printable(each.fault.detail, log_bytes_max)}});
    seats.push_back(std::move(out));
  }
  return {{"seats", std::move(seats)}};
}

void print_json(const Json& games) {
  fmt::print("{}\n", Json{{"schema", report::schema::play}, {"games", games}}.dump(
                         2, ' ', false, Json::error_handler_t::replace));
}

// Returns an order for all games.
play::GameOrder order_of(const PlayRequest& request) {
  std::vector<const play::Entrant*> entrants;
  for (const play::Entrant& entrant : request.entrants) entrants.push_back(&entrant);
  play::GameOrder order{{.luck = {request.seed, *request.game->info, entrants},
                         .games = request.games,
                         .rotates = entrants.size() == 2,
                         .mirrored = request.any_game->openings() > 0},
                        terms_of(*request.any_game, request.conditions)};
  for (const play::Entrant* entrant : entrants)
    order.contestants.push_back(contestant_of(*entrant));
  order.logs = request.log;
  order.reports = request.form == Form::json;
  return order;
}

Exit play_bots(const PlayRequest& request) {
  say_sandbox(request.conditions, request.entrants);
  if (!build_all(request.conditions, request.entrants)) return Exit::could_not;
  // A bot that remembers a pairing plays all its games with one process; one that keeps files plays
  // one game at a time, in order.
  const bool whole = std::ranges::any_of(request.entrants, [](const play::Entrant& entrant) {
    return entrant.state() == runner::StateScope::pairing;
  });
  const std::uint32_t games_a_unit = whole ? request.games : games_a_unit_max;
  Json games = Json::array();
  std::vector<int> claims;
  for (std::size_t i = 0; i < request.entrants.size(); ++i)
    if (request.entrants[i].state() == runner::StateScope::folder)
      claims.push_back(static_cast<int>(i));
  const auto print_log = [&](std::string_view log) {
    fmt::print(request.form == Form::json ? stderr : stdout, "{}",
               printable_lines(log, log_bytes_max));
  };
  std::string unfinished;  // the log of a game that cannot go on
  const play::GameOrder order = order_of(request);
  LastMatch match = LastMatch::of(order);
  const play::HomeVenue venue(*request.any_game, request.conditions, request.entrants);
  play::Threads threads(request.jobs, venue);
  try {
    play::play_in_order(threads,
                        {.units = (request.games - 1) / games_a_unit + 1,
                         .pieces =
                             [&](std::size_t unit) {
                               play::GameOrder part = order;
                               part.first_game = static_cast<std::uint32_t>(unit) * games_a_unit;
                               part.games = std::min(games_a_unit, request.games - part.first_game);
                               part.records = match.keeps_moves(part.end());
                               return std::vector<play::Piece>{std::move(part)};
                             },
                         .claims = [&](std::size_t) { return std::span<const int>(claims); },
                         .arrived =
                             [&](std::size_t, const play::PlayedGames& played, bool) {
                               if (played.result.games == 0) unfinished += played.log;
                             },
                         .take =
                             [&](std::size_t, play::PlayedGames played) {
                               match.add(std::move(played.result));
                               for (const play::GameReport& report : played.reports)
                                 games.push_back(json_of(report, request.labels));
                               print_log(played.log);
                               return true;
                             }});
  } catch (const ListRanOut&) {
    print_log(unfinished);
    throw;
  }
  if (request.form == Form::json) {
    print_json(games);
  } else if (!request.log || request.games > 1) {
    fmt::print("{}{}{}", request.log ? "\n" : "",
               tally_table(request.game->info->unit, request.entrants, match.result.tallies,
                           colours(STDOUT_FILENO)),
               report::faults_text(request.entrants, match.result.notes));
  }
  if (request.seed.is_secret())
    say("seed: {} (--seed plays these games again)\n", request.seed.text());
  keep_last_games({"play", request.seed.text(), 0, {std::move(match)}});
  return Exit::ran;
}

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

// What is told on standard error while people play: at once or, if that is the terminal whose
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

Outcome play_people(const PlayRequest& request, const PlayArguments& arguments) {
  auto first = fresh_record(request, arguments.names);
  if (!first) return std::unexpected(first.error());
  const auto bots = folder_bots(request);
  if (!bots) return std::unexpected(bots.error());
  std::FILE* screen = request.form == Form::json ? stderr : stdout;
  Json games = Json::array();
  const Acceptable acceptable = [&](const Record& record) -> std::expected<void, Problem> {
    if (std::ranges::find(record.players, "human", &Record::Player::player) == record.players.end())
      return std::unexpected(Problem{"no person plays in it, only bots"});
    for (const Record::Player& player : record.players)
      if (const auto bot = bot_of_player(player.player);
          bot && std::ranges::find(*bots, *bot, &runner::Manifest::name) == bots->end())
        return std::unexpected(Problem{fmt::format(
            "its bot '{}' plays from a folder: name the folder among the players of hilltop play",
            *bot)});
    if (const auto found = arena::game_of(record, *bots); !found)
      return std::unexpected(found.error());
    return {};
  };
  const auto title_of = [](const arena::AnyGame& game, const Record& of) {
    return fmt::format("{}, {}. Type help for what you can do. Key {:016x}.", game.info().title,
                       game.rules_name(), of.luck_key);
  };
  Aside aside;
  const play::Conditions conditions = conditions_of(request, aside);
  Console console(screen, arguments.ascii);
  say_sandbox(conditions, request.entrants);
  if (!build_all(conditions, request.entrants)) return Exit::could_not;
  if (console.redraws() && isatty(STDERR_FILENO) != 0) aside.hold();
  if (!console.redraws()) console.print(title_of(*request.any_game, *first) + "\n\n");
  Record record = *std::move(first);
  Exit exit = Exit::ran;
  std::optional<Problem> ran_out;  // of the list in the file
  std::string file = request.file.empty() ? "" : request.file + ": ";
  while (true) {
    const auto any_game = arena::game_of(record, *bots);
    if (!any_game) {
      ran_out = Problem{file + any_game.error().text};
      break;
    }
    for (const Record::Player& player : record.players)
      prepare(**any_game, player.player, static_cast<int>(record.players.size()));
    const std::string title = title_of(**any_game, record);
    const auto game_session = (*any_game)->open(std::move(record), *bots, conditions);
    Departure left{};
    auto wish = Wish::another;
    try {
      do {
        left = play_at_terminal(*game_session, console, title, acceptable, wish == Wish::this_one);
        if (left.why != Departure::Why::game_over) break;
        games.push_back(json_of(game_session->report(), names_of(left.record)));
        wish = ask_wish(*game_session, console, title);
        if (wish == Wish::this_one) games.erase(games.size() - 1);
      } while (wish == Wish::this_one);
    } catch (const ListRanOut& list) {
      ran_out = Problem{file + list.what()};
      break;
    }
    aside.say(faults_of(*game_session));
    using enum Departure::Why;
    if (left.why == quit) break;
    if (left.why == input_ended) {
      console.print("");  // so that the message is not on a screen that goes away
      say("hilltop: the input ended before the game was over\n");
      exit = Exit::could_not;
      break;
    }
    if (left.why == game_over && wish == Wish::none) break;
    record = std::move(left.record);
    if (left.why == loaded) file.clear();
    if (left.why == loaded) continue;
    record.undone = 0;
    record.steps.clear();
    record.points.clear();
    ++record.luck_game;
  }
  if (request.form == Form::json) print_json(games);
  if (ran_out) return std::unexpected(*ran_out);
  return exit;
}

}  // namespace

Outcome play(const PlayArguments& arguments) {
  auto request = read_request(arguments);
  if (!request) return std::unexpected(request.error());
  try {
    if (request->has_people()) return play_people(*request, arguments);
    for (const auto& [given, option] :
         {std::pair{arguments.names.has_value(), "--names"}, {arguments.ascii, "--ascii"}})
      if (given)
        return std::unexpected(
            Problem{fmt::format("{} is for people: seat some as 'human'", option)});
    prepare(*request->any_game, request->entrants);
    limit_patience(request->conditions, false);
    return play_bots(*request);
  } catch (const ListRanOut& ran_out) {
    return std::unexpected(
        Problem{(request->file.empty() ? "" : request->file + ": ") + ran_out.what()});
  }
}

}  // namespace hilltop::cli
