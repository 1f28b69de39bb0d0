#define HILLTOP_KERNEL choice_kernel_avx512
#define HILLTOP_VECTOR_BYTES 64
#include "games/yahtzee/solver/choice_kernel_of.hpp"
