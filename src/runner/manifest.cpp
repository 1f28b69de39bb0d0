#include "runner/manifest.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>

#include "core/file.hpp"
#include "core/text.hpp"
#include "runner/limits.hpp"
#include "runner/toml_reader.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view shape =
    "four lines: name, command, arguments, and 0 or 1 (stderr off or on)";
constexpr std::string_view blanks = " \t";

std::unexpected<Problem> problem(std::string text) {
  return std::unexpected(Problem{std::move(text)});
}

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

std::expected<std::string, Problem> read_meta(const fs::path& meta) {
  std::error_code error;
  if (fs::status(meta, error).type() == fs::file_type::not_found)
    return problem(fmt::format("{}: no such file; a bot's folder holds a file 'meta' of {}",
                               meta.string(), shape));
  auto text = read_file(meta, meta_bytes_max);
  if (!text) return problem(fmt::format("{}: {}; it holds {}", meta.string(), text.error(), shape));
  return *std::move(text);
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

std::optional<Problem> problem_of(const fs::path& meta, std::span<const std::string_view> lines) {
  const auto at = [&](std::size_t line, std::string_view what) {
    return Problem{fmt::format("{}:{}: {}", meta.string(), line, what)};
  };
  for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 4); ++i)
    if (const std::string what = complaint_of(i, lines[i]); !what.empty()) return at(i + 1, what);
  if (lines.size() < 4)
    return at(lines.size() + 1, fmt::format("this line is missing; a meta file has {}", shape));
  if (lines.size() > 4) return at(5, fmt::format("a line too many; a meta file has {}", shape));
  return std::nullopt;
}

std::expected<std::vector<fs::path>, Problem> folders_with_meta(const fs::path& dir) {
  constexpr std::string_view way_out =
      "each bot has a folder of its own there, with a file 'meta' of";
  std::error_code error;
  std::vector<fs::path> folders;
  for (fs::directory_iterator entry(dir, error), end; !error && entry != end;
       entry.increment(error))
    if (std::error_code unseen;
        fs::is_directory(entry->path(), unseen) &&
        fs::symlink_status(entry->path() / "meta", unseen).type() != fs::file_type::not_found)
      folders.push_back(entry->path());
  if (error)
    return problem(fmt::format("{}: {}; {} {}", dir.string(), error.message(), way_out, shape));
  if (folders.empty())
    return problem(fmt::format("{}: no bot in this folder; {} {}", dir.string(), way_out, shape));
  std::ranges::sort(folders, {}, [](const fs::path& folder) { return folder.filename().string(); });
  return folders;
}

// Adds the settings of bot.toml to a manifest.
std::expected<Manifest, Problem> with_bot_toml(Manifest bot) {
  const fs::path file = bot.folder / "bot.toml";
  std::error_code error;
  if (fs::status(file, error).type() == fs::file_type::not_found) return bot;
  const auto text = read_file(file, bot_toml_bytes_max);
  if (!text) return problem(fmt::format("{}: {}", file.string(), text.error()));
  const auto parsed = parse_toml(*text, file.string());
  if (!parsed) return std::unexpected(parsed.error());
  const toml::table& root = *parsed;
  TomlReader read(file.string());
  read.only(root, "the file", {"game", "author", "language", "build", "state", "limits"});
  bot.game = read.text(root, "game", "");
  bot.author = read.text(root, "author", "");
  bot.language = read.text(root, "language", "");
  bot.build = read.text(root, "build", "");
  bot.state = read.one_of<StateScope>(root, "state", StateScope::folder,
                                      {{"none", StateScope::none},
                                       {"pairing", StateScope::pairing},
                                       {"folder", StateScope::folder}});
  bot.limits = read_limits(read, root);
  if (read.problem()) return std::unexpected(*read.problem());
  for (const auto& [key, said] :
       {std::pair{"game", &bot.game}, {"author", &bot.author}, {"language", &bot.language}})
    if (const std::string why = unprintable(*said); !why.empty())
      return problem(fmt::format("{}: {}: {}; it is one line of printable text in UTF-8",
                                 file.string(), key, why));
  return bot;
}

}  // namespace

std::string complaint_of_name(std::string_view name) {
  if (name.empty())
    return fmt::format("the name is empty; 1 to {} characters are allowed", name_characters_max);
  if (name == "TIE") return "'TIE' is no legal name: a game without a winner ends with EXIT TIE";
  if (const std::string why = unprintable(name); !why.empty() || name.contains('\t'))
    return fmt::format("{}; a line is printable text in UTF-8",
                       why.empty() ? "a control character" : why);
  if (const std::size_t length = characters_in(name); length > name_characters_max)
    return fmt::format("a name of {} characters; 1 to {} are allowed", length, name_characters_max);
  return {};
}

std::expected<Manifest, Problem> read_manifest(const fs::path& folder) {
  const fs::path meta = folder / "meta";
  const std::expected<std::string, Problem> text = read_meta(meta);
  if (!text) return std::unexpected(text.error());
  const std::vector<std::string_view> lines = lines_of(*text);
  if (std::optional<Problem> wrong = problem_of(meta, lines)) return std::unexpected(*wrong);
  return with_bot_toml({.folder = folder,
                        .name = std::string(trimmed(lines[0])),
                        .command = std::string(trimmed(lines[1])),
                        .arguments = words(lines[2]),
                        .stderr_on = trimmed(lines[3]) == "1"});
}

std::expected<std::vector<Manifest>, Problem> read_roster(const fs::path& dir) {
  const std::expected<std::vector<fs::path>, Problem> folders = folders_with_meta(dir);
  if (!folders) return std::unexpected(folders.error());
  std::vector<Manifest> roster;
  std::map<std::string, fs::path> owners;
  for (const fs::path& folder : *folders) {
    std::expected<Manifest, Problem> bot = read_manifest(folder);
    if (!bot) return std::unexpected(bot.error());
    const auto [owner, fresh] = owners.emplace(bot->name, folder);
    if (!fresh)
      return problem(fmt::format("{}:1: the name '{}' is that of {}; every bot has its own",
                                 (folder / "meta").string(), bot->name, owner->second.string()));
    roster.push_back(std::move(*bot));
  }
  return roster;
}

}  // namespace hilltop::runner
