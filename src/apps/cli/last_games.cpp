#include "apps/cli/last_games.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/terminal.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "core/user_folder.hpp"
#include "play/order_text.hpp"
#include "play/record_of.hpp"
#include "report/game_name.hpp"

namespace hilltop::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view form_of_last_games = "hilltop.last/1";
constexpr std::size_t file_bytes_max = std::size_t{512} << 20;

fs::path file_of_last_games() {
  const fs::path folder = user_folder("XDG_STATE_HOME", ".local/state");
  return folder.empty() ? folder : folder / "last-games";
}

// Returns the file's text: a line about the command, and two for each match.
std::string text_of(LastGames& games) {
  std::string text = Json{{"form", form_of_last_games},
                          {"command", games.command},
                          {"seed", games.seed},
                          {"ended", games.ended_s}}
                         .dump() +
                     '\n';
  for (LastMatch& match : games.matches) {
    play::Answer answer{0, {}, true};
    answer.played.result = std::move(match.result);
    text += play::write(match.order) + '\n' + play::write(answer) + '\n';
  }
  return text;
}

std::expected<void, std::string> put(const fs::path& file, LastGames& games) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) return std::unexpected(error.message());
  auto out = Replacement::of(file);
  if (!out) return std::unexpected(out.error());
  // The file may have what a bot in a folder was asked, and a seed.
  fs::permissions(file.parent_path(), fs::perms::owner_all, error);
  if (const auto written = out->add(text_of(games)); !written) return written;
  return out->commit();
}

// Returns the next line of a text and takes it off.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::expected<LastMatch, Problem> match_in(std::string_view& text) {
  auto order = play::read_order(take_line(text));
  if (!order) return std::unexpected(order.error());
  auto answer = play::read_answer(take_line(text));
  if (!answer) return std::unexpected(answer.error());
  LastMatch match{*std::move(order), std::move(answer->played.result)};
  if (match.result.tallies.size() != match.order.contestants.size() || match.result.first_game != 0)
    return std::unexpected(Problem{"its games are not those of its players"});
  match.order.first_game = 0;
  match.order.games = match.result.games;
  return match;
}

std::expected<LastGames, Problem> games_in(std::string_view text) {
  const Json head = Json::parse(take_line(text), nullptr, false);
  if (!head.is_object() || head.value("form", Json()) != form_of_last_games)
    return std::unexpected(Problem{"another version of Hilltop wrote it"});
  LastGames games;
  games.command = head.value("command", "");
  games.seed = head.value("seed", "");
  games.ended_s = head.value("ended", std::int64_t{0});
  while (!text.empty()) {
    auto match = match_in(text);
    if (!match) return std::unexpected(match.error());
    games.matches.push_back(*std::move(match));
  }
  return games;
}

// Returns the contestant as an entrant of a game; nullopt: a house bot that it does not have.
std::optional<play::Entrant> entrant_of(const play::Contestant& contestant,
                                        const arena::GameModule& game) {
  play::Entrant entrant{contestant.name, contestant.title, {}};
  if (const auto* house = std::get_if<play::HousePlayer>(&contestant.player)) {
    if (std::ranges::find(game.house_bots, house->bot, &arena::GameModule::HouseBotInfo::name) ==
        game.house_bots.end())
      return std::nullopt;
    entrant.player = *house;
  } else {
    const auto& of_folder = std::get<play::FolderBot>(contestant.player);
    runner::Manifest manifest;
    manifest.name = of_folder.bot;
    manifest.state = of_folder.state;
    entrant.player = std::move(manifest);
  }
  return entrant;
}

}  // namespace

LastMatch LastMatch::of(play::GameOrder order) {
  const std::size_t players = order.contestants.size();
  return {std::move(order), tournament::BatchResult::none(0, players)};
}

bool LastMatch::has_folders() const {
  return std::ranges::any_of(order.contestants, [](const play::Contestant& each) {
    return std::holds_alternative<play::FolderBot>(each.player);
  });
}

bool LastMatch::keeps_moves(std::uint32_t games) const {
  return has_folders() && games <= last_moves_games_max;
}

void LastMatch::add(tournament::BatchResult more) {
  more.traces.clear();
  if (!has_folders()) more.bytes.clear();
  if (!keeps_moves(more.first_game + more.games)) more.records.clear();
  result.add(std::move(more));
}

std::uint64_t LastGames::games() const {
  std::uint64_t games = 0;
  for (const LastMatch& match : matches) games += match.result.games;
  return games;
}

void keep_last_games(LastGames games) {
  const fs::path file = file_of_last_games();
  std::erase_if(games.matches, [](const LastMatch& match) { return match.result.games == 0; });
  if (file.empty()) return;
  for (LastMatch& match : games.matches) {
    match.order.records = match.order.logs = match.order.reports = match.order.answers = false;
    match.order.games = match.result.games;
  }
  games.ended_s = std::chrono::duration_cast<std::chrono::seconds>(
                      std::chrono::system_clock::now().time_since_epoch())
                      .count();
  const auto kept =
      games.matches.empty() ? std::unexpected(std::string("there are none")) : put(file, games);
  std::error_code error;
  if (!kept && (fs::remove(file, error) || error))
    say("hilltop: these games cannot be looked at as {}: {}: {}\n", last_games_name, file.string(),
        kept.error());
}

std::expected<LastGames, Problem> last_games() {
  const fs::path file = file_of_last_games();
  if (file.empty())
    return std::unexpected(Problem{fmt::format(
        "{} needs a folder for the games: set XDG_STATE_HOME or HOME", last_games_name)});
  if (std::error_code unseen; !fs::exists(file, unseen))
    return std::unexpected(Problem{fmt::format(
        "there is no {} yet: it is the games of the last play, compare or check of bots alone",
        last_games_name)});
  const auto text = read_file(file, file_bytes_max);
  if (!text) return std::unexpected(Problem{file.string() + ": " + text.error()});
  auto games = games_in(*text);
  if (!games)
    return std::unexpected(Problem{file.string() + ": cannot be read: " + games.error().text +
                                   "; the next play, compare or check writes it again"});
  return games;
}

std::expected<OpenedMatch, Problem> OpenedMatch::of(const LastMatch& match) {
  const play::GameTerms& terms = *match.order.terms;
  const auto game = arena::find_game(terms.game);
  if (!game) return std::unexpected(game.error());
  auto any_game = (*game)->under(terms.rules, terms.switches);
  if (!any_game) return std::unexpected(any_game.error());
  OpenedMatch opened;
  opened.match_ = &match;
  opened.game_ = *std::move(any_game);
  opened.entrants_ = std::make_unique<std::vector<play::Entrant>>();
  opened.conditions_ = std::make_unique<play::Conditions>();
  opened.conditions_->faults = terms.faults;
  opened.conditions_->time = terms.time;
  for (const play::Contestant& contestant : match.order.contestants) {
    auto entrant = entrant_of(contestant, **game);
    if (!entrant)
      return std::unexpected(
          Problem{fmt::format("{}: '{}' is a house bot that this version does not have",
                              last_games_name, contestant.name)});
    opened.entrants_->push_back(*std::move(entrant));
  }
  if (!opened.game_->seats().holds(static_cast<int>(opened.entrants_->size())))
    return std::unexpected(Problem{fmt::format("{}: {} is not a game of {}", last_games_name,
                                               terms.game, opened.entrants_->size())});
  return opened;
}

play::Batch OpenedMatch::batch() const {
  play::Batch batch{static_cast<const play::Series&>(match_->order), {}};
  for (const play::Entrant& entrant : *entrants_) batch.entrants.push_back(&entrant);
  return batch;
}

std::vector<std::string> OpenedMatch::names_by_seat(std::uint32_t game) const {
  std::vector<std::string> names;
  for (const play::Entrant& entrant : *entrants_) names.push_back(entrant.name);
  std::ranges::rotate(names, names.begin() + static_cast<std::ptrdiff_t>(
                                                 match_->order.first_player(game, names.size())));
  return names;
}

std::expected<Record, Problem> OpenedMatch::record(std::uint32_t game) const {
  auto found = records(game, 1);
  if (!found) return std::unexpected(std::move(found).error());
  return std::move(found->front());
}

std::expected<std::vector<Record>, Problem> OpenedMatch::records(std::uint32_t first,
                                                                 std::uint32_t games) const {
  play::Batch batch = this->batch();
  std::vector<tournament::GameRecord> played;
  if (!match_->has_folders()) {
    if (!batch.memory_lasts()) batch.first_game = first;
    batch.games = first + games - batch.first_game;
    batch.records = true;
    played = game_->play(batch, *conditions_).records;
  }
  const std::vector<tournament::GameRecord>& kept =
      match_->has_folders() ? match_->result.records : played;
  std::vector<Record> records;
  for (std::uint32_t game = first; game < first + games; ++game) {
    const auto found = std::ranges::lower_bound(kept, game, {}, &tournament::GameRecord::game);
    if (found == kept.end() || found->game != game)
      return std::unexpected(Problem{
          fmt::format("the moves of this game were not kept: of games with bots in folders those "
                      "of the first {} are",
                      grouped(last_moves_games_max))});
    auto record = record_of(*game_, batch, batch.entrants, *found, file_of_last_games().string());
    if (!record) return std::unexpected(std::move(record).error());
    records.push_back(*std::move(record));
  }
  return records;
}

std::expected<std::unique_ptr<LastGame>, Problem> last_game(std::uint32_t number) {
  auto games = last_games();
  if (!games) return std::unexpected(games.error());
  auto found = std::make_unique<LastGame>(*std::move(games), nullptr, number);
  for (const LastMatch& match : found->games.matches) {
    found->match = &match;
    if (found->game < match.result.games) return found;
    found->game -= match.result.games;
  }
  return std::unexpected(
      Problem{fmt::format("{} has {}, and not a game {}", last_games_name,
                          counted(static_cast<std::int64_t>(found->games.games()), "game"),
                          tournament::number_of(number))});
}

bool names_last_games(std::string_view typed) {
  return typed == last_games_name || typed.starts_with(std::string(last_games_name) + ':');
}

}  // namespace hilltop::cli
