#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/store_session.hpp"
#include "apps/cli/terminal.hpp"
#include "core/text.hpp"
#include "report/csv.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

// The commands show and merge.
namespace hilltop::cli {

using store::Store;

Outcome show(const ShowArguments& arguments) {
  const auto form = cli::form(arguments.format, /*has_csv=*/true);
  if (!form) return std::unexpected(form.error());
  const auto stored = open_contest(arguments.store, arguments.contest);
  if (!stored) return std::unexpected(stored.error());
  const auto found = report_of(*stored, shell_with(arguments.store));
  if (!found) return Exit::could_not;
  const report::Summary summary = report::summary_of(*stored, *found);
  if (*form == Form::json) {
    fmt::print("{}", report::json(summary));
  } else if (*form == Form::csv) {
    fmt::print("{}", report::csv(summary));
  } else {
    const bool coloured = colours(STDOUT_FILENO);
    fmt::print("{}{}",
               report::text(summary, {.all_faults = arguments.faults,
                                      .coloured = coloured,
                                      .columns_max = terminal_columns(STDOUT_FILENO),
                                      .shell = shell_with(arguments.store)}),
               arguments.pairs ? report::pairs_text(summary, coloured) : "");
  }
  return Exit::ran;
}

Outcome merge(const MergeArguments& arguments) {
  if (arguments.into == no_store)
    return std::unexpected(
        Problem{"--store is none: name the file into which the stores are merged"});
  // Before a store is made that nothing would be in.
  for (const std::string& file : arguments.stores)
    if (const auto from = Store::open(file, Store::Access::read); !from)
      return std::unexpected(from.error());
  auto into = Store::open(arguments.into, Store::Access::create);
  if (!into) return std::unexpected(into.error());
  for (const std::string& file : arguments.stores) {
    const auto from = Store::open(file, Store::Access::read);
    if (!from) return std::unexpected(from.error());
    const store::Merged merged = into->merge(*from);
    fmt::print("{}: merged {} blocks of results into {}\n", file,
               grouped(static_cast<std::int64_t>(merged.taken)), arguments.into);
    if (merged.damaged > 0)
      say("{}: skipped {} blocks that are damaged or were changed by hand\n", file,
          grouped(static_cast<std::int64_t>(merged.damaged)));
    if (merged.damaged_contests > 0)
      say("{}: skipped {}, damaged or changed by hand; a run enters them again\n", file,
          counted(static_cast<std::int64_t>(merged.damaged_contests), "contest"));
  }
  return Exit::ran;
}

}  // namespace hilltop::cli
