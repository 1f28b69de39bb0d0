#include "server/preview.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "arena/catalog.hpp"
#include "core/text.hpp"
#include "report/page/html.hpp"

namespace hilltop::server {
namespace {

constexpr std::size_t preview_name_bytes_max = 100;

std::vector<std::string> steps_of_address(std::string_view path) {
  std::vector<std::string> steps;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::string_view step = path.substr(0, path.find('/'));
    if (!step.empty()) steps.push_back(printable(step, preview_name_bytes_max));
    path.remove_prefix(step.size());
  }
  return steps;
}

std::optional<Preview> preview_of_game(std::string_view area, std::string_view name) {
  const auto game = arena::find_game(name);
  if (!game) return std::nullopt;
  const std::string_view title = (*game)->info->title;
  if (area == "rules")
    return Preview{fmt::format("The rules of {}", title),
                   fmt::format("{} in a minute, with pictures.", title)};
  return Preview{fmt::format("Play {}", title),
                 fmt::format("Play {} against friends and house bots, in a browser.", title)};
}

// Returns the address of the picture of a contest's ranking.
std::string picture_of(std::string_view encoded_path) {
  constexpr std::string_view before = "/contests/";
  if (!encoded_path.starts_with(before)) return "";
  encoded_path.remove_prefix(before.size());
  return fmt::format("/api/contests/{}/picture", encoded_path.substr(0, encoded_path.find('/')));
}

// Puts a value between `before` and the next `after`.
void put_value(std::string& html, std::string_view before, std::string_view after,
               std::string_view value) {
  const std::size_t at = html.find(before);
  if (at == std::string::npos) return;
  const std::size_t begin = at + before.size();
  html.replace(begin, html.find(after, begin) - begin, report::html(value));
}

}  // namespace

std::optional<Preview> preview_of(std::string_view path, std::string_view encoded_path) {
  const std::vector<std::string> steps = steps_of_address(path);
  if (steps.empty()) return std::nullopt;
  const std::string& area = steps.front();
  if (area == "room") return Preview{"A game at Hilltop", "Take a seat, or watch."};
  if (area == "daily")
    return Preview{"Game of the day", "The same dice and cards for everybody, and one try a day."};
  if (area == "contests" && steps.size() == 1)
    return Preview{"Contests", "Contests of bots: rankings, pairs and every game."};
  if (area == "contests" && steps.size() > 3 && steps[2] == "bots")
    return Preview{fmt::format("{} in {}", steps[3], steps[1]),
                   fmt::format("The results of {} in the contest {}.", steps[3], steps[1])};
  if (area == "contests")
    return Preview{steps[1],
                   fmt::format("The contest {}: its ranking, its pairs and every game.", steps[1]),
                   picture_of(encoded_path)};
  if ((area == "play" || area == "rules") && steps.size() > 1)
    return preview_of_game(area, steps[1]);
  return std::nullopt;
}

std::string with_preview(std::string html, const Preview& preview, std::string_view site) {
  put_value(html, "<title>", "</title>", preview.title + " – Hilltop");
  put_value(html, R"(property="og:title" content=")", "\"", preview.title + " – Hilltop");
  put_value(html, R"(property="og:description" content=")", "\"", preview.about);
  put_value(html, R"(name="description" content=")", "\"", preview.about);
  if (!preview.picture.empty())
    html.insert(std::min(html.find("</head>"), html.size()),
                fmt::format("<meta property=\"og:image\" content=\"{}\" />",
                            report::html(std::string(site) + preview.picture)));
  return html;
}

}  // namespace hilltop::server
