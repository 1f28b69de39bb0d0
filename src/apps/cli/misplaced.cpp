#include "apps/cli/misplaced.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string_view>

#include "apps/cli/commands.hpp"
#include "arena/contest_files.hpp"
#include "core/printed_command.hpp"
#include "runner/manifest.hpp"

namespace hilltop::cli {
namespace {

namespace fs = std::filesystem;

// What a word names.
struct Thing {
  std::string what;  // "a bot's folder"
  std::string cure;  // "`hilltop check NAME` checks the bot", or another way out; empty: none
  // Where another message is better: the word can be used there, or is more likely misspelled.
  std::vector<Wanted> not_as;
};

// Returns a command in marks, which tell it from the text around it.
std::string marked(const PrintedCommand& command) { return '`' + command.text() + '`'; }

PrintedCommand command(std::string_view name) { return {called_program(), name}; }

bool has_meta(const fs::path& folder) {
  std::error_code unseen;
  return fs::exists(folder / "meta", unseen);
}

// Returns how many folders in `folder` are bots.
std::ptrdiff_t bots_in(const fs::path& folder) {
  std::error_code unseen;
  return std::count_if(fs::directory_iterator(folder, unseen), fs::directory_iterator(),
                       [](const fs::directory_entry& entry) { return has_meta(entry.path()); });
}

bool begins_with(const fs::path& file, std::string_view wanted) {
  std::string begin(wanted.size(), '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return in && begin == wanted;
}

Thing folder_called(const std::string& typed) {
  if (has_meta(typed))
    return {"a bot's folder",
            marked(command("check").argument(typed_folder(typed))) + " checks the bot",
            {Wanted::bot}};
  if (bots_in(typed) > 0)
    return {"a folder of bots",
            marked(command("run").argument("CONTEST").option("--bots", typed)) + " plays with them",
            {Wanted::bot}};
  return {"a folder", "", {Wanted::bot}};
}

Thing file_called(const std::string& typed) {
  const fs::path file = typed;
  const fs::path parent = file.has_parent_path() ? file.parent_path() : fs::path(".");
  const std::string name = file.filename().string();
  if (begins_with(file, "SQLite format 3"))
    return {
        "a store", marked(command("show").option("--store", typed)) + " prints its ranking", {}};
  if (begins_with(file, "hilltop record "))
    return {
        "a record", fmt::format("a person in a game types 'load {}' to continue it", typed), {}};
  if (name.ends_with(".toml") && name != "bot.toml")
    return {"a contest's file",
            marked(command("run").argument(typed)) + " plays it",
            {Wanted::contest, Wanted::stored_contest}};
  if (has_meta(parent))
    return {"a file of a bot", fmt::format("the bot is its folder, {}", parent.string()), {}};
  return {"a file", "", {Wanted::contest}};
}

std::optional<Thing> name_called(const std::string& typed) {
  if (arena::find_game(typed))
    return Thing{"a game",
                 marked(command("list").argument(typed)) + " lists its rules, bots and contests",
                 {Wanted::game, Wanted::stored_game}};
  if (const auto folder = arena::contests_folder();
      folder && arena::find_contest(typed, folder).has_value())
    return Thing{"a contest",
                 marked(command("run").argument(typed)) + " plays it",
                 {Wanted::contest, Wanted::stored_contest}};
  if (const auto games = games_of_house_bot(typed); !games.empty())
    return Thing{fmt::format("a house bot of {}", fmt::join(games, " and ")),
                 marked(command("play").argument(games.front()).argument("human").argument(typed)) +
                     " plays against it",
                 {Wanted::bot, Wanted::stored_game, Wanted::stored_contest}};
  const std::vector<std::string> printed = names_of_lists();
  if (std::ranges::find(printed, typed) != printed.end())
    return Thing{"a list",
                 marked(command("list").argument(typed)) + " prints it",
                 {Wanted::contest, Wanted::bot, Wanted::stored_contest, Wanted::stored_game}};
  return std::nullopt;
}

std::optional<Thing> called(const std::string& typed) {
  std::error_code unseen;
  if (fs::is_directory(typed, unseen)) return folder_called(typed);
  if (fs::is_regular_file(typed, unseen)) return file_called(typed);
  return name_called(typed);
}

std::string_view name_of(Wanted wanted) {
  switch (wanted) {
    case Wanted::command: return "a command";
    case Wanted::contest: return "a contest";
    case Wanted::stored_contest: return "the name of a stored contest";
    case Wanted::stored_game: return "a stored game, such as bold-kid:17";
    case Wanted::game: return "a game";
    case Wanted::bot: return "a bot";
  }
  return {};
}

// Returns the command that tells what can be given, for a word of which no other command is known.
std::string cure_for(Wanted wanted) {
  switch (wanted) {
    case Wanted::command: return marked(command("help")) + " lists the commands";
    case Wanted::contest: return marked(command("list").argument("contests")) + " lists some";
    case Wanted::stored_contest:
    case Wanted::stored_game:
      return marked(command("show")) + " prints the ranking of the last contest";
    case Wanted::game: return marked(command("list").argument("games")) + " lists them";
    case Wanted::bot:
      return "a bot is a folder with a file 'meta'; " +
             marked(command("new").argument("GAME").argument("LANGUAGE").argument("FOLDER")) +
             " creates one";
  }
  return {};
}

// Returns the game that a bot plays, or a word for it if the bot does not say; empty if the word is
// not a bot.
std::string game_of_bot(const std::string& typed) {
  if (const auto games = games_of_house_bot(typed); !games.empty()) return games.front();
  if (!has_meta(typed)) return {};
  const auto manifest = runner::read_manifest(typed);
  return manifest && !manifest->game.empty() ? manifest->game : "GAME";
}

}  // namespace

std::vector<std::string> games_of_house_bot(const std::string& name) {
  std::vector<std::string> games;
  for (const arena::GameModule& game : arena::catalog())
    if (std::ranges::find(game.house_bots, name, &arena::GameModule::HouseBotInfo::name) !=
        game.house_bots.end())
      games.emplace_back(game.info->name);
  return games;
}

std::string typed_folder(const std::string& folder) {
  const bool is_other =
      folder.starts_with('-') || folder == "human" || !games_of_house_bot(folder).empty();
  return is_other ? "./" + folder : folder;
}

std::optional<Problem> misplaced(const std::string& typed, Wanted wanted) {
  const auto thing = called(typed);
  if (!thing || std::ranges::find(thing->not_as, wanted) != thing->not_as.end())
    return std::nullopt;
  return Problem{fmt::format("'{}' is {}, not {}; {}", typed, thing->what, name_of(wanted),
                             thing->cure.empty() ? cure_for(wanted) : thing->cure)};
}

std::expected<const arena::GameModule*, Problem> game_named(const std::string& typed) {
  const auto game = arena::find_game(typed);
  if (game) return game;
  if (const std::string its_game = game_of_bot(typed); !its_game.empty())
    return std::unexpected(Problem{
        fmt::format("'{0}' is a bot, not a game; the game comes first: {1} {0}", typed, its_game)});
  if (auto found = misplaced(typed, Wanted::game)) return std::unexpected(*std::move(found));
  return game;
}

}  // namespace hilltop::cli
