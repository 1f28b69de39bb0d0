#include "server/archive.hpp"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <sys/stat.h>
#include <vector>

#include "core/descriptor.hpp"
#include "core/file.hpp"
#include "core/text.hpp"
#include "runner/content.hpp"
#include "server/decompress.hpp"

namespace hilltop::server {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t shown_name_bytes_max = 120;

// All that is decompressed of an archive: the files, and what tar says of each.
constexpr std::uint64_t entry_header_bytes_max = 8 << 10;
constexpr std::uint64_t decompressed_bytes_max =
    unpacked_bytes_max + unpacked_files_max * entry_header_bytes_max;

constexpr std::string_view zip_begins = "PK";

Problem too_much() {
  return {fmt::format("the archive holds more than {} MiB", unpacked_bytes_max >> 20)};
}

std::unexpected<Problem> bad(std::string_view name, Problem why) {
  return std::unexpected(
      worded("'{name}' in the archive {why}",
             {{"name", printable(name, shown_name_bytes_max)}, {"why", std::move(why)}}));
}

Problem not_unpacked(std::string why) {
  return worded("cannot be unpacked: {why}", {{"why", std::move(why)}});
}

// Returns the steps of an entry's path, without those that are '.'. Problem: it leads elsewhere, or
// cannot be a bot's file.
std::expected<std::vector<std::string>, Problem> steps_of(std::string_view name) {
  std::vector<std::string> steps;
  if (name.starts_with('/')) return bad(name, {"has an absolute path"});
  for (std::string_view rest = name; !rest.empty();) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::string_view step = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (step.empty() || step == ".") continue;
    if (step == "..") return bad(name, {"leads out of it"});
    if (step.find('\\') != std::string_view::npos) return bad(name, {"has a backslash"});
    if (step.size() > unpacked_name_bytes_max) return bad(name, {"has too long a name"});
    if (const std::string why = unprintable(step); !why.empty()) return bad(name, {"has " + why});
    steps.emplace_back(step);
  }
  if (!steps.empty() && steps.back() == runner::own_files_list)
    return bad(name, {"is written by the arena alone: leave it out"});
  if (steps.size() > static_cast<std::size_t>(unpacked_depth_max))
    return bad(name, {fmt::format("is nested deeper than {} folders", unpacked_depth_max)});
  return steps;
}

struct Closing {
  void operator()(archive* reader) const { archive_read_free(reader); }
};

// Writes the data of an entry; adds to `unpacked`.
std::expected<void, Problem> write_entry(archive* reader, const std::string& name,
                                         const fs::path& file, bool executable,
                                         std::uint64_t& unpacked) {
  const Descriptor out(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                              executable ? 0755 : 0644));
  if (!out.open())
    return bad(name,
               errno == EEXIST ? Problem{"occurs twice"} : not_unpacked(std::strerror(errno)));
  std::array<char, 1 << 16> data;
  while (true) {
    const la_ssize_t size = archive_read_data(reader, data.data(), data.size());
    if (size == 0) return {};
    if (size < 0) return bad(name, {"is damaged"});
    unpacked += static_cast<std::uint64_t>(size);
    if (unpacked > unpacked_bytes_max) return std::unexpected(too_much());
    if (const auto done = write_all(out, {data.data(), static_cast<std::size_t>(size)}); !done)
      return bad(name, not_unpacked(done.error()));
  }
}

// A tar that may be compressed, as its reader takes it. Every byte that is decompressed counts,
// also of what is skipped.
struct Stream {
  explicit Stream(std::string_view bytes) : decompressor(Decompressor::of(bytes)) {}

  // Is called by the reader.
  static la_ssize_t read(archive* reader, void* self, const void** data) {
    Stream& stream = *static_cast<Stream*>(self);
    const auto size = stream.decompressor->read(stream.block);
    if (!size) {
      archive_set_error(reader, EINVAL, "%s", size.error().text.c_str());
      return ARCHIVE_FATAL;
    }
    stream.decompressed += *size;
    if (stream.decompressed > decompressed_bytes_max) return ARCHIVE_FATAL;
    *data = stream.block.data();
    return static_cast<la_ssize_t>(*size);
  }

  std::unique_ptr<Decompressor> decompressor;
  std::array<char, 1 << 16> block;
  std::uint64_t decompressed = 0;
};

// Whether an entry of a zip is stored or deflated. Other methods may need any amount of memory.
bool is_plain_zip(archive* reader) {
  const std::string_view format = archive_format_name(reader);
  return format.ends_with("(uncompressed)") || format.ends_with("(deflation)");
}

// Takes out a folder that holds everything else.
void lift_only_folder(const fs::path& folder) {
  fs::directory_iterator first(folder);
  if (first == fs::directory_iterator() || !first->is_directory()) return;
  const fs::path only = first->path();
  if (++first != fs::directory_iterator()) return;
  const fs::path aside = folder.parent_path() / (folder.filename().string() + ".lifted");
  fs::rename(only, aside);
  fs::remove(folder);
  fs::rename(aside, folder);
}

}  // namespace

std::expected<void, Problem> unpack(std::string_view bytes, const fs::path& into) {
  const std::unique_ptr<archive, Closing> reader(archive_read_new());
  const bool is_zip = bytes.starts_with(zip_begins);
  Stream stream(bytes);
  const auto damaged = [&](const char* otherwise) {
    if (stream.decompressed > decompressed_bytes_max) return std::unexpected(too_much());
    const char* const why = archive_error_string(reader.get());
    return std::unexpected(worded(
        "the archive cannot be read ({why}); it is a tar, also compressed by gzip, xz or "
        "zstd, or a zip",
        {{"why", Problem{printable(why == nullptr ? otherwise : why, shown_name_bytes_max)}}}));
  };
  // No filter of the library: it stacks them, and lets a window have 1 GiB.
  is_zip ? archive_read_support_format_zip(reader.get())
         : archive_read_support_format_tar(reader.get());
  const int opened =
      is_zip ? archive_read_open_memory(reader.get(), bytes.data(), bytes.size())
             : archive_read_open(reader.get(), &stream, nullptr, &Stream::read, nullptr);
  if (opened != ARCHIVE_OK) return damaged("unknown format");
  std::uint64_t unpacked = 0;
  int entries = 0;
  for (archive_entry* entry = nullptr;;) {
    const int read = archive_read_next_header(reader.get(), &entry);
    if (read == ARCHIVE_EOF) break;
    if (read != ARCHIVE_OK && read != ARCHIVE_WARN) return damaged("damaged");
    if (++entries > unpacked_files_max)
      return std::unexpected(
          Problem{fmt::format("the archive holds more than {} files", unpacked_files_max)});
    const char* const given = archive_entry_pathname(entry);
    const std::string name = given == nullptr ? "" : given;
    const auto steps = steps_of(name);
    if (!steps) return std::unexpected(steps.error());
    if (archive_entry_hardlink(entry) != nullptr) return bad(name, {"is a link"});
    const auto kind = archive_entry_filetype(entry);
    if (kind == AE_IFLNK) return bad(name, {"is a link"});
    if (kind != AE_IFREG && kind != AE_IFDIR) return bad(name, {"is neither a file nor a folder"});
    if (is_zip && !is_plain_zip(reader.get()))
      return bad(name, {"is compressed in another way than by deflate"});
    if (steps->empty() && kind == AE_IFREG) return bad(name, {"is a file without a name"});
    fs::path place = into;
    for (const std::string& step : *steps) place /= step;
    std::error_code failed;
    fs::create_directories(kind == AE_IFDIR ? place : place.parent_path(), failed);
    if (failed) return bad(name, not_unpacked(failed.message()));
    if (kind == AE_IFDIR) {
      char byte = 0;
      if (archive_read_data(reader.get(), &byte, 1) != 0)
        return bad(name, {"is a folder with data"});
      continue;
    }
    const bool executable = (archive_entry_perm(entry) & S_IXUSR) != 0;
    if (const auto done = write_entry(reader.get(), name, place, executable, unpacked); !done)
      return stream.decompressed > decompressed_bytes_max ? std::unexpected(too_much()) : done;
  }
  if (entries == 0) return damaged("it is empty");
  lift_only_folder(into);
  return {};
}

}  // namespace hilltop::server
