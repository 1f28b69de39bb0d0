#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

// What hostile bots, damaged files and users who mistype give to Hilltop. A target does with one
// input what the program does with it; an exception that leaves it, a stop of the program and what
// a sanitizer says are findings. README.md says how they are run.
namespace hilltop::fuzz {

void answer(std::string_view input);
void contest(std::string_view input);
void dice(std::string_view input);
void engine(std::string_view input);
void manifest(std::string_view input);
void record(std::string_view input);
void store(std::string_view input);

struct Target {
  std::string_view name;
  void (*run)(std::string_view input);
};
inline constexpr std::array<Target, 7> targets{{{"answer", answer},
                                                {"contest", contest},
                                                {"dice", dice},
                                                {"engine", engine},
                                                {"manifest", manifest},
                                                {"record", record},
                                                {"store", store}}};

// What does not hold is a finding.
inline void demand(bool holds, const std::string& what) {
  if (!holds) throw std::logic_error(what);
}

// Takes an input apart. Where it is at its end there are zeros and empty texts.
class Bytes {
 public:
  explicit Bytes(std::string_view rest) : rest_(rest) {}

  bool empty() const { return rest_.empty(); }
  std::uint8_t byte();
  std::int64_t number();            // eight bytes, the lowest first
  std::string_view text(char end);  // up to there, or all
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

// A folder of this process, in memory where the machine has such; gone at its end.
const std::filesystem::path& scratch();
void put(const std::filesystem::path& file, std::string_view text);

}  // namespace hilltop::fuzz
