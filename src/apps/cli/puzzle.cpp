#include <chrono>
#include <fmt/format.h>
#include <stdexcept>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/misplaced.hpp"
#include "apps/cli/people_page.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/puzzle_stock.hpp"
#include "core/text.hpp"
#include "report/analysis.hpp"

namespace hilltop::cli {
namespace {

constexpr std::uint64_t puzzles_max = 10'000;
constexpr int page_columns = 80;

std::string line_of(const arena::JudgedAnswer& answer) {
  std::string text;
  for (const std::string& move : answer.line) text += (text.empty() ? "" : ", ") + move;
  return text;
}

// One puzzle, asked and explained.
class TerminalPuzzle {
 public:
  TerminalPuzzle(const arena::GameModule& game, std::size_t number, bool ascii)
      : game_(game),
        puzzle_(arena::stock_of(game).puzzles[number - 1]),
        any_game_(game.under(game.puzzles->rule_set, {}).value()),
        session_(any_game_->open(arena::for_people(puzzle_, game))),
        judge_(game.puzzles->judge()),
        console_(stdout, ascii),
        title_(fmt::format("{}, puzzle {} of {}", game.info->title, number,
                           arena::stock_of(game).puzzles.size())) {
    session_->rename(*session_->pending(), "You");
  }

  Exit play() {
    const play::PersonPrompt prompt = session_->prompt();
    const std::string task =
        puzzle_.about.plies == 0
            ? "One choice is much better than every other: "
            : fmt::format("One stone alone wins, the five comes with stone {}: ",
                          puzzle_.about.plies);
    const std::string asked = task + prompt.asks;
    console_.print(console_.redraws() ? "" : title_ + "\n\n" + prompt.table + '\n');
    while (true) {
      const auto typed =
          console_.ask([&](int columns, int rows) { return page(asked, columns, rows); }, asked,
                       "> ", prompt.words);
      if (!typed) throw std::runtime_error("the input ended before the puzzle was answered");
      if (trimmed(*typed) == "quit") return Exit::ran;
      const auto answer = judge_->judge(puzzle_.record, *typed);
      if (answer) {
        console_.print(told(*answer));
        return Exit::ran;
      }
      complaint_ = wrapped(answer.error().text + " (or quit)", page_columns, "  ");
      if (!console_.redraws()) console_.print(complaint_);
    }
  }

 private:
  Drawing page(const std::string& asked, int columns, int rows) const {
    const Canvas canvas{console_.unicode(), columns, rows, Moment::deciding};
    return laid_out({.title = title_,
                     .table = session_->draw(*session_->pending(), canvas),
                     .complaint = complaint_,
                     .question = asked},
                    columns, rows);
  }

  std::string told(const arena::JudgedAnswer& answer) {
    const auto compared = judge_->compare(puzzle_.record);
    const arena::JudgedAnswer& best = compared.at(0);
    std::string text = answer.is_best ? fmt::format("\nRight: {}.", answer.typed)
                                      : fmt::format("\nNo. The answer is {}.", best.typed);
    if (puzzle_.about.plies != 0) {
      if (!answer.is_best)
        text += answer.line.empty() ? fmt::format(" No win is proved after {}.", answer.typed)
                                    : fmt::format(" After {} the reply {} holds.", answer.typed,
                                                  answer.line.back());
      text += fmt::format(" The win, for both colours in turn: {}.\n", line_of(best));
    } else {
      if (!answer.is_best)
        text += fmt::format(" {} costs {}.", answer.typed,
                            report::cost_text(answer.lost, game_.puzzles->costs));
      text += " Costs of the next best:\n";
      for (std::size_t i = 1; i < compared.size(); ++i)
        text += fmt::format("  {}: {}\n", compared[i].typed,
                            report::cost_text(compared[i].lost, game_.puzzles->costs));
    }
    return text + fmt::format("{} of {} house bots found it.\n", puzzle_.about.found_by,
                              game_.puzzles->bots.size());
  }

  const arena::GameModule& game_;
  const arena::StockedPuzzle& puzzle_;
  const std::unique_ptr<arena::AnyGame> any_game_;
  const std::unique_ptr<arena::GameSession> session_;
  const std::unique_ptr<arena::PuzzleJudge> judge_;
  Console console_;
  const std::string title_;
  std::string complaint_;
};

Outcome make(const arena::GameModule& game, const PuzzleArguments& arguments) {
  const auto count = whole("--make", arguments.make, 1, 1, puzzles_max);
  if (!count) return std::unexpected(count.error());
  const auto seed =
      whole("--seed", arguments.seed, 1, 0, std::numeric_limits<std::uint64_t>::max());
  if (!seed) return std::unexpected(seed.error());
  std::optional<ProgressBar> bar(std::in_place, STDERR_FILENO, "puzzles");
  const auto stock = arena::make_puzzles(
      game, *count, *seed, [&](std::size_t done) { bar->show(done, *count, "looking"); });
  bar.reset();
  if (stock.puzzles.size() < *count)
    return std::unexpected(Problem{
        fmt::format("the games of the house bots have {} puzzles only", stock.puzzles.size())});
  fmt::print("{}", arena::write(stock));
  return Exit::ran;
}

}  // namespace

Outcome puzzle(const PuzzleArguments& arguments) {
  const auto game = game_named(arguments.game);
  if (!game) return std::unexpected(game.error());
  if ((*game)->puzzles == nullptr) {
    std::vector<std::string> known;
    for (const arena::GameModule& other : arena::catalog())
      if (other.puzzles != nullptr) known.emplace_back(other.info->name);
    return std::unexpected(
        Problem{arguments.game + " has no puzzles" + suggestion(arguments.game, known)});
  }
  if (arguments.make) {
    if (arguments.number) return std::unexpected(Problem{"--make makes a stock: leave out NUMBER"});
    return make(**game, arguments);
  }
  if (arguments.seed) return std::unexpected(Problem{"--seed is for --make"});
  const std::size_t puzzles = arena::stock_of(**game).puzzles.size();
  const auto number =
      whole("NUMBER", arguments.number, arena::puzzle_of_day(puzzles, arena::today()), 1, puzzles);
  if (!number) return std::unexpected(number.error());
  return TerminalPuzzle(**game, *number, arguments.ascii).play();
}

}  // namespace hilltop::cli
