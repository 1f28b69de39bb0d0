#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/commands.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/contest.hpp"

namespace hilltop::cli {
namespace {

std::string games() {
  TextTable table({"game", "title", "rule set", "seats", "about"});
  table.align_left();
  for (const arena::Registered& game : arena::registry())
    for (const RuleSet& rules : game.info->rule_sets) {
      const auto discipline = game.under(rules.name, {});
      const SeatRange seats = (*discipline)->seats();
      const std::string range = seats.fewest == seats.most
                                    ? std::to_string(seats.most)
                                    : fmt::format("{}–{}", seats.fewest, seats.most);
      table.add({std::string(game.info->name), std::string(game.info->title),
                 std::string(rules.name), range, std::string(rules.about)});
    }
  return table.text(colours(STDOUT_FILENO));
}

std::string bots() {
  TextTable table({"game", "bot", "title", "about"});
  table.align_left();
  for (const arena::Registered& game : arena::registry())
    for (const auto& bot : game.house_bots)
      table.add({std::string(game.info->name), bot.name, bot.title, bot.about});
  return table.text(colours(STDOUT_FILENO));
}

std::expected<std::string, Problem> contests() {
  const auto folder = arena::contests_folder();
  if (!folder) return std::unexpected(folder.error());
  TextTable table({"contest", "game", "rules", "title", "file"});
  table.align_left();
  for (const arena::ListedContest& listed : arena::list_contests(*folder)) {
    const auto contest = arena::read_contest(listed.file.string(), folder);
    const std::string file = listed.file.string();
    if (contest)
      table.add({listed.name, std::string(contest->game->info->name), contest->rules,
                 printable(contest->name, title_bytes_most), file});
    else
      table.add({listed.name, "?", "?", contest.error().text, file});
  }
  return table.text(colours(STDOUT_FILENO));
}

std::string formats() {
  TextTable table({"kind", "games are", "about"});
  table.align_left();
  for (const arena::ListedFormat& format : arena::formats())
    table.add({std::string(format.kind), std::string(format.games), std::string(format.about)});
  return table.text(colours(STDOUT_FILENO));
}

}  // namespace

Outcome list(const ListArguments& arguments) {
  static const std::vector<std::string> known{"games", "bots", "contests", "formats"};
  const bool wants_contests = arguments.what == "contests";
  const auto listed = wants_contests ? contests() : std::string();
  if (!listed) return std::unexpected(listed.error());
  if (arguments.what == "games")
    fmt::print("{}", games());
  else if (arguments.what == "bots")
    fmt::print("{}", bots());
  else if (wants_contests)
    fmt::print("{}", *listed);
  else if (arguments.what == "formats")
    fmt::print("{}", formats());
  else
    return std::unexpected(Problem{"there is no list of '" + arguments.what + "'" +
                                   suggestion(arguments.what, known)});
  return Exit::ran;
}

}  // namespace hilltop::cli
