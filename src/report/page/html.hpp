#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace hilltop::report {

// Max bytes shown of a text that strangers wrote.
constexpr std::size_t stranger_bytes_max = 400;

// Escapes any text for use as HTML text or attribute: markup, control characters and invalid UTF-8
// are shown and have no effect.
std::string html(std::string_view text);

// Does the same for a text of several lines, without cutting it.
std::string html_lines(std::string_view text);

// Does the same, isolated from the text direction around it.
std::string bdi(std::string_view text);

// Encodes any bytes for an id and for the fragment of a link to it.
std::string fragment(std::string_view text);

// Encodes JSON for a script element, which ends at the first "</".
std::string script_text(const nlohmann::ordered_json& json);

}  // namespace hilltop::report
