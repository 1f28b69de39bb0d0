#pragma once
#include <cstddef>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/descriptor.hpp"

// Whole files that people and bots hand in, and files that are written for people.
namespace hilltop {

// What a typed path leads to, through links. None of them if it leads nowhere, is too
// long, or goes through a folder that is closed.
bool leads_to_file(const std::filesystem::path& typed);
bool leads_to_folder(const std::filesystem::path& typed);

// Why there is nothing that can be used at a path, such as "Permission denied"; nullopt if there is
// something, or simply nothing.
std::optional<std::string> why_unreachable(const std::filesystem::path& typed);

// The bytes of a file, of which there are at most `bytes_max`. Error: why it cannot be read, such
// as "it is a folder". A pipe is refused, for its reader would wait for a writer.
std::expected<std::string, std::string> read_file(const std::filesystem::path& file,
                                                  std::size_t bytes_max);

// A file that is written part by part and then takes the place of another, so that readers find the
// old text or the new one. Unless it is committed, it is removed and the other is unchanged. The
// errors say why something is impossible.
class Replacement {
 public:
  static std::expected<Replacement, std::string> of(const std::filesystem::path& file);
  Replacement(Replacement&& other) noexcept;
  Replacement& operator=(Replacement&&) = delete;
  ~Replacement();

  std::expected<void, std::string> add(std::string_view text);
  // Writes everything to the disk and puts it in the place of the file.
  std::expected<void, std::string> commit();

 private:
  Replacement(std::filesystem::path file, std::string half, Descriptor out);

  std::filesystem::path file_;
  std::string half_;  // its name until it is committed; then empty
  Descriptor out_;
};

// Writes the whole text to a descriptor. Error: why not.
std::expected<void, std::string> write_all(const Descriptor& out, std::string_view text);

// Returns whether there is something that is written into, and cannot be replaced by a file: a
// device, a pipe or a socket.
bool is_device(const std::filesystem::path& file);

// Writes the whole text to the disk and then puts it in the place of `file`, so that readers find
// the old text or the new one. Error: why not; the old file is unchanged. Writes into a device.
std::expected<void, std::string> replace_file(const std::filesystem::path& file,
                                              const std::string& text);

}  // namespace hilltop
