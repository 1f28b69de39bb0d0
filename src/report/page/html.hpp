#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace hilltop::report {

// Bytes that are shown of a text that strangers wrote.
constexpr std::size_t stranger_bytes_max = 400;

// Text of anybody as the text or an attribute of HTML: what would be markup, control characters and
// broken UTF-8 are shown, not obeyed.
std::string html(std::string_view text);

// The same of a text of several lines, none of which is cut.
std::string html_lines(std::string_view text);

// As html(), set apart from the direction of what stands around it.
std::string bdi(std::string_view text);

// Any bytes as a part of an id and of the fragment of a link to it.
std::string fragment(std::string_view text);

// For a script element, which ends with the first "</".
std::string script_text(const nlohmann::ordered_json& json);

}  // namespace hilltop::report
