#include "store/seal.hpp"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/digest.hpp"
#include "core/text.hpp"

namespace hilltop::store {
namespace {

void add_signed(Digest& digest, std::int64_t number) {
  digest.add(static_cast<std::uint64_t>(number));
}

void add_bytes(Digest& digest, std::span<const std::uint8_t> bytes) {
  digest.add(bytes.size());
  digest.add(bytes);
}

void add_fault(Digest& digest, const Fault& fault) {
  digest.add(name(fault.kind));
  digest.add(fault.detail);
  // Absent in older versions.
  if (!fault.error_output.empty()) digest.add(fault.error_output);
  for (const auto& [what, text] : {std::pair{"asked", &fault.asked}, {"said", &fault.said}}) {
    if (text->empty()) continue;
    digest.add(what);
    digest.add(*text);
  }
  if (fault.delay) {
    digest.add("delay");
    add_signed(digest, fault.delay->count());
  }
  if (fault.overloaded) digest.add("overloaded");
}

void add_note(Digest& digest, const tournament::FaultNote& note) {
  add_signed(digest, note.entry);
  digest.add(note.game);
  add_fault(digest, note.fault);
}

// Adds what identifies a bot; its title, author and language may change.
void add_bot(Digest& digest, const BotRow& bot) {
  digest.add(bot.name);
  digest.add(std::span<const std::uint8_t>(bot.content));
  digest.add(std::uint64_t{bot.house});
}

void add_layers(Digest& digest, const std::optional<std::uint32_t>& layers) {
  digest.add(std::uint64_t{layers.has_value()});
  digest.add(layers.value_or(0));
}

// Absent in older versions. The order is that in which the store reads them.
void add_fault_counts(Digest& digest, const BatchRow& block) {
  std::vector<tournament::FaultCount> counts = block.fault_counts;
  std::ranges::sort(counts, {}, [](const tournament::FaultCount& count) {
    return std::tuple(count.game, count.entry, name(count.kind), count.overloaded);
  });
  for (const tournament::FaultCount& count : counts) {
    digest.add("faults of a game");
    digest.add(count.game);
    add_signed(digest, count.entry);
    digest.add(name(count.kind));
    digest.add(std::uint64_t{count.overloaded});
    digest.add(count.faults);
  }
}

bool is_possible(const tournament::Tally& line, std::uint32_t games) {
  return line.games == games && line.won >= 0 && line.tied >= 0 && line.faults >= 0 &&
         line.won <= line.games && line.tied <= line.games - line.won;
}

}  // namespace

Key seal_of(const Key& fixture, const BatchRow& block) {
  Digest digest;
  digest.add("hilltop block");
  digest.add(std::span<const std::uint8_t>(fixture));
  digest.add(block.first_game);
  digest.add(block.games);
  digest.add(block.tallies.size());
  for (const tournament::Tally& line : block.tallies) {
    for (const std::int64_t number : {line.games, line.won, line.tied, line.faults, line.sum})
      add_signed(digest, number);
    digest.add(std::uint64_t{line.best.has_value()});
    add_signed(digest, line.best.value_or(0));
  }
  digest.add(block.notes.size());
  for (const tournament::FaultNote& note : block.notes) add_note(digest, note);
  digest.add(std::uint64_t{block.disqualified.has_value()});
  if (block.disqualified) add_note(digest, *block.disqualified);
  add_layers(digest, block.layers);
  digest.add(block.digest);
  add_bytes(digest, block.bytes);
  for (std::size_t place = 0; place < block.timings.size(); ++place) {
    const Timing& timing = block.timings[place];
    if (timing.answers == 0) continue;  // a row cannot tell zero answers from no timing
    digest.add(place);
    digest.add(timing.answers);
    add_signed(digest, timing.total.count());
    add_signed(digest, timing.slowest.count());
  }
  add_fault_counts(digest, block);
  if (!block.traces.empty()) {  // absent in older versions
    digest.add("traces");
    for (const tournament::GameTrace trace : block.traces) digest.add(trace);
  }
  return digest.value();
}

Key seal_of(const ContestRow& contest) {
  Digest digest;
  digest.add("hilltop stored contest");
  digest.add(std::span<const std::uint8_t>(contest.key));
  digest.add(contest.name);
  digest.add(contest.file);
  // Older versions had no other seeds than numbers.
  if (const auto number = number_in<std::uint64_t>(contest.seed))
    digest.add(*number);
  else
    digest.add(contest.seed);
  digest.add(contest.games);
  digest.add(contest.bots.size());
  for (const BotRow& bot : contest.bots) add_bot(digest, bot);
  // Absent in older versions.
  for (std::size_t place = 0; place < contest.folders.size(); ++place) {
    if (contest.folders[place].empty()) continue;
    digest.add("folder");
    digest.add(place);
    digest.add(contest.folders[place]);
  }
  for (const auto& [what, path] :
       {std::pair{"file", &contest.file_path}, {"bots", &contest.bots_path}}) {
    if (path->empty()) continue;
    digest.add(what);
    digest.add(*path);
  }
  for (const std::string& typed : contest.typed_switches) {
    digest.add("switch");
    digest.add(typed);
  }
  for (const auto& [what, time] :
       {std::pair{"began", contest.times.began}, {"latest", contest.times.latest}}) {
    if (time == 0) continue;
    digest.add(what);
    add_signed(digest, time);
  }
  for (const NotEntered& left_out : contest.not_entered) {
    digest.add("not entered");
    for (const std::string& text : {left_out.folder.string(), left_out.name, left_out.author})
      digest.add(text);
    for (const auto& [place, what] : left_out.causes) {
      digest.add(place);
      digest.add(what);
    }
  }
  return digest.value();
}

Key seal_of(const BotRow& bot) {
  Digest digest;
  digest.add("hilltop stored bot");
  add_bot(digest, bot);
  for (const std::string& text : {bot.title, bot.author, bot.language}) digest.add(text);
  return digest.value();
}

Key seal_of(const FixtureRow& fixture) {
  Digest digest;
  digest.add("hilltop stored fixture");
  digest.add(std::span<const std::uint8_t>(fixture.key));
  digest.add(fixture.bots.size());
  for (const BotRow& bot : fixture.bots) add_bot(digest, bot);
  return digest.value();
}

Key seal_of(const Key& key, const QualificationRow& check) {
  Digest digest;
  digest.add("hilltop stored check");
  digest.add(std::span<const std::uint8_t>(key));
  add_layers(digest, check.layers);
  digest.add(std::uint64_t{check.failure.has_value()});
  if (check.failure) {
    digest.add(check.failure->against);
    digest.add(check.failure->game);
    Fault fault = check.failure->fault;
    digest.add(std::exchange(fault.asked, {}));
    digest.add(std::exchange(fault.said, {}));
    add_fault(digest, fault);
  }
  return digest.value();
}

std::string nonsense_in(const BatchRow& block, std::size_t bots) {
  if (bots == 0) return "nobody sits";
  if (block.tallies.size() != bots)
    return "it has " + std::to_string(block.tallies.size()) + " tallies for " +
           std::to_string(bots) + " bots";
  if (block.games == 0 || block.games > tournament::games_max ||
      block.first_game > tournament::games_max - block.games)
    return "there are no such games";
  for (const tournament::Tally& line : block.tallies)
    if (!is_possible(line, block.games)) return "a tally counts what cannot have been";
  if (std::ranges::any_of(block.timings, [](const Timing& timing) {
        return timing.slowest.count() < 0 || timing.total < timing.slowest ||
               !std::in_range<std::int64_t>(timing.answers);
      }))
    return "an answer took a time that cannot have been";
  if (!block.digest.empty() && block.digest.size() != 2 * Key().size())
    return "its digest is of another length";
  if (!block.digest.empty() && block.disqualified)
    return "it is complete, although it disqualifies a bot";
  if (!block.traces.empty() && (block.traces.size() != block.games || bots != 2))
    return "it has traces of other games";
  if (std::ranges::any_of(block.traces, [](tournament::GameTrace trace) {
        return tournament::half_points_of(trace) > 2;
      }))
    return "a trace tells an outcome that cannot have been";
  const auto is_of_it = [&](const auto& fault) {
    return fault.entry >= 0 && static_cast<std::size_t>(fault.entry) < bots &&
           fault.game >= block.first_game && fault.game - block.first_game < block.games;
  };
  if (!std::ranges::all_of(block.notes, is_of_it) ||
      !std::ranges::all_of(block.fault_counts, is_of_it) ||
      (block.disqualified && !is_of_it(*block.disqualified)))
    return "a fault is of none of its bots or games";
  if (!std::ranges::all_of(block.fault_counts, &tournament::FaultCount::faults))
    return "it counts no fault of a kind";
  return {};
}

}  // namespace hilltop::store
