#include "arena/save.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

#include "core/descriptor.hpp"
#include "core/text.hpp"

namespace hilltop::arena {
namespace {

Problem cannot(std::string_view what, const std::string& file) {
  return {"cannot " + std::string(what) + " '" + file + "': " + std::strerror(errno)};
}

// The whole text on the disk, in a file that is to become `file`, or a problem.
std::expected<void, Problem> write_through(const std::string& text, const std::string& half,
                                           const std::string& file) {
  Descriptor out(::open(half.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!out.open()) return std::unexpected(cannot("write", file));
  struct stat old;
  if (::stat(file.c_str(), &old) == 0) (void)::fchmod(out.number(), old.st_mode & 07777);
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t wrote = ::write(out.number(), rest.data(), rest.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) break;
    rest.remove_prefix(static_cast<std::size_t>(wrote));
  }
  const bool whole = rest.empty() && ::fsync(out.number()) == 0;
  Problem problem = cannot("write", file);
  const bool closed = ::close(out.release()) == 0;
  if (whole && !closed) problem = cannot("write", file);
  if (!whole || !closed) return std::unexpected(problem);
  return {};
}

}  // namespace

std::expected<void, Problem> save_text(const std::string& text, const std::string& file) {
  // Another program that writes this file has another one.
  const std::string half = file + "." + std::to_string(::getpid()) + ".part";
  if (auto written = write_through(text, half, file); !written) {
    ::unlink(half.c_str());
    return written;
  }
  if (::rename(half.c_str(), file.c_str()) != 0) {
    const Problem problem = cannot("write", file);
    ::unlink(half.c_str());
    return std::unexpected(problem);
  }
  return {};
}

std::expected<void, Problem> save_record(const Record& record, const std::string& file) {
  return save_text(write(record), file);
}

std::expected<Record, Problem> load_record(const std::string& file) {
  using std::filesystem::file_type;
  std::error_code ignored;
  const file_type type = std::filesystem::status(file, ignored).type();
  if (type == file_type::directory)
    return std::unexpected(Problem{"cannot read '" + file + "': it is a folder"});
  if (type == file_type::fifo)  // who opens one waits until somebody writes
    return std::unexpected(Problem{"cannot read '" + file + "': it is a pipe"});
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::unexpected(cannot("read", file));
  std::string text(record_bytes_max + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return read_record(text, file);
}

std::string name_refusal(std::string_view name) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (name.empty()) return "a name has at least one letter";
  if (std::ranges::any_of(name, is_control)) return "a name is one line of ordinary letters";
  if (characters_in(name) > person_name_max)
    return "a name has at most " + std::to_string(person_name_max) + " letters";
  return {};
}

}  // namespace hilltop::arena
