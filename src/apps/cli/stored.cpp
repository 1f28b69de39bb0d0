#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/find_luck.hpp"
#include "apps/cli/last_games.hpp"
#include "apps/cli/show_last.hpp"
#include "apps/cli/store_session.hpp"
#include "apps/cli/terminal.hpp"
#include "apps/cli/version.hpp"
#include "core/file.hpp"
#include "core/text.hpp"
#include "report/csv.hpp"
#include "report/json.hpp"
#include "report/luck.hpp"
#include "report/markdown.hpp"
#include "report/runs.hpp"
#include "report/schemas.hpp"
#include "report/text.hpp"
#include "store/address.hpp"

// The commands show and merge.
namespace hilltop::cli {

using store::Store;

namespace {

void print(const report::List& list, std::string_view schema, Form form) {
  switch (form) {
    case Form::json: return fmt::print("{}", report::json(list, schema));
    case Form::csv: return fmt::print("{}", report::csv(list));
    case Form::md: return fmt::print("{}", report::table_of(list).markdown());
    case Form::text: return fmt::print("{}", report::table_of(list).text(colours(STDOUT_FILENO)));
  }
}

Outcome show_list(const ShowArguments& arguments, Form form) {
  const auto store = open_store(arguments.store);
  if (!store) return std::unexpected(store.error());
  auto name = arguments.contest;
  if (name && name->ends_with(".toml")) name = std::filesystem::path(*name).stem().string();
  const report::List list = report::run_list(*store, name);
  if (list.cells.empty()) {
    // Says which contests there are, if there are any.
    const auto missing = open_contest(arguments.store, arguments.contest);
    if (!missing) return std::unexpected(missing.error());
  }
  print(list, report::schema::runs, form);
  return Exit::ran;
}

// Opens the earlier run that `since` names: a contest of this name in another store, or a run of
// this one.
std::expected<report::StoredContest, Problem> open_earlier(const ShowArguments& arguments,
                                                           const std::string& contest) {
  if (store::is_address(*arguments.since) || leads_to_file(*arguments.since))
    return report::open_contest(*arguments.since, contest);
  return open_contest(arguments.store, arguments.since);
}

Outcome show_since(const ShowArguments& arguments, const report::Summary& now, Form form) {
  const auto earlier = open_earlier(arguments, now.name);
  if (!earlier) return std::unexpected(earlier.error());
  if (earlier->contest.game != now.contest.game)
    return std::unexpected(Problem{
        fmt::format("--since: '{}' is a contest of {}, and '{}' one of {}", *arguments.since,
                    earlier->contest.game->info->name, now.name, now.contest.game->info->name)});
  const auto report = report_of(*earlier, shell_with(*arguments.since));
  if (!report) return Exit::could_not;
  print(report::since_list(report::summary_of(*earlier, *report), now), report::schema::since,
        form);
  return Exit::ran;
}

}  // namespace

Outcome show(const ShowArguments& arguments) {
  if (arguments.contest == last_games_name) return show_last(arguments);
  const auto form = cli::form(arguments.format, report_forms);
  if (!form) return std::unexpected(form.error());
  if ((arguments.list || arguments.since) &&
      (arguments.pairs || arguments.faults || arguments.luck))
    return std::unexpected(
        Problem{"--pairs, --faults and --luck are for a ranking: leave --list and "
                "--since out"});
  if (arguments.list && arguments.since)
    return std::unexpected(Problem{"--list and --since exclude each other"});
  if (arguments.list) return show_list(arguments, *form);
  const auto stored = open_contest(arguments.store, arguments.contest);
  if (!stored) return std::unexpected(stored.error());
  if (!stored->is_latest)
    say("{}: run {} of {}, begun {}\n", stored->store.name(), stored->run, stored->name,
        report::text_of_time(stored->times.began).value_or("by an older version"));
  const auto found = report_of(*stored, shell_with(arguments.store));
  if (!found) return Exit::could_not;
  report::Summary summary = report::summary_of(*stored, *found);
  if (arguments.since) return show_since(arguments, summary, *form);
  if (arguments.luck)
    if (const Outcome luck = find_luck(summary, processors()); luck != Exit::ran) return luck;
  switch (*form) {
    case Form::json: fmt::print("{}", report::json(summary)); break;
    case Form::csv:
      fmt::print("{}", summary.luck ? report::csv(report::luck_list(summary.luck->rows))
                                    : report::csv(summary));
      break;
    case Form::md: fmt::print("{}", report::markdown(summary, program_version)); break;
    case Form::text: {
      const bool coloured = colours(STDOUT_FILENO);
      fmt::print("{}{}",
                 report::text(summary, {.all_faults = arguments.faults,
                                        .coloured = coloured,
                                        .columns_max = terminal_columns(STDOUT_FILENO),
                                        .shell = shell_with(arguments.store)}),
                 arguments.pairs ? report::pairs_text(summary, coloured) : "");
    }
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
