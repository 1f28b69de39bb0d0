#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/templates.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/catalog.hpp"
#include "core/text.hpp"
#include "runner/manifest.hpp"

namespace hilltop::cli {
namespace {

namespace fs = std::filesystem;

std::unexpected<Problem> problem(std::string text) {
  return std::unexpected(Problem{std::move(text)});
}

// The tool that bots in a language need.
struct Tool {
  std::string_view language, command, debian_package;
};
constexpr std::array tools{Tool{"python", "python3", "python3"},
                           Tool{"javascript", "node", "nodejs"}, Tool{"cpp", "g++", "g++"},
                           Tool{"java", "javac", "default-jdk-headless"}};

std::expected<Template, Problem> template_for(const NewArguments& arguments) {
  const auto all = templates();
  if (!all) return std::unexpected(all.error());
  std::vector<std::string> games, languages;
  for (const Template& each : *all) {
    if (games.empty() || games.back() != each.game) games.push_back(each.game);
    if (each.game == arguments.game) languages.push_back(each.language);
    if (each.game == arguments.game && each.language == arguments.language) return each;
  }
  if (languages.empty())
    return problem(fmt::format("there is no starter bot for '{}'{}", arguments.game,
                               suggestion(arguments.game, games)));
  return problem(fmt::format("there is no {} bot in '{}'{}", arguments.game, arguments.language,
                             suggestion(arguments.language, languages)));
}

bool in_path(std::string_view command) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((fs::path(folder) / command).c_str(), X_OK) == 0) return true;
  return false;
}

// Throws if the tool that bots in this language need is missing.
void check_tool(const std::string& language) {
  const auto* const tool = std::ranges::find(tools, language, &Tool::language);
  if (tool == tools.end() || in_path(tool->command)) return;
  throw std::runtime_error(fmt::format(
      "a bot in {} needs {}, which is not in PATH: install it (Debian: apt-get install {}), then "
      "give the same command again",
      language, tool->command, tool->debian_package));
}

// Throws if an SDK file is missing: a compiled one (Java's jar) is made by the build, if the
// language's tool is installed.
void check_whole(const fs::path& from) {
  for (const auto& entry : fs::directory_iterator(from))
    if (!fs::exists(entry.path()))
      throw std::runtime_error(fmt::format(
          "{} is missing: build Hilltop again (./hilltop does) where the tools of its language are "
          "installed",
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

// Returns the command that compiles the bot; empty if it needs none.
std::string build_of(const fs::path& folder) {
  const auto bot = runner::read_manifest(folder);
  return bot ? bot->build : "";
}

void build(const fs::path& folder, const std::string& command) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  std::string shell = "sh", option = "-c", line = command;
  std::array<char*, 4> arguments{shell.data(), option.data(), line.data(), nullptr};
  pid_t child = 0;
  int status = 0;
  const bool built =
      posix_spawn(&child, "/bin/sh", &actions, nullptr, arguments.data(), environ) == 0 &&
      waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  posix_spawn_file_actions_destroy(&actions);
  if (!built)
    throw std::runtime_error(
        fmt::format("{} is written, but this failed there, so the bot cannot play yet: {}",
                    folder.string(), command));
}

std::string next_commands(const arena::GameModule& game, const fs::path& folder,
                          const std::string& build_command) {
  const std::string program = fs::exists("hilltop") ? "./hilltop" : "hilltop";
  const std::string bot = shell_word(folder.string());
  std::string text =
      fmt::format("{} plays {}. Now try:\n", printable(folder.string(), 4096), game.info->title);
  text += fmt::format("  {} debug {}\n", program, bot);
  text += fmt::format("  {} play {} {} {} --games 100\n", program, game.info->name, bot,
                      game.house_bots.front().name);
  text += fmt::format("  {} check {}\n", program, bot);
  text += fmt::format("  {} debug {} --against human\n", program, bot);
  if (!build_command.empty())
    text += fmt::format("After a change of its source:\n  (cd {} && {})\n", bot, build_command);
  return text;
}

}  // namespace

Outcome new_bot(const NewArguments& arguments) {
  const auto from = template_for(arguments);
  if (!from) return std::unexpected(from.error());
  const auto game = arena::find_game(arguments.game);
  if (!game) return std::unexpected(game.error());
  check_tool(from->language);
  check_whole(from->folder);
  const fs::path folder = arguments.folder;
  if (const auto begun = begin_folder(from->folder, folder); !begun)
    return std::unexpected(begun.error());
  fs::copy(from->folder, folder, fs::copy_options::recursive | fs::copy_options::skip_existing);
  const std::string command = build_of(folder);
  if (!command.empty()) build(folder, command);
  fmt::print("{}", next_commands(**game, folder, command));
  return Exit::ran;
}

}  // namespace hilltop::cli
