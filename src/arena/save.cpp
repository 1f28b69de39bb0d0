#include "arena/save.hpp"

#include <algorithm>

#include "core/file.hpp"
#include "core/text.hpp"

namespace hilltop::arena {
std::expected<void, Problem> save_record(const Record& record, const std::string& file) {
  if (const auto saved = replace_file(file, write(record)); !saved)
    return std::unexpected(Problem{"cannot write '" + file + "': " + saved.error()});
  return {};
}

std::expected<Record, Problem> load_record(const std::string& file) {
  const auto text = read_file(file, record_bytes_max);
  if (!text) return std::unexpected(Problem{"cannot read '" + file + "': " + text.error()});
  return read_record(*text, file);
}

std::string name_refusal(std::string_view name) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (name.empty()) return "a name has at least one letter";
  if (std::ranges::any_of(name, is_control)) return "a name is one line of ordinary letters";
  if (characters_in(name) > person_name_max)
    return "a name has at most " + std::to_string(person_name_max) + " letters";
  return {};
}

}  // namespace hilltop::arena
