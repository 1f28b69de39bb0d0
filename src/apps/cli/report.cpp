#include "apps/cli/report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

#include "apps/cli/sandbox.hpp"
#include "apps/cli/summary.hpp"
#include "apps/cli/terminal.hpp"
#include "core/text.hpp"

namespace hilltop::cli {
namespace {

using Json = nlohmann::ordered_json;
using tournament::EntryId;
using tournament::Result;
using tournament::Row;
using tournament::Stage;
using tournament::Tally;

constexpr std::size_t fault_bytes_max = 160, faults_listed_max = 12;

}  // namespace

void add_unit(Json& object, const Unit& unit, const Tally& line) {
  if (unit.adds_up) {
    object[std::string(unit.name)] = line.sum;
  } else if (!unit.name.empty()) {
    object["mean"] = mean(line);
    object["best"] = line.best ? Json(*line.best) : Json();
  }
}

namespace {

Json standing(const arena::Contest& contest, const Row& row) {
  Json out{{"rank", row.rank},        {"bot", name_of(contest, row.entry)},
           {"points", row.points},    {"games", row.line.games},
           {"won", row.line.won},     {"tied", row.line.tied},
           {"lost", row.line.lost()}, {"faults", row.line.faults}};
  add_unit(out, contest.game->info->unit, row.line);
  return out;
}

Json pair_list(const arena::Contest& contest, const arena::ContestReport& report) {
  Json list = Json::array();
  const Unit unit = contest.game->info->unit;
  for (const auto& [names, pair] : pairs(contest, report)) {
    Json out{{"a", names.first},    {"b", names.second},   {"games", pair.a.games},
             {"a_won", pair.a.won}, {"b_won", pair.b.won}, {"tied", pair.a.tied}};
    if (unit.adds_up) {
      out["a_" + std::string(unit.name)] = pair.a.sum;
      out["b_" + std::string(unit.name)] = pair.b.sum;
    }
    list.push_back(std::move(out));
  }
  return list;
}

Json round_list(const arena::Contest& contest, const arena::ContestReport& report) {
  const bool swiss = contest.plan.format == tournament::Format::swiss;
  const std::string unit = swiss ? "_won" : "_sets";
  const auto name_or_null = [&](std::optional<EntryId> entry) {
    return entry ? Json(name_of(contest, *entry)) : Json();
  };
  Json list = Json::array();
  for (const tournament::Round& round : report.concluded.standings.rounds) {
    Json meetings = Json::array();
    for (const tournament::Meeting& m : round.meetings)
      meetings.push_back({{"a", name_of(contest, m.a)},
                          {"b", name_of(contest, m.b)},
                          {"a" + unit, m.a_score},
                          {"b" + unit, m.b_score},
                          {"winner", name_or_null(m.winner)}});
    list.push_back({{"round", list.size() + 1}, {"meetings", std::move(meetings)}});
    if (swiss) list.back()["bye"] = name_or_null(round.bye);
  }
  return list;
}

Json play_off_list(const arena::Contest& contest, const arena::ContestReport& report) {
  Json list = Json::array();
  for (const Result& result : report.concluded.standings.results) {
    if (result.fixture.stage != Stage::play_off) continue;
    Json bots = Json::array();
    for (std::size_t i = 0; i < result.tallies.size(); ++i)
      bots.push_back({{"bot", name_of(contest, result.fixture.entries[i])},
                      {"won", result.tallies[i].won},
                      {"tied", result.tallies[i].tied}});
    list.push_back({{"games", result.fixture.games}, {"bots", std::move(bots)}});
  }
  return list;
}

std::string fault_text(const tournament::FaultNote& note) {
  return fmt::format("game {}: {}: {}", tournament::number_of(note.game), name(note.fault.kind),
                     printable(note.fault.detail, fault_bytes_max));
}

// The others of a fixture, in canonical order.
Json opponents(const arena::Contest& contest, const Result& result, EntryId of) {
  Json names = Json::array();
  for (const EntryId other : result.fixture.entries)
    if (other != of) names.push_back(name_of(contest, other));
  return names;
}

// What a note says beside its bot, and beside whoever that played.
void add_fault(Json& out, const tournament::FaultNote& note) {
  out["game"] = tournament::number_of(note.game);
  out["fault"] = hilltop::name(note.fault.kind);
  out["detail"] = printable(note.fault.detail, fault_bytes_max);
  out["stderr"] = printable_lines(note.fault.error_output, fault_bytes_max);
}

Json fault_list(const arena::Contest& contest, const arena::ContestReport& report) {
  Json list = Json::array();
  for (const Result& result : report.concluded.standings.results)
    for (const tournament::FaultNote& note : result.notes) {
      Json out{{"bot", name_of(contest, note.entry)},
               {"opponents", opponents(contest, result, note.entry)}};
      add_fault(out, note);
      list.push_back(std::move(out));
    }
  return list;
}

// Where a bot that did not pass the check was at fault.
Json json_of_check(const store::QualificationRow::Failure& failure) {
  return {{"against", failure.against},
          {"asked", printable(failure.asked, fault_bytes_max)},
          {"said", printable(failure.said, fault_bytes_max)}};
}

Json disqualified_list(const arena::Contest& contest, const arena::ContestReport& report) {
  Json list = Json::array();
  for (const auto& [entry, failure] : report.failed) {
    Json out{{"bot", name_of(contest, entry)}};
    add_fault(out, {entry, failure.game, failure.fault});
    out["check"] = json_of_check(failure);
    list.push_back(std::move(out));
  }
  for (const tournament::FaultNote& note : report.concluded.disqualified) {
    Json out{{"bot", name_of(contest, note.entry)}};
    add_fault(out, note);
    out["check"] = nullptr;
    list.push_back(std::move(out));
  }
  return list;
}

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string out = "\"";
  for (const char c : cell) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

std::vector<std::string> heading(const Unit& unit) {
  std::vector<std::string> columns{"rank", "bot",  "points", "games",
                                   "won",  "tied", "lost",   "faults"};
  if (unit.adds_up)
    columns.emplace_back(unit.name);
  else if (!unit.name.empty())
    columns.insert(columns.end(), {"mean", "best"});
  return columns;
}

template <class Write>
std::vector<std::string> cells(const Unit& unit, const Row& row, std::string bot, Write&& write) {
  std::vector<std::string> cells{std::to_string(row.rank), std::move(bot)};
  for (const std::int64_t number :
       {row.points, row.line.games, row.line.won, row.line.tied, row.line.lost(), row.line.faults})
    cells.push_back(write(number));
  if (unit.adds_up)
    cells.push_back(write(row.line.sum));
  else if (!unit.name.empty())
    cells.insert(cells.end(), {fmt::format("{:.2f}", mean(row.line)),
                               row.line.best ? std::to_string(*row.line.best) : ""});
  return cells;
}

std::string text_of_rounds(const arena::Contest& contest, const arena::ContestReport& report,
                           bool coloured) {
  std::string out;
  int number = 0;
  for (const tournament::Round& round : report.concluded.standings.rounds) {
    out += '\n' + bold(fmt::format("  round {}", ++number), coloured) + '\n';
    for (const tournament::Meeting& m : round.meetings)
      out += fmt::format("    {} {} : {} {}\n", name_of(contest, m.a), grouped(m.a_score),
                         grouped(m.b_score), name_of(contest, m.b));
    if (round.bye) out += fmt::format("    {} has a bye\n", name_of(contest, *round.bye));
  }
  return out;
}

std::string text_of_play_offs(const arena::Contest& contest, const arena::ContestReport& report) {
  std::string out;
  for (const Result& result : report.concluded.standings.results) {
    if (result.fixture.stage != Stage::play_off) continue;
    std::string among, on_top;
    for (std::size_t i = 0; i < result.tallies.size(); ++i) {
      const std::string& bot = name_of(contest, result.fixture.entries[i]);
      among += (among.empty() ? "" : ", ") + bot;
      if (result.tallies[i].won + result.tallies[i].tied > 0)
        on_top += (on_top.empty() ? "" : ", ") + bot;
    }
    out += fmt::format("  play-off of {}: {} on top\n", among, on_top);
  }
  return out.empty() ? out : '\n' + out;
}

// Columns of the table that `show` adds: rating, and how long answers took.
class Details {
 public:
  Details(const StoredContest& stored, const arena::ContestReport& report)
      : report_(report), rated_(ratings(stored, report)) {
    for (const Row& row : report.rows)
      if (const auto& rating = rated_.of(static_cast<std::size_t>(row.entry))) {
        any_ = true;
        several_groups_ = several_groups_ || rating->group > 0;
      }
  }

  std::vector<std::string> heading() const {
    std::vector<std::string> columns;
    if (any_) columns = {"elo", "± 95 %"};
    if (several_groups_) columns.emplace_back("group");
    if (!report_.timings.empty()) columns.insert(columns.end(), {"mean ms", "slowest ms"});
    return columns;
  }

  std::vector<std::string> cells(EntryId entry) const {
    std::vector<std::string> cells;
    const auto& rating = rated_.of(static_cast<std::size_t>(entry));
    if (any_)
      cells = {rating ? fmt::format("{:+.1f}", rating->elo) : "",
               rating ? fmt::format("{:.1f}", rating->margin) : ""};
    if (several_groups_) cells.push_back(rating ? std::to_string(rating->group) : "");
    if (!report_.timings.empty()) {
      const Timing& timing = report_.timings[static_cast<std::size_t>(entry)];
      const bool answered = timing.answers > 0;
      cells.push_back(answered ? fmt::format("{:.3f}", in_ms(timing.mean())) : "");
      cells.push_back(answered ? fmt::format("{:.3f}", in_ms(timing.slowest)) : "");
    }
    return cells;
  }

 private:
  const arena::ContestReport& report_;
  rating::Ratings rated_;
  bool any_ = false, several_groups_ = false;
};

constexpr std::size_t every_fault = std::numeric_limits<std::size_t>::max();

// With every fault stands what was written to standard error before it.
std::string text_of_faults(const arena::Contest& contest, const arena::ContestReport& report,
                           std::size_t most) {
  std::string out;
  for (const auto& [entry, failure] : report.failed)
    out += fmt::format(
        "  {} did not pass the check, and everything was played without it: v {}, {}{}\n",
        name_of(contest, entry), failure.against, fault_text({entry, failure.game, failure.fault}),
        failure.fault.kind == FaultKind::illegal
            ? "; it said: " + printable(failure.said, fault_bytes_max)
            : "");
  for (const auto& note : report.concluded.disqualified)
    out += fmt::format("  {} is disqualified, and everything was played without it: {}\n",
                       name_of(contest, note.entry), fault_text(note));
  std::size_t listed = 0;
  for (const Result& result : report.concluded.standings.results)
    for (const tournament::FaultNote& note : result.notes) {
      if (listed++ >= most) continue;
      out += fmt::format(
          "  {} v {}, {}\n", name_of(contest, note.entry),
          [&] {
            for (const EntryId other : result.fixture.entries)
              if (other != note.entry) return name_of(contest, other);
            return std::string("nobody");
          }(),
          fault_text(note));
      if (most == every_fault) out += indented(note.fault.error_output, "    | ");
    }
  if (listed > most) out += fmt::format("  … and {} more\n", listed - most);
  return out.empty() ? out : "\n  faults\n" + out;
}

Json document(const arena::Contest& contest, const std::string& name,
              const arena::ContestReport& report) {
  Json out{{"contest", name},         {"game", contest.game->info->name},
           {"rules", contest.rules},  {"seed", std::to_string(contest.seed)},
           {"digest", report.digest}, {"standings", Json::array()}};
  for (const Row& row : report.rows) out["standings"].push_back(standing(contest, row));
  if (contest.plan.format != tournament::Format::everyone)
    out["pairs"] = pair_list(contest, report);
  if (tournament::in_rounds(contest.plan.format)) out["rounds"] = round_list(contest, report);
  if (contest.plan.plays_off()) out["play_offs"] = play_off_list(contest, report);
  out["faults"] = fault_list(contest, report);
  out["disqualified"] = disqualified_list(contest, report);
  out["sandbox"] = layer_list(report.sandbox);
  return out;
}

}  // namespace

std::string written(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

constexpr std::size_t csv_bytes_max = 64 * 1024;  // of a cell

std::string csv_text(std::string text) {
  text = printable(text, csv_bytes_max);
  return text.empty() || !std::string_view("=+-@").contains(text[0]) ? text : "'" + text;
}

std::string csv_line(std::span<const std::string> cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) line += (i == 0 ? "" : ",") + quoted(cells[i]);
  return line + '\n';
}

namespace {

// Who they are, in the order of the contest's list, and how long their answers took.
Json bot_list(const arena::Contest& contest, const arena::ContestReport& report) {
  Json list = Json::array();
  for (std::size_t i = 0; i < contest.entrants.size(); ++i) {
    const arena::Entrant& entrant = contest.entrants[i];
    const auto* manifest = std::get_if<runner::Manifest>(&entrant.player);
    const Timing timing = report.timings.empty() ? Timing{} : report.timings[i];
    const auto known = [&](const Json& number) { return timing.answers > 0 ? number : Json(); };
    list.push_back({{"bot", entrant.name},
                    {"title", entrant.title},
                    {"house", manifest == nullptr},
                    {"author", manifest == nullptr ? "" : manifest->author},
                    {"language", manifest == nullptr ? "" : manifest->language},
                    {"answers", timing.answers},
                    {"mean_ms", known(in_ms(timing.mean()))},
                    {"slowest_ms", known(in_ms(timing.slowest))}});
  }
  return list;
}

}  // namespace

std::string json(const arena::Contest& contest, const std::string& name,
                 const arena::ContestReport& report) {
  return written(document(contest, name, report));
}

Json document_in_detail(const StoredContest& stored, const arena::ContestReport& report) {
  const arena::Contest& contest = stored.contest;
  Json out = document(contest, stored.name, report);
  const rating::Ratings rated = ratings(stored, report);
  Json list = Json::array();
  for (const Row& row : report.rows)
    if (const auto& rating = rated.of(static_cast<std::size_t>(row.entry)))
      list.push_back({{"bot", name_of(contest, row.entry)},
                      {"elo", rating->elo},
                      {"margin", rating->margin},
                      {"group", rating->group}});
  out["ratings"] = std::move(list);
  out["bots"] = bot_list(contest, report);
  return out;
}

std::string json_in_detail(const StoredContest& stored, const arena::ContestReport& report) {
  return written(document_in_detail(stored, report));
}

std::string csv(const arena::Contest& contest, const arena::ContestReport& report) {
  std::string out = csv_line(heading(contest.game->info->unit));
  for (const Row& row : report.rows)
    out += csv_line(cells(contest.game->info->unit, row, csv_text(name_of(contest, row.entry)),
                          [](std::int64_t n) { return std::to_string(n); }));
  return out;
}

namespace {

std::string text_with(const arena::Contest& contest, const arena::ContestReport& report,
                      std::optional<double> seconds, const Details* details, std::size_t faults_max,
                      bool coloured) {
  std::int64_t games = 0;
  for (const Result& result : report.concluded.standings.results) games += result.fixture.games;
  std::string out = bold(printable(contest.name, title_bytes_max), coloured) +
                    fmt::format("  {}, {}, seed {}{}\n\n",
                                counted(static_cast<std::int64_t>(report.rows.size()), "bot"),
                                counted(games, "game"), contest.seed,
                                seconds ? fmt::format(", {:.1f} s", *seconds) : "");
  const auto join = [](std::vector<std::string> a, const std::vector<std::string>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  TextTable table(join(heading(contest.game->info->unit),
                       details == nullptr ? std::vector<std::string>{} : details->heading()));
  for (const Row& row : report.rows)
    table.add(join(cells(contest.game->info->unit, row, name_of(contest, row.entry), grouped),
                   details == nullptr ? std::vector<std::string>{} : details->cells(row.entry)));
  out += table.text(coloured) + text_of_rounds(contest, report, coloured) +
         text_of_play_offs(contest, report) + text_of_faults(contest, report, faults_max);
  return out + dim("\n  digest " + report.digest, coloured) + '\n';
}

}  // namespace

std::string text(const arena::Contest& contest, const arena::ContestReport& report, double seconds,
                 bool coloured) {
  return text_with(contest, report, seconds, nullptr, faults_listed_max, coloured);
}

std::string text_in_detail(const StoredContest& stored, const arena::ContestReport& report,
                           bool all_faults, bool coloured) {
  const Details details(stored, report);
  return text_with(stored.contest, report, {}, &details,
                   all_faults ? every_fault : faults_listed_max, coloured);
}

std::string pairs_text(const arena::Contest& contest, const arena::ContestReport& report,
                       bool coloured) {
  const auto met = pairs(contest, report);
  if (met.empty()) return {};
  std::vector<std::string> heading{"", "bot"};
  for (std::size_t column = 1; column <= report.rows.size(); ++column)
    heading.push_back(std::to_string(column));
  TextTable table(std::move(heading));
  for (std::size_t row = 0; row < report.rows.size(); ++row) {
    const std::string& a = name_of(contest, report.rows[row].entry);
    std::vector<std::string> cells{std::to_string(row + 1), a};
    for (const Row& column : report.rows) {
      const std::string& b = name_of(contest, column.entry);
      const auto pair = met.find(std::minmax(a, b));
      if (pair == met.end()) {
        cells.emplace_back(a == b ? "·" : "");
        continue;
      }
      const Tally& line = a < b ? pair->second.a : pair->second.b;
      cells.push_back(fmt::format("{:.1f}", 100 * share(line)));
    }
    table.add(std::move(cells));
  }
  return "\n  share of games won, in percent; a tie is half a game\n" + table.text(coloured);
}

std::string faults_text(std::span<const arena::Entrant> entrants,
                        std::span<const tournament::FaultNote> notes) {
  std::string text;
  for (const tournament::FaultNote& note : notes)
    text += fmt::format("  {}, {}\n", entrants[static_cast<std::size_t>(note.entry)].name,
                        fault_text(note));
  return text.empty() ? text : "\n  faults\n" + text;
}

}  // namespace hilltop::cli
