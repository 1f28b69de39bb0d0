#pragma once
#include <sys/types.h>

#include "runner/warden/order.hpp"

namespace hilltop::runner {

// Starts the bot and reports the result; -1 if it does not run.
pid_t start_bot(Order& order);

}  // namespace hilltop::runner
