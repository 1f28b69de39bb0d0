#pragma once
#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "core/digest.hpp"
#include "core/file.hpp"

// Text files that machines exchange. The last line has the hash of those before it, which shows
// whether the file is whole.
namespace hilltop::cluster {

constexpr std::size_t line_bytes_max = 256 << 20;

// Writes such a file, which is there when it is whole. Errors say why something is impossible.
class SealedLines {
 public:
  static std::expected<SealedLines, std::string> begin(const std::filesystem::path& file);

  std::expected<void, std::string> add(std::string_view line);
  // Seals the file and puts it in its place. Returns its hash, in hexadecimal.
  std::expected<std::string, std::string> commit();

 private:
  explicit SealedLines(Replacement file) : file_(std::move(file)) {}

  Replacement file_;
  Digest digest_;
};

// A line of such a file, and where it stands there.
struct SealedLine {
  std::string_view text;
  std::uint64_t offset;
};

// Reads a whole file: calls `take` with each line but the last. Returns the hash. Error: it cannot
// be read, is cut off or was changed; the lines before may have been taken.
std::expected<std::string, std::string> read_sealed(
    const std::filesystem::path& file, const std::function<void(const SealedLine&)>& take);

// Returns the line at an offset that read_sealed() has told. Error: it cannot be read any more.
std::expected<std::string, std::string> line_at(const std::filesystem::path& file,
                                                std::uint64_t offset);

}  // namespace hilltop::cluster
