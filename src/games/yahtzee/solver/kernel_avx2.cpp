#define HILLTOP_KERNEL kernel_avx2
#define HILLTOP_TURN_KERNEL turn_kernel_avx2
#define HILLTOP_VECTOR_BYTES 32
#include "games/yahtzee/solver/kernel_of.hpp"
