#pragma once
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "core/problem.hpp"

// Files that commands write for people and other programs.
namespace hilltop::cli {

// The file that an option names, or that a link of that name leads to. A Problem: it could not be
// written; nothing is changed yet.
std::expected<std::filesystem::path, Problem> output_file(const std::string& option,
                                                          const std::string& typed);

// Readers find the old file or the new one; a device or a pipe is written as it is.
std::expected<void, Problem> write_output(const std::string& text,
                                          const std::filesystem::path& file);

// A file that a command uses, and the words for it in a message.
struct UsedFile {
  std::string use;
  std::filesystem::path file;
};

// A Problem: two of them are one file on the disk, by whatever names. Devices may be used twice.
std::expected<void, Problem> check_apart(const std::vector<UsedFile>& files);
// A store's file and its journals.
std::vector<UsedFile> files_of_store(const std::string& store);

}  // namespace hilltop::cli
