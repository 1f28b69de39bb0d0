#define HILLTOP_KERNEL kernel_avx512
#define HILLTOP_TURN_KERNEL turn_kernel_avx512
#define HILLTOP_VECTOR_BYTES 64
#include "games/yahtzee/solver/kernel_of.hpp"
