// Numbers side by side, on which the kernels compute. The including file defines their type and the
// vector width: HILLTOP_NUMBER, HILLTOP_VECTOR_BYTES.
#include "games/yahtzee/solver/kernel.hpp"

namespace hilltop::yahtzee {
namespace {

using Number = HILLTOP_NUMBER;
using Vector [[gnu::vector_size(HILLTOP_VECTOR_BYTES), gnu::may_alias]] = Number;

constexpr int parts = kernel_block_bytes / HILLTOP_VECTOR_BYTES;
constexpr int block_lanes = kernel_block_bytes / static_cast<int>(sizeof(Number));
constexpr int part_lanes = block_lanes / parts;
constexpr Number nothing = -static_cast<Number>(__builtin_inf());

// A number for each lane of a block.
struct LaneBlock {
  Vector part[parts];
};

#define HILLTOP_EACH_PART for (int i = 0; i < parts; ++i)

inline Vector larger(Vector a, Vector b) { return a > b ? a : b; }

inline void fill(LaneBlock& block, Number value) {
  HILLTOP_EACH_PART block.part[i] = Vector{} + value;
}

inline void load(LaneBlock& block, const Number* numbers) {
  __builtin_memcpy(&block, numbers, sizeof block);
}

inline void raise_to(LaneBlock& block, const LaneBlock& other) {
  HILLTOP_EACH_PART block.part[i] = larger(block.part[i], other.part[i]);
}

inline const LaneBlock& at(const LaneBlock* blocks, std::uint16_t offset) {
  return *reinterpret_cast<const LaneBlock*>(reinterpret_cast<const char*>(blocks) + offset);
}

}  // namespace
}  // namespace hilltop::yahtzee
