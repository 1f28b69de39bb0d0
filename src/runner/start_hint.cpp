#include "runner/start_hint.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>

#include "core/descriptor.hpp"
#include "core/text.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t shown_path_bytes_max = 400;
constexpr int links_max = 40;  // as Linux

constexpr std::string_view way_out =
    "in the sandbox a bot has its own folder and the system's only; bring the program in the bot's "
    "folder (python3 -m venv --copies), or name one of PATH";

// Returns the line of a script that names its interpreter; empty if the file is not a script.
// Follows no link, and waits for no pipe: the file is the bot's.
std::string interpreter_line(const fs::path& script) {
  const Descriptor in(open(script.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  std::array<char, 256> begin{};
  const ssize_t bytes = in.open() ? read(in.number(), begin.data(), begin.size()) : 0;
  const std::string_view text(begin.data(), static_cast<std::size_t>(std::max<ssize_t>(bytes, 0)));
  return text.starts_with("#!") ? std::string(text.substr(0, text.find('\n'))) : "";
}

bool is_inside(const fs::path& file, const fs::path& folder) {
  return std::ranges::mismatch(folder, file).in1 == folder.end();
}

std::string shown(const fs::path& path) { return printable(path.string(), shown_path_bytes_max); }

}  // namespace

std::string start_hint(const Manifest& bot, int error) {
  if (!bot.command.contains('/') || (error != ENOENT && error != EACCES)) return {};
  std::error_code unseen;
  // Links are the author's, so they are followed from where the author made them.
  const fs::path folder = fs::weakly_canonical(bot.home.empty() ? bot.folder : bot.home, unseen);
  const fs::path typed = (folder / bot.command).lexically_normal();
  fs::path program = fs::weakly_canonical(typed, unseen);
  // What is left is a link to nowhere.
  for (int links = 0; links < links_max && fs::is_symlink(program, unseen); ++links)
    program =
        fs::weakly_canonical(program.parent_path() / fs::read_symlink(program, unseen), unseen);
  if (!is_inside(typed, folder))
    return fmt::format("; it is outside the bot's folder: {}", way_out);
  if (!is_inside(program, folder))
    return fmt::format(
        "; it is a link to '{}', {}: {}", shown(program),
        fs::exists(program, unseen) ? "out of the bot's folder" : "where nothing can be found",
        way_out);
  const std::string line = interpreter_line(bot.folder / bot.command);
  if (error == ENOENT && line.ends_with('\r'))
    return "; its first line ends with \\r, as in files of Windows: save it with the line ends of "
           "Unix";
  const std::string interpreter(
      trimmed(std::string_view(line).substr(std::min<std::size_t>(2, line.size()))));
  const fs::path by = interpreter.substr(0, interpreter.find_first_of(" \t"));
  if (!by.is_absolute() || is_inside(by, folder)) return {};
  if (!fs::exists(by, unseen))
    return fmt::format("; its first line names '{}', which does not exist", shown(by));
  if (is_inside(by, "/usr") || is_inside(by, "/bin")) return {};
  return fmt::format("; its first line names '{}': {}", shown(by), way_out);
}

}  // namespace hilltop::runner
