#include "server/hosting/archive.hpp"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <locale.h>
#include <memory>
#include <sys/stat.h>
#include <vector>

#include "core/descriptor.hpp"
#include "core/file.hpp"
#include "core/look.hpp"
#include "core/text.hpp"
#include "runner/content.hpp"
#include "server/hosting/decompress.hpp"

namespace hilltop::server {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t shown_name_bytes_max = 120;
constexpr std::size_t shown_problem_bytes_max = 160;

// All that is decompressed of an archive: the files, and what tar says of each.
constexpr std::uint64_t entry_header_bytes_max = 8 << 10;
constexpr std::uint64_t decompressed_bytes_max =
    unpacked_bytes_max + unpacked_files_max * entry_header_bytes_max;

constexpr std::string_view zip_begins = "PK";

// What people send in place of an archive, by its first bytes.
constexpr std::string_view one_file = "it is one file; pack the bot's folder";
struct Mistaken {
  std::string_view begins, what;
};
constexpr Mistaken mistaken[] = {
    {"PK\x07\x08", "it is one part of a zip; pack it in one piece"},
    {"Rar!", "it is a rar"},
    {"7z\xbc\xaf\x27\x1c", "it is a 7z"},
    {"BZh", "it is compressed by bzip2"},
    {"<!", "it is a page"},
    {"<html", "it is a page"},
    {"MZ\x90", one_file},
    {"\x7f"
     "ELF",
     one_file},
};

std::unexpected<Problem> too_much() {
  return std::unexpected(
      Problem{fmt::format("the archive holds more than {} MiB", unpacked_bytes_max >> 20)});
}

std::unexpected<Problem> bad(std::string_view name, Problem why) {
  return std::unexpected(
      worded("'{name}' in the archive {why}",
             {{"name", printable(name, shown_name_bytes_max)}, {"why", std::move(why)}}));
}

Problem not_unpacked(std::string why) {
  return worded("cannot be unpacked: {why}", {{"why", std::move(why)}});
}

constexpr std::string_view old_code_page =
    "is named in an old code page; pack it with names in UTF-8, or as a tar";

// The library takes names into the character set of the thread's locale, and drops those that have
// no place there. In this object's life that is UTF-8, whatever the server's environment says.
class NamesInUtf8 {
 public:
  NamesInUtf8() { uselocale(utf8_); }
  ~NamesInUtf8() {
    uselocale(before_);
    if (utf8_ != nullptr) freelocale(utf8_);
  }
  NamesInUtf8(const NamesInUtf8&) = delete;
  NamesInUtf8& operator=(const NamesInUtf8&) = delete;

 private:
  const locale_t before_ = uselocale(nullptr);
  const locale_t utf8_ = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
};

// Returns whether the bytes begin as text does. A tar has zeros after its first name.
bool is_text(std::string_view bytes) {
  constexpr std::size_t head_bytes_max = 512, character_bytes_max = 4;
  std::string_view rest = bytes.substr(0, head_bytes_max);
  const std::size_t cut = bytes.size() > rest.size() ? character_bytes_max - 1 : 0;
  while (rest.size() > cut) {
    const auto character = take_character(rest);
    if (!character || (*character < U' ' &&
                       white_space.find(static_cast<char>(*character)) == std::string_view::npos))
      return false;
  }
  return true;
}

// Returns what the bytes are if they are what curl makes of an archive by `-F`, or of another kind
// than an archive; empty if they may be one.
std::string_view what_instead(std::string_view bytes) {
  constexpr std::size_t head_bytes_max = 1 << 10;
  if (bytes.starts_with("--") && bytes.substr(0, head_bytes_max).contains("\nContent-Disposition:"))
    return "it came as a form (multipart/form-data); send its bytes alone: curl --data-binary "
           "@FILE";
  for (const auto& [begins, what] : mistaken)
    if (bytes.starts_with(begins)) return what;
  if (bytes.empty()) return "it is empty";
  return is_text(bytes) ? one_file : "";
}

// Returns the steps of an entry's path, without those that are '.'. Letters are composed, so that a
// bot's content does not depend on the program that packs it. Problem: it leads elsewhere, or
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
    if (runner::is_left_out(step)) {
      steps.emplace_back(step);
      continue;
    }
    if (step.find('\\') != std::string_view::npos)
      return bad(name, {"has a backslash; names are separated by '/'"});
    if (step.size() > unpacked_name_bytes_max) return bad(name, {"has too long a name"});
    if (!is_utf8(step)) return bad(name, {std::string(old_code_page)});
    if (const std::string why = unprintable(step); !why.empty()) return bad(name, {"has " + why});
    steps.push_back(composed(step));
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

// A tar that may be compressed, as its reader takes it. Every byte that is decompressed counts,
// also of what is skipped.
struct Stream {
  explicit Stream(std::string_view bytes) : decompressor(Decompressor::of(bytes)) {}

  // Is called by the reader.
  static la_ssize_t read(archive* reader, void* self, const void** data) {
    Stream& stream = *static_cast<Stream*>(self);
    const auto size = stream.decompressor->read(stream.block);
    if (!size) {
      stream.problem = size.error().text;
      archive_set_error(reader, EINVAL, "%s", stream.problem.c_str());
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
  std::string problem;  // that ended it; empty if there is none
};

// Whether an entry of a zip is stored or deflated. Other methods may need any amount of memory.
bool is_plain_zip(archive* reader) {
  const std::string_view format = archive_format_name(reader);
  return format.ends_with("(uncompressed)") || format.ends_with("(deflation)");
}

class Unpacking {
 public:
  // `bytes` outlive this object.
  Unpacking(std::string_view bytes, const fs::path& into)
      : bytes_(bytes), into_(into), stream_(bytes) {}

  std::expected<void, Problem> run() {
    if (const std::string_view what = what_instead(bytes_); !what.empty()) return damaged(what);
    if (!open()) return damaged(is_zip_ ? cut_off : why("unknown format"));
    bool is_empty = true;
    for (archive_entry* entry = nullptr;; is_empty = false) {
      const int read = archive_read_next_header(reader_.get(), &entry);
      if (read == ARCHIVE_EOF) break;
      if (read != ARCHIVE_OK && read != ARCHIVE_WARN) return damaged(why("damaged"));
      if (const auto done = take(entry); !done) return is_bomb() ? too_much() : done;
    }
    if (is_empty) return damaged(why("it is empty"));
    return {};
  }

 private:
  static constexpr std::string_view cut_off =
      "it was cut off: the list of its files, which is its end, is missing";

  // No filter of the library: it stacks them, and lets a window have 1 GiB. No zip without its
  // list: the library would take what has arrived for all of it.
  bool open() {
    is_zip_ ? archive_read_support_format_zip_seekable(reader_.get())
            : archive_read_support_format_tar(reader_.get());
    const int opened =
        is_zip_ ? archive_read_open_memory(reader_.get(), bytes_.data(), bytes_.size())
                : archive_read_open(reader_.get(), &stream_, nullptr, &Stream::read, nullptr);
    return opened == ARCHIVE_OK;
  }

  bool is_bomb() const { return stream_.decompressed > decompressed_bytes_max; }

  std::string_view why(std::string_view otherwise) const {
    const char* const error = archive_error_string(reader_.get());
    return error == nullptr ? otherwise : error;
  }

  std::unexpected<Problem> damaged(std::string_view why) const {
    if (is_bomb()) return too_much();
    return std::unexpected(worded(
        "the archive cannot be read ({why}); it is a tar, also compressed by gzip, xz or zstd, or "
        "a zip",
        {{"why", Problem{printable(why, shown_problem_bytes_max)}}}));
  }

  std::expected<void, Problem> take(archive_entry* entry) {
    const char* const given = archive_entry_pathname(entry);
    if (given == nullptr) return bad("?", {std::string(old_code_page)});
    const std::string name = given;
    const auto steps = steps_of(name);
    if (!steps) return std::unexpected(steps.error());
    const auto kind = archive_entry_filetype(entry);
    if (archive_entry_hardlink(entry) != nullptr || kind == AE_IFLNK)
      return bad(name, {"is a link"});
    if (kind != AE_IFREG && kind != AE_IFDIR) return bad(name, {"is neither a file nor a folder"});
    if (archive_entry_is_encrypted(entry) != 0)
      return bad(name, {"is encrypted; pack it without a password"});
    if (is_zip_ && !is_plain_zip(reader_.get()))
      return bad(name, {"is compressed in another way than by deflate"});
    if (std::ranges::any_of(*steps, runner::is_left_out)) return read_data(name, nullptr);
    if (++entries_ > unpacked_files_max)
      return std::unexpected(
          Problem{fmt::format("the archive holds more than {} files", unpacked_files_max)});
    if (steps->empty() && kind == AE_IFREG) return bad(name, {"is a file without a name"});
    fs::path place = into_;
    for (const std::string& step : *steps) place /= step;
    std::error_code failed;
    fs::create_directories(kind == AE_IFDIR ? place : place.parent_path(), failed);
    if (failed) return bad(name, not_unpacked(failed.message()));
    return kind == AE_IFDIR ? without_data(name)
                            : write(name, place, (archive_entry_perm(entry) & S_IXUSR) != 0);
  }

  std::expected<void, Problem> without_data(const std::string& name) {
    char byte = 0;
    if (archive_read_data(reader_.get(), &byte, 1) != 0)
      return bad(name, {"is a folder with data"});
    return {};
  }

  std::expected<void, Problem> write(const std::string& name, const fs::path& file,
                                     bool is_executable) {
    const Descriptor out(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                is_executable ? 0755 : 0644));
    if (!out.open())
      return bad(name,
                 errno == EEXIST ? Problem{"occurs twice"} : not_unpacked(std::strerror(errno)));
    return read_data(name, &out);
  }

  // Reads the data of an entry, and writes them to `out` unless it is null.
  std::expected<void, Problem> read_data(const std::string& name, const Descriptor* out) {
    std::array<char, 1 << 16> data;
    while (true) {
      const la_ssize_t size = archive_read_data(reader_.get(), data.data(), data.size());
      if (size == 0) return {};
      if (!stream_.problem.empty()) return damaged(stream_.problem);
      if (size < 0) return bad(name, {"is damaged"});
      unpacked_ += static_cast<std::uint64_t>(size);
      if (unpacked_ > unpacked_bytes_max) return too_much();
      if (out == nullptr) continue;
      if (const auto done = write_all(*out, {data.data(), static_cast<std::size_t>(size)}); !done)
        return bad(name, not_unpacked(done.error()));
    }
  }

  const std::string_view bytes_;
  const fs::path& into_;
  const bool is_zip_ = bytes_.starts_with(zip_begins);
  Stream stream_;
  const std::unique_ptr<archive, Closing> reader_{archive_read_new()};
  std::uint64_t unpacked_ = 0;
  int entries_ = 0;
};

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
  const NamesInUtf8 names;
  if (const auto done = Unpacking(bytes, into).run(); !done) return done;
  lift_only_folder(into);
  return {};
}

}  // namespace hilltop::server
