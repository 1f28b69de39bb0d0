#include "apps/gomocup/lines.hpp"

#include <algorithm>
#include <cctype>

#include "apps/gomocup/limits.hpp"
#include "core/text.hpp"

namespace hilltop::gomocup {

bool read_line(std::istream& in, std::string& line) {
  std::string text;
  for (char c; in.get(c);) {
    if (c != '\r' && c != '\n') text += c;
    if ((c == '\r' || c == '\n') || text.size() > line_bytes_max) {
      line = trimmed(text);
      text.clear();
      if (!line.empty()) return true;
    }
  }
  line = trimmed(text);
  return !line.empty();
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

}  // namespace hilltop::gomocup
