#include "games/yahtzee/solver/answer.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "games/yahtzee/solver/champion_tables.hpp"
#include "games/yahtzee/solver/total_distribution.hpp"
#include "games/yahtzee/solver/turn.hpp"

namespace hilltop::yahtzee {
namespace {

constexpr int decimals = 6;
constexpr LeadWindow blind_window{-320, 640};
constexpr std::size_t text_every = 25;  // rows of the distribution, by total

std::unexpected<Problem> wrong(std::string text) {
  return std::unexpected(Problem{std::move(text)});
}

std::vector<std::string> items_of(std::string_view list) {
  std::vector<std::string> items;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    items.emplace_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return items;
}

std::expected<Dice, Problem> dice_of(const std::string& typed) {
  const std::vector<std::string> items = items_of(typed);
  Dice dice{};
  bool five = items.size() == dice_rolled;
  for (std::size_t die = 0; five && die < dice_rolled; ++die) {
    const int face = number_in<int>(items[die]).value_or(0);
    five = 1 <= face && face <= faces;
    dice[die] = static_cast<std::uint8_t>(face);
  }
  if (!five)
    return wrong("--dice takes five numbers from 1 to 6, such as 1,3,3,5,6, not '" + typed + "'");
  return dice;
}

bool can_hold(Category category, int score) {
  for (int roll = first_roll; roll < keeps_all; ++roll)
    if (natural_score(category, keeps.dice(roll)) == score) return true;
  return false;
}

std::expected<Card, Problem> card_of(const std::string& typed) {
  std::vector<std::string> known;
  for (const Category category : categories) known.emplace_back(name(category));
  Card card;
  for (const std::string& item : items_of(typed)) {
    const std::size_t equals = std::min(item.find('='), item.size());
    const std::string box = item.substr(0, equals);
    const auto category = category_named(box);
    if (!category) return wrong("--card: there is no box '" + box + "'" + suggestion(box, known));
    if (!card.open(*category)) return wrong("--card names " + box + " twice");
    const std::string held = equals == item.size() ? "" : item.substr(equals + 1);
    const auto score = number_in<int>(held);
    if (!score || !can_hold(*category, *score))
      return wrong("--card: " + box + " cannot hold '" + held + "'");
    card.fill(*category, *score);
  }
  return card;
}

Solution::Cell real(double value) { return Solution::Real{value, decimals}; }

void sort_by_worth(Solution::Table& table, std::size_t worth) {
  std::ranges::stable_sort(table.rows, std::greater(), [&](const auto& row) {
    return std::get<Solution::Real>(row[worth]).value;
  });
}

std::string text_of_keep(int keep) {
  std::string text;
  for (std::size_t face = 0; face < faces; ++face)
    for (int count = keeps.counts(keep)[face]; count > 0; --count)
      text.append(text.empty() ? "" : " ").append(std::to_string(face + 1));
  return text.empty() ? "none" : text;
}

Solution::Table boxes_of(const Turn& turn, int roll, double best) {
  Solution::Table table{"boxes", {"box", "points", "worth", "loss"}, {}};
  for (const Category category : categories)
    if (const auto worth = turn.box(roll, category))
      table.rows.push_back({std::string(name(category)), std::int64_t{turn.points(roll, category)},
                            real(*worth), real(best - *worth)});
  sort_by_worth(table, 2);
  return table;
}

bool contains(int keep, int part) {
  for (std::size_t face = 0; face < faces; ++face)
    if (keeps.counts(part)[face] > keeps.counts(keep)[face]) return false;
  return true;
}

Solution::Table keeps_of(const Turn& turn, int rolls_left, int roll, double best) {
  Solution::Table table{"keeps", {"keep", "worth", "loss"}, {}};
  for (int keep = keeps_all - 1; keep >= 0; --keep)
    if (contains(roll, keep)) {
      const double worth = turn.keep(rolls_left, keep);
      table.rows.push_back({text_of_keep(keep), real(worth), real(best - worth)});
    }
  sort_by_worth(table, 1);
  return table;
}

Solution choice(const WorthTable& table, const Card& card, const Dice& dice, int rolls_left) {
  const Turn turn(table, standing_of(card));
  const int roll = keeps.number(dice);
  const double best = turn.best(rolls_left, roll);
  const bool made = turn.made(rolls_left, roll);
  Solution solution;
  solution.values = {
      {"best", made ? "score " + std::string(name(turn.best_box(roll)))
                    : "keep " + text_of_keep(turn.best_keep(rolls_left, roll))},
      {"points_to_come", real(best)},
  };
  if (rolls_left > 0) solution.tables.push_back(keeps_of(turn, rolls_left, roll, best));
  solution.tables.push_back(boxes_of(turn, roll, best));
  return solution;
}

// Returns the win share of a player that ignores the others, and the tables of one that does not;
// makes the tables if they are not cached.
Solution at_table_of(const WorthTable& table, int seats, const Question& question) {
  double without_looking = 0;
  {
    WinTable blind(table, blind_window);
    const OpponentsTotals opponents =
        opponents_totals(total_distribution(table, question.threads), seats);
    blind.make(opponents, question.threads, widest_here(), question.progress);
    without_looking = blind.chance({}, -opponents.start);
  }
  const KeptTables kept =
      champion_tables(table.options(), seats, Effort::full, question.threads, question.progress);
  return {{{"share_of_optimal", real(1. / seats)},
           {"share_without_looking", real(without_looking)},
           {"share_precision", real(share_precision)},
           {"tables", kept.origin}},
          {}};
}

Solution whole_game(const WorthTable& table, int threads) {
  const TotalDistribution distribution = total_distribution(table, threads);
  Solution::Table boxes{"boxes", {"box", "mean"}, {}};
  for (const Category category : categories)
    boxes.rows.push_back(
        {std::string(name(category)), real(distribution.box[static_cast<std::size_t>(category)])});
  boxes.rows.push_back({"upper_bonus", real(distribution.upper_bonus)});
  boxes.rows.push_back({"yahtzee_bonus", real(distribution.yahtzee_bonus)});
  Solution::Table totals{"distribution", {"at_least", "chance"}, {}, text_every};
  double at_least = 0;
  for (std::size_t total = distribution.chance.size(); total-- > 0;) {
    at_least += distribution.chance[total];
    totals.rows.push_back({static_cast<std::int64_t>(total), real(at_least)});
  }
  std::ranges::reverse(totals.rows);
  return {{{"expectation", real(table.expectation())},
           {"standard_deviation", real(distribution.deviation())}},
          {std::move(boxes), std::move(totals)}};
}

}  // namespace

std::expected<Solution, Problem> Solver::solve(std::string_view rule_set, const Switches& switches,
                                               const Question& question) {
  const auto rules = Rules::under(rule_set, switches);
  if (!rules) return std::unexpected(rules.error());
  const auto typed = [&](const char* option) -> const std::string* {
    const auto found = question.options.find(option);
    return found == question.options.end() ? nullptr : &found->second;
  };
  Card card;
  if (const std::string* boxes = typed("card")) {
    const auto read = card_of(*boxes);
    if (!read) return std::unexpected(read.error());
    card = *read;
  }
  std::optional<Dice> dice;
  if (const std::string* list = typed("dice")) {
    const auto read = dice_of(*list);
    if (!read) return std::unexpected(read.error());
    if (standing_of(card).open_boxes() == 0) return wrong("--card leaves no box open for the dice");
    dice = *read;
  }
  if (const std::string* typed_seats = typed("seats")) {
    const int seats = number_in<int>(*typed_seats).value_or(0);
    const int most = rules->seats().most;
    if (!SeatRange{2, most}.holds(seats))
      return wrong("--seats takes a number from 2 to " + std::to_string(most) + ", not '" +
                   *typed_seats + "'");
    if (dice || typed("card")) return wrong("--seats goes without --dice and --card");
    return at_table_of(worth_table(rules->options()), seats, question);
  }
  int rolls_left = last_stage;
  if (const std::string* rolls = typed("rolls")) {
    if (!dice) return wrong("--rolls needs --dice");
    rolls_left = number_in<int>(*rolls).value_or(-1);
    if (rolls_left < 0 || rolls_left > last_stage)
      return wrong("--rolls takes 0, 1 or 2, not '" + *rolls + "'");
  }
  const WorthTable& table = worth_table(rules->options());
  if (dice) return choice(table, card, *dice, rolls_left);
  if (typed("card"))
    return Solution{{{"points_to_come", real(table.worth(standing_of(card)))}}, {}};
  return whole_game(table, question.threads);
}

}  // namespace hilltop::yahtzee
