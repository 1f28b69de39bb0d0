#pragma once
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/descriptor.hpp"
#include "core/file.hpp"
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

// An output that is written part by part, compressed if its name ends in compressed_suffix. A file
// takes the place of the old one when it is finished, and not at all if it never is; a device or a
// pipe is written directly. Throws if it cannot be written.
class OutputStream {
 public:
  explicit OutputStream(const std::filesystem::path& file);
  ~OutputStream();
  OutputStream(const OutputStream&) = delete;
  OutputStream& operator=(const OutputStream&) = delete;

  void write(std::string_view text);
  void finish();

 private:
  class Compressor;
  void write_as_is(std::string_view bytes);
  void check(const std::expected<void, std::string>& written) const;

  std::filesystem::path file_;
  std::optional<Replacement> replacement_;  // absent if it is a device
  Descriptor device_;
  std::unique_ptr<Compressor> compressor_;  // null if it is not compressed
};
constexpr std::string_view compressed_suffix = ".zst";

// A file that a command uses, with its name in messages.
struct UsedFile {
  std::string use;
  std::filesystem::path file;
};

// Problem: two of them are the same file on the disk. Devices may be used twice.
std::expected<void, Problem> check_apart(const std::vector<UsedFile>& files);
// Problem: an output would become a file of one of these folders, which are of bots.
std::expected<void, Problem> check_outside(const std::vector<UsedFile>& outputs,
                                           const std::vector<std::filesystem::path>& bots);
// Returns a store's file and its journals.
std::vector<UsedFile> files_of_store(const std::string& store);

}  // namespace hilltop::cli
