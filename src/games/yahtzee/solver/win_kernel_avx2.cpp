#define HILLTOP_KERNEL win_kernel_avx2
#define HILLTOP_VECTOR_BYTES 32
#include "games/yahtzee/solver/win_kernel_of.hpp"
