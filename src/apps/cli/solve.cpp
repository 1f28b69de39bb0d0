#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/misplaced.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/catalog.hpp"
#include "core/json.hpp"
#include "report/schemas.hpp"
#include "report/text_table.hpp"

namespace hilltop::cli {
namespace {

std::expected<const arena::GameModule*, Problem> solved_game(const std::string& name) {
  const auto game = game_named(name);
  if (!game || (*game)->solve != nullptr) return game;
  std::vector<std::string> solved;
  for (const arena::GameModule& other : arena::catalog())
    if (other.solve != nullptr) solved.emplace_back(other.info->name);
  return std::unexpected(Problem{name + " has no solver" + suggestion(name, solved)});
}

// Reads the typed options. Problem: one is not an option of the game's solver.
std::expected<Question, Problem> question(const arena::GameModule& game,
                                          const SolveArguments& arguments) {
  Question question;
  std::vector<std::string> known;
  for (const SolverOption& option : game.solver_options)
    known.push_back("--" + std::string(option.name));
  for (const auto& [name, typed] : arguments.options) {
    if (!typed) continue;
    if (std::ranges::find(known, "--" + name) == known.end())
      return std::unexpected(Problem{fmt::format("--{} is not for {}{}", name, game.info->name,
                                                 suggestion("--" + name, known))});
    question.options.emplace(name, *typed);
  }
  const auto jobs = cli::jobs(arguments.jobs, processors());
  if (!jobs) return std::unexpected(jobs.error());
  question.threads = *jobs;
  return question;
}

std::string words(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

std::string text_of(const Solution::Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  if (const auto* number = std::get_if<std::int64_t>(&cell)) return std::to_string(*number);
  const auto& [value, decimals] = std::get<Solution::Real>(cell);
  return decimal(value, decimals);
}

std::string text_of(const Solution& solution) {
  std::string out;
  std::size_t widest = 0;
  for (const auto& [name, cell] : solution.values) widest = std::max(widest, name.size());
  for (const auto& [name, cell] : solution.values)
    out += fmt::format("{:{}}  {}\n", words(name), widest, text_of(cell));
  for (const Solution::Table& table : solution.tables) {
    std::vector<std::string> heading;
    for (const std::string& column : table.columns) heading.push_back(words(column));
    report::TextTable shown(std::move(heading));
    for (std::size_t row = 0; row < table.rows.size(); row += table.text_every) {
      std::vector<std::string> cells;
      for (const Solution::Cell& cell : table.rows[row]) cells.push_back(text_of(cell));
      shown.add(std::move(cells));
    }
    out += fmt::format("{}{}\n{}", out.empty() ? "" : "\n",
                       report::bold(words(table.name), colours(STDOUT_FILENO)),
                       shown.text(colours(STDOUT_FILENO)));
  }
  return out;
}

Json json_of(const Solution::Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  if (const auto* number = std::get_if<std::int64_t>(&cell)) return *number;
  return std::get<Solution::Real>(cell).value;
}

std::string json_of(const Solution& solution, const arena::GameModule& game,
                    const std::string& rules) {
  Json out{{"schema", report::schema::solve}, {"game", game.info->name}, {"rules", rules}};
  for (const auto& [name, cell] : solution.values) out[name] = json_of(cell);
  for (const Solution::Table& table : solution.tables) {
    Json rows = Json::array();
    for (const auto& row : table.rows) {
      Json line = Json::object();
      for (std::size_t i = 0; i < row.size(); ++i) line[table.columns[i]] = json_of(row[i]);
      rows.push_back(std::move(line));
    }
    out[table.name] = std::move(rows);
  }
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

Outcome solve(const SolveArguments& arguments) {
  const auto game = solved_game(arguments.game);
  if (!game) return std::unexpected(game.error());
  const std::string rules = arguments.rules.value_or((*game)->default_rules());
  const auto switches = cli::switches(arguments.switches);
  if (!switches) return std::unexpected(switches.error());
  const auto form = cli::form(arguments.format);
  if (!form) return std::unexpected(form.error());
  auto question = cli::question(**game, arguments);
  if (!question) return std::unexpected(question.error());
  std::optional<ProgressBar> bar(STDERR_FILENO);
  question->progress = [&](std::uint64_t done, std::uint64_t all) {
    bar->show(done, all, "solving");
  };
  const auto solution = (*game)->solve(rules, *switches, *question);
  bar.reset();
  if (!solution) return std::unexpected(solution.error());
  fmt::print("{}", *form == Form::json ? json_of(*solution, **game, rules) : text_of(*solution));
  return Exit::ran;
}

}  // namespace hilltop::cli
