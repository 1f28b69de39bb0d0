#include "report/lists.hpp"

#include <functional>
#include <optional>
#include <utility>

#include "core/text.hpp"
#include "report/columns.hpp"
#include "report/fault_groups.hpp"
#include "report/fault_text.hpp"
#include "report/game_name.hpp"
#include "report/text_table.hpp"
#include "tournament/formats.hpp"

namespace hilltop::report {
namespace {

using tournament::EntryId;
using tournament::FaultNote;
using tournament::Result;
using tournament::Row;
using tournament::Stage;
using tournament::Tally;

// A column of a list, or a key of its objects.
template <class Of>
struct Field {
  std::string key;
  std::function<Json(const Of&)> value;
  bool in_table = true;
};
template <class Of>
using Fields = std::vector<Field<Of>>;

template <class Of>
void add_columns(List& list, const Fields<Of>& fields) {
  for (const Field<Of>& field : fields)
    if (field.in_table) list.columns.push_back(field.key);
}

template <class Of>
void add_values(const Fields<Of>& fields, const Of& of, Json& object, std::vector<Json>& cells) {
  for (const Field<Of>& field : fields) {
    object[field.key] = field.value(of);
    if (field.in_table) cells.push_back(object[field.key]);
  }
}

template <class Of>
List list_of(std::string name, const std::vector<Of>& rows, const Fields<Of>& fields) {
  List list{std::move(name), Json::array(), {}, {}};
  add_columns(list, fields);
  for (const Of& row : rows) {
    Json object = Json::object();
    add_values(fields, row, object, list.cells.emplace_back());
    list.objects.push_back(std::move(object));
  }
  return list;
}

// Objects with a list of objects under `key`, each of which is a row of the table.
template <class Outer, class Inner>
struct Nested {
  std::string name;
  Fields<Outer> before;
  std::string key;
  std::function<std::vector<Inner>(const Outer&)> rows;
  Fields<Inner> fields;
  Fields<Outer> after = {};

  List list_of(const std::vector<Outer>& outer) const {
    List list{name, Json::array(), {}, {}};
    add_columns(list, before);
    add_columns(list, fields);
    add_columns(list, after);
    for (const Outer& each : outer) {
      Json object = Json::object();
      std::vector<Json> first, last;
      add_values(before, each, object, first);
      object[key] = Json::array();
      for (const Inner& row : rows(each)) {
        std::vector<Json>& cells = list.cells.emplace_back(first);
        add_values(fields, row, object[key].emplace_back(Json::object()), cells);
      }
      add_values(after, each, object, last);
      const std::size_t added = object[key].size();
      for (std::size_t i = list.cells.size() - added; i < list.cells.size(); ++i)
        list.cells[i].insert(list.cells[i].end(), last.begin(), last.end());
      list.objects.push_back(std::move(object));
    }
    return list;
  }
};

Json json_of(const Cell& cell) {
  return std::visit(
      [](const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
          return Json();
        else
          return Json(value);
      },
      cell.value);
}

List standings(const Summary& summary) {
  Fields<Row> fields;
  for (Column& column : ranking_columns(summary, in_data))
    fields.push_back({column.key, [&summary, cell = std::move(column.cell)](const Row& row) {
                        return json_of(cell(summary, row));
                      }});
  return list_of("standings", summary.report.rows, fields);
}

List pairs(const Summary& summary) {
  using Met = Pairs::value_type;
  const std::vector<Met> rows(summary.pairs.begin(), summary.pairs.end());
  Fields<Met> fields{{"a", [](const Met& met) { return Json(met.first.first); }},
                     {"b", [](const Met& met) { return Json(met.first.second); }},
                     {"games", [](const Met& met) { return Json(met.second.a.games); }},
                     {"a_won", [](const Met& met) { return Json(met.second.a.won); }},
                     {"b_won", [](const Met& met) { return Json(met.second.b.won); }},
                     {"tied", [](const Met& met) { return Json(met.second.a.tied); }}};
  if (const Unit unit = summary.contest.game->info->unit; unit.adds_up) {
    fields.push_back(
        {"a_" + std::string(unit.name), [](const Met& met) { return Json(met.second.a.sum); }});
    fields.push_back(
        {"b_" + std::string(unit.name), [](const Met& met) { return Json(met.second.b.sum); }});
  }
  if (summary.contest.game->has_traces)
    fields.push_back({"distinct_games", [](const Met& met) {
                        const auto games = met.second.distinct_games();
                        return games ? Json(*games) : Json();
                      }});
  return list_of("pairs", rows, fields);
}

Json name_or_null(const Summary& summary, std::optional<EntryId> entry) {
  return entry ? Json(summary.name_of(*entry)) : Json();
}

List rounds(const Summary& summary) {
  using tournament::Meeting;
  struct Round {
    std::size_t number;
    const tournament::Round* round;
  };
  std::vector<Round> rounds;
  for (const tournament::Round& round : summary.report.concluded.standings.rounds)
    rounds.push_back({rounds.size() + 1, &round});
  const tournament::FormatTraits& format = tournament::traits_of(summary.contest.plan.format);
  // A match that no sets decide is decided by games won or, where amounts rank, by their sums.
  const bool by_amounts = format.sets_to_win == 0 && summary.contest.plan.by_unit;
  const std::string unit =
      "_" + std::string(by_amounts ? summary.contest.game->info->unit.name : format.score);
  Nested<Round, Meeting> nested{
      "rounds",
      {{"round", [](const Round& round) { return Json(round.number); }}},
      "meetings",
      [](const Round& round) { return round.round->meetings; },
      {{"a", [&](const Meeting& meeting) { return Json(summary.name_of(meeting.a)); }},
       {"b", [&](const Meeting& meeting) { return Json(summary.name_of(meeting.b)); }},
       {"a" + unit, [](const Meeting& meeting) { return Json(meeting.a_score); }},
       {"b" + unit, [](const Meeting& meeting) { return Json(meeting.b_score); }},
       {"winner", [&](const Meeting& meeting) { return name_or_null(summary, meeting.winner); }}}};
  if (format.has_byes)
    nested.after = {
        {"bye", [&](const Round& round) { return name_or_null(summary, round.round->bye); }}};
  return nested.list_of(rounds);
}

struct PlacedTally {
  std::string bot;
  Tally tally;
};

std::vector<PlacedTally> tallies_of(const Summary& summary, const Result& result) {
  std::vector<PlacedTally> tallies;
  for (std::size_t place = 0; place < result.fixture.entries.size(); ++place)
    tallies.push_back({summary.name_of(result.fixture.entries[place]), result.tallies[place]});
  return tallies;
}

List play_offs(const Summary& summary) {
  std::vector<Result> played;
  for (const Result& result : summary.report.concluded.standings.results)
    if (result.fixture.stage == Stage::play_off) played.push_back(result);
  const Nested<Result, PlacedTally> nested{
      "play_offs",
      {{"games", [](const Result& result) { return Json(result.fixture.games); }}},
      "bots",
      [&](const Result& result) { return tallies_of(summary, result); },
      {{"bot", [](const PlacedTally& placed) { return Json(placed.bot); }},
       {"won", [](const PlacedTally& placed) { return Json(placed.tally.won); }},
       {"tied", [](const PlacedTally& placed) { return Json(placed.tally.tied); }}}};
  List list = nested.list_of(played);
  list.columns.clear();  // no table: the list of fixtures has these games
  return list;
}

// A fault with the bots it played against: `opponents` in a pairing, `check` in the check before
// the contest.
struct NotedFault {
  FaultNote note;
  Json opponents;
  Json check;
  std::string replay = {};  // the game, as `hilltop replay` takes it
};

Json shown(const std::string& line) { return Json(printable(line, shown_bytes_a_line_max)); }

Fields<NotedFault> fault_fields() {
  return {{"game",
           [](const NotedFault& noted) { return Json(tournament::number_of(noted.note.game)); }},
          {"fault", [](const NotedFault& noted) { return Json(name(noted.note.fault.kind)); }},
          {"detail",
           [](const NotedFault& noted) {
             return Json(printable(noted.note.fault.detail, fault_bytes_max));
           }},
          {"asked", [](const NotedFault& noted) { return shown(noted.note.fault.asked); }},
          {"said", [](const NotedFault& noted) { return shown(noted.note.fault.said); }},
          {"delay_ms",
           [](const NotedFault& noted) {
             return noted.note.fault.delay ? Json(noted.note.fault.delay->count()) : Json();
           }},
          {"overloaded", [](const NotedFault& noted) { return Json(noted.note.fault.overloaded); }},
          {"stderr",
           [](const NotedFault& noted) {
             return Json(printable_lines(noted.note.fault.error_output, fault_bytes_max));
           },
           /*in_table=*/false}};
}

Field<NotedFault> bot_field(const Summary& summary) {
  return {"bot", [&](const NotedFault& noted) { return Json(summary.name_of(noted.note.entry)); }};
}

std::vector<KeptFault> all_faults(const Summary& summary) {
  std::vector<KeptFault> kept;
  for (const Result& result : summary.report.concluded.standings.results)
    for (const FaultNote& note : result.notes) kept.push_back({&note, &result});
  return kept;
}

List faults(const Summary& summary, std::span<const KeptFault> kept, bool repeats_output) {
  std::vector<NotedFault> noted;
  RepeatedOutput repeated;
  for (const auto& [note, result] : kept) {
    Json opponents = Json::array();
    for (const EntryId entry : result->fixture.entries)
      if (entry != note->entry) opponents.push_back(summary.name_of(entry));
    noted.push_back({*note,
                     std::move(opponents),
                     {},
                     name_of_game(summary.contest, result->fixture, note->game)});
    if (!repeats_output) noted.back().note.fault = repeated.taken_from(note->fault);
  }
  Fields<NotedFault> fields = fault_fields();
  fields.insert(fields.begin(), {bot_field(summary),
                                 {"opponents", [](const NotedFault& of) { return of.opponents; }}});
  fields.push_back({"replay", [](const NotedFault& of) { return Json(of.replay); }});
  return list_of("faults", noted, fields);
}

List fault_summary(const Summary& summary) {
  return list_of<FaultGroup>(
      "fault_summary", fault_groups(summary),
      {{"bot", [&](const FaultGroup& group) { return Json(summary.name_of(group.entry)); }},
       {"fault", [](const FaultGroup& group) { return Json(name(group.kind)); }},
       {"faults", [](const FaultGroup& group) { return Json(group.faults); }},
       {"overloaded", [](const FaultGroup& group) { return Json(group.overloaded); }},
       {"reason",
        [](const FaultGroup& group) {
          return group.first() == nullptr ? Json() : Json(reason_of(*group.first()));
        }},
       {"first", [&](const FaultGroup& group) {
          return group.kept.empty() ? Json() : Json(game_of(summary, group.kept.front()));
        }}});
}

List disqualified(const Summary& summary) {
  std::vector<NotedFault> noted;
  for (const auto& [entry, failure] : summary.report.failed)
    noted.push_back(
        {{entry, failure.game, failure.fault},
         {},
         {{"against", failure.against},
          {"asked", shown(failure.fault.asked)},
          {"said", is_answered(failure.fault.kind) ? shown(failure.fault.said) : Json("")}}});
  for (const FaultNote& note : summary.report.concluded.disqualified)
    noted.push_back({note, {}, nullptr});
  Fields<NotedFault> fields = fault_fields();
  fields.insert(fields.begin(), bot_field(summary));
  fields.push_back({"check", [](const NotedFault& of) { return of.check; }, /*in_table=*/false});
  return list_of("disqualified", noted, fields);
}

List not_entered(const Summary& summary) {
  using Cause = NotEntered::Cause;
  const Nested<NotEntered, Cause> nested{
      "not_entered",
      {{"folder", [](const NotEntered& of) { return Json(folder_name(of.folder)); }},
       {"bot", [](const NotEntered& of) { return Json(of.name); }},
       {"author", [](const NotEntered& of) { return Json(of.author); }}},
      "causes",
      [](const NotEntered& of) { return of.causes; },
      {{"place", [](const Cause& cause) { return Json(cause.place); }},
       {"what", [](const Cause& cause) { return Json(printable(cause.what, fault_bytes_max)); }}}};
  return nested.list_of(summary.contest.not_entered);
}

List ratings(const Summary& summary) {
  struct Rated {
    std::string bot;
    Strength strength;
  };
  std::vector<Rated> rated;
  for (const Row& row : summary.report.rows)
    if (const auto strength = summary.strength_of(row.entry))
      rated.push_back({summary.name_of(row.entry), *strength});
  return list_of<Rated>(
      "ratings", rated,
      {{"bot", [](const Rated& of) { return Json(of.bot); }},
       {summary.contest.plan.by_unit ? "lead" : "elo",
        [](const Rated& of) { return Json(of.strength.value + 0.0); }},
       {"margin",
        [](const Rated& of) { return of.strength.margin ? Json(*of.strength.margin) : Json(); }},
       {"group", [](const Rated& of) { return Json(of.strength.group); }}});
}

// Returns the games by seat: what it is worth to be first.
List seats(const Summary& summary) {
  struct Seat {
    std::size_t number;
    Tally tally;
    rating::PairScore score;
  };
  std::vector<Seat> seats;
  for (const Tally& tally : summary.seats) seats.push_back({seats.size() + 1, tally, score(tally)});
  Fields<Seat> fields{
      {"seat", [](const Seat& of) { return Json(of.number); }},
      {"games", [](const Seat& of) { return Json(of.tally.games); }},
      {"won", [](const Seat& of) { return Json(of.tally.won); }},
      {"tied", [](const Seat& of) { return Json(of.tally.tied); }},
      {"lost", [](const Seat& of) { return Json(of.tally.lost()); }},
      {"score_percent", [](const Seat& of) { return Json(100 * of.score.mean); }},
      {"score_low", [](const Seat& of) { return Json(100 * of.score.range.low); }},
      {"score_high", [](const Seat& of) { return Json(100 * of.score.range.high); }}};
  for (UnitFigure& figure : unit_figures(summary.contest.game->info->unit))
    fields.push_back({figure.key, [cell = std::move(figure.cell)](const Seat& of) {
                        return json_of(cell(of.tally));
                      }});
  return list_of("seats", seats, fields);
}

struct TimedBot {
  play::Entrant entrant;
  Timing timing;

  const runner::Manifest* manifest() const {
    return std::get_if<runner::Manifest>(&entrant.player);
  }
  Json text(std::string runner::Manifest::* of) const {
    return manifest() == nullptr ? Json("") : Json(manifest()->*of);
  }
  Json milliseconds(std::chrono::nanoseconds time) const {
    return timing.answers > 0 ? Json(in_ms(time)) : Json();
  }
};

List bots(const Summary& summary) {
  std::vector<TimedBot> rows;
  const std::vector<Timing>& timings = summary.report.timings;
  for (std::size_t i = 0; i < summary.contest.entrants.size(); ++i)
    rows.push_back({summary.contest.entrants[i], i < timings.size() ? timings[i] : Timing{}});
  return list_of<TimedBot>(
      "bots", rows,
      {{"bot", [](const TimedBot& bot) { return Json(bot.entrant.name); }},
       {"title", [](const TimedBot& bot) { return Json(bot.entrant.title); }},
       {"house", [](const TimedBot& bot) { return Json(bot.manifest() == nullptr); }},
       {"author", [](const TimedBot& bot) { return bot.text(&runner::Manifest::author); }},
       {"language", [](const TimedBot& bot) { return bot.text(&runner::Manifest::language); }},
       {"answers", [](const TimedBot& bot) { return Json(bot.timing.answers); }},
       {"mean_ms", [](const TimedBot& bot) { return bot.milliseconds(bot.timing.mean()); }},
       {"slowest_ms", [](const TimedBot& bot) { return bot.milliseconds(bot.timing.slowest); }}});
}

// Adds what follows the standings and pairs.
void add_others(std::vector<List>& lists, const Summary& summary, List faults) {
  const tournament::Plan& plan = summary.contest.plan;
  if (!tournament::traits_of(plan.format).round.empty()) lists.push_back(rounds(summary));
  if (plan.plays_off()) lists.push_back(play_offs(summary));
  lists.push_back(std::move(faults));
  lists.push_back(fault_summary(summary));
  lists.push_back(disqualified(summary));
  lists.push_back(not_entered(summary));
}

}  // namespace

std::vector<List> outcome_lists(const Summary& summary) {
  std::vector<List> lists{standings(summary)};
  if (!tournament::traits_of(summary.contest.plan.format).one_game_for_all)
    lists.push_back(pairs(summary));
  add_others(lists, summary, faults(summary, all_faults(summary), /*repeats_output=*/true));
  return lists;
}

std::vector<List> page_lists(const Summary& summary, std::span<const KeptFault> kept) {
  std::vector<List> lists{standings(summary)};
  add_others(lists, summary, faults(summary, kept, /*repeats_output=*/false));
  return lists;
}

std::vector<List> detail_lists(const Summary& summary) {
  return {ratings(summary), seats(summary), bots(summary)};
}

List fixture_list(const Summary& summary) {
  struct Numbered {
    std::size_t number;
    const Result* result;
  };
  std::vector<Numbered> numbered;
  for (const Result& result : summary.report.concluded.standings.results)
    numbered.push_back({numbered.size() + 1, &result});
  Nested<Numbered, PlacedTally> nested{
      "fixtures",
      {{"fixture", [](const Numbered& of) { return Json(of.number); }},
       {"stage",
        [](const Numbered& of) {
          return Json(of.result->fixture.stage == Stage::main ? "main" : "play-off");
        }},
       {"first_game",
        [](const Numbered& of) {
          return Json(tournament::number_of(of.result->fixture.first_game));
        }},
       {"games", [](const Numbered& of) { return Json(of.result->fixture.games); }},
       {"digest", [](const Numbered& of) { return Json(of.result->digest); }}},
      "bots",
      [&](const Numbered& of) { return tallies_of(summary, *of.result); },
      {{"bot", [](const PlacedTally& placed) { return Json(placed.bot); }},
       {"won", [](const PlacedTally& placed) { return Json(placed.tally.won); }},
       {"tied", [](const PlacedTally& placed) { return Json(placed.tally.tied); }},
       {"lost", [](const PlacedTally& placed) { return Json(placed.tally.lost()); }},
       {"faults", [](const PlacedTally& placed) { return Json(placed.tally.faults); }}}};
  for (UnitFigure& figure : unit_figures(summary.contest.game->info->unit))
    nested.fields.push_back({figure.key, [cell = std::move(figure.cell)](const PlacedTally& of) {
                               return json_of(cell(of.tally));
                             }});
  return nested.list_of(numbered);
}

std::vector<std::string> layer_names(const std::optional<runner::Layers>& layers) {
  std::vector<std::string> list;
  for (std::size_t i = 0; layers && i < runner::layer_names.size(); ++i)
    if (layers->has(static_cast<runner::Layer>(i))) list.emplace_back(runner::layer_names[i]);
  return list;
}

}  // namespace hilltop::report
