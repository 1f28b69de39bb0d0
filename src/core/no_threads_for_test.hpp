// A system that gives no threads.
#pragma once

#include <cstddef>
#include <pthread.h>
#include <stdexcept>

namespace hilltop {

// As long as it lives, no thread can be started: each would get a stack larger than all memory.
class NoThreads {
 public:
  NoThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t huge;
    pthread_attr_init(&huge);
    pthread_attr_setstacksize(&huge, std::size_t{1} << 50);
    if (pthread_setattr_default_np(&huge) != 0) throw std::runtime_error("threads have stacks");
    pthread_attr_destroy(&huge);
  }
  ~NoThreads() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;

 private:
  pthread_attr_t before_;
};

}  // namespace hilltop
