#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/report.hpp"
#include "apps/cli/stored_contest.hpp"
#include "apps/cli/terminal.hpp"

// What reads a store: show, merge.
namespace hilltop::cli {

using store::Store;

Outcome show(const ShowArguments& arguments) {
  static const std::vector<std::string> forms{"text", "json", "csv"};
  const auto form = cli::form(arguments.format, forms);
  if (!form) return std::unexpected(form.error());
  const auto stored = open_contest(arguments.store, arguments.contest);
  if (!stored) return std::unexpected(stored.error());
  const arena::ContestReport report = stored->report();
  if (tells_damage(*stored, report)) return Exit::could_not;
  if (!report.complete)
    say("{}: this is what was played through so far; `hilltop run` goes on\n",
        stored->store.file().string());
  if (*form == Form::json) {
    fmt::print("{}", json_in_detail(*stored, report));
  } else if (*form == Form::csv) {
    fmt::print("{}", csv(stored->contest, report));
  } else {
    const bool coloured = colours(STDOUT_FILENO);
    fmt::print("{}{}", text_in_detail(*stored, report, arguments.faults, coloured),
               arguments.pairs ? pairs_text(stored->contest, report, coloured) : "");
  }
  return Exit::ran;
}

Outcome merge(const MergeArguments& arguments) {
  auto into = Store::open(arguments.into, Store::Access::create);
  if (!into) return std::unexpected(into.error());
  for (const std::string& file : arguments.stores) {
    const auto from = Store::open(file, Store::Access::read);
    if (!from) return std::unexpected(from.error());
    const store::Merged merged = into->merge(*from);
    fmt::print("{}: {} blocks of results taken into {}\n", file,
               grouped(static_cast<std::int64_t>(merged.taken)), arguments.into);
    if (merged.damaged > 0)
      say("{}: {} blocks are damaged, or were changed by hand, and were left where they are\n",
          file, grouped(static_cast<std::int64_t>(merged.damaged)));
  }
  return Exit::ran;
}

}  // namespace hilltop::cli
