#include "core/host_key.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sodium.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "core/descriptor.hpp"
#include "core/file.hpp"
#include "core/hex.hpp"
#include "core/user_folder.hpp"

namespace hilltop {
namespace {

namespace fs = std::filesystem;

fs::path file_of_key() {
  const fs::path folder = user_folder("XDG_STATE_HOME", ".local/state");
  return folder.empty() ? folder : folder / "key";
}

std::unexpected<Problem> cannot_make(const fs::path& file, const std::string& why) {
  return std::unexpected(Problem{"cannot make '" + file.string() + "': " + why});
}

}  // namespace

std::expected<std::optional<HostKey>, Problem> known_host_key() {
  const fs::path file = file_of_key();
  std::error_code unseen;
  if (file.empty() || !fs::exists(file, unseen)) return std::nullopt;
  constexpr std::size_t bytes_max = 1000;
  const auto text = read_file(file, bytes_max);
  if (!text) return std::unexpected(Problem{file.string() + ": " + text.error()});
  HostKey key;
  const auto bytes = from_hex(text->substr(0, text->find('\n')));
  if (!bytes || bytes->size() != key.size())
    return std::unexpected(Problem{file.string() + ": it is no key of Hilltop: delete it"});
  std::ranges::copy(*bytes, key.begin());
  return key;
}

std::expected<HostKey, Problem> host_key() {
  const auto known = known_host_key();
  if (!known) return std::unexpected(known.error());
  if (*known) return **known;
  const fs::path file = file_of_key();
  if (file.empty())
    return std::unexpected(Problem{"there is no folder for its key: set XDG_STATE_HOME or HOME"});
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) return cannot_make(file, error.message());
  HostKey key;
  randombytes_buf(key.data(), key.size());
  // Written whole under another name, and then linked: no reader finds half a key, and no program
  // replaces another's.
  const fs::path half = file.string() + '.' + std::to_string(getpid()) + '~';
  ::unlink(half.c_str());
  const Descriptor out(
      ::open(half.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!out.open()) return cannot_make(file, std::strerror(errno));
  const auto written = write_all(out, to_hex(key) + '\n');
  const bool is_put = written && ::fsync(out.number()) == 0 &&
                      (::link(half.c_str(), file.c_str()) == 0 || errno == EEXIST);
  const std::string why = written ? std::strerror(errno) : written.error();
  ::unlink(half.c_str());
  if (!is_put) return cannot_make(file, why);
  const auto now = known_host_key();
  if (!now) return std::unexpected(now.error());
  return *now ? **now : key;
}

}  // namespace hilltop
