#pragma once
#include <cstddef>
#include <optional>
#include <sched.h>

namespace hilltop::runner {

// A core for a worker and the bots of its games: what one thread writes the other reads without a
// wake across cores, which costs five times the line itself. Holds the calling thread, and all that
// it starts, on a core that no other lane has, for as long as it lives; where every core is taken,
// or the machine says no, it does nothing.
class Lane {
 public:
  Lane();
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  // The lane's core. nullopt: it has none of its own.
  std::optional<cpu_set_t> core() const;
  // The cores that no lane has. nullopt: there are none.
  std::optional<cpu_set_t> spare() const;

 private:
  std::optional<std::size_t> core_;
  cpu_set_t before_;
};

}  // namespace hilltop::runner
