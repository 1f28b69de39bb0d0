#define HILLTOP_KERNEL win_kernel_avx512
#define HILLTOP_VECTOR_BYTES 64
#include "games/yahtzee/solver/win_kernel_of.hpp"
