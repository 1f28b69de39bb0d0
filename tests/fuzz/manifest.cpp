#include "runner/manifest.hpp"

#include "fuzz/fuzz.hpp"
#include "runner/content.hpp"

namespace hilltop::fuzz {

// A `meta`, a zero byte and a `bot.toml`; behind a second one a diary.
void manifest(std::string_view input) {
  Bytes bytes(input);
  const auto folder = scratch() / "bot";
  std::filesystem::create_directories(folder);
  put(folder / "meta", bytes.text('\0'));
  put(folder / "bot.toml", bytes.text('\0'));
  if (const auto manifest = runner::read_manifest(folder))
    demand(runner::complaint_of_name(manifest->name).empty(), "a name that no bot may have");
  const std::string diary = runner::Diary::read(bytes.rest()).write();
  demand(runner::Diary::read(diary).write() == diary,
         "a diary that is read otherwise than written");
}

}  // namespace hilltop::fuzz
