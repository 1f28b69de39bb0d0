#pragma once
#include <string>
#include <string_view>

namespace hilltop::report {

// Returns what a program's standard error says about its end: the message of the exception or panic
// and the line of the source, as in "AttributeError: no attribute 'x' (bot.py:8)"; else the last
// line. Knows the formats of Python, Java and Kotlin (also by Hilltop's SDK), JavaScript, C++, C#,
// Go, Rust and Ruby. Empty if the text is. The result is one line of printable text.
std::string error_gist(std::string_view error_output);

}  // namespace hilltop::report
