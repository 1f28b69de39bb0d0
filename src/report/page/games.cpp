#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "core/text.hpp"
#include "report/page/html.hpp"
#include "report/page/parts.hpp"

namespace hilltop::report {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (text.ends_with('\n')) text.remove_suffix(1);
  for (std::size_t end; !text.empty(); text.remove_prefix(end)) {
    end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    if (end < text.size()) ++end;
  }
  return lines;
}

// Returns "<b>kid</b> 3, nestor 1", or without points if the game has no unit.
std::string outcome(const Summary& summary, const ShownGame& game) {
  const bool counts = !summary.contest.game->info->unit.name.empty();
  const std::uint64_t top = arena::on_top(game.result);
  std::string out;
  for (std::size_t seat = 0; seat < game.seated.size(); ++seat) {
    const std::string who = bdi(summary.name_of(game.seated[seat]));
    if (seat > 0) out += counts ? ", " : " v ";
    out += (top >> seat & 1) != 0 ? "<b>" + who + "</b>" : who;
    if (counts) out += ' ' + grouped(game.result.points[seat]);
  }
  return out;
}

// Returns the tables of a game. Most lines recur from table to table, so each is stored once.
Json tables_of(const ShownGame& game) {
  std::map<std::string, std::size_t> known;
  Json lines = Json::array(), tables = Json::array();
  for (const std::string& text : game.tables) {
    Json table = Json::array();
    for (const std::string_view line : lines_of(text)) {
      const auto [place, fresh] = known.emplace(printable(line, stranger_bytes_max), known.size());
      if (fresh) lines.push_back(place->first);
      table.push_back(place->second);
    }
    tables.push_back(std::move(table));
  }
  return {{"lines", std::move(lines)}, {"tables", std::move(tables)}};
}

std::string told_lines(const ShownGame& game) {
  std::string out;
  for (const std::string& part : game.told) {
    out += "<li>";
    bool first = true;
    for (const std::string_view line : lines_of(part))
      out += (std::exchange(first, false) ? "" : "\n") + html(line);
    out += "</li>\n";
  }
  return out;
}

// Returns a sentence that says which of all games are shown.
std::string choice_of(const Summary& summary, std::size_t games) {
  std::int64_t all = 0;
  bool faults = false;
  for (const tournament::Result& result : summary.report.concluded.standings.results) {
    all += result.fixture.games;
    faults |= !result.notes.empty();
  }
  const auto shown = static_cast<std::int64_t>(games);
  if (shown == all) return fmt::format("All {} games.", grouped(all));
  const bool pairs = summary.report.concluded.standings.results.size() > 1;
  return fmt::format("{} of the {} games: {}the first ones{}.", grouped(shown), grouped(all),
                     faults ? "some with faults, and " : "",
                     pairs ? " of each pairing, those of the best bots before others" : "");
}

}  // namespace

std::string games_of(const Summary& summary, std::span<const ShownGame> games) {
  if (games.empty()) return {};
  std::string out = "<p>" + choice_of(summary, games.size()) +
                    " The winner is in bold. The table is what the player to move sees.</p>\n"
                    "<div class=games>\n";
  for (const ShownGame& game : games)
    out += fmt::format(
        "<details class=game id=\"game={}\"><summary>{}<span class=number>{}</span></summary>\n"
        "<div class=account><ol class=told>\n{}</ol></div>\n"
        "<script type=\"application/json\">{}</script></details>\n",
        fragment(game.name), outcome(summary, game), html(game.name), told_lines(game),
        script_text(tables_of(game)));
  return out + "</div>\n";
}

}  // namespace hilltop::report
