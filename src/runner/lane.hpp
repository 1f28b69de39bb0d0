#pragma once
#include <cstddef>
#include <optional>
#include <sched.h>

namespace hilltop::runner {

// Reserves a core for a worker and the bots of its games: then a line that one thread writes wakes
// the reader on the same core, and a wake across cores costs five times the line itself. Keeps the
// calling thread, and everything it starts, on a core that no other lane has, during its lifetime.
// Does nothing if every core is taken or the machine refuses.
class Lane {
 public:
  Lane();
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  // Returns the lane's core; nullopt if it has none.
  std::optional<cpu_set_t> core() const;
  // Returns the cores that no lane has; nullopt if there are none.
  std::optional<cpu_set_t> spare() const;

 private:
  std::optional<std::size_t> core_;
  cpu_set_t before_;
};

}  // namespace hilltop::runner
