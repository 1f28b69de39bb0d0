#pragma once
#include <string>
#include <string_view>

#include "core/json.hpp"

namespace hilltop::report {

// Max bytes shown of a text that strangers wrote.
constexpr std::size_t stranger_bytes_max = 400;

// Escapes any text for use as HTML text or attribute: markup, control characters and invalid UTF-8
// are shown and have no effect.
std::string html(std::string_view text);

// Does the same, isolated from the text direction around it.
std::string bdi(std::string_view text);

// Encodes JSON for a script element, which ends at the first "</": without '<' and without the line
// ends of JavaScript that are none of JSON (U+2028 and U+2029).
std::string script_text(const Json& json);

}  // namespace hilltop::report
