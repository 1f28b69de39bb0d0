#pragma once
#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "core/descriptor.hpp"

// Files of the kernel, which are short and written in one piece.
namespace hilltop::runner {

inline bool fail(int error) {
  errno = error;
  return false;
}

// Writes a file that stays open, always from its beginning.
inline bool put(int file, std::string_view text) {
  return pwrite(file, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

// Writes without pwrite(), which many kernel files lack.
inline bool put(const std::string& file, std::string_view text) {
  const Descriptor out(open(file.c_str(), O_WRONLY | O_CLOEXEC));
  return out.open() &&
         write(out.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

// Returns the file from its beginning; empty also if it cannot be read.
inline std::string contents(int file) {
  std::string text;
  std::array<char, 4096> chunk;
  for (ssize_t size;
       (size = pread(file, chunk.data(), chunk.size(), static_cast<off_t>(text.size()))) > 0;)
    text.append(chunk.data(), static_cast<std::size_t>(size));
  return text;
}

inline std::string contents(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  return contents(file.number());
}

inline std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace hilltop::runner
