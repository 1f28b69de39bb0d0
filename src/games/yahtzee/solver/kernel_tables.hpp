#pragma once
#include "games/yahtzee/solver/kernel.hpp"

namespace hilltop::yahtzee {

// Made when they are first asked for.
const KernelTables& kernel_tables();

}  // namespace hilltop::yahtzee
