#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/misplaced.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/templates.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/catalog.hpp"
#include "core/printed_command.hpp"
#include "core/text.hpp"
#include "play/conditions.hpp"
#include "runner/command_search.hpp"
#include "runner/manifest.hpp"

namespace hilltop::cli {
namespace {

namespace fs = std::filesystem;

std::unexpected<Problem> problem(std::string text) {
  return std::unexpected(Problem{std::move(text)});
}

// What people also call a language, in lower case.
constexpr std::array<std::pair<std::string_view, std::string_view>, 15> aliases{
    {{"c#", "csharp"},
     {"c++", "cpp"},
     {"cc", "cpp"},
     {"cs", "csharp"},
     {"cxx", "cpp"},
     {"golang", "go"},
     {"js", "javascript"},
     {"kt", "kotlin"},
     {"mono", "csharp"},
     {"node", "javascript"},
     {"py", "python"},
     {"python3", "python"},
     {"rb", "ruby"},
     {"rs", "rust"},
     {"ts", "typescript"}}};

std::string language_meant(std::string typed) {
  for (char& letter : typed)
    if ('A' <= letter && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  const auto* const alias =
      std::ranges::find(aliases, typed, &decltype(aliases)::value_type::first);
  return alias == aliases.end() ? typed : std::string(alias->second);
}

// The words of sdk/templates: every game, and every language of any game.
struct Words {
  std::vector<std::string> games, languages;

  explicit Words(const std::vector<Template>& all) {
    for (const Template& each : all) {
      if (games.empty() || games.back() != each.game) games.push_back(each.game);
      if (!is_language(each.language)) languages.push_back(each.language);
    }
    std::ranges::sort(languages);
  }

  bool is_game(const std::string& word) const {
    return std::ranges::find(games, word) != games.end();
  }
  bool is_language(const std::string& word) const {
    return std::ranges::find(languages, language_meant(word)) != languages.end();
  }
};

// Returns the command with its three words in the right order; empty if no order makes sense.
std::string right_order(const NewArguments& arguments, const Words& words) {
  std::array typed{arguments.game, arguments.language, arguments.folder};
  std::ranges::sort(typed);
  do {
    if (words.is_game(typed[0]) && words.is_language(typed[1]))
      return PrintedCommand(called_program(), "new")
          .argument(typed[0])
          .argument(language_meant(typed[1]))
          .argument(typed[2])
          .text();
  } while (std::ranges::next_permutation(typed).found);
  return {};
}

Problem complaint_of_words(const NewArguments& arguments, const Words& words,
                           const std::vector<std::string>& languages) {
  const bool is_game = words.is_game(arguments.game);
  const std::string& wrong = is_game ? arguments.language : arguments.game;
  if (const std::string meant = right_order(arguments, words); !meant.empty())
    return {
        fmt::format("'{}' is not a {}: the game comes first, then the language, then the folder; "
                    "did you mean: {}",
                    wrong, is_game ? "language" : "game", meant)};
  if (is_game)
    return {fmt::format("there is no {} bot in '{}'{}", arguments.game, wrong,
                        suggestion(language_meant(wrong), languages))};
  if (words.is_language(wrong))
    return {fmt::format("'{}' is a language: the game comes before it{}", wrong,
                        suggestion(arguments.language, words.games))};
  return {fmt::format("there is no starter bot for '{}'{}", wrong, suggestion(wrong, words.games))};
}

std::expected<Template, Problem> template_for(const NewArguments& arguments) {
  const auto all = templates();
  if (!all) return std::unexpected(all.error());
  std::vector<std::string> languages;
  for (const Template& each : *all) {
    if (each.game != arguments.game) continue;
    if (each.language == language_meant(arguments.language)) return each;
    languages.push_back(each.language);
  }
  return std::unexpected(complaint_of_words(arguments, Words(*all), languages));
}

// Returns why a tool is not found: it is nowhere, or where the sandbox hides it.
std::string why_missing(const Tool& tool) {
  const std::string elsewhere = runner::find_in(std::string(tool.command), runner::path_of_host());
  if (elsewhere.empty()) return "is not in PATH";
  return fmt::format("is {} in PATH, which {} in the sandbox does not see", elsewhere,
                     tool.use == Tool::Use::build ? "a build" : "a bot");
}

// Throws if a tool that bots in this language need is missing.
void check_tools(const std::string& language) {
  for (const Tool& tool : tools_of(language))
    if (!is_found(tool))
      throw std::runtime_error(
          fmt::format("a bot in {} needs {}, which {}: install it (Debian: apt-get install {}), "
                      "then give the same command again",
                      language, tool.command, why_missing(tool), tool.debian_package));
}

// Throws if an SDK file is missing: a compiled one (Java's jar) is made by the build, if the
// language's tool is installed.
void check_whole(const fs::path& from) {
  for (const auto& entry : fs::directory_iterator(from))
    if (!fs::exists(entry.path()))
      throw std::runtime_error(fmt::format(
          "{} is missing: build Hilltop again where the tools of its language are installed",
          fs::weakly_canonical(from / fs::read_symlink(entry.path())).string()));
}

// Writes the template's meta with the folder's name as the bot's, so that two new bots differ.
void write_meta(const fs::path& from, const fs::path& folder) {
  std::ifstream in(from / "meta");
  std::string line;
  std::getline(in, line);
  std::ofstream out(folder / "meta");
  out << fs::canonical(folder).filename().string() << '\n' << in.rdbuf();
  out.close();
  if (!in || !out)
    throw std::runtime_error(fmt::format("cannot write {}", (folder / "meta").string()));
}

// Makes the folder with a valid meta. Problem: leaves nothing behind.
std::expected<void, Problem> begin_folder(const fs::path& from, const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder, error) &&
      !(fs::is_directory(folder, error) && fs::is_empty(folder, error)))
    return problem(fmt::format("{} exists and is not an empty folder", folder.string()));
  const bool made = fs::create_directories(folder, error);
  if (error) return problem(fmt::format("{}: {}", folder.string(), error.message()));
  write_meta(from, folder);
  const auto manifest = runner::read_manifest(folder);
  if (manifest) return {};
  fs::remove(folder / "meta");
  if (made) fs::remove(folder);
  return problem(fmt::format("the folder's name becomes the bot's: {}",
                             runner::problem_of(manifest.error()).text));
}

// Compiles the bot as the arena does before its first game, which then need not. Throws if that
// fails.
void build(const runner::Manifest& bot) {
  play::Conditions conditions;
  if (const auto guarded = guard_bots(conditions, {}); !guarded)
    throw std::runtime_error(guarded.error().text);
  const play::BotHost& host = conditions.host;
  const auto built = host.builder->ready(bot, host.warden, host.sandbox);
  host.builder->give_back();
  if (!built)
    throw std::runtime_error(
        fmt::format("{} is written, but the bot cannot play yet", bot.folder.string()));
}

// Copies the template's files into a folder that has only a meta. Leaves it empty if that fails, so
// that the command can be given again.
void fill(const fs::path& from, const fs::path& folder) {
  try {
    fs::copy(from, folder, fs::copy_options::recursive | fs::copy_options::skip_existing);
  } catch (const fs::filesystem_error&) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored))
      fs::remove_all(entry.path(), ignored);
    throw;
  }
}

std::string next_commands(const arena::GameModule& game, const fs::path& folder, bool compiled) {
  const std::string bot = typed_folder(folder);
  const auto command = [](std::string_view name) { return PrintedCommand(called_program(), name); };
  std::string text =
      fmt::format("{} plays {}. Now try:\n", printable(folder.string(), 4096), game.info->title);
  for (const PrintedCommand& next : {command("debug").argument(bot),
                                     command("play")
                                         .argument(std::string(game.info->name))
                                         .argument(bot)
                                         .argument(game.house_bots.front().name)
                                         .option("--games", "100"),
                                     command("check").argument(bot),
                                     command("debug").argument(bot).option("--against", "human")})
    text += "  " + next.text() + '\n';
  if (compiled) text += "Each of these first compiles it again if its source has changed.\n";
  return text;
}

}  // namespace

Outcome new_bot(const NewArguments& arguments) {
  const auto from = template_for(arguments);
  if (!from) return std::unexpected(from.error());
  const auto game = arena::find_game(arguments.game);
  if (!game) return std::unexpected(game.error());
  check_tools(from->language);
  check_whole(from->folder);
  const fs::path folder = arguments.folder;
  if (const auto begun = begin_folder(from->folder, folder); !begun)
    return std::unexpected(begun.error());
  fill(from->folder, folder);
  const auto bot = runner::read_manifest(folder);
  if (!bot) return std::unexpected(runner::problem_of(bot.error()));
  const bool compiled = !bot->build.empty();
  if (compiled) build(*bot);
  fmt::print("{}", next_commands(**game, folder, compiled));
  return Exit::ran;
}

}  // namespace hilltop::cli
