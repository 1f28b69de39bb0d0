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

using Listing = std::expected<std::string, Problem>;

Listing games() {
  report::TextTable table({"game", "title", "rule set", "seats", "about"});
  table.align_left();
  for (const arena::GameModule& game : arena::catalog())
    for (const RuleSet& rules : game.info->rule_sets) {
      const auto any_game = game.under(rules.name, {});
      const SeatRange seats = (*any_game)->seats();
      const std::string range = seats.fewest == seats.most
                                    ? std::to_string(seats.most)
                                    : fmt::format("{}–{}", seats.fewest, seats.most);
      table.add({std::string(game.info->name), std::string(game.info->title),
                 std::string(rules.name), range, std::string(rules.about)});
    }
  return table.text(colours(STDOUT_FILENO));
}

Listing bots() {
  report::TextTable table({"game", "bot", "title", "about"});
  table.align_left();
  for (const arena::GameModule& game : arena::catalog())
    for (const auto& bot : game.house_bots)
      table.add({std::string(game.info->name), bot.name, bot.title, bot.about});
  return table.text(colours(STDOUT_FILENO));
}

Listing contests() {
  const auto folder = arena::contests_folder();
  if (!folder) return std::unexpected(folder.error());
  report::TextTable table({"contest", "game", "rules", "title", "file"});
  table.align_left();
  for (const arena::ListedContest& listed : arena::list_contests(*folder)) {
    const auto contest = arena::read_contest(listed.file.string(), folder);
    const std::string file = listed.file.string();
    if (contest)
      table.add({listed.name, std::string(contest->game->info->name), contest->rules,
                 printable(contest->name, report::title_bytes_max), file});
    else
      table.add({listed.name, "?", "?", contest.error().text, file});
  }
  return table.text(colours(STDOUT_FILENO));
}

Listing formats() {
  report::TextTable table({"kind", "games are", "about"});
  table.align_left();
  for (const tournament::FormatTraits& format : tournament::formats())
    table.add({std::string(format.kind), std::string(format.games), std::string(format.about)});
  return table.text(colours(STDOUT_FILENO));
}

Listing languages() {
  const auto all = templates();
  if (!all) return std::unexpected(all.error());
  std::map<std::string, std::vector<std::string>> games;
  for (const Template& each : *all) games[each.language].push_back(each.game);
  report::TextTable table({"language", "games", "needs"});
  table.align_left();
  for (const auto& [language, its_games] : games) {
    std::vector<std::string> needs;
    for (const Tool& tool : tools_of(language))
      needs.push_back(fmt::format("{}{}", tool.command, is_installed(tool) ? "" : " (missing)"));
    table.add({language, fmt::format("{}", fmt::join(its_games, ", ")),
               fmt::format("{}", fmt::join(needs, ", "))});
  }
  return table.text(colours(STDOUT_FILENO));
}

}  // namespace

Outcome list(const ListArguments& arguments) {
  struct Entry {
    std::string_view name;
    Listing (*listing)();
  };
  static constexpr std::array entries{Entry{"games", games}, Entry{"bots", bots},
                                      Entry{"contests", contests}, Entry{"formats", formats},
                                      Entry{"languages", languages}};
  const auto* const entry = std::ranges::find(entries, arguments.what, &Entry::name);
  if (entry == entries.end()) {
    std::vector<std::string> known;
    for (const Entry& each : entries) known.emplace_back(each.name);
    return std::unexpected(Problem{"there is no list of '" + arguments.what + "'" +
                                   suggestion(arguments.what, known)});
  }
  const Listing listing = entry->listing();
  if (!listing) return std::unexpected(listing.error());
  fmt::print("{}", *listing);
  return Exit::ran;
}

}  // namespace hilltop::cli
