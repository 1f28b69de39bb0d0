#pragma once
#include <cstddef>
#include <expected>
#include <filesystem>
#include <string>

// Whole files that people and bots hand in, and files that are written for people.
namespace hilltop {

// The bytes of a file, of which there are at most `bytes_max`. Error: why it cannot be read, such
// as "it is a folder". A pipe is refused, for its reader would wait until somebody writes.
std::expected<std::string, std::string> read_file(const std::filesystem::path& file,
                                                  std::size_t bytes_max);

// Writes the whole text to the disk and then puts it in the place of `file`, so that readers find
// the old text or the new one. Error: why not; the old file is unchanged.
std::expected<void, std::string> replace_file(const std::filesystem::path& file,
                                              const std::string& text);

}  // namespace hilltop
