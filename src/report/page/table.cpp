#include <cmath>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/page/html.hpp"
#include "report/page/parts.hpp"

namespace hilltop::report {

std::string html_of(const Table& table) {
  return fmt::format(
      "<div class=\"scroll{}\" role=region aria-label=\"{}\" tabindex=0><table class=\"{}\">"
      "<caption><span>{}</span></caption>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}"
      "</tbody></table></div>\n",
      table.box.empty() ? "" : " " + table.box, html(table.label), table.classes, table.caption,
      table.heading, table.rows);
}

std::string name_heading(std::string_view name) {
  return fmt::format("<th class=bot scope=col>{}</th>", html(name));
}

std::string number_heading(std::string_view name) {
  return fmt::format("<th class=n scope=col>{}</th>", html(name));
}

std::string text_heading(std::string_view name) {
  return fmt::format("<th scope=col>{}</th>", html(name));
}

std::string number_cell(std::string_view label, std::int64_t number) {
  return fmt::format("<td class=n data-label=\"{}\" data-n={}>{}</td>", html(label), number,
                     grouped(number));
}

std::string number_cell(std::string_view label, double number, int decimals,
                        const std::string& shown) {
  return fmt::format("<td class=n data-label=\"{}\" data-n={:.{}f}>{}</td>", html(label), number,
                     decimals, shown);
}

std::string row_heading(const Summary& summary, tournament::EntryId entry) {
  const std::string& title = summary.contest.entrants[static_cast<std::size_t>(entry)].title;
  const std::string& name = summary.name_of(entry);
  std::string out = "<th class=bot scope=row>" + bdi(name);
  if (!title.empty() && title != name) out += " <span class=title>" + bdi(title) + "</span>";
  return out + "</th>";
}

std::string signed_text(double number) {
  const std::string digits = fmt::format("{:.1f}", std::abs(number));
  return (digits == "0.0" ? "" : number < 0 ? "−" : "+") + digits;
}

}  // namespace hilltop::report
