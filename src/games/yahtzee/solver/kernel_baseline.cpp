#define HILLTOP_KERNEL kernel_baseline
#define HILLTOP_TURN_KERNEL turn_kernel_baseline
#define HILLTOP_VECTOR_BYTES 16
#include "games/yahtzee/solver/kernel_of.hpp"
