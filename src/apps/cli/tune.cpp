#include "arena/tune.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/prepare.hpp"
#include "apps/cli/queued.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/store_session.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/pair_luck.hpp"
#include "core/json.hpp"
#include "core/printed_command.hpp"
#include "core/text.hpp"
#include "report/fault_text.hpp"
#include "report/lists.hpp"
#include "report/schemas.hpp"
#include "report/text_table.hpp"

namespace hilltop::cli {
namespace {

// Rows of the path in the text, without the first.
constexpr std::size_t path_rows_max = 20;

// The checked arguments of `tune`.
struct TuneRequest {
  arena::Tuning tuning;
  int jobs = 1;
  Form form = Form::text;
  bool luck = false;
  std::optional<std::filesystem::path> out;
  std::optional<cluster::QueueTerms> queue;  // in which workers play
};

std::expected<TuneRequest, Problem> read_request(const TuneArguments& arguments) {
  const auto form = cli::form(arguments.format);
  if (!form) return std::unexpected(form.error());
  const auto jobs = cli::jobs(arguments.jobs, processors());
  if (!jobs) return std::unexpected(jobs.error());
  auto tuning = arena::read_tuning(arguments.file);
  if (!tuning) return std::unexpected(tuning.error());
  const auto seed = seed_of(arguments.seed);
  if (!seed) return std::unexpected(seed.error());
  if (*seed) {
    tuning->seed = **seed;
    tuning->seed_is_drawn = false;
  }
  if (const auto ok = guard_bots(tuning->conditions, arguments.guard); !ok)
    return std::unexpected(ok.error());
  if (arguments.luck) {
    const auto any_game = tuning->game->under(tuning->rules, tuning->switches).value();
    if (const auto known = arena::knows_luck(*tuning->game, *any_game, 2); !known)
      return std::unexpected(known.error());
  }
  auto queue = queue_terms(arguments.queue);
  if (!queue) return std::unexpected(queue.error());
  TuneRequest request{*std::move(tuning), *jobs, *form, arguments.luck, {}, *std::move(queue)};
  if (arguments.out) {
    auto out = output_file("--out", *arguments.out);
    if (!out) return std::unexpected(out.error());
    request.out = *std::move(out);
  }
  std::vector<UsedFile> files{{"the tuning", arguments.file}};
  if (const std::string store = store_named(arguments.store); store != no_store)
    std::ranges::move(files_of_store(store), std::back_inserter(files));
  if (request.out) {
    files.push_back({"--out", *request.out});
    if (const auto* const bot = std::get_if<runner::Manifest>(&request.tuning.bot.player))
      if (const auto ok = check_outside({files.back()}, {bot->folder}); !ok)
        return std::unexpected(ok.error());
  }
  if (const auto ok = check_apart(files); !ok) return std::unexpected(ok.error());
  return request;
}

std::string head(const TuneRequest& request) {
  const arena::Tuning& tuning = request.tuning;
  return fmt::format("{}, {}, {} iterations of {} games, seed {}", tuning.game->info->name,
                     tuning.rules, grouped(tuning.iterations), grouped(tuning.games),
                     tuning.seed.text());
}

// Returns the bot with these values, as the command line takes it.
std::string typed(const arena::Tuning& tuning, const std::vector<int>& values) {
  const auto* const manifest = std::get_if<runner::Manifest>(&tuning.bot.player);
  std::string text = manifest == nullptr ? tuning.bot.name : manifest->folder.string();
  for (std::size_t i = 0; i < values.size(); ++i)
    text += fmt::format("+{}={}", tuning.parameters[i].name, values[i]);
  return text;
}

// Returns the command that tests the values under the rules and limits of the tuning.
std::string command_to_test(const TuneRequest& request, const TuneArguments& arguments,
                            const std::vector<int>& values) {
  const arena::Tuning& tuning = request.tuning;
  std::vector<int> start;
  for (const auto& parameter : tuning.parameters) start.push_back(parameter.range.start);
  PrintedCommand command(called_program(), "compare");
  command.argument(std::string(tuning.game->info->name))
      .argument(typed(tuning, values))
      .argument(typed(tuning, start));
  if (tuning.rules != tuning.game->default_rules()) command.option("--rules", tuning.rules);
  Switches usual;
  if (const auto any_game = tuning.game->under(tuning.rules, {})) usual = (*any_game)->switches();
  for (const auto& [name, value] : tuning.switches) {
    const auto set = typed_switch(name, value);
    if (set && (!usual.contains(name) || usual.at(name) != value)) command.option("--set", *set);
  }
  for (const play::TimeSwitch& limit : play::time_switches)
    if (const std::int64_t value = limit.get(tuning.conditions.time);
        value != limit.get(play::TimeLimits()))
      command.option("--set", fmt::format("{}={}", limit.name, value));
  if (request.luck) command.option("--luck");
  if (arguments.guard.sandbox != GuardArguments().sandbox)
    command.option("--sandbox", arguments.guard.sandbox);
  return command.text();
}

std::string text_of_path(const TuneRequest& request, const arena::Tuned& tuned, bool coloured) {
  std::vector<std::string> heading{"iterations"};
  for (const auto& parameter : request.tuning.parameters) heading.push_back(parameter.name);
  report::TextTable table(std::move(heading));
  const std::size_t last = tuned.path.size() - 1, rows = std::min(last, path_rows_max);
  for (std::size_t row = 0; row <= rows; ++row) {
    const std::size_t at = rows == 0 ? 0 : row * last / rows;
    std::vector<std::string> cells{grouped(static_cast<std::int64_t>(at))};
    for (const double value : tuned.path[at]) cells.push_back(decimal(value, 2));
    table.add(std::move(cells));
  }
  return table.text(coloured);
}

std::string text(const TuneRequest& request, const TuneArguments& arguments,
                 const arena::Tuned& tuned, bool coloured) {
  const arena::Tuning& tuning = request.tuning;
  const std::vector<play::Entrant> sides(2, tuning.bot);
  return report::bold(tuning.bot.name, coloured) + "  " + head(request) + "\n\n" +
         text_of_path(request, tuned, coloured) + report::faults_text(sides, tuned.notes) + "\n  " +
         command_to_test(request, arguments, tuned.best) + '\n' +
         report::dim("\n  digest " + tuned.digest, coloured) + '\n';
}

// Rounds to a thousandth, for programs that read it.
double rounded(double value) { return std::round(1000 * value) / 1000 + 0.0; }

std::string json(const TuneRequest& request, const arena::Tuned& tuned) {
  const arena::Tuning& tuning = request.tuning;
  Json parameters = Json::array(), path = Json::array();
  for (std::size_t i = 0; i < tuning.parameters.size(); ++i) {
    const auto& [name, range] = tuning.parameters[i];
    parameters.push_back({{"parameter", name},
                          {"start", range.start},
                          {"min", range.min},
                          {"max", range.max},
                          {"step", rounded(range.step)},
                          {"value", tuned.best[i]}});
  }
  for (const std::vector<double>& values : tuned.path) {
    Json row = Json::array();
    for (const double value : values) row.push_back(rounded(value));
    path.push_back(std::move(row));
  }
  const Json out{{"schema", report::schema::tune},
                 {"game", tuning.game->info->name},
                 {"rules", tuning.rules},
                 {"bot", tuning.bot.name},
                 {"seed", tuning.seed.text()},
                 {"iterations", tuning.iterations},
                 {"luck", request.luck},
                 {"games", tuned.games},
                 {"faulty_games", tuned.faulty_games},
                 {"parameters", std::move(parameters)},
                 {"path", std::move(path)},
                 {"digest", tuned.digest},
                 {"sandbox", report::layer_names(tuned.sandbox)}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

// Returns the values as a table of a bot.toml.
std::string toml(const TuneRequest& request, const arena::Tuned& tuned) {
  std::string text =
      fmt::format("# hilltop tune: {}, {}\n[parameters]\n", request.tuning.bot.name, head(request));
  for (std::size_t i = 0; i < tuned.best.size(); ++i)
    text += fmt::format("{} = {}\n", request.tuning.parameters[i].name, tuned.best[i]);
  return text;
}

std::expected<arena::Tuned, Problem> tuned(TuneRequest& request, const arena::AnyGame& any_game,
                                           PairStore& kept, const store::BotRow& row,
                                           const Interrupt& interrupt) {
  ProgressBar bar(STDERR_FILENO, "iterations");
  const arena::Tuning& tuning = request.tuning;
  arena::TuneOptions options{.jobs = request.jobs,
                             .storage = kept.storage(),
                             .bot = row,
                             .stop = interrupt.token(),
                             .progress =
                                 [&](const arena::TuneProgress& progress) {
                                   std::string values;
                                   for (std::size_t i = 0; i < progress.values.size(); ++i)
                                     values +=
                                         fmt::format("{}{} {:.1f}", i == 0 ? "" : ", ",
                                                     tuning.parameters[i].name, progress.values[i]);
                                   bar.show(progress.iterations, tuning.iterations, values);
                                 },
                             .luck = request.luck};
  const auto play = [&](bool is_draft) {
    options.storage.is_draft = is_draft;
    return arena::tune(tuning, options);
  };
  if (!request.queue) return play(false);
  const bool has_recheck = request.queue->recheck > 0;
  const std::vector<play::Entrant> bots{tuning.bot};
  const play::HomeVenue judge(any_game, tuning.conditions, bots);
  auto queue = enter_queue(*std::exchange(request.queue, {}), tuning.bot.name, bots,
                           tuning.conditions.host.files_stay, judge, interrupt.token());
  if (!queue) return std::unexpected(queue.error());
  options.service = queue->get();
  return play_on(**queue, has_recheck, play,
                 [](const arena::Tuned& found) { return found.complete; });
}

}  // namespace

Outcome tune(const TuneArguments& arguments) {
  Interrupt interrupt;
  auto request = read_request(arguments);
  if (!request) return std::unexpected(request.error());
  arena::Tuning& tuning = request->tuning;
  const auto kept = PairStore::open(store_named(arguments.store), arguments.fresh);
  if (!kept) return std::unexpected(kept.error());
  const auto rows = arena::enter_all({&tuning.bot, 1}, tuning.conditions.host);
  if (!rows) return std::unexpected(rows.error());
  if (tuning.seed_is_drawn)
    tuning.seed = (*kept)->settled_seed(std::nullopt,
                                        fmt::format("tune {} {} {} {}", tuning.game->info->name,
                                                    tuning.rules, tuning.iterations, tuning.games),
                                        *rows);
  const Interrupt::LastWords last_words(interrupt, [&kept] {
    (*kept)->flush_soon();
    (*kept)->say_how_to_resume();
  });
  const std::vector<play::Entrant> bots{tuning.bot};
  say_sandbox(tuning.conditions, bots);
  if (!build_all(tuning.conditions, bots)) return Exit::could_not;
  say_commitment(tuning.seed);
  limit_patience(tuning.conditions, false);
  const auto any_game = tuning.game->under(tuning.rules, tuning.switches).value();
  if (const auto* const house = std::get_if<play::HousePlayer>(&tuning.bot.player))
    prepare(*any_game, house->bot, 2);
  const auto played = tuned(*request, *any_game, **kept, rows->front(), interrupt);
  if (!played) return std::unexpected(played.error());
  const arena::Tuned& found = *played;
  (*kept)->flush();
  if (!found.complete) {
    (*kept)->say_how_to_resume();
    return Exit::interrupted;
  }
  if (request->out)
    if (const auto written = write_output(toml(*request, found), *request->out); !written) {
      say("hilltop: {}\n", written.error().text);
      return Exit::could_not;
    }
  fmt::print("{}", request->form == Form::json
                       ? json(*request, found)
                       : text(*request, arguments, found, colours(STDOUT_FILENO)));
  return Exit::ran;
}

}  // namespace hilltop::cli
