#include "runner/lateness.hpp"

#include <chrono>
#include <csignal>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hilltop::runner {
namespace {

using std::chrono::steady_clock;

// This process and a child share one processor. The child has SCHED_IDLE, so it hardly ever runs.
TEST(DelayMeter, CountsAWaitForAProcessorThatHasNotEnded) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(sched_getcpu()), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  const pid_t idler = fork();
  if (idler == 0) {
    const sched_param none{};
    if (sched_setscheduler(0, SCHED_IDLE, &none) != 0) _exit(1);
    while (getppid() != 0) continue;
  }
  while (sched_getscheduler(idler) != SCHED_IDLE) sched_yield();
  const auto begun = steady_clock::now();
  const DelayMeter meter({idler});
  while (steady_clock::now() - begun < std::chrono::milliseconds(50)) continue;
  const auto delay = meter.delay({idler});
  const auto took = steady_clock::now() - begun;
  kill(idler, SIGKILL);
  waitpid(idler, nullptr, 0);
  sched_setaffinity(0, sizeof before, &before);
  EXPECT_GT(2 * delay, took);
}

}  // namespace
}  // namespace hilltop::runner
