#include "report/runs.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <string_view>

#include "core/look.hpp"
#include "core/text.hpp"
#include "report/text_table.hpp"

namespace hilltop::report {
namespace {

using tournament::Row;

Json time_or_null(std::int64_t seconds) { return or_null(text_of_time(seconds)); }

// The place of a bot in a run.
struct Placed {
  const Row* row;            // null if the bot is not in the ranking
  const store::BotRow* bot;  // null if it was not entered
};

Placed placed(const Summary& summary, const std::string& name) {
  Placed found{nullptr, nullptr};
  for (const store::BotRow& bot : summary.stored->bots)
    if (is_same_name(bot.name, name)) found.bot = &bot;
  for (const Row& row : summary.report.rows)
    if (is_same_name(summary.name_of(row.entry), name)) found.row = &row;
  return found;
}

std::string_view word_of(const Placed& before, const Placed& now) {
  if (now.bot == nullptr) return "left";
  if (before.bot == nullptr) return "new";
  return before.bot->content == now.bot->content ? "unchanged" : "changed";
}

std::optional<double> percent(const Placed& placed) {
  if (placed.row == nullptr || placed.row->tally.games == 0) return std::nullopt;
  return 100 * share(placed.row->tally);
}

template <class Number>
Json number_or_null(const std::optional<Number>& number) {
  return number ? Json(*number) : Json();
}

}  // namespace

std::optional<std::string> text_of_time(std::int64_t seconds_since_1970) {
  using namespace std::chrono;
  constexpr std::int64_t end_of_9999 = 253'402'300'800;
  if (seconds_since_1970 <= 0 || seconds_since_1970 >= end_of_9999) return std::nullopt;
  const sys_seconds time{seconds(seconds_since_1970)};
  const auto day = floor<days>(time);
  const year_month_day date(day);
  const hh_mm_ss clock(time - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

List run_list(const store::Store& store, const std::optional<std::string>& only) {
  List list = List::with_columns(
      "runs", {"run", "title", "game", "bots", "games", "began", "latest", "problem"});
  for (const store::ContestRow& run : store.runs()) {
    if (only && run.name != *only) continue;
    const auto contest = contest_of_run(store, run);
    list.add({fmt::format("{}@{}", run.name, run.number),
              contest ? Json(printable(contest->name, title_bytes_max)) : Json(),
              contest ? Json(contest->game->info->name) : Json(), run.bots.size(), run.games,
              time_or_null(run.times.began), time_or_null(run.times.latest),
              contest ? Json() : Json(contest.error().text)});
  }
  return list;
}

List since_list(const Summary& before, const Summary& now) {
  List list = List::with_columns("bots", {"rank", "rank_before", "bot", "bot_is", "score_percent",
                                          "score_before", "score_change"});
  const auto add = [&](const std::string& name) {
    const Placed then = placed(before, name), today = placed(now, name);
    const auto rank = [](const Placed& at) { return at.row ? Json(at.row->rank) : Json(); };
    const auto was = percent(then), is = percent(today);
    list.add({rank(today), rank(then), name, word_of(then, today), number_or_null(is),
              number_or_null(was), is && was ? Json(*is - *was) : Json()});
  };
  const auto add_others = [&](const Summary& of, auto&& is_listed) {
    for (const store::BotRow& bot : of.stored->bots)
      if (!is_listed(bot.name)) add(bot.name);
  };
  for (const Row& row : now.report.rows) add(now.name_of(row.entry));
  add_others(now, [&](const std::string& name) { return placed(now, name).row != nullptr; });
  add_others(before, [&](const std::string& name) { return placed(now, name).bot != nullptr; });
  return list;
}

}  // namespace hilltop::report
