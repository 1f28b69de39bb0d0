#include "fuzz/fuzz.hpp"

#include <algorithm>
#include <fstream>
#include <unistd.h>

namespace hilltop::fuzz {
namespace {

namespace fs = std::filesystem;

class Scratch {
 public:
  Scratch() {
    const fs::path memory = "/dev/shm";
    const fs::path parent =
        ::access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path();
    std::string name = parent / "hilltop-fuzz-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder = name;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  fs::path folder;
};

}  // namespace

std::uint8_t Bytes::byte() {
  if (rest_.empty()) return 0;
  const auto first = static_cast<std::uint8_t>(rest_.front());
  rest_.remove_prefix(1);
  return first;
}

std::int64_t Bytes::number() {
  std::uint64_t number = 0;
  for (int i = 0; i < 8; ++i) number |= std::uint64_t{byte()} << 8 * i;
  return static_cast<std::int64_t>(number);
}

std::string_view Bytes::text(char end) {
  const std::string_view text = rest_.substr(0, rest_.find(end));
  rest_.remove_prefix(std::min(rest_.size(), text.size() + 1));
  return text;
}

const fs::path& scratch() {
  static const Scratch one;
  return one.folder;
}

void put(const fs::path& file, std::string_view text) {
  std::ofstream(file, std::ios::binary | std::ios::trunc).write(text.data(), std::ssize(text));
}

}  // namespace hilltop::fuzz
