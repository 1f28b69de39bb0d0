#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <unistd.h>

#include "apps/cli/commands.hpp"
#include "apps/cli/templates.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/contest.hpp"
#include "core/text.hpp"
#include "report/text_table.hpp"
#include "tournament/formats.hpp"

namespace hilltop::cli {
namespace {

// Problem: a folder that the list needs is missing.
using Listing = std::expected<report::TextTable, Problem>;
using Game = arena::GameModule;

// Returns whether a row of `game` is listed. `only`: a game; null: all are.
bool is_wanted(const Game& game, const Game* only) { return only == nullptr || only == &game; }

Listing games(const Game* only) {
  report::TextTable table({"game", "title", "rule set", "seats", "unit", "about"});
  for (const Game& game : arena::catalog())
    for (const RuleSet& rules : game.info->rule_sets) {
      if (!is_wanted(game, only)) continue;
      const auto any_game = game.under(rules.name, {});
      const SeatRange seats = (*any_game)->seats();
      const std::string range = seats.fewest == seats.most
                                    ? std::to_string(seats.most)
                                    : fmt::format("{}–{}", seats.fewest, seats.most);
      table.add({std::string(game.info->name), std::string(game.info->title),
                 std::string(rules.name), range, std::string(game.info->unit.name),
                 std::string(rules.about)});
    }
  return table;
}

Listing bots(const Game* only) {
  report::TextTable table({"game", "bot", "title", "about"});
  for (const Game& game : arena::catalog())
    for (const auto& bot : game.house_bots)
      if (is_wanted(game, only))
        table.add({std::string(game.info->name), bot.name, bot.title, bot.about});
  return table;
}

Listing contests(const Game* only) {
  const auto folder = arena::contests_folder();
  if (!folder) return std::unexpected(folder.error());
  report::TextTable table({"contest", "game", "rules", "title", "file"});
  for (const arena::ListedContest& listed : arena::list_contests(*folder)) {
    const auto contest = arena::read_contest(listed.file.string(), folder);
    const std::string file = listed.file.string();
    if (contest && is_wanted(*contest->game, only))
      table.add({listed.name, std::string(contest->game->info->name), contest->rules,
                 printable(contest->name, report::title_bytes_max), file});
    else if (!contest && only == nullptr)
      table.add({listed.name, "?", "?", contest.error().text, file});
  }
  return table;
}

Listing formats(const Game*) {
  report::TextTable table({"kind", "games are", "about"});
  for (const tournament::FormatTraits& format : tournament::formats())
    table.add({std::string(format.kind), std::string(format.games), std::string(format.about)});
  return table;
}

Listing languages(const Game*) {
  const auto all = templates();
  if (!all) return std::unexpected(all.error());
  std::map<std::string, std::vector<std::string>> games;
  for (const Template& each : *all) games[each.language].push_back(each.game);
  report::TextTable table({"language", "games", "needs"});
  for (const auto& [language, its_games] : games) {
    std::vector<std::string> needs;
    for (const Tool& tool : tools_of(language))
      needs.push_back(fmt::format("{}{}", tool.command, is_found(tool) ? "" : " (missing)"));
    table.add({language, fmt::format("{}", fmt::join(its_games, ", ")),
               fmt::format("{}", fmt::join(needs, ", "))});
  }
  return table;
}

struct List {
  std::string_view name;
  Listing (*listing)(const Game* only);
  bool is_by_game;  // each row is of one game
};
constexpr std::array lists{List{"games", games, true}, List{"bots", bots, true},
                           List{"contests", contests, true}, List{"formats", formats, false},
                           List{"languages", languages, false}};

const Game* game_called(std::string_view name) {
  const auto game = arena::find_game(name);
  return game ? *game : nullptr;
}

Problem unknown_list(const std::string& typed) {
  std::vector<std::string> known = names_of_lists();
  for (const Game& game : arena::catalog()) known.emplace_back(game.info->name);
  return {fmt::format("there is no list of '{}'{}", typed, suggestion(typed, known))};
}

// Returns the lists, each below its name, without those that are empty.
std::expected<std::string, Problem> text_of_lists(const Game* only) {
  const bool coloured = colours(STDOUT_FILENO);
  std::string text;
  for (const List& list : lists) {
    if (only != nullptr && !list.is_by_game) continue;
    auto table = list.listing(only);
    if (!table) return std::unexpected(table.error());
    if (table->rows() == 0) continue;
    table->align_left();
    text += fmt::format("{}{}\n{}", text.empty() ? "" : "\n", report::bold(list.name, coloured),
                        table->text(coloured));
  }
  return text;
}

std::expected<std::string, Problem> listing_of(const std::optional<std::string>& what) {
  if (!what) return text_of_lists(nullptr);
  const auto* const list = std::ranges::find(lists, *what, &List::name);
  if (list != lists.end()) {
    auto table = list->listing(nullptr);
    if (!table) return std::unexpected(table.error());
    table->align_left();
    return table->text(colours(STDOUT_FILENO));
  }
  if (const Game* const game = game_called(*what)) return text_of_lists(game);
  return std::unexpected(unknown_list(*what));
}

}  // namespace

std::vector<std::string> names_of_lists() {
  std::vector<std::string> names;
  for (const List& list : lists) names.emplace_back(list.name);
  return names;
}

Outcome list(const ListArguments& arguments) {
  const auto text = listing_of(arguments.what);
  if (!text) return std::unexpected(text.error());
  fmt::print("{}", *text);
  return Exit::ran;
}

}  // namespace hilltop::cli
