#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

// Inputs of hostile bots, damaged files and users. A target does with an input what the program
// does with it; an exception that leaves it, a crash and a sanitizer's report are findings.
// README.md says how to run them.
namespace hilltop::fuzz {

void answer(std::string_view input);
void contest(std::string_view input);
void dice(std::string_view input);
void engine(std::string_view input);
void manifest(std::string_view input);
void order(std::string_view input);
void record(std::string_view input);
void store(std::string_view input);

struct Target {
  std::string_view name;
  void (*run)(std::string_view input);
};
inline constexpr std::array<Target, 8> targets{{{"answer", answer},
                                                {"contest", contest},
                                                {"dice", dice},
                                                {"engine", engine},
                                                {"manifest", manifest},
                                                {"order", order},
                                                {"record", record},
                                                {"store", store}}};

// Throws if `holds` is false: a finding.
inline void demand(bool holds, const std::string& what) {
  if (!holds) throw std::logic_error(what);
}

// Takes an input apart. At its end it returns zeros and empty texts.
class Bytes {
 public:
  explicit Bytes(std::string_view rest) : rest_(rest) {}

  bool empty() const { return rest_.empty(); }
  std::uint8_t byte();
  std::int64_t number();            // eight bytes, lowest first
  std::string_view text(char end);  // up to `end`, or the rest
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

// Returns a folder of this process, in memory if possible; removed at exit.
const std::filesystem::path& scratch();
void put(const std::filesystem::path& file, std::string_view text);

}  // namespace hilltop::fuzz
