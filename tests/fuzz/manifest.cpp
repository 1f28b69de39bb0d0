#include "runner/manifest.hpp"

#include "fuzz/fuzz.hpp"
#include "runner/content.hpp"

namespace hilltop::fuzz {

// A `meta`, a zero byte and a `bot.toml`; after a second zero byte the list of the bot's own files.
void manifest(std::string_view input) {
  Bytes bytes(input);
  const auto folder = scratch() / "bot";
  std::filesystem::create_directories(folder);
  put(folder / "meta", bytes.text('\0'));
  put(folder / "bot.toml", bytes.text('\0'));
  if (const auto manifest = runner::read_manifest(folder))
    demand(runner::complaint_of_name(manifest->name).empty(), "a name that no bot may have");
  put(folder / runner::own_files_list, bytes.rest());
  const auto all = runner::files_in(folder).value();
  const runner::OwnFilesList list = runner::read_list(folder).value();
  for (const auto& [name, hash] : runner::listed_in(list, all))
    demand(all.contains(name), "a file that is not there");
  put(folder / runner::own_files_list, runner::text_of(list).value());
  demand(runner::read_list(folder).value() == list, "a list that is written otherwise");
}

}  // namespace hilltop::fuzz
