#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>
#include <tuple>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/store_session.hpp"
#include "apps/cli/terminal.hpp"
#include "report/csv.hpp"
#include "report/games.hpp"
#include "report/json.hpp"
#include "report/page/page.hpp"

namespace hilltop::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* page_file = "index.html";

// Makes the folder of an option if it is missing. Problem: it cannot be written.
std::expected<void, Problem> folder(const char* option, const std::optional<std::string>& typed) {
  if (!typed) return {};
  const auto problem = [&](const std::string& why) {
    return std::unexpected(
        Problem{fmt::format("{}: cannot write into '{}': {}", option, *typed, why)});
  };
  std::error_code error;
  if (fs::exists(*typed, error) && !fs::is_directory(*typed, error))
    return problem("it is a file, not a folder");
  fs::create_directories(*typed, error);
  if (error) return problem(error.message());
  if (::access(typed->c_str(), W_OK | X_OK) != 0)
    return problem(std::error_code(errno, std::generic_category()).message());
  return {};
}

void put(const std::string& text, const fs::path& file) {
  if (const auto saved = write_output(text, file); !saved)
    throw std::runtime_error(saved.error().text);
  fmt::print("{}\n", file.string());
}

// The checked arguments of --games.
struct GamesRequest {
  fs::path file;
  report::GamesOptions options;
};

// Reads --games, --moves and --jobs; nullopt if no games are wanted.
std::expected<std::optional<GamesRequest>, Problem> read_games(const ReportArguments& arguments) {
  if (!arguments.games) {
    if (arguments.moves) return std::unexpected(Problem{"--moves needs --games FILE"});
    if (arguments.jobs) return std::unexpected(Problem{"--jobs needs --games FILE"});
    return std::nullopt;
  }
  std::string_view name = *arguments.games;
  if (name.ends_with(compressed_suffix)) name.remove_suffix(compressed_suffix.size());
  const bool is_csv = name.ends_with(".csv");
  if (!is_csv && !name.ends_with(".jsonl") && !name.ends_with(".ndjson"))
    return std::unexpected(Problem{fmt::format(
        "--games: the name of '{}' does not tell the form; it ends in .jsonl, .ndjson or "
        ".csv, and in .zst after that if it is to be compressed",
        *arguments.games)});
  auto file = output_file("--games", *arguments.games);
  if (!file) return std::unexpected(file.error());
  const auto workers = jobs(arguments.jobs, processors());
  if (!workers) return std::unexpected(workers.error());
  return GamesRequest{*std::move(file),
                      {.form = is_csv ? report::GamesForm::csv : report::GamesForm::json_lines,
                       .moves = arguments.moves,
                       .workers = *workers,
                       .stop = {}}};
}

Outcome put_games(const report::Summary& summary, GamesRequest request) {
  Interrupt interrupt;
  request.options.stop = interrupt.token();
  ProgressBar bar(STDERR_FILENO, "games");
  OutputStream out(request.file);
  std::uint64_t done = 0;
  const auto written =
      report::write_games(*summary.stored, summary.report, request.options,
                          [&](std::string_view text, std::uint64_t games) {
                            out.write(text);
                            done += games;
                            bar.show(done, static_cast<std::uint64_t>(summary.games()), "games");
                          });
  if (!written) return std::unexpected(written.error());
  if (interrupt.token().stop_requested()) return Exit::interrupted;
  out.finish();
  fmt::print("{}\n", request.file.string());
  return Exit::ran;
}

}  // namespace

Outcome report(const ReportArguments& arguments) {
  if (!arguments.html && !arguments.csv && !arguments.json && !arguments.grades && !arguments.games)
    return std::unexpected(Problem{
        "say what to write: --html DIR, --csv DIR, --json FILE, --grades FILE or --games FILE"});
  auto games = read_games(arguments);
  if (!games) return std::unexpected(games.error());
  const auto stored = open_contest(arguments.store, arguments.contest);
  if (!stored) return std::unexpected(stored.error());
  for (const auto& usable : {folder("--html", arguments.html), folder("--csv", arguments.csv)})
    if (!usable) return std::unexpected(usable.error());
  std::optional<fs::path> json, grades;
  for (const auto& [option, typed, file] :
       {std::tuple{"--json", &arguments.json, &json}, {"--grades", &arguments.grades, &grades}}) {
    if (!*typed) continue;
    auto found = output_file(option, **typed);
    if (!found) return std::unexpected(found.error());
    *file = *std::move(found);
  }
  std::vector<UsedFile> files = files_of_store(stored->store.file().string());
  if (json) files.push_back({"--json", *json});
  if (grades) files.push_back({"--grades", *grades});
  if (*games) files.push_back({"--games", (*games)->file});
  if (arguments.html) files.push_back({"--html", fs::path(*arguments.html) / page_file});
  if (const auto ok = check_apart(files); !ok) return std::unexpected(ok.error());
  const auto found = report_of(*stored);
  if (!found) return Exit::could_not;
  const report::Summary summary = report::summary_of(*stored, *found);
  if (arguments.html) {
    const auto html = report::page(summary);
    if (!html) return std::unexpected(html.error());
    put(*html, fs::path(*arguments.html) / page_file);
  }
  if (arguments.csv)
    for (const auto& [name, table] : report::csv_tables(summary))
      put(table, fs::path(*arguments.csv) / name);
  if (json) put(report::full_json(summary), *json);
  if (grades) put(report::grades_csv(summary), *grades);
  if (*games) return put_games(summary, **std::move(games));
  return Exit::ran;
}

}  // namespace hilltop::cli
