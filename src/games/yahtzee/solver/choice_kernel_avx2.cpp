#define HILLTOP_KERNEL choice_kernel_avx2
#define HILLTOP_VECTOR_BYTES 32
#include "games/yahtzee/solver/choice_kernel_of.hpp"
