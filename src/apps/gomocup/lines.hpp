#pragma once
#include <istream>
#include <string>

namespace hilltop::gomocup {

// Reads the next line of a manager that is not empty, without white space at its ends. A line ends
// in LF, CR LF or CR, or is cut at line_bytes_max; false at the end of the input.
bool read_line(std::istream& in, std::string& line);

// The text in capitals (ASCII).
std::string upper(std::string text);

}  // namespace hilltop::gomocup
