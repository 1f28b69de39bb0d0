#include "cluster/sealed_lines.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

namespace hilltop::cluster {
namespace {

// How the last line begins.
constexpr std::string_view seal_begins = "sealed ";

std::string why_unreadable() { return std::strerror(errno == 0 ? EIO : errno); }

// Returns whether there was another line, without its end. A line without an end is none.
bool next_line(std::istream& in, std::string& line) {
  line.clear();
  if (!std::getline(in, line)) return false;
  return !in.eof() && line.size() <= line_bytes_max;
}

}  // namespace

std::expected<SealedLines, std::string> SealedLines::begin(const std::filesystem::path& file) {
  auto begun = Replacement::of(file);
  if (!begun) return std::unexpected(begun.error());
  return SealedLines(*std::move(begun));
}

std::expected<void, std::string> SealedLines::add(std::string_view line) {
  digest_.add(line);
  if (auto added = file_.add(line); !added) return added;
  return file_.add("\n");
}

std::expected<std::string, std::string> SealedLines::commit() {
  std::string hash = digest_.hex();
  if (auto added = file_.add(std::string(seal_begins) + hash + '\n'); !added)
    return std::unexpected(added.error());
  if (auto written = file_.commit(); !written) return std::unexpected(written.error());
  return hash;
}

std::expected<std::string, std::string> read_sealed(
    const std::filesystem::path& file, const std::function<void(const SealedLine&)>& take) {
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::unexpected(why_unreadable());
  Digest digest;
  std::uint64_t offset = 0;
  for (std::string line; next_line(in, line);) {
    if (line.starts_with(seal_begins)) {
      const std::string hash = digest.hex();
      if (line.substr(seal_begins.size()) != hash) return std::unexpected("it was changed");
      if (in.peek() != std::ifstream::traits_type::eof())
        return std::unexpected("something follows its end");
      return hash;
    }
    digest.add(line);
    take({line, offset});
    offset += line.size() + 1;
  }
  return std::unexpected(in.bad() ? why_unreadable() : "it is cut off");
}

std::expected<std::string, std::string> line_at(const std::filesystem::path& file,
                                                std::uint64_t offset) {
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  std::string line;
  if (!in.seekg(static_cast<std::streamoff>(offset)) || !next_line(in, line))
    return std::unexpected(why_unreadable());
  return line;
}

}  // namespace hilltop::cluster
