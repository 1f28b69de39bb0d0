#include <algorithm>
#include <filesystem>
#include <toml++/toml.h>
#include <utility>

#include "arena/settings.hpp"
#include "arena/tune.hpp"
#include "core/file.hpp"
#include "core/text.hpp"
#include "runner/limits.hpp"
#include "runner/toml_reader.hpp"

namespace hilltop::arena {
namespace {

namespace fs = std::filesystem;

// Steps from the least to the greatest value of a parameter, if its step is left out.
constexpr double usual_steps = 20;
constexpr double rate_max = 100;

// Reads the tables [tune] and [parameters] of a contest's file.
class TuningFile {
 public:
  TuningFile(const toml::table& root, std::string text, const fs::path& file)
      : root_(root), text_(std::move(text)), file_(file) {}

  std::expected<Tuning, Problem> tuning() {
    const toml::table* const tune = read_.table(root_, "tune");
    if (tune == nullptr) read_.complain(1, "there is no table [tune]: say bot = \"…\" there");
    if (failed()) return problem();
    read_.only(*tune, "[tune]", {"bot", "iterations", "games", "rate", "ahead"});
    if (const auto found = take_bot(*tune); !found) return std::unexpected(found.error());
    if (failed()) return problem();
    if (const auto contest = take_contest(); !contest) return std::unexpected(contest.error());
    take_numbers(*tune);
    take_parameters();
    if (failed()) return problem();
    return std::move(tuning_);
  }

 private:
  bool failed() const { return !read_.errors().empty(); }
  std::unexpected<Problem> problem() const {
    return std::unexpected(read_.errors().front().in(file_.string()));
  }

  std::expected<void, Problem> take_bot(const toml::table& tune) {
    const std::string bot = read_.text(tune, "bot", "");
    if (bot.empty()) read_.complain(tune, "[tune] needs a bot: a house bot or a folder");
    const std::string game = root_["contest"]["game"].value_or(std::string());
    const auto found = find_game(game);
    if (!found) read_.complain(1, "[contest] game: " + found.error().text);
    if (failed()) return {};
    tuning_.game = *found;
    std::vector<std::string> known;
    for (const auto& house : tuning_.game->house_bots) {
      known.push_back(house.name);
      if (house.name != bot) continue;
      tuning_.bot = {house.name, house.title, house.player()};
      return {};
    }
    const fs::path folder = file_.parent_path() / bot;
    std::error_code error;
    if (!fs::is_directory(folder, error)) {
      read_.complain(*tune.get("bot"), game + " has no house bot '" + bot +
                                           "', and there is no such folder" +
                                           suggestion(bot, known));
      return {};
    }
    auto manifest = runner::read_manifest(folder);
    if (!manifest) return std::unexpected(runner::problem_of(manifest.error()));
    if (const auto fits = plays(*manifest, *tuning_.game); !fits)
      return std::unexpected(Problem{NotEntered::text(fits.error(), folder.string())});
    tuning_.bot = {manifest->name, manifest->name, *std::move(manifest)};
    return {};
  }

  // Reads all else as that of a contest in which the bot plays itself.
  std::expected<void, Problem> take_contest() {
    play::Entrant twin = tuning_.bot;
    twin.name += "#2";
    auto contest = contest_of(text_, file_.string(), {tuning_.bot, std::move(twin)});
    if (!contest) return std::unexpected(std::move(contest).error());
    if (!contest->any_game->seats().holds(2))
      return std::unexpected(Problem{file_.string() + ": only games of 2 players are tuned"});
    tuning_.rules = contest->rules;
    tuning_.switches = contest->any_game->switches();
    tuning_.conditions = std::move(contest->conditions);
    if (tuning_.conditions.faults.disqualifies())
      return std::unexpected(
          Problem{file_.string() + ": [faults] cannot be 'disqualify' where a bot is tuned"});
    // A bot that keeps files plays each game in a copy of its folder, so that games need no order.
    tuning_.conditions.host.files_stay = false;
    tuning_.seed = contest->seed;
    tuning_.seed_is_drawn = contest->seed_is_drawn;
    return {};
  }

  void take_numbers(const toml::table& tune) {
    tuning_.iterations = static_cast<std::uint32_t>(
        read_.whole(tune, "iterations", tuning_.iterations, 1, tune_iterations_max));
    tuning_.games =
        static_cast<std::uint32_t>(read_.whole(tune, "games", tuning_.games, 2, tune_games_max));
    if (tuning_.games % 2 != 0)
      read_.complain(*tune.get("games"), "games must be an even number: each deal is played twice");
    tuning_.ahead =
        static_cast<std::uint32_t>(read_.whole(tune, "ahead", tuning_.ahead, 1, tune_ahead_max));
    tuning_.rate =
        number(tune, "rate", rating::usual_rate(tuning_.iterations, tuning_.games), 0, rate_max);
  }

  // Reads a number above `above`.
  double number(const toml::table& in, const std::string& key, double otherwise, double above,
                double most) {
    const toml::node* const node = in.get(key);
    if (node == nullptr) return otherwise;
    const auto value = node->value<double>();
    if (value && above < *value && *value <= most) return *value;
    read_.complain(*node, key + " is a number above " + shown(above) + ", at most " + shown(most));
    return otherwise;
  }
  static std::string shown(double value) { return std::to_string(static_cast<long>(value)); }

  void take_parameters() {
    const toml::table* const table = read_.table(root_, "parameters");
    if (table == nullptr || table->empty())
      return read_.complain(1, "there are no parameters to tune: name them as [parameters.NAME]");
    const std::vector<ParameterRange> ranges = parameters_of(*tuning_.game, tuning_.bot);
    std::vector<std::string> known;
    for (const ParameterRange& range : ranges) known.push_back(range.name);
    for (const auto& [key, node] : *table) {
      const std::string name(key.str());
      const auto range = std::ranges::find(ranges, name, &ParameterRange::name);
      if (range == ranges.end())
        read_.complain(node,
                       tuning_.bot.name + " has no parameter '" + name + "'" +
                           (known.empty() ? "; it has none at all" : suggestion(name, known)));
      else if (const toml::table* const of = node.as_table())
        take_parameter(*of, *range);
      else
        read_.complain(node, "[parameters." + name + "] is a table");
    }
  }

  void take_parameter(const toml::table& of, const ParameterRange& range) {
    read_.only(of, "[parameters." + range.name + "]", {"start", "min", "max", "step"});
    const bool is_folder = tuning_.bot.is_process();
    for (const char* const key : {"min", "max"})
      if (is_folder && !of.contains(key))
        return read_.complain(of, "[parameters." + range.name + "] needs min and max");
    const auto whole = [&](const char* key, int otherwise, int min, int max) {
      return static_cast<int>(read_.whole(of, key, otherwise, min, max));
    };
    rating::TunedParameter tuned;
    tuned.min = whole("min", range.min, range.min, range.max);
    tuned.max = whole("max", range.max, tuned.min, range.max);
    tuned.start =
        whole("start", std::clamp(range.usual, tuned.min, tuned.max), tuned.min, tuned.max);
    const double span = std::max(1., static_cast<double>(tuned.max) - tuned.min);
    tuned.step = number(of, "step", std::max(1., span / usual_steps), 0, span);
    tuning_.parameters.push_back({range.name, tuned});
  }

  const toml::table& root_;
  std::string text_;
  const fs::path& file_;
  runner::TomlReader read_;
  Tuning tuning_;
};

}  // namespace

std::expected<Tuning, Problem> read_tuning(const fs::path& file) {
  auto text = read_file(file, contest_bytes_max);
  if (!text) return std::unexpected(Problem{file.string() + ": " + text.error()});
  const auto root = runner::parse_toml(*text);
  if (!root) return std::unexpected(root.error().in(file.string()));
  return TuningFile(*root, *std::move(text), file).tuning();
}

}  // namespace hilltop::arena
