#include "core/file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

#include "core/descriptor.hpp"

namespace hilltop {
namespace {

std::unexpected<std::string> last_error() {
  return std::unexpected(std::string(std::strerror(errno)));
}

// Writes the text to a file that is to become `file`, through to the disk.
std::expected<void, std::string> write_through(const std::string& half, const std::string& text,
                                               const std::filesystem::path& file) {
  Descriptor out(::open(half.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!out.open()) return last_error();
  struct stat old;
  if (::stat(file.c_str(), &old) == 0) (void)::fchmod(out.number(), old.st_mode & 07777);
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t wrote = ::write(out.number(), rest.data(), rest.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return last_error();
    rest.remove_prefix(static_cast<std::size_t>(wrote));
  }
  if (::fsync(out.number()) != 0) return last_error();
  if (::close(out.release()) != 0) return last_error();
  return {};
}

}  // namespace

std::expected<std::string, std::string> read_file(const std::filesystem::path& file,
                                                  std::size_t bytes_max) {
  const Descriptor in(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!in.open()) return last_error();
  struct stat is;
  if (::fstat(in.number(), &is) != 0) return last_error();
  if (S_ISDIR(is.st_mode)) return std::unexpected("it is a folder");
  if (S_ISFIFO(is.st_mode)) return std::unexpected("it is a pipe");
  if (!S_ISREG(is.st_mode)) return std::unexpected("it is not a file");
  std::string text;
  while (text.size() <= bytes_max) {
    constexpr std::size_t chunk = 1 << 16;
    const std::size_t had = text.size();
    text.resize(had + std::min(chunk, bytes_max + 1 - had));
    const ssize_t got = ::read(in.number(), text.data() + had, text.size() - had);
    text.resize(had + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return last_error();
    if (got == 0) return text;
  }
  return std::unexpected("larger than " + std::to_string(bytes_max) + " bytes");
}

std::expected<void, std::string> replace_file(const std::filesystem::path& file,
                                              const std::string& text) {
  // Two programs that write one file have two halves.
  const std::string half = file.string() + "." + std::to_string(::getpid()) + ".part";
  auto written = write_through(half, text, file);
  if (written && ::rename(half.c_str(), file.c_str()) != 0) written = last_error();
  if (!written) ::unlink(half.c_str());
  return written;
}

}  // namespace hilltop
