#include "apps/cli/people_page.hpp"

#include <algorithm>
#include <vector>

#include "core/text.hpp"

namespace hilltop::cli {
namespace {

constexpr int gap = 3;
constexpr int narrowest = 26;  // columns for what is next to a table
constexpr int news_rows_min = 4;
constexpr int rows_around = 3;  // the title, and an empty row on either side of the rest

Drawing first_rows(const Drawing& drawing, int rows) {
  Drawing cut;
  for (const Drawing::Line& line :
       std::span(drawing.lines())
           .first(static_cast<std::size_t>(std::clamp(rows, 0, drawing.rows())))) {
    for (const auto& [text, ink] : line) cut.add(text, ink);
    cut.end_line();
  }
  return cut;
}

// Returns the newest news that fit, the oldest first.
Drawing newest(const Page& page, int columns, const int rows_max) {
  int rows = rows_max;
  std::vector<Drawing> parts;
  bool seen = false;  // whether this is older than the seat's last step
  for (auto news = page.news.rbegin(); news != page.news.rend() && rows > 0; ++news) {
    Drawing part = Drawing::of(wrapped(news->text, columns, "  "), seen ? Ink::faint : Ink::plain);
    if (part.rows() > rows && !parts.empty()) break;
    rows -= part.rows();
    parts.push_back(std::move(part));
    seen |= news->seat && news->seat == page.seat;
  }
  Drawing all;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) all.append(*part);
  return first_rows(all, rows_max);
}

Drawing told(const Page& page, int columns, int rows) {
  if (page.advice.empty()) return newest(page, columns, rows);
  return first_rows(Drawing::of(wrapped(page.advice, columns, "  ")), rows);
}

Drawing body(const Page& page, int columns, int rows) {
  const auto& [table, aside] = page.table;
  const int width = columns - table.columns() - gap;
  const bool tall = table.rows() + aside.rows() + news_rows_min + 2 > rows;
  Drawing all;
  if (width >= narrowest && (tall || aside.rows() > 0)) {
    Drawing right = aside;
    if (right.rows() > 0) right.end_line();
    right.append(
        told(page, width, std::min(rows, std::max(table.rows(), rows - 2)) - right.rows()));
    return all.append(beside(table, right, gap));
  }
  all.append(table);
  if (aside.rows() > 0) all.end_line().append(aside);
  return all.end_line().append(
      told(page, columns, std::max(rows - all.rows() - rows_around, news_rows_min)));
}

}  // namespace

Drawing laid_out(const Page& page, int columns, int rows) {
  Drawing bottom;
  bottom.append(Drawing::of(wrapped(page.complaint, columns, "  "), Ink::alert));
  bottom.append(Drawing::of(wrapped(page.message, columns, "  "), Ink::good));
  if (!page.question.empty()) bottom.add(page.question, Ink::strong).end_line();
  const int room = rows - 1 - bottom.rows();
  const Drawing middle =
      page.explained.empty()
          ? body(page, columns, room)
          : first_rows(Drawing::of(wrapped(page.explained, columns, "  ")), room);
  int spare = room - middle.rows();
  Drawing all;
  if (spare-- > 0) all.add(page.title, Ink::faint).end_line();
  if (spare > 1 && spare--) all.end_line();
  all.append(middle);
  if (spare > 0) all.end_line();
  return all.append(bottom);
}

}  // namespace hilltop::cli
