#include "core/file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace hilltop {
namespace {

std::unexpected<std::string> last_error() {
  return std::unexpected(std::string(std::strerror(errno)));
}

}  // namespace

bool leads_to_file(const std::filesystem::path& typed) {
  std::error_code unreachable;
  return std::filesystem::is_regular_file(typed, unreachable);
}

bool leads_to_folder(const std::filesystem::path& typed) {
  std::error_code unreachable;
  return std::filesystem::is_directory(typed, unreachable);
}

std::optional<std::string> why_unreachable(const std::filesystem::path& typed) {
  std::error_code error;
  const auto status = std::filesystem::status(typed, error);
  if (std::filesystem::exists(status) || status.type() == std::filesystem::file_type::not_found)
    return std::nullopt;
  return error.message();
}

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

std::expected<void, std::string> write_all(const Descriptor& out, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = ::write(out.number(), text.data(), text.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return last_error();
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return {};
}

std::expected<Replacement, std::string> Replacement::of(const std::filesystem::path& file) {
  // Two programs that write one file have two halves.
  std::string half = file.string() + "." + std::to_string(::getpid()) + ".part";
  Descriptor out(::open(half.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!out.open()) return last_error();
  struct stat old;
  if (::stat(file.c_str(), &old) == 0) (void)::fchmod(out.number(), old.st_mode & 07777);
  return Replacement(file, std::move(half), std::move(out));
}

Replacement::Replacement(std::filesystem::path file, std::string half, Descriptor out)
    : file_(std::move(file)), half_(std::move(half)), out_(std::move(out)) {}

Replacement::Replacement(Replacement&& other) noexcept
    : file_(std::move(other.file_)),
      half_(std::exchange(other.half_, {})),
      out_(std::move(other.out_)) {}

Replacement::~Replacement() {
  if (!half_.empty()) ::unlink(half_.c_str());
}

std::expected<void, std::string> Replacement::add(std::string_view text) {
  return write_all(out_, text);
}

std::expected<void, std::string> Replacement::commit() {
  if (::fsync(out_.number()) != 0) return last_error();
  if (::close(out_.release()) != 0) return last_error();
  if (::rename(half_.c_str(), file_.c_str()) != 0) return last_error();
  half_.clear();
  return {};
}

bool is_device(const std::filesystem::path& file) {
  std::error_code error;
  const auto type = std::filesystem::status(file, error).type();
  using enum std::filesystem::file_type;
  return !error && type != not_found && type != regular && type != directory;
}

std::expected<void, std::string> replace_file(const std::filesystem::path& file,
                                              const std::string& text) {
  if (is_device(file)) {
    const Descriptor out(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
    return out.open() ? write_all(out, text) : last_error();
  }
  auto replacement = Replacement::of(file);
  if (!replacement) return std::unexpected(std::move(replacement).error());
  if (auto added = replacement->add(text); !added) return added;
  return replacement->commit();
}

}  // namespace hilltop
