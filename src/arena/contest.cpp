#include "arena/contest.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <toml++/toml.h>

#include "arena/agreed_draw.hpp"
#include "arena/contest_text.hpp"
#include "arena/listed_bots.hpp"
#include "arena/switch_files.hpp"
#include "core/file.hpp"
#include "core/look.hpp"
#include "core/text.hpp"
#include "runner/limits.hpp"
#include "runner/manifest.hpp"
#include "runner/toml_reader.hpp"
#include "tournament/formats.hpp"

namespace hilltop::arena {
namespace {

namespace fs = std::filesystem;
using tournament::Format;
using tournament::TieBreak;

class ContestFile {
 public:
  // `text`: of the file with the switches of the command line.
  ContestFile(const toml::table& root, const fs::path& file, SwitchedText text,
              ContestOverrides overrides, std::optional<std::vector<play::Entrant>> present)
      : root_(root),
        file_(file),
        text_(std::move(text)),
        overrides_(std::move(overrides)),
        present_(std::move(present)) {}

  std::expected<Contest, Problem> contest() {
    read_.only(root_, "the file",
               {"contest", "switches", "format", "ranking", "faults", "limits", "bot", "bots",
                "tune", "parameters"});
    head();
    if (!failed()) switches();
    if (!failed()) format();
    if (!failed()) ranking();
    if (!failed()) faults();
    if (!failed()) limits();
    if (!failed()) entrants();
    if (!failed()) field();
    if (!failed()) named_bots();
    if (failed()) return std::unexpected(problem_of(read_.errors().front()));
    contest_.seed_is_drawn = !given_seed_ && play::has_secrets(contest_.entrants);
    contest_.seed = play::seed_of_games(given_seed_, contest_.seed_is_drawn);
    return std::move(contest_);
  }

  // Returns the file's text with the values of files in the place of their names.
  std::string text() const { return with_values(text_.text, inlined_); }

 private:
  bool failed() const { return !read_.errors().empty(); }

  // Names the place of an error in the file, or the option that made it.
  Problem problem_of(runner::TomlError error) const {
    for (const auto& [name, value] : overrides_.switches) {
      const toml::node* const node = root_["switches"][name].node();
      if ((node != nullptr && node->source().begin.line == error.line) ||
          error.what.contains('\'' + name + '\''))
        return {"--set " + name + ": " + error.what};
    }
    error.line = text_.line_in_file(error.line);
    return error.in(file_.string());
  }

  void head() {
    const toml::table* head = read_.table(root_, "contest");
    if (head == nullptr)
      return read_.complain(1, "a contest begins with a table [contest] with name and game");
    read_.only(*head, "[contest]", {"name", "game", "rules", "seed"});
    contest_.name = read_.text(*head, "name", file_.stem().string());
    const std::string game = read_.text(*head, "game", "");
    const auto found = find_game(game);
    if (!found) return read_.complain(line_of(*head, "game"), found.error().text);
    contest_.game = *found;
    contest_.rules = read_.text(*head, "rules", (*found)->default_rules());
    take_seed(*head);
    head_ = head;
  }

  void take_seed(const toml::table& head) {
    if (const toml::node* node = head.get("seed"); node != nullptr && node->is_string()) {
      if (const auto seed = play::Seed::read(node->as_string()->get()))
        given_seed_ = *seed;
      else
        read_.complain(line_of(head, "seed"), seed.error());
    } else if (node != nullptr) {
      given_seed_ = static_cast<std::uint64_t>(
          read_.whole(head, "seed", 1, 0, std::numeric_limits<std::int64_t>::max()));
    }
    if (overrides_.seed) given_seed_ = *overrides_.seed;
  }

  void switches() {
    if (const toml::table* table = read_.table(root_, "switches"))
      for (const auto& [key, node] : *table) take_switch(std::string(key.str()), node);
    for (const auto& [name, file, typed] : std::exchange(switch_files_, {}))
      take_switch_file(name, *file, *typed);
    if (failed()) return;
    if (switches_.contains(std::string(agreed_draw_switch)))
      return read_.complain(line_of(*head_, "rules"),
                            "switch 'agreed_draw' is for the records of people's games");
    auto any_game = contest_.game->under(contest_.rules, switches_);
    if (!any_game) {
      const toml::node* table = root_.get("switches");
      const bool is_switch =
          table != nullptr && any_game.error().text.find("switch '") != std::string::npos;
      return read_.complain(is_switch ? table->source().begin.line : line_of(*head_, "rules"),
                            any_game.error().text);
    }
    contest_.any_game = *std::move(any_game);
  }

  void take_switch(const std::string& name, const toml::node& node) {
    for (const play::TimeSwitch& limit : play::time_switches)
      if (name == limit.name) {
        const toml::table& table = *root_.get("switches")->as_table();
        limit.set(contest_.conditions.time, read_.whole(table, name, 1, 1, limit.max));
        return;
      }
    if (const auto* on = node.as_boolean()) {
      switches_[name] = on->get();
    } else if (const auto* number = node.as_integer()) {
      switches_[name] = number->get();
    } else if (const auto* word = node.as_string()) {
      const SwitchFile* const file = present_ ? nullptr : find_switch_file(*contest_.game, name);
      if (file != nullptr) return switch_files_.push_back({name, file, word});
      switches_[name] = word->get();
    } else if (const auto* list = node.as_array();
               list != nullptr && list->is_homogeneous<std::int64_t>()) {
      std::vector<std::int64_t> numbers;
      for (const toml::node& each : *list) numbers.push_back(each.value_or(std::int64_t{0}));
      switches_[name] = std::move(numbers);
    } else {
      read_.complain(node,
                     "a switch is true, false, a whole number, a text or a list of whole numbers");
    }
  }

  void take_switch_file(const std::string& name, const SwitchFile& file,
                        const toml::value<std::string>& typed) {
    const fs::path folder = overrides_.switches.contains(name) ? fs::path() : file_.parent_path();
    auto value = read_switch_file(file, typed.get(), folder, {contest_.rules, switches_});
    if (!value) return read_.complain(typed, value.error().text);
    contest_.files.push_back(folder / typed.get());
    inlined_.push_back({typed.source(), toml_of(*value)});
    switches_[name] = *std::move(value);
  }

  void format() {
    format_ = read_.table(root_, "format");
    if (format_ == nullptr)
      return read_.complain(1, "there is no [format]: say kind (" + kinds() + ") and games");
    read_.only(*format_, "[format]",
               {"kind", "games", "deals", "rounds", "sets_to_win", "challengers", "champion"});
    if (format_->get("kind") == nullptr)
      return read_.complain(*format_, "[format] needs a kind: " + kinds());
    tournament::Plan& plan = contest_.plan;
    plan.format = read_.one_of<Format>(*format_, "kind", Format::round_robin, format_words());
    traits_ = &tournament::traits_of(plan.format);
    for (const char* key : {"rounds", "sets_to_win", "challengers", "champion"}) belongs_here(key);
    plan.swiss_rounds =
        static_cast<int>(read_.whole(*format_, "rounds", 0, 1, tournament::swiss_rounds_max));
    plan.sets_to_win = static_cast<int>(
        read_.whole(*format_, "sets_to_win", traits_->sets_to_win, 1, tournament::sets_to_win_max));
    games();
    const SeatRange seats = contest_.any_game->seats();
    if (!traits_->one_game_for_all && !seats.holds(2))
      read_.complain(*format_,
                     "this format needs a game for two players, and this game is not one");
    plan.seats_fewest = traits_->one_game_for_all ? seats.fewest : 2;
  }

  static std::string kinds() {
    std::string list;
    for (const tournament::FormatTraits& format : tournament::formats())
      list.append(list.empty() ? "" : ", ").append(format.kind);
    return list;
  }
  static std::map<std::string, Format> format_words() {
    std::map<std::string, Format> words;
    for (const tournament::FormatTraits& format : tournament::formats())
      words.emplace(format.kind, format.format);
    return words;
  }

  // Complains about a key of other formats.
  void belongs_here(const std::string& key) {
    if (!format_->contains(key) || std::ranges::count(traits_->keys, key) > 0) return;
    std::string list;
    for (const tournament::FormatTraits& format : tournament::formats())
      if (std::ranges::count(format.keys, key) > 0)
        list.append(list.empty() ? "" : " or ").append(format.kind);
    read_.complain(*format_->get(key), key + " is for the kind " + list);
  }

  void games() {
    tournament::Plan& plan = contest_.plan;
    const std::uint32_t openings = contest_.any_game->openings();
    plan.mirrored =
        read_.one_of<bool>(*format_, "deals", openings > 0, {{"fresh", false}, {"mirrored", true}});
    if (openings > 0 && !plan.mirrored)
      return read_.complain(*format_->get("deals"),
                            "with openings deals are mirrored: each opening is played from both "
                            "sides");
    if (openings > 0 && traits_->one_game_for_all)
      return read_.complain(*format_, "openings are for pairs, not for the kind everyone");
    if (plan.mirrored && traits_->one_game_for_all)
      return read_.complain(*format_->get("deals"),
                            "mirrored deals are for pairs, not for the kind everyone");
    const std::uint32_t most = tournament::games_max_of(plan.format);
    const std::uint32_t games_if_left_out = openings > 0 ? 2 * openings : plan.mirrored ? 2 : 1;
    plan.games =
        static_cast<std::uint32_t>(read_.whole(*format_, "games", games_if_left_out, 1, most));
    if (overrides_.games && (*overrides_.games < 1 || *overrides_.games > most))
      return read_.complain(0, "--games takes a whole number from 1 to " + std::to_string(most) +
                                   ", not '" + std::to_string(*overrides_.games) + "'");
    if (overrides_.games) plan.games = static_cast<std::uint32_t>(*overrides_.games);
    if (!plan.mirrored || plan.games % 2 == 0) return;
    read_.complain(overrides_.games ? 0 : line_of(*format_, "games"),
                   std::string(overrides_.games ? "--games" : "games") +
                       " must be an even number with mirrored deals: each deal is played twice");
  }

  void ranking() {
    const Unit unit = contest_.game->info->unit;
    contest_.plan.sum_decides_sets = unit.adds_up;
    contest_.plan.points = traits_->points;
    contest_.plan.tie_breaks.assign(traits_->tie_breaks.begin(), traits_->tie_breaks.end());
    const toml::table* table = read_.table(root_, "ranking");
    if (table == nullptr) return;
    read_.only(*table, "[ranking]", {"by", "points", "tie_break"});
    take_by(*table);
    take_tie_breaks(*table);
    if (const toml::table* points = read_.table(*table, "points")) take_points(*points);
  }

  void take_by(const toml::table& table) {
    contest_.plan.by_unit =
        read_.one_of<bool>(table, "by", false, {{"points", false}, {"unit", true}});
    if (!contest_.plan.by_unit) return;
    if (!contest_.game->info->unit.amounts_count)
      return read_.complain(*table.get("by"), "only the outcomes of " +
                                                  std::string(contest_.game->info->title) +
                                                  " count, not amounts: by must be \"points\"");
    if (table.contains("points") && !traits_->points_are_per_match)
      read_.complain(*table.get("points"), "by = \"unit\" leaves nothing for points to count");
  }

  void take_tie_breaks(const toml::table& table) {
    const Unit unit = contest_.game->info->unit;
    std::map<std::string, TieBreak> words{{"earlier", TieBreak::earlier}, {"won", TieBreak::won}};
    if (unit.adds_up) words.emplace(unit.name, TieBreak::sum);
    if (std::ranges::count(traits_->tie_breaks, TieBreak::buchholz) > 0)
      words.emplace("buchholz", TieBreak::buchholz);
    if (traits_->has_play_offs) words.emplace("play-off", TieBreak::play_off);
    std::vector<TieBreak>& tie_breaks = contest_.plan.tie_breaks;
    tie_breaks = read_.some_of<TieBreak>(table, "tie_break", std::move(tie_breaks), words);
    const auto play_off = std::ranges::find(tie_breaks, TieBreak::play_off);
    if (play_off != tie_breaks.end() && play_off + 1 != tie_breaks.end())
      read_.complain(*table.get("tie_break"), "'play-off' must be the last tie_break of the list");
  }

  void take_points(const toml::table& points) {
    constexpr std::int64_t most = 1'000'000;
    rating::PointRule& rule = contest_.plan.points;
    if (traits_->one_game_for_all) {
      read_.only(points, "points of a game for everyone", {"top"});
      rule.win = rule.tie = read_.whole(points, "top", 1, -most, most);
    } else {
      read_.only(points, "points", {"win", "tie", "loss"});
      rule.win = read_.whole(points, "win", rule.win, -most, most);
      rule.tie = read_.whole(points, "tie", rule.tie, -most, most);
      rule.loss = read_.whole(points, "loss", rule.loss, -most, most);
    }
  }

  void limits() {
    runner::Policy& sandbox = contest_.conditions.host.sandbox;
    sandbox = with(std::move(sandbox), runner::read_limits(read_, root_));
  }

  void faults() {
    if (traits_->one_game_for_all && contest_.plan.points.tie == 0)
      contest_.plan.points.tie = contest_.plan.points.win;
    const toml::table* table = read_.table(root_, "faults");
    if (table == nullptr) return;
    read_.only(*table, "[faults]", {"illegal", "broken", "patience_s"});
    contest_.conditions.faults.patience_s =
        std::chrono::seconds(read_.whole(*table, "patience_s", 60, 1, patience_s_max));
    std::map<std::string, play::Sanction> words{{"lose", play::Sanction::lose},
                                                {"disqualify", play::Sanction::disqualify}};
    contest_.conditions.faults.broken =
        read_.one_of<play::Sanction>(*table, "broken", play::Sanction::lose, words);
    if (contest_.game->has_substitute) {
      words.emplace("substitute", play::Sanction::substitute);
      // The name before 0.2, which contests in stores still have.
      if (const toml::node* const illegal = table->get("illegal");
          illegal != nullptr && illegal->value<std::string>() == "stand") {
        contest_.conditions.faults.illegal = play::Sanction::substitute;
        return;
      }
    }
    contest_.conditions.faults.illegal =
        read_.one_of<play::Sanction>(*table, "illegal", play::Sanction::lose, words);
  }

  void entrants() {
    if (present_) {
      contest_.entrants = *std::move(present_);
      for (play::Entrant& entrant : contest_.entrants)
        if (auto* seat = std::get_if<play::HousePlayer>(&entrant.player))
          for (const auto& bot : contest_.game->house_bots)
            if (bot.name == seat->bot) *seat = bot.player();
      return require_listed_house_bots();
    }
    ListedBots bots(root_, file_,
                    {*contest_.game, contest_.plan, overrides_.bots, overrides_.name_holders,
                     overrides_.skip_broken},
                    read_);
    bots.enter();
    contest_.entrants = bots.take_entrants();
    contest_.not_entered = bots.take_not_entered();
  }

  // Checks that the given entrants have every house bot that the file lists, unless they have none:
  // then they are those of --bots.
  void require_listed_house_bots() {
    const auto is_house = [](const play::Entrant& entrant) {
      return std::holds_alternative<play::HousePlayer>(entrant.player);
    };
    const toml::array* const list = root_.get_as<toml::array>("bot");
    if (list == nullptr || std::ranges::none_of(contest_.entrants, is_house)) return;
    for (const toml::node& node : *list) {
      const toml::table* const bot = node.as_table();
      if (bot == nullptr || !bot->contains("house")) continue;
      const std::string name = read_.text(*bot, "name", read_.text(*bot, "house", ""));
      if (std::ranges::none_of(contest_.entrants, [&](const play::Entrant& entrant) {
            return is_house(entrant) && entrant.name == name;
          }))
        return read_.complain(*bot, "the house bot '" + name + "' is listed, and is not entered");
    }
  }

  // Checks the number and the names of the bots.
  void field() {
    if (auto names = check_names(contest_.entrants); !names)
      return read_.complain(0, place() + ": " + names.error().text);
    const SeatRange seats = contest_.any_game->seats();
    const auto bots = static_cast<int>(contest_.entrants.size());
    if (bots < 2)
      return read_.complain(
          0, place() + ": a contest needs 2 bots or more, not " + std::to_string(bots) +
                 (contest_.not_entered.empty() ? "" : "; " + list_of(contest_.not_entered)));
    if (traits_->one_game_for_all && !seats.holds(bots))
      read_.complain(0, place() + ": a game of " + std::string(contest_.game->info->name) +
                            " has " + std::to_string(seats.fewest) + " to " +
                            std::to_string(seats.most) + " players, not " + std::to_string(bots));
  }
  // Returns where the bots are listed, for messages.
  std::string place() const {
    return overrides_.bots ? "--bots " + overrides_.bots->string() : file_.string();
  }

  // Reads the bots that [format] names.
  void named_bots() {
    tournament::Plan& plan = contest_.plan;
    std::map<std::string, tournament::EntryId> bots;
    for (const play::Entrant& entrant : contest_.entrants)
      bots.emplace(entrant.name, static_cast<tournament::EntryId>(bots.size()));
    if (format_->contains("champion"))
      plan.champion = read_.one_of<tournament::EntryId>(*format_, "champion", 0, bots);
    if (std::ranges::count(traits_->keys, "challengers") == 0) return;
    plan.challengers = read_.some_of<tournament::EntryId>(*format_, "challengers", {}, bots);
    if (failed()) return;
    if (plan.challengers.empty())
      return read_.complain(*format_, "a gauntlet needs challengers: a bot's name, or a list");
    if (bots.size() == std::set(plan.challengers.begin(), plan.challengers.end()).size())
      read_.complain(*format_->get("challengers"),
                     "all bots are challengers, which leaves no opponents");
  }

  // A switch whose value stands in a file, which is read when the others are known.
  struct TypedSwitchFile {
    std::string name;
    const SwitchFile* file;
    const toml::value<std::string>* typed;
  };

  const toml::table& root_;
  const fs::path& file_;
  SwitchedText text_;
  ContestOverrides overrides_;
  std::optional<std::vector<play::Entrant>> present_;  // replace the file's bots
  runner::TomlReader read_;
  Contest contest_;
  Switches switches_;  // as given
  std::vector<TypedSwitchFile> switch_files_;
  std::vector<InlinedText> inlined_;
  const toml::table* head_ = nullptr;
  const toml::table* format_ = nullptr;
  std::optional<play::Seed> given_seed_;
  const tournament::FormatTraits* traits_ = nullptr;
};

}  // namespace

std::expected<void, Problem> check_names(std::span<const play::Entrant> entrants) {
  if (entrants.empty())
    return std::unexpected(Problem{"there are no bots: name some as [[bot]] or [bots] folder"});
  if (entrants.size() > entrants_max)
    return std::unexpected(Problem{"more bots than " + std::to_string(entrants_max)});
  for (std::size_t i = 0; i < entrants.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (is_same_name(entrants[i].name, entrants[j].name))
        return std::unexpected(
            Problem{"two bots are called '" + entrants[i].name + "': names must differ"});
  return {};
}

namespace {

std::expected<Contest, Problem> parse(const std::string& text, const fs::path& file,
                                      ContestOverrides overrides,
                                      std::optional<std::vector<play::Entrant>> present = {}) {
  auto root = runner::parse_toml(text);
  if (!root) return std::unexpected(root.error().in(file.string()));
  auto switched = with_switches(text, *root, overrides.switches);
  if (!switched) return std::unexpected(std::move(switched).error());
  if (!overrides.switches.empty()) root = runner::parse_toml(switched->text);
  // The bot of a tuning (tune.hpp) plays itself: its file need not name a tournament.
  if (root->contains("tune") && !root->contains("format"))
    root->insert("format",
                 toml::table{{"kind", "round-robin"}, {"deals", "mirrored"}, {"games", 2}});
  ContestFile reader(*root, file, *std::move(switched), std::move(overrides), std::move(present));
  auto contest = reader.contest();
  if (contest) contest->text = reader.text();
  return contest;
}

}  // namespace

std::expected<Contest, Problem> read_contest(const std::string& which,
                                             const FolderOrProblem& folder,
                                             ContestOverrides overrides) {
  const auto file = find_contest(which, folder);
  if (!file) return std::unexpected(file.error());
  const auto text = read_file(*file, contest_bytes_max);
  if (!text) return std::unexpected(Problem{file->string() + ": " + text.error()});
  const fs::path bots_folder = overrides.bots.value_or(fs::path());
  const bool seed_is_typed = overrides.seed.has_value(),
             games_are_typed = overrides.games.has_value();
  std::vector<std::string> typed_switches;
  for (const auto& [name, value] : overrides.switches)
    if (auto typed = typed_switch(name, value)) typed_switches.push_back(*std::move(typed));
  auto contest = parse(*text, *file, std::move(overrides));
  if (!contest) return contest;
  const bool has_name =
      folder && std::ranges::any_of(list_contests(*folder), [&](const ListedContest& listed) {
        return listed.file == *file;
      });
  if (!has_name) contest->file = *file;
  contest->bots_folder = bots_folder;
  contest->seed_is_typed = seed_is_typed;
  contest->games_are_typed = games_are_typed;
  contest->typed_switches = std::move(typed_switches);
  return contest;
}

std::expected<Contest, Problem> contest_of(const std::string& text, const std::string& source,
                                           std::vector<play::Entrant> entrants) {
  return parse(text, source, {}, std::move(entrants));
}

}  // namespace hilltop::arena
