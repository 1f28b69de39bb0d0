#define HILLTOP_KERNEL win_kernel_baseline
#define HILLTOP_VECTOR_BYTES 16
#include "games/yahtzee/solver/win_kernel_of.hpp"
