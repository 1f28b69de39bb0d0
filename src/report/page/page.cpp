#include "report/page/page.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sodium.h>
#include <stdexcept>

#include "core/text.hpp"
#include "report/columns.hpp"
#include "report/commands.hpp"
#include "report/page/built.hpp"
#include "report/page/data.hpp"
#include "report/page/html.hpp"
#include "report/text.hpp"

namespace hilltop::report {
namespace {

std::string_view built(std::string_view path) {
  const auto files = built_files();
  const auto found = std::ranges::find(files, path, &BuiltFile::path);
  if (found == files.end()) throw std::logic_error("the program has no " + std::string(path));
  return found->bytes;
}

// Returns a source of a Content-Security-Policy: the text with this hash.
std::string source_of(std::string_view text) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
  std::array<char,
             sodium_base64_ENCODED_LEN(crypto_hash_sha256_BYTES, sodium_base64_VARIANT_ORIGINAL)>
      word{};
  sodium_bin2base64(word.data(), word.size(), hash.data(), hash.size(),
                    sodium_base64_VARIANT_ORIGINAL);
  return fmt::format("'sha256-{}'", word.data());
}

// Returns the Content-Security-Policy: nothing is fetched and no other script runs, even if a
// stranger's text contains one.
std::string policy(std::string_view script, std::string_view style) {
  return fmt::format(
      "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; "
      "form-action 'none'",
      source_of(script), source_of(style));
}

std::string lead(const Summary& summary) {
  std::string out =
      fmt::format("<h1>{}</h1>\n<p>{}, {} bots, {}</p>\n", html(summary.stored->contest.name),
                  html(summary.contest.game->info->title),
                  grouped(static_cast<std::int64_t>(summary.report.concluded.field.size())),
                  games_text(summary));
  if (!summary.report.complete)
    out += "<p><strong>This contest is unfinished: these are partial results.</strong></p>\n";
  return out;
}

std::string ranking(const Summary& summary) {
  const std::vector<Column> columns = ranking_columns(summary, on_page);
  std::string heading, rows;
  for (const Column& column : columns)
    heading +=
        fmt::format("<th scope=col{}>{}</th>", column.kind != CellKind::text ? " class=number" : "",
                    html(column.heading));
  for (const tournament::Row& row : summary.report.rows) {
    rows += "<tr>";
    for (const Column& column : columns) {
      const std::string text = bdi(text_of(column.cell(summary, row)));
      if (column.key == "bot")
        rows += "<th scope=row>" + text + "</th>";
      else
        rows += (column.kind != CellKind::text ? "<td class=number>" : "<td>") + text + "</td>";
    }
    rows += "</tr>\n";
  }
  return "<h2>Ranking</h2>\n<div class=scroll><table>\n<thead><tr>" + heading +
         "</tr></thead>\n<tbody>\n" + rows + "</tbody></table></div>\n";
}

}  // namespace

std::expected<std::string, Problem> page(const Summary& summary) {
  const auto data = page_data(summary);
  if (!data) return std::unexpected(data.error());
  const std::string_view script = built("/page.js"), style = built("/page.css");
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=color-scheme content=\"light dark\">\n"
      "<meta name=referrer content=no-referrer>\n<link rel=icon href=\"data:,\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<div id=page>\n<main>\n{}"
      "<p>Seed {}, digest <code>{}</code>, played again by <code>{}</code></p>\n{}"
      "<noscript><p>Everything else on this page needs JavaScript.</p></noscript>\n"
      "</main>\n</div>\n<script type=\"application/json\" id=data>{}</script>\n"
      "<script type=\"text/plain\" id=third-party>\n{}</script>\n"
      "<script>{}</script>\n</body>\n</html>\n",
      policy(script, style), html(summary.stored->contest.name), style, lead(summary),
      summary.shown_seed().value_or("drawn"), summary.report.digest,
      html(play_again_command(summary)), ranking(summary), script_text(*data),
      built("/third-party.txt"), script);
}

}  // namespace hilltop::report
