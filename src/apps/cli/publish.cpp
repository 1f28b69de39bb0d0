#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/compressor.hpp"
#include "apps/cli/find_luck.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/last_games.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/show_last.hpp"
#include "apps/cli/store_session.hpp"
#include "apps/cli/terminal.hpp"
#include "report/csv.hpp"
#include "report/game_files.hpp"
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

// Prints the name of a file that was written, on standard error if another output is on standard
// output.
void print_name(const fs::path& file, bool output_is_taken) {
  if (file == standard_output) return;
  if (output_is_taken)
    say("{}\n", file.string());
  else
    fmt::print("{}\n", file.string());
}

void put(const std::string& text, const fs::path& file, bool output_is_taken) {
  if (const auto saved = write_output(text, file); !saved)
    throw std::runtime_error(saved.error().text);
  print_name(file, output_is_taken);
}

// The checked arguments of --games or --samples.
struct GamesRequest {
  const char* option;
  fs::path file;           // or standard_output
  std::string compressed;  // the suffix of its name; empty: it is not
  report::GamesOptions options;
  std::string format = {};  // of the games' files; empty for lines
};

// Returns the ending of a file's name, without that of a compressed file. Standard output takes
// JSON lines, if it is not named with another ending: "-.csv.gz".
std::string_view ending_of(std::string_view name) {
  name.remove_suffix(compressed_suffix(name).size());
  if (name == standard_output) return "jsonl";
  const std::size_t point = name.rfind('.');
  return point == name.npos ? "" : name.substr(point + 1);
}

bool is_json_lines(std::string_view ending) { return ending == "jsonl" || ending == "ndjson"; }

// Returns the formats in which games can be written, of all games, each once.
std::set<std::string> formats_of_games() {
  std::set<std::string> names;
  for (const arena::GameModule& game : arena::catalog())
    for (const auto& format : game.formats) names.insert(format.name);
  return names;
}

std::expected<GamesRequest, Problem> read_games(const char* option, const std::string& typed,
                                                const ReportArguments& arguments) {
  const bool is_standard_output =
      typed == standard_output || typed.starts_with(std::string(standard_output) + '.');
  auto file = output_file(option, is_standard_output ? standard_output : typed);
  if (!file) return std::unexpected(file.error());
  const auto workers = jobs(arguments.jobs, processors());
  if (!workers) return std::unexpected(workers.error());
  return GamesRequest{option,
                      *std::move(file),
                      std::string(compressed_suffix(typed)),
                      {.workers = *workers, .stop = {}}};
}

// Reads --games, --moves and --jobs; nullopt if no games are wanted.
std::expected<std::optional<GamesRequest>, Problem> read_games(const ReportArguments& arguments) {
  if (!arguments.games) {
    if (arguments.moves) return std::unexpected(Problem{"--moves needs --games FILE"});
    return std::nullopt;
  }
  const std::string_view ending = ending_of(*arguments.games);
  const bool is_file = formats_of_games().contains(std::string(ending));
  if (ending != "csv" && !is_json_lines(ending) && !is_file)
    return std::unexpected(Problem{fmt::format(
        "--games: the name of '{}' does not tell the form; it ends in .jsonl, .ndjson or .csv, or "
        "in a format of the game ({}), and in .zst or .gz after that if it is to be compressed; - "
        "is standard output, and -.csv the same as CSV",
        *arguments.games, fmt::join(formats_of_games(), ", "))});
  if (is_file && arguments.moves)
    return std::unexpected(Problem{fmt::format(
        "--moves is for .jsonl and .csv: a file of the format {} has the moves anyway", ending)});
  auto request = read_games("--games", *arguments.games, arguments);
  if (!request) return std::unexpected(request.error());
  request->options.form = ending == "csv" ? report::GamesForm::csv : report::GamesForm::json_lines;
  request->options.moves = arguments.moves;
  if (is_file) {
    request->format = ending;
    request->options.content = [format = request->format](const auto& stored, const auto& fixture,
                                                          const auto& game) {
      return report::file_of_game(stored, fixture, game, format);
    };
  }
  return *std::move(request);
}

// Reads --samples; nullopt if no samples are wanted.
std::expected<std::optional<GamesRequest>, Problem> read_samples(const ReportArguments& arguments) {
  if (!arguments.samples) return std::nullopt;
  if (!is_json_lines(ending_of(*arguments.samples)))
    return std::unexpected(
        Problem{fmt::format("--samples: the name of '{}' ends in .jsonl or .ndjson, and in .zst or "
                            ".gz after that if it "
                            "is to be compressed; - is standard output",
                            *arguments.samples)});
  auto request = read_games("--samples", *arguments.samples, arguments);
  if (!request) return std::unexpected(request.error());
  request->options.content = report::samples_of_game;
  return *std::move(request);
}

// Problem: the contest's game has no files of the wanted format.
std::expected<void, Problem> check_format(const GamesRequest& request,
                                          const report::StoredContest& stored) {
  if (request.format.empty()) return {};
  std::vector<std::string> known{"jsonl", "csv"};
  for (const auto& each : stored.contest.game->formats) known.push_back(each.name);
  if (std::ranges::count(known, request.format) > 0) return {};
  return std::unexpected(Problem{fmt::format("{}: games of {} cannot be written as {} (known: {})",
                                             request.option, stored.contest.game->info->title,
                                             request.format, fmt::join(known, ", "))});
}

Outcome put_games(const report::Summary& summary, GamesRequest request, bool output_is_taken) {
  Interrupt interrupt;
  request.options.stop = interrupt.token();
  ProgressBar bar(STDERR_FILENO, "games");
  OutputStream out(request.file, request.compressed);
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
  print_name(request.file, output_is_taken);
  return Exit::ran;
}

// Writes the games that belong to no contest. `games`: the files that are asked for.
Outcome report_last(const ReportArguments& arguments, const std::vector<GamesRequest>& games) {
  if (!arguments.games || games.size() > 1 || !games.front().format.empty() || arguments.store ||
      arguments.html || arguments.csv || arguments.json || arguments.grades || arguments.luck)
    return std::unexpected(Problem{
        fmt::format("{} is not a contest: --games FILE alone writes its games, as .jsonl or .csv",
                    last_games_name)});
  const GamesRequest& request = games.front();
  OutputStream out(request.file, request.compressed);
  const Outcome written = write_last_games(request.options.form, request.options.moves, out);
  if (!written) return written;
  out.finish();
  print_name(request.file, false);
  return Exit::ran;
}

// Checks that the options fit together.
std::expected<void, Problem> check_outputs(const ReportArguments& arguments) {
  if (!arguments.html && !arguments.csv && !arguments.json && !arguments.grades &&
      !arguments.games && !arguments.samples)
    return std::unexpected(
        Problem{"say what to write: --html DIR, --csv DIR, --json FILE, --grades FILE, --games "
                "FILE or --samples FILE"});
  if (arguments.luck && !arguments.html && !arguments.csv && !arguments.json)
    return std::unexpected(Problem{"--luck needs --html DIR, --csv DIR or --json FILE"});
  if (arguments.jobs && !arguments.games && !arguments.samples && !arguments.luck)
    return std::unexpected(Problem{"--jobs needs --games FILE, --samples FILE or --luck"});
  return {};
}

}  // namespace

Outcome report(const ReportArguments& arguments) {
  if (const auto ok = check_outputs(arguments); !ok) return std::unexpected(ok.error());
  const auto workers = jobs(arguments.jobs, processors());
  if (!workers) return std::unexpected(workers.error());
  std::vector<GamesRequest> games;
  for (auto& asked : {read_games(arguments), read_samples(arguments)}) {
    if (!asked) return std::unexpected(asked.error());
    if (*asked) games.push_back(**asked);
  }
  if (arguments.contest == last_games_name) return report_last(arguments, games);
  const auto stored = open_contest(arguments.store, arguments.contest);
  if (!stored) return std::unexpected(stored.error());
  for (const GamesRequest& request : games)
    if (const auto ok = check_format(request, *stored); !ok) return std::unexpected(ok.error());
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
  std::vector<UsedFile> files = files_of_store(stored->store.name());
  if (json) files.push_back({"--json", *json});
  if (grades) files.push_back({"--grades", *grades});
  for (const GamesRequest& request : games) files.push_back({request.option, request.file});
  if (arguments.html) files.push_back({"--html", fs::path(*arguments.html) / page_file});
  const auto found = report_of(*stored, shell_with(arguments.store));
  if (!found) return Exit::could_not;
  report::Summary summary = report::summary_of(*stored, *found);
  if (arguments.luck)
    if (const Outcome luck = find_luck(summary, *workers); luck != Exit::ran) return luck;
  const bool output_is_taken =
      std::ranges::count(files, fs::path(standard_output), &UsedFile::file) > 0;
  std::map<fs::path, std::string> tables;
  if (arguments.csv)
    for (auto& [name, table] : report::csv_tables(summary)) {
      const fs::path file = fs::path(*arguments.csv) / name;
      files.push_back({"--csv", file});
      tables.emplace(file, std::move(table));
    }
  if (const auto ok = check_apart(files); !ok) return std::unexpected(ok.error());
  if (arguments.html) {
    const auto html = report::page(summary);
    if (!html) return std::unexpected(html.error());
    put(*html, fs::path(*arguments.html) / page_file, output_is_taken);
  }
  for (const auto& [file, table] : tables) put(table, file, output_is_taken);
  if (json) put(report::full_json(summary), *json, output_is_taken);
  if (grades) put(report::grades_csv(summary), *grades, output_is_taken);
  for (GamesRequest& request : games)
    if (const Outcome written = put_games(summary, std::move(request), output_is_taken);
        !written || *written != Exit::ran)
      return written;
  return Exit::ran;
}

}  // namespace hilltop::cli
