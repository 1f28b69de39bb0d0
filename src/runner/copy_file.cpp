#include "runner/copy_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "core/descriptor.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

// Copies a part of a file to the same place. False on failure, with errno. A file that has become
// shorter ends there.
bool copy_part(int in, int out, off_t begin, off_t end) {
  std::array<char, 1 << 16> chunk;
  while (begin < end) {
    const auto wanted = static_cast<std::size_t>(end - begin);
    off_t to = begin, from = begin;
    ssize_t size = copy_file_range(in, &from, out, &to, wanted, 0);
    if (size < 0 && errno != EINTR) {  // not between these file systems
      size = pread(in, chunk.data(), std::min(wanted, chunk.size()), begin);
      if (size > 0) size = pwrite(out, chunk.data(), static_cast<std::size_t>(size), begin);
    }
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return false;
    if (size == 0) return true;
    begin += size;
  }
  return true;
}

bool copy_data(int in, int out) {
  struct stat found{};
  if (fstat(in, &found) != 0 || ftruncate(out, found.st_size) != 0) return false;
  for (off_t at = 0; at < found.st_size;) {
    const off_t begin = lseek(in, at, SEEK_DATA);
    if (begin < 0 && errno == ENXIO) return true;  // a hole up to the end
    const off_t hole = begin < 0 ? -1 : lseek(in, begin, SEEK_HOLE);
    if (hole < 0) return copy_part(in, out, at, found.st_size);
    if (!copy_part(in, out, begin, hole)) return false;
    at = hole;
  }
  return true;
}

}  // namespace

void copy_file(const fs::path& from, const fs::path& to, fs::perms mode) {
  const Descriptor in(open(from.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  const Descriptor out(open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!in.open() || !out.open() || !copy_data(in.number(), out.number()) ||
      fchmod(out.number(), static_cast<mode_t>(mode)) != 0)
    throw fs::filesystem_error("cannot copy", from, to,
                               std::error_code(errno, std::generic_category()));
}

}  // namespace hilltop::runner
