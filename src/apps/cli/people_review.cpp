#include "apps/cli/people_review.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <expected>
#include <fmt/format.h>
#include <string_view>
#include <vector>

#include "apps/cli/people_page.hpp"
#include "core/text.hpp"
#include "report/analysis.hpp"
#include "report/review.hpp"
#include "report/text_table.hpp"

namespace hilltop::cli {
namespace {

using report::Review;

constexpr std::string_view review_question =
    "Enter: next, back, mistake: the next one, a step's number, sums, play: from here, quit";
const std::vector<std::string> review_words{"back", "mistake", "next", "play", "quit", "sums"};
constexpr std::size_t curve_columns_max = 60;

// Returns the chance to win of seat 0 as a line of bars.
std::string curve_of(const Review& review, bool unicode) {
  constexpr std::array<std::string_view, 8> bars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  constexpr std::string_view digits = "0123456789";
  const auto& curve = review.analysed.curve;
  const std::size_t columns = std::min(curve.size(), curve_columns_max);
  const auto level = [](double chance, std::size_t levels) {
    return std::min(static_cast<std::size_t>(std::max(chance, 0.) * static_cast<double>(levels)),
                    levels - 1);
  };
  std::string line;
  for (std::size_t column = 0; column < columns; ++column) {
    const double chance =
        curve[column * (curve.size() - 1) / std::max<std::size_t>(columns - 1, 1)].front();
    if (unicode)
      line += bars[level(chance, bars.size())];
    else
      line += digits[level(chance, digits.size())];
  }
  return line;
}

// Returns what was chosen at a step, what was best and what that cost.
std::string told(const Review& review, const arena::AnalysedDecision& decision) {
  const std::string& name =
      review.record.players[static_cast<std::size_t>(index(decision.seat))].name;
  const std::string done = fmt::format("{}: {}. ", name, decision.done_typed);
  if (decision.is_forced) return done + "Nothing else could be done.";
  if (!decision.best) return done + "Nothing was better.";
  return fmt::format("{}Better: {}. Cost: {}.", done, decision.best_typed,
                     report::cost_text(decision.losses, review.game->worths));
}

std::string sums_of(const Review& review, bool unicode) {
  const bool has_luck = !review.analysed.luck.empty();
  std::vector<std::string> heading{"player", "choices"};
  if (has_luck) heading.insert(heading.begin() + 1, "luck");
  report::TextTable table(std::move(heading));
  for (std::size_t seat = 0; seat < review.seats.size(); ++seat) {
    std::vector<double> choices = review.seats[seat].lost;
    for (double& each : choices) each = -each;
    std::vector<std::string> row{review.record.players[seat].name,
                                 report::luck_text(choices, review.game->worths)};
    if (has_luck)
      row.insert(row.begin() + 1, report::luck_text(review.seats[seat].luck, review.game->worths));
    table.add(std::move(row));
  }
  std::string text = table.text(/*coloured=*/false);
  text += review.dearest.empty() ? "\n  No choice of a person could have been better.\n"
                                 : "\n  The dearest choices:\n";
  for (const std::size_t dearest : review.dearest) {
    const arena::AnalysedDecision& decision = review.analysed.decisions[dearest];
    text += fmt::format("  {}  {}\n", decision.step, told(review, decision));
  }
  if (!review.analysed.curve.empty())
    text += fmt::format("\n  The chance of {} to win, {}:\n  {}\n", review.record.players[0].name,
                        unicode ? "from first to last" : "in tenths, from first to last",
                        curve_of(review, unicode));
  return text + fmt::format("\n  Costs: {}\n", review.game->certainty);
}

// The review on a screen, or in lines.
class TerminalReview {
 public:
  TerminalReview(const arena::AnyGame& game, Review review, Console& console,
                 const std::string& title)
      : game_(game), review_(std::move(review)), console_(console), title_(title) {}

  std::optional<Record> show() {
    while (true) {
      if (!console_.redraws()) console_.print('\n' + (at_ == 0 ? sums() : position_text()));
      const auto typed = console_.ask([&](int columns, int rows) { return page(columns, rows); },
                                      std::string(review_question), "> ", review_words);
      complaint_.clear();
      const std::string word(trimmed(typed.value_or("quit")));
      if (word == "quit" || word == "q" || word == "no") return std::nullopt;
      if ((word == "play" || word == "p") && at_ > 0)
        return report::begun_again(review_.record, at_ - 1);
      go(word);
    }
  }

 private:
  // Positions are numbered as their steps, from 1; 0 are the sums.
  void go(const std::string& word) {
    const std::size_t last = review_.record.steps.size();
    const auto number = number_in<std::size_t>(word);
    if (word.empty() || word == "next" || word == "n") {
      at_ = at_ == last ? 0 : at_ + 1;
    } else if (word == "back" || word == "b") {
      at_ = at_ == 0 ? last : at_ - 1;
    } else if (word == "sums" || word == "s") {
      at_ = 0;
    } else if (word == "mistake" || word == "m") {
      go_to_mistake();
    } else if (number && *number >= 1 && *number <= last) {
      at_ = *number;
    } else {
      complaint_ = word == "play" ? "say from which step: go there first\n"
                                  : fmt::format("a step is a number from 1 to {}\n", last);
      if (!console_.redraws()) console_.print(complaint_);
    }
  }

  void go_to_mistake() {
    for (const arena::AnalysedDecision& decision : review_.analysed.decisions) {
      const auto seat = static_cast<std::size_t>(index(decision.seat));
      if (decision.step <= at_ || !decision.best || review_.record.players[seat].player != "human")
        continue;
      at_ = decision.step;
      return;
    }
    complaint_ = "no choice of a person after this one could have been better\n";
    if (!console_.redraws()) console_.print(complaint_);
  }

  std::string sums() const { return sums_of(review_, console_.unicode()); }

  std::string position_text() const {
    const Seat seat = decider();
    const std::string& name = review_.record.players[static_cast<std::size_t>(index(seat))].name;
    const auto* const decision = review_.decision_at(at_);
    std::string text = fmt::format("Step {} of {}\n\n", at_, review_.record.steps.size());
    text += decision != nullptr ? told(review_, *decision) + '\n' : name + " leaves.\n";
    if (const auto luck = review_.luck_after(at_ - 1, seat); !luck.empty())
      text += fmt::format("\nLuck of {} here: {}.\n", name,
                          report::luck_text(luck, review_.game->worths));
    if (!review_.analysed.curve.empty())
      text += fmt::format("\n{} wins: {:.1f} % before, {:.1f} % after.\n", name,
                          100 * chance_of(seat, at_ - 1), 100 * chance_of(seat, at_));
    return text;
  }

  Seat decider() const {
    return Seat(static_cast<std::uint8_t>(review_.record.steps[at_ - 1].seat));
  }
  double chance_of(Seat seat, std::size_t step) const {
    return review_.analysed.curve[step][static_cast<std::size_t>(index(seat))];
  }

  Drawing page(int columns, int rows) const {
    Page page{.title = title_, .complaint = complaint_, .question = std::string(review_question)};
    if (at_ == 0) {
      page.explained = sums();
    } else {
      Record before = report::begun_again(review_.record, at_ - 1);
      for (Record::Player& player : before.players) player.player = "human";  // no bot is asked
      const Canvas canvas{console_.unicode(), columns, rows, Moment::deciding};
      page.table = game_.open(std::move(before))->draw(decider(), canvas);
      page.advice = position_text();
    }
    return laid_out(page, columns, rows);
  }

  const arena::AnyGame& game_;
  const Review review_;
  Console& console_;
  const std::string& title_;
  std::size_t at_ = 0;
  std::string complaint_;
};

}  // namespace

std::optional<Record> review_at_terminal(const arena::AnyGame& game, const Record& record,
                                         Console& console, const std::string& title) {
  console.show([&](int columns, int rows) {
    return laid_out({.title = title, .message = "The champion looks back: one moment\n"}, columns,
                    rows);
  });
  auto review = report::reviewed(game, record);
  if (review) return TerminalReview(game, *std::move(review), console, title).show();
  console.print(review.error().text + '\n');
  return std::nullopt;
}

}  // namespace hilltop::cli
