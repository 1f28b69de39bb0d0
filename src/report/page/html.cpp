#include "report/page/html.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"

namespace hilltop::report {

namespace {

std::string escaped(std::string_view text) {
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

std::string html(std::string_view text) { return escaped(printable(text, stranger_bytes_max)); }

std::string html_lines(std::string_view text) {
  return escaped(printable_lines(text, std::max<std::size_t>(text.size(), 1)));
}

std::string bdi(std::string_view text) { return "<bdi>" + html(text) + "</bdi>"; }

std::string fragment(std::string_view text) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~,:=";
  std::string out;
  for (const char letter : text)
    out += plain.find(letter) != std::string_view::npos
               ? std::string(1, letter)
               : fmt::format("%{:02X}", static_cast<unsigned char>(letter));
  return out;
}

std::string script_text(const nlohmann::ordered_json& json) {
  std::string out;
  for (const char letter :
       json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace))
    out += letter == '<' ? std::string("\\u003c") : std::string(1, letter);
  return out;
}

}  // namespace hilltop::report
