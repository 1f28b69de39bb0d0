#include "report/page/page.hpp"

#include <array>
#include <fmt/format.h>
#include <sodium.h>

#include "core/text.hpp"
#include "report/page/html.hpp"
#include "report/page/parts.hpp"
#include "tournament/formats.hpp"

namespace hilltop::report {
namespace {

struct Section {
  std::string id, title, body;
};

// Returns the Content-Security-Policy: nothing is fetched and no other script runs, even if a
// stranger's text contains one.
std::string policy() {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(page_script.data()),
                     page_script.size());
  std::array<char,
             sodium_base64_ENCODED_LEN(crypto_hash_sha256_BYTES, sodium_base64_VARIANT_ORIGINAL)>
      word{};
  sodium_bin2base64(word.data(), word.size(), hash.data(), hash.size(),
                    sodium_base64_VARIANT_ORIGINAL);
  return fmt::format(
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{}'; "
      "img-src data:; base-uri 'none'; form-action 'none'",
      word.data());
}

bool all_house(const StoredContest& stored) {
  return std::ranges::all_of(stored.bots, [](const store::BotRow& bot) { return bot.house; });
}

// Returns the command that plays the contest again from its file.
std::string command(const StoredContest& stored) {
  return fmt::format("hilltop run {} --seed {} --games {}", shell_word(stored.name + ".toml"),
                     stored.contest.seed, stored.contest.plan.games);
}

std::string facts(const StoredContest& stored, const arena::ContestReport& report) {
  const arena::Contest& contest = stored.contest;
  const tournament::FormatTraits& format = tournament::traits_of(contest.plan.format);
  std::string out = "<dl>\n";
  const auto fact = [&](std::string_view name, const std::string& markup) {
    out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, markup);
  };
  fact("game",
       html(contest.game->info->title) + ", rules <code>" + html(contest.rules) + "</code>");
  fact("format",
       fmt::format("{}, {} games ({}){}", format.kind, grouped(contest.plan.games),
                   html(format.games), contest.plan.mirrored ? ", each deal from both sides" : ""));
  fact("seed", std::to_string(contest.seed));
  fact("digest", "<code>" + report.digest + "</code>");
  fact("play it again", "<code>" + html(command(stored)) + "</code>");
  return out + "</dl>\n";
}

std::string how_to_check(const StoredContest& stored) {
  return std::string(
             "<p class=note>The digest covers every game. Playing the contest again with ") +
         (all_house(stored) ? "the file below gives the same digest."
                            : "the file below and the same bots in their folders gives the same "
                              "digest, if they answer the same.") +
         "</p>\n<details class=file><summary>The contest’s file, <code>" + html(stored.name) +
         ".toml</code></summary>\n<pre>" + html_lines(stored.contest.text) + "</pre></details>\n";
}

std::string head(const StoredContest& stored, const arena::ContestReport& report) {
  std::int64_t games = 0;
  for (const tournament::Result& result : report.concluded.standings.results)
    games += result.fixture.games;
  const std::string name = html(stored.contest.name);
  std::string out = fmt::format("<h1>{}</h1>\n<p class=lead>{} bots, {} games</p>\n", name,
                                grouped(static_cast<std::int64_t>(report.concluded.field.size())),
                                grouped(games));
  if (!report.complete)
    out += "<p class=warning>This contest is unfinished: these are partial results.</p>\n";
  return out;
}

}  // namespace

std::expected<std::string, Problem> page(const Summary& summary) {
  const StoredContest& stored = *summary.stored;
  const arena::ContestReport& report = summary.report;
  const std::vector<FaultGroup> faults = fault_groups(summary);
  const auto games = shown_games(summary, faults);
  if (!games) return std::unexpected(games.error());
  const std::vector<Section> sections{
      {"ranking", "Ranking", ranking_of(summary)},
      {"ratings", "Ratings", ratings_of(summary)},
      {"pairs", "Head to head", cross_table_of(summary)},
      {"rounds", "Rounds", rounds_of(summary)},
      {"distributions", "Game by game", distributions_of(summary, measured(stored, report))},
      {"faults", "Faults", faults_of(summary, faults, *games)},
      {"not-entered", "Not entered", not_entered_of(summary)},
      {"games", "Games", games_of(summary, *games)},
  };
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=referrer content=no-referrer>\n<link rel=icon href=\"data:,\">\n"
      "<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n<header>\n{}{}{}{}"
      "<nav aria-label=Sections>\n",
      policy(), html(stored.contest.name), page_style, head(stored, report),
      overload_of(summary, faults), facts(stored, report), how_to_check(stored));
  for (const Section& section : sections)
    if (!section.body.empty())
      out += fmt::format("<a href=\"#{}\">{}</a>\n", section.id, section.title);
  out += "</nav>\n</header>\n<main>\n";
  for (const Section& section : sections)
    if (!section.body.empty())
      out += fmt::format(
          "<section id={0} aria-labelledby=h-{0}>\n<h2 id=h-{0}>{1}</h2>\n{2}"
          "</section>\n",
          section.id, section.title, section.body);
  return out + "</main>\n<footer>Made by <code>hilltop report</code>.</footer>\n<script>" +
         page_script + "</script>\n</body>\n</html>\n";
}

}  // namespace hilltop::report
