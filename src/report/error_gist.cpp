#include "report/error_gist.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "core/text.hpp"

namespace hilltop::report {
namespace {

constexpr std::size_t gist_bytes_max = 160;

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    while (!line.empty() && white_space.contains(line.back())) line.remove_suffix(1);
    if (!line.empty()) lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '$';
}

// Returns whether the line begins with the name of an exception, as "java.io.IOException: no file".
bool begins_with_exception(std::string_view line) {
  const auto end = static_cast<std::size_t>(std::ranges::find_if_not(line, is_word) - line.begin());
  const std::string_view name = line.substr(0, end);
  const bool ends = end == line.size() || line[end] == ':' || line[end] == ' ';
  return ends && std::ranges::any_of(std::array{"Error", "Exception", "Interrupt", "Exit"},
                                     [&](const char* what) { return name.ends_with(what); });
}

// Returns the text after `before`; empty if the line does not contain it.
std::string_view after(std::string_view line, std::string_view before) {
  const std::size_t at = line.find(before);
  return at == line.npos ? std::string_view() : line.substr(at + before.size());
}

// Returns the message in line `i`; empty if it has none.
std::string message_in(const Lines& lines, std::size_t i) {
  const std::string_view line = lines[i];
  for (const std::string_view before : {"Exception in thread \"", "Caused by: ",
                                        "hilltop: the bot threw ", "hilltop: because of "}) {
    std::string_view rest = after(line, before);
    if (rest.empty() || !line.starts_with(before)) continue;
    if (before.ends_with('"')) rest = after(rest, "\" ");
    return std::string(rest);
  }
  if (begins_with_exception(line) || line.starts_with("panic: ")) return std::string(line);
  // C++: the type, then the text on a line of its own.
  if (const std::string_view thrown = after(line, "throwing an instance of '"); !thrown.empty()) {
    std::string message(thrown.substr(0, thrown.find('\'')));
    if (i + 1 < lines.size())
      if (const std::string_view what = after(lines[i + 1], "what():"); !what.empty())
        message.append(": ").append(trimmed(what));
    return message;
  }
  // Rust: the message is quoted, or on the next line.
  if (const std::string_view panicked = after(line, "panicked at "); !panicked.empty()) {
    if (panicked.starts_with('\''))
      return "panicked: " + std::string(panicked.substr(1, panicked.rfind('\'') - 1));
    return "panicked: " + std::string(i + 1 < lines.size() ? lines[i + 1] : panicked);
  }
  // `#!/usr/bin/env python3`, where there is none, with advice on the next line.
  if (line.starts_with("/usr/bin/env: ") && line.ends_with("No such file or directory"))
    return std::string(line);
  // Ruby: "bot.rb:8:in `choose': undefined method (NoMethodError)"
  if (line.ends_with("Error)")) return std::string(line);
  return {};
}

constexpr std::array<std::string_view, 17> sources = {"py", "java", "kt", "js", "mjs", "cjs",
                                                      "ts", "cpp",  "cc", "c",  "hpp", "h",
                                                      "rs", "go",   "rb", "cs", "sh"};

// Returns the first "bot.java:12" of a line; empty if it has none.
std::string place_in(std::string_view line) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t colon = line.find(':'); colon != line.npos; colon = line.find(':', colon + 1)) {
    std::size_t begin = colon, end = colon + 1;
    while (begin > 0 && (is_word(line[begin - 1]) || line[begin - 1] == '-')) --begin;
    while (end < line.size() && is_digit(line[end])) ++end;
    const std::string_view file = line.substr(begin, colon - begin);
    const std::size_t dot = file.rfind('.');
    if (end > colon + 1 && dot != file.npos && dot > 0 &&
        std::ranges::find(sources, file.substr(dot + 1)) != sources.end())
      return std::string(line.substr(begin, end - begin));
  }
  return {};
}

// Returns the place of a line of a Python traceback: `File "/bots/me/bot.py", line 8, in choose`.
std::string python_place(std::string_view line) {
  const std::string_view file = after(line, "File \"");
  const std::string_view number = after(file, "\", line ");
  if (number.empty()) return {};
  std::string_view name = file.substr(0, file.find('"'));
  name.remove_prefix(name.rfind('/') == name.npos ? 0 : name.rfind('/') + 1);
  const std::size_t digits = std::min(number.find_first_not_of("0123456789"), number.size());
  return std::string(name) + ':' + std::string(number.substr(0, digits));
}

// Returns whether a line of a stack trace is of the language's own library.
bool is_library(std::string_view line) {
  return std::ranges::any_of(std::array{"java.base/", "kotlin.", "node:", "/usr/lib", "/rustc/",
                                        "/usr/share", "<frozen", "hilltop."},
                             [&](const char* part) { return line.contains(part); });
}

std::string place_in(std::span<const std::string_view> lines) {
  for (auto line = lines.rbegin(); line != lines.rend(); ++line)
    if (std::string place = python_place(*line); !place.empty() && !is_library(*line)) return place;
  for (const std::string_view line : lines)
    if (std::string place = place_in(line); !place.empty() && !is_library(line)) return place;
  return {};
}

}  // namespace

std::string error_gist(std::string_view error_output) {
  const Lines lines = lines_of(error_output);
  if (lines.empty()) return {};
  std::string message;
  for (std::size_t i = lines.size(); i > 0 && message.empty(); --i)
    message = message_in(lines, i - 1);
  if (message.empty()) return printable(trimmed(lines.back()), gist_bytes_max);
  message = printable(message, gist_bytes_max);
  const std::string place = printable(place_in(lines), gist_bytes_max);
  return place.empty() || message.contains(place) ? message : message + " (" + place + ')';
}

}  // namespace hilltop::report
