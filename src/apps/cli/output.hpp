#pragma once
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "core/problem.hpp"

// Writing files for people and other programs.
namespace hilltop::cli {

// Returns the file that an option names, with links followed. Problem: it cannot be written.
// Changes nothing.
std::expected<std::filesystem::path, Problem> output_file(const std::string& option,
                                                          const std::string& typed);

// Writes a file atomically; writes directly to a device or a pipe.
std::expected<void, Problem> write_output(const std::string& text,
                                          const std::filesystem::path& file);

// A file that a command uses, with its name in messages.
struct UsedFile {
  std::string use;
  std::filesystem::path file;
};

// Problem: two of them are the same file on the disk. Devices may be used twice.
std::expected<void, Problem> check_apart(const std::vector<UsedFile>& files);
// Returns a store's file and its journals.
std::vector<UsedFile> files_of_store(const std::string& store);

}  // namespace hilltop::cli
