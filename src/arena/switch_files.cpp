#include "arena/switch_files.hpp"

#include <algorithm>

#include "core/file.hpp"
#include "core/text.hpp"

namespace hilltop::arena {

const SwitchFile* find_switch_file(const GameModule& game, std::string_view name) {
  const auto found = std::ranges::find(game.switch_files, name, &SwitchFile::name);
  return found == game.switch_files.end() ? nullptr : &*found;
}

std::expected<SwitchValue, Problem> read_switch_file(const SwitchFile& of, const std::string& typed,
                                                     const std::filesystem::path& folder,
                                                     const SwitchFile::Context& context) {
  const auto built_in = std::ranges::find(of.built_in, typed, &SwitchFile::BuiltIn::name);
  if (built_in != of.built_in.end()) return of.read(built_in->text, typed, context);
  const std::filesystem::path file = folder / typed;
  const auto text = read_file(file, of.bytes_max);
  if (text) return of.read(*text, printable(file.string(), std::string::npos), context);
  std::string known;
  for (const SwitchFile::BuiltIn& each : of.built_in)
    known += (known.empty() ? "" : ", ") + std::string(each.name);
  return std::unexpected(Problem{std::string(of.name) + ": cannot read '" + file.string() +
                                 "': " + text.error() +
                                 (known.empty() ? "" : " (a file, or one of: " + known + ")")});
}

}  // namespace hilltop::arena
