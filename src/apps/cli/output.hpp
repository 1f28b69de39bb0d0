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

// The name of standard output in the place of a file.
constexpr const char* standard_output = "-";

// Returns the file that an option names, with links followed, or standard_output. Problem: it
// cannot be written. Changes nothing.
std::expected<std::filesystem::path, Problem> output_file(const std::string& option,
                                                          const std::string& typed);

// Writes a file atomically; writes directly to a device, a pipe or standard output.
std::expected<void, Problem> write_output(const std::string& text,
                                          const std::filesystem::path& file);

class Compressor;

// An output that is written part by part, compressed if its name has a suffix for it. A file takes
// the place of the old one when it is finished, and not at all if it never is; a device, a pipe or
// standard output is written directly. Throws if it cannot be written.
class OutputStream {
 public:
  // `suffix`: as compressed_suffix() (compressor.hpp) returns it.
  OutputStream(const std::filesystem::path& file, std::string_view suffix);
  ~OutputStream();
  OutputStream(const OutputStream&) = delete;
  OutputStream& operator=(const OutputStream&) = delete;

  void write(std::string_view text);
  void finish();

 private:
  void write_as_is(std::string_view bytes);
  void check(const std::expected<void, std::string>& written) const;

  std::filesystem::path file_;
  std::optional<Replacement> replacement_;  // absent if it is a device
  Descriptor device_;
  std::unique_ptr<Compressor> compressor_;  // null if it is not compressed
};

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
