#pragma once
#include "games/yahtzee/solver/kernel.hpp"

namespace hilltop::yahtzee {

// Returns the tables; makes them at the first call.
const KernelTables& kernel_tables();

}  // namespace hilltop::yahtzee
