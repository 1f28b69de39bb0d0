#include "report/page/html.hpp"

#include <nlohmann/json.hpp>

#include "core/text.hpp"

namespace hilltop::report {

namespace {

std::string escaped_for_html(std::string_view text) {
  std::string out;
  for (const char letter : text) switch (letter) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += letter;
    }
  return out;
}

}  // namespace

std::string html(std::string_view text) {
  return escaped_for_html(printable(text, stranger_bytes_max));
}

std::string bdi(std::string_view text) { return "<bdi>" + html(text) + "</bdi>"; }

std::string script_text(const Json& json) {
  std::string out;
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = std::string_view(text).substr(i);
    if (text[i] == '<') {
      out += "\\u003c";
    } else if (rest.starts_with("\u2028") || rest.starts_with("\u2029")) {
      out += rest.starts_with("\u2028") ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace hilltop::report
