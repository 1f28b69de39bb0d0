#include "match/record.hpp"

#include "arena/catalog.hpp"
#include "fuzz/fuzz.hpp"

namespace hilltop::fuzz {

// A saved game, or a record from a store.
void record(std::string_view input) {
  const auto record = read_record(input, "fuzz");
  if (!record) return demand(!record.error().text.empty(), "a problem without a word");
  const auto again = read_record(write(*record), "again");
  demand(again && *again == *record, "what was read is not what is written");
  const auto game = arena::find_game(record->game);
  if (!game) return;
  const auto any_game = (*game)->under(record->rules, record->switches);
  if (!any_game) return;
  const bool playable = (*any_game)->check(*record).has_value();
  std::string account;
  play::Observer watch;
  watch.log = [&](std::string_view part) { account += part; };
  watch.table = [&](std::string_view part) { account += part; };
  const auto replayed = (*any_game)->replay(*record, &watch);
  demand(playable || !replayed, "what cannot be played is replayed");
  for (const auto& [format, about] : (*game)->formats)
    if (replayed) (void)(*any_game)->write(*record, format, {"contest", "names:1"});
}

}  // namespace hilltop::fuzz
