#include "runner/manifest.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <iterator>
#include <span>
#include <string_view>
#include <system_error>

#include "core/file.hpp"
#include "core/look.hpp"
#include "core/text.hpp"
#include "runner/content.hpp"
#include "runner/limits.hpp"
#include "runner/toml_reader.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view shape =
    "four lines: name, command, arguments, and 0 or 1 (stderr off or on)";
constexpr std::size_t name_bytes_shown_max = 160;
constexpr std::string_view blanks = " \t";

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t begin = 0;
       (begin = text.find_first_not_of(blanks, begin)) != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    out.emplace_back(text.substr(begin, end - begin));
    begin = end;
  }
  return out;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  std::vector<std::string_view> lines;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    if (end != std::string_view::npos) text.remove_prefix(end + 1);
  }
  return lines;
}

using Cause = NotEntered::Cause;

// Returns why a folder without `meta` has none, as far as its files tell.
std::string why_no_meta(const fs::path& folder) {
  std::error_code error;
  if (const auto why = why_unreachable(folder)) return "it cannot be reached: " + *why;
  if (leads_to_file(folder))
    return fmt::format("it is a file; a bot is the folder with its file 'meta', which has {}",
                       shape);
  if (!leads_to_folder(folder)) return "there is no such folder";
  std::vector<std::string> bots;  // in folders below
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    std::string stem = entry.path().stem().string();
    std::ranges::transform(stem, stem.begin(), [](unsigned char c) { return std::tolower(c); });
    const std::string name = printable(entry.path().filename().string(), name_bytes_shown_max);
    if (stem == "meta") return fmt::format("there is no file 'meta': rename '{}'", name);
    if (!is_left_out(entry.path().filename().string()) && fs::exists(entry.path() / "meta", error))
      bots.push_back(name);
  }
  if (bots.size() == 1)
    return fmt::format("the bot is in the folder '{}' below: move its files up", bots.front());
  if (bots.size() > 1)
    return fmt::format("there are {} bots in folders below, such as '{}': name one of them",
                       bots.size(), std::ranges::min(bots));
  return fmt::format("there is no file 'meta' of {}", shape);
}

std::expected<std::string, Cause> read_meta(const fs::path& folder) {
  std::error_code error;
  if (fs::status(folder / "meta", error).type() == fs::file_type::not_found)
    return std::unexpected(Cause{"", why_no_meta(folder)});
  auto text = read_file(folder / "meta", meta_bytes_max);
  if (!text)
    return std::unexpected(Cause{"meta", fmt::format("{}; it holds {}", text.error(), shape)});
  return std::string(without_byte_order_mark(*text));
}

std::string complaint_of_flag(std::string_view flag) {
  if (flag == "0" || flag == "1") return {};
  return fmt::format("'{}' is neither 0 nor 1 (stderr off or on)", flag);
}

// Returns what is wrong with line `index` (from 0) of a meta file; empty if nothing.
std::string complaint_of(std::size_t index, std::string_view line) {
  if (const std::string why = unprintable(line); !why.empty())
    return fmt::format("{}; a line is printable text in UTF-8", why);
  switch (index) {
    case 0: return complaint_of_name(trimmed(line));
    case 1:
      if (!trimmed(line).empty()) return {};
      return "the command is empty; a program of the folder ('./bot') or one of PATH ('python3') "
             "is allowed";
    case 3: return complaint_of_flag(trimmed(line));
    default: return {};
  }
}

std::vector<Cause> causes_in(std::span<const std::string_view> lines) {
  std::vector<Cause> causes;
  const auto add = [&](std::size_t line, std::string what) {
    causes.push_back({fmt::format("meta:{}", line), std::move(what)});
  };
  for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 4); ++i)
    if (std::string what = complaint_of(i, lines[i]); !what.empty()) add(i + 1, std::move(what));
  if (lines.size() < 4)
    add(lines.size() + 1, fmt::format("this line is missing; a meta file has {}", shape));
  if (lines.size() > 4) add(5, fmt::format("one line too many; a meta file has {}", shape));
  return causes;
}

bool has_meta(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "meta", error);
}

std::expected<std::vector<fs::path>, Problem> folders_in(const fs::path& dir) {
  const auto problem = [&](const std::string& what) {
    return std::unexpected(Problem{
        fmt::format("{}: {}; each bot has a folder of its own there, with a file 'meta' of {}",
                    dir.string(), what, shape)});
  };
  std::error_code error;
  if (fs::exists(dir, error) && !fs::is_directory(dir, error))
    return problem("it is a file, not a folder of bots");
  std::vector<fs::path> folders;
  for (fs::directory_iterator entry(dir, error), end; !error && entry != end;
       entry.increment(error))
    if (std::error_code unseen; fs::is_directory(entry->path(), unseen))
      if (const std::string name = entry->path().filename().string();
          !name.starts_with('.') && !is_left_out(name))
        folders.push_back(entry->path());
  if (error) return problem(error.message());
  const bool has_bots = std::ranges::any_of(folders, has_meta);
  if (!has_bots && has_meta(dir))
    return problem("it is the folder of one bot: name the folder above it");
  if (folders.empty()) return problem("no bot in this folder");
  std::ranges::sort(folders, {}, [](const fs::path& folder) { return folder.filename().string(); });
  return folders;
}

// Reads the table [parameters].
std::vector<Setting> read_parameters(TomlReader& read, const toml::table& root) {
  std::vector<Setting> parameters;
  const toml::table* const table = read.table(root, "parameters");
  if (table == nullptr) return parameters;
  for (const auto& [key, node] : *table) {
    const std::string name(key.str());
    if (const std::string why = complaint_of_parameter(name); !why.empty())
      read.complain(node, why);
    else if (parameters.size() == parameters_max)
      read.complain(node, fmt::format("more parameters than {}", parameters_max));
    else
      parameters.push_back(
          {name, static_cast<int>(read.whole(*table, name, 0, -parameter_max, parameter_max))});
  }
  return parameters;
}

// Adds the settings of bot.toml to a manifest; returns what is wrong with them.
std::vector<Cause> add_bot_toml(Manifest& bot) {
  const fs::path file = bot.folder / "bot.toml";
  std::error_code error;
  if (fs::status(file, error).type() == fs::file_type::not_found) return {};
  const auto text = read_file(file, bot_toml_bytes_max);
  if (!text) return {{"bot.toml", text.error()}};
  const auto at = [](const TomlError& wrong) {
    return Cause{wrong.line == 0 ? "bot.toml" : fmt::format("bot.toml:{}", wrong.line), wrong.what};
  };
  const auto parsed = parse_toml(*text);
  if (!parsed) return {at(parsed.error())};
  const toml::table& root = *parsed;
  TomlReader read;
  read.only(root, "the file",
            {"game", "author", "language", "build", "state", "stays", "parameters", "limits"});
  for (const auto& [key, to] : {std::pair{"game", &bot.game},
                                {"author", &bot.author},
                                {"language", &bot.language},
                                {"build", &bot.build}}) {
    *to = read.text(root, key, "");
    if (const std::string why = unprintable(*to); !why.empty() && to != &bot.build) {
      read.complain(*root.get(key),
                    fmt::format("{}: {}; it is one line of printable text in UTF-8", key, why));
      to->clear();
    }
  }
  bot.state = read.one_of<StateScope>(root, "state", StateScope::folder,
                                      {{"none", StateScope::none},
                                       {"pairing", StateScope::pairing},
                                       {"folder", StateScope::folder}});
  bot.stays = read.flag(root, "stays", false);
  if (bot.stays && bot.state == StateScope::folder)
    read.complain(*root.get("stays"),
                  "stays is for bots with state = \"none\" or \"pairing\": one that keeps files "
                  "has a process per game");
  bot.parameters = read_parameters(read, root);
  bot.limits = read_limits(read, root);
  std::vector<TomlError> errors = read.errors();
  std::ranges::stable_sort(errors, {}, &TomlError::line);
  std::vector<Cause> causes;
  for (const TomlError& each : errors) causes.push_back(at(each));
  return causes;
}

}  // namespace

std::string complaint_of_parameter(std::string_view name) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789_";
  if (!name.empty() && name.size() <= parameter_name_bytes_max &&
      name.find_first_not_of(allowed) == std::string_view::npos)
    return {};
  return fmt::format("'{}' is not a parameter's name: it has 1 to {} small letters, digits and '_'",
                     printable(name, name_bytes_shown_max), parameter_name_bytes_max);
}

std::vector<std::string> filled_in(std::vector<std::string> arguments,
                                   const std::map<std::string, std::string>& values) {
  for (std::string& argument : arguments)
    for (std::size_t at = 0; (at = argument.find('{', at)) != std::string::npos;) {
      const std::size_t end = argument.find('}', at);
      if (end == std::string::npos) break;
      const auto found = values.find(argument.substr(at + 1, end - at - 1));
      if (found != values.end()) argument.replace(at, end - at + 1, found->second);
      at += found == values.end() ? 1 : found->second.size();
    }
  return arguments;
}

std::string complaint_of_name(std::string_view name) {
  if (name.empty())
    return fmt::format("the name is empty; 1 to {} characters are allowed", name_characters_max);
  if (name == "TIE")
    return "'TIE' is not allowed as a name: a game without a winner ends with EXIT TIE";
  if (const std::string why = unprintable(name); !why.empty() || name.contains('\t'))
    return fmt::format("{}; a line is printable text in UTF-8",
                       why.empty() ? "a control character" : why);
  if (look_of(name).empty()) return "the name has blanks alone; it needs a letter";
  if (const std::size_t length = characters_in(name); length > name_characters_max)
    return fmt::format("a name of {} characters; 1 to {} are allowed", length, name_characters_max);
  return {};
}

std::expected<Manifest, NotEntered> read_manifest(const fs::path& folder) {
  NotEntered broken{folder, {}, {}, {}};
  Manifest bot{.folder = folder};
  if (const std::expected<std::string, Cause> text = read_meta(folder)) {
    const std::vector<std::string_view> lines = lines_of(*text);
    broken.causes = causes_in(lines);
    if (const std::string_view name = trimmed(lines[0]); complaint_of_name(name).empty())
      bot.name = name;
    if (broken.causes.empty()) {
      bot.command = trimmed(lines[1]);
      bot.arguments = words(lines[2]);
      bot.stderr_on = trimmed(lines[3]) == "1";
    }
  } else {
    broken.causes.push_back(text.error());
  }
  std::ranges::move(add_bot_toml(bot), std::back_inserter(broken.causes));
  if (broken.causes.empty()) return bot;
  broken.name = std::move(bot.name);
  broken.author = std::move(bot.author);
  return std::unexpected(std::move(broken));
}

Problem problem_of(const NotEntered& broken) {
  Problem problem;
  for (const Cause& cause : broken.causes)
    problem.text +=
        (problem.text.empty() ? "" : "\n  ") + NotEntered::text(cause, broken.folder.string());
  return problem;
}

std::expected<Roster, Problem> read_roster(const fs::path& dir) {
  const std::expected<std::vector<fs::path>, Problem> folders = folders_in(dir);
  if (!folders) return std::unexpected(folders.error());
  Roster roster;
  for (const fs::path& folder : *folders) {
    std::expected<Manifest, NotEntered> bot = read_manifest(folder);
    if (bot)
      roster.bots.push_back(*std::move(bot));
    else
      roster.broken.push_back(std::move(bot).error());
  }
  return roster;
}

}  // namespace hilltop::runner
