#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "apps/cli/folder_watch.hpp"
#include "apps/cli/misplaced.hpp"
#include "apps/cli/run.hpp"
#include "apps/cli/terminal.hpp"
#include "core/text.hpp"

namespace hilltop::cli {
namespace {

namespace fs = std::filesystem;

// The inputs of a run that may change.
struct Seen {
  std::string file;  // the contest's text
  std::vector<store::BotRow> bots;
};

std::expected<Seen, Problem> look(const RunArguments& arguments, FolderWatch& folders) {
  const auto contest = asked_contest(arguments);
  if (!contest) return std::unexpected(contest.error());
  for (const play::Entrant& entrant : contest->entrants)
    if (const auto* bot = std::get_if<runner::Manifest>(&entrant.player)) {
      folders.add_tree(bot->folder);
      folders.add(fs::absolute(bot->folder).lexically_normal().parent_path());
    }
  for (const fs::path& file : contest->files)
    folders.add(fs::absolute(file).lexically_normal().parent_path());
  for (const NotEntered& left_out : contest->not_entered) {
    folders.add_tree(left_out.folder);
    folders.add(fs::absolute(left_out.folder).lexically_normal().parent_path());
  }
  Seen seen{contest->text, {}};
  for (const play::Entrant& entrant : contest->entrants) {
    auto bot = arena::identify(entrant);
    if (!bot) return std::unexpected(bot.error());
    seen.bots.push_back(*std::move(bot));
  }
  return seen;
}

// Returns the changes, for people; empty if there are none.
std::string what_changed(const Played& before, const Seen& now) {
  const auto find = [](const std::vector<store::BotRow>& bots, const std::string& name) {
    return std::ranges::find(bots, name, &store::BotRow::name);
  };
  std::vector<std::string> news;
  for (const store::BotRow& bot : now.bots)
    if (const auto old = find(before.bots, bot.name); old == before.bots.end())
      news.push_back(bot.name + " is new");
    else if (*old != bot)
      news.push_back(bot.name + " has changed");
  for (const store::BotRow& bot : before.bots)
    if (find(now.bots, bot.name) == now.bots.end()) news.push_back(bot.name + " is gone");
  if (news.empty() && before.file != now.file) news.emplace_back("the contest has changed");
  return fmt::format("{}", fmt::join(news, ", "));
}

}  // namespace

Outcome watch(const RunArguments& arguments) {
  if (store_named(arguments.store) == no_store)
    return std::unexpected(
        Problem{"watch stores results, so that it plays only what has changed: name a "
                "file with --store"});
  const auto file = arena::find_contest(arguments.contest, arena::contests_folder());
  if (!file)
    return std::unexpected(misplaced(arguments.contest, Wanted::contest).value_or(file.error()));
  Interrupt interrupt;
  FolderWatch folders;
  folders.add(fs::absolute(*file).lexically_normal().parent_path());
  if (arguments.bots) folders.add(*arguments.bots);
  // Watches from before the first run, so that no change is missed. That run reports any problem.
  (void)look(arguments, folders);
  Played played;
  RunArguments again = arguments;
  again.sealed = true;  // the seed of what has not changed serves what has
  if (const Outcome outcome = play_contest(again, interrupt, &played);
      !outcome || *outcome != Exit::ran)
    return outcome;
  again.fresh = false;
  std::string told;
  const auto tell = [&told](const std::string& text) {
    if (told != text) say("{}\n", text);
    told = text;
  };
  while (true) {
    std::fflush(stdout);
    const auto seen = look(arguments, folders);
    const std::string news = seen ? what_changed(played, *seen) : "";
    if (news.empty()) {
      tell(seen ? fmt::format("watching {}; Ctrl-C ends it",
                              counted(static_cast<std::int64_t>(seen->bots.size()), "bot"))
                : "hilltop: " + seen.error().text);
      if (!folders.wait(interrupt.token())) return Exit::interrupted;
      continue;
    }
    tell(news);
    const Outcome outcome = play_contest(again, interrupt, &played);
    if (outcome && *outcome != Exit::ran) return outcome;
    if (outcome) continue;
    tell("hilltop: " + outcome.error().text);
    if (!folders.wait(interrupt.token())) return Exit::interrupted;
  }
}

}  // namespace hilltop::cli
