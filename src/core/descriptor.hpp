#pragma once
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace hilltop {

// Owns a file descriptor. Closing it keeps errno.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }

  int number() const { return number_; }
  bool open() const { return number_ >= 0; }
  void close() {
    if (number_ < 0) return;
    const int error = errno;
    ::close(std::exchange(number_, -1));
    errno = error;
  }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_ = -1;
};

struct Pipe {
  Descriptor read_end, write_end;
};

// Opens a pipe whose ends child programs do not inherit. Throws std::system_error.
inline Pipe make_pipe() {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot open a pipe");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// Writes as much of `text` as the non-blocking pipe takes at once, and erases that from `text`.
// Returns false if no process reads the pipe any more.
inline bool write_some(const Descriptor& pipe, std::string& text) {
  while (!text.empty()) {
    const ssize_t size = ::write(pipe.number(), text.data(), text.size());
    if (size >= 0)
      text.erase(0, static_cast<std::size_t>(size));
    else if (errno != EINTR)
      return errno == EAGAIN;
  }
  return true;
}

}  // namespace hilltop
