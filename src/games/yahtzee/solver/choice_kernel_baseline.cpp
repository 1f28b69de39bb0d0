#define HILLTOP_KERNEL choice_kernel_baseline
#define HILLTOP_VECTOR_BYTES 16
#include "games/yahtzee/solver/choice_kernel_of.hpp"
