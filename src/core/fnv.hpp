#pragma once
#include <cstdint>

namespace hilltop {

// The hash FNV-1a, a word at a time: cheap, and no protection where a stranger chooses the words.
class Fnv {
 public:
  void add(std::uint64_t word) { hash_ = (hash_ ^ word) * 0x100000001b3; }
  std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace hilltop
