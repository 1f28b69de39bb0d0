#include "arena/listed_bots.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "arena/contest_text.hpp"
#include "arena/same_names.hpp"
#include "core/file.hpp"
#include "core/look.hpp"
#include "core/text.hpp"
#include "runner/manifest.hpp"
#include "tournament/formats.hpp"

namespace hilltop::arena {

namespace fs = std::filesystem;
using tournament::TieBreak;

std::string list_of(std::span<const NotEntered> broken) {
  std::string list =
      counted(static_cast<std::int64_t>(broken.size()), "folder") + " cannot be entered:";
  for (const NotEntered& each : broken)
    for (const NotEntered::Cause& cause : each.causes)
      list += "\n  " + NotEntered::text(cause, each.folder.string());
  return list;
}

void ListedBots::enter() {
  if (asked_.bots)
    take_folder(*asked_.bots, 0);
  else
    take_listed();
  if (failed()) return;
  reject_same_names();
  if (!not_entered_.empty() && !asked_.skip_broken)
    return read_.complain(0, list_of(not_entered_) + "\n(--skip-broken plays without them)");
  by_date();
}

std::vector<play::Entrant> ListedBots::take_entrants() {
  std::vector<play::Entrant> entrants;
  for (Listed& bot : listed_) entrants.push_back(std::move(bot.entrant));
  return entrants;
}

void ListedBots::take_listed() {
  if (const toml::node* node = root_.get("bot")) {
    const auto* list = node->as_array();
    if (list == nullptr || !list->is_array_of_tables())
      return read_.complain(*node, "bots are listed as [[bot]]");
    for (const toml::node& bot : *list) take_bot(*bot.as_table());
  }
  if (const toml::table* bots = read_.table(root_, "bots")) {
    read_.only(*bots, "[bots]", {"folder"});
    const std::string folder = read_.text(*bots, "folder", "");
    if (folder.empty()) return read_.complain(*bots, "[bots] needs a folder");
    take_folder(file_.parent_path() / folder, line_of(*bots, "folder"));
  }
}

void ListedBots::reject_same_names() {
  std::vector<NameClaim> claims;
  for (const Listed& bot : listed_)
    claims.push_back({bot.entrant.name, bot.manifest() ? bot.manifest()->folder : fs::path(),
                      bot.manifest() == nullptr, bot.is_named});
  const auto taken = taken_names(claims, asked_.name_holders);
  for (const TakenName& each : taken)
    reject(*listed_[each.claim].manifest(), {"meta:1", each.what});
  for (auto each = taken.rbegin(); each != taken.rend(); ++each)
    listed_.erase(listed_.begin() + static_cast<std::ptrdiff_t>(each->claim));
  std::ranges::stable_sort(not_entered_, {}, &NotEntered::folder);
}

void ListedBots::reject(const runner::Manifest& bot, NotEntered::Cause cause) {
  not_entered_.push_back({bot.folder, bot.name, bot.author, {std::move(cause)}});
}

void ListedBots::take_bot(const toml::table& bot) {
  const std::size_t before = listed_.size();
  read_.only(bot, "[[bot]]", {"house", "name", "folder", "submitted"});
  const std::string house = read_.text(bot, "house", ""), folder = read_.text(bot, "folder", "");
  if (house.empty() == folder.empty())
    return read_.complain(bot, "a [[bot]] is either house = \"…\" or folder = \"…\"");
  if (bot.contains("name") && house.empty())
    return read_.complain(line_of(bot, "name"), "name is for house bots: a folder has its own");
  if (!house.empty()) {
    take_house(bot, house);
  } else if (auto manifest = runner::read_manifest(file_.parent_path() / folder)) {
    take_process(*std::move(manifest), line_of(bot, "folder"));
  } else {
    if (!leads_to_folder(file_.parent_path() / folder))
      manifest.error().causes.front().what += " (the [[bot]] of " + file_.string() + ':' +
                                              std::to_string(bot.source().begin.line) + ')';
    not_entered_.push_back(std::move(manifest).error());
  }
  if (listed_.size() == before) return;
  listed_.back().is_named = true;
  if (const toml::node* submitted = bot.get("submitted")) take_date(*submitted);
}

void ListedBots::take_date(const toml::node& node) {
  const auto* date = node.as_date();
  if (date == nullptr) return read_.complain(node, "submitted is a date, such as 2026-11-21");
  listed_.back().submitted = date->get();
}

void ListedBots::take_house(const toml::table& entry, const std::string& house) {
  const std::string name = read_.text(entry, "name", house);
  if (const std::string wrong = runner::complaint_of_name(name);
      entry.contains("name") && !wrong.empty())
    return read_.complain(line_of(entry, "name"), wrong);
  if (std::ranges::any_of(listed_, [&](const Listed& bot) {
        return bot.manifest() == nullptr && is_same_name(bot.entrant.name, name);
      }))
    return read_.complain(line_of(entry, entry.contains("name") ? "name" : "house"),
                          "two bots are called '" + name + "': name = \"…\" gives one another");
  std::vector<std::string> known;
  for (const auto& bot : asked_.game.house_bots) {
    known.push_back(bot.name);
    if (bot.name == house)
      return listed_.push_back({{name, name == house ? bot.title : name, bot.player()}});
  }
  read_.complain(line_of(entry, "house"), std::string(asked_.game.info->name) +
                                              " has no house bot '" + house + "'" +
                                              suggestion(house, known));
}

void ListedBots::take_process(runner::Manifest manifest, std::uint32_t line) {
  if (!asked_.game.has_processes)
    return read_.complain(line, std::string(asked_.game.info->name) +
                                    " has no protocol for bots in folders: house bots play it");
  if (const auto fits = plays(manifest, asked_.game); !fits) return reject(manifest, fits.error());
  const std::string name = manifest.name;
  listed_.push_back({{name, name, std::move(manifest)}});
}

void ListedBots::take_folder(const fs::path& folder, std::uint32_t line) {
  auto roster = runner::read_roster(folder);
  if (!roster) {
    return read_.complain(line, roster.error().text);
  }
  std::ranges::move(roster->broken, std::back_inserter(not_entered_));
  for (runner::Manifest& manifest : roster->bots) take_process(std::move(manifest), line);
}

// Sorts the bots by date of submission, those without a date last. A cup and the hill keep the
// listed order.
void ListedBots::by_date() {
  const tournament::Plan& plan = asked_.plan;
  if (tournament::traits_of(plan.format).listed_order_counts ||
      std::ranges::count(plan.tie_breaks, TieBreak::earlier) == 0)
    return;
  std::ranges::stable_sort(listed_, [](const Listed& a, const Listed& b) {
    return a.submitted && (!b.submitted || *a.submitted < *b.submitted);
  });
}

}  // namespace hilltop::arena
