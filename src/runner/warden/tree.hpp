#pragma once
#include <cstdint>
#include <sched.h>
#include <sys/types.h>

#include "runner/warden/sandbox.hpp"

namespace hilltop::runner {

// All processes of a bot, below the calling warden. The theory of operation is at the top of
// tree.cpp.
class Tree {
 public:
  // `bot` is the main process, which stays a zombie until kill(); `state` is the sandbox it runs
  // in.
  Tree(pid_t bot, const SandboxState& state) : bot_(bot), state_(state) {}

  void hold_on(const cpu_set_t& cores);

  // Stops all processes.
  void stop();
  // Checks that they are stopped. Call it every patience_ms() between stop() and go().
  void look();
  // Returns whether a check has found a timer that would resume a process.
  bool is_alarmed() const { return alarmed_; }
  int patience_ms() const { return stopped_ ? patience_ms_ : -1; }  // -1: no more checks
  // Returns the processor time in milliseconds that the bot used while stopped; 0 if no more than
  // was unavoidable. Call before go().
  int ran_on_ms();
  void go();

  bool stopped() const { return stopped_; }

  // Kills the processes that are listed now. The main process stays a zombie.
  void end() const;
  // Kills all processes; returns when the kernel says that no child is left.
  void kill();

 private:
  pid_t bot_;
  const SandboxState& state_;
  bool stopped_ = false;
  bool alarmed_ = false;
  int looks_ = 0;
  int still_ = 0;                   // consecutive checks that saw no process run
  std::uint64_t had_us_ = 0;        // at the first check, or at the one that made it certain
  std::uint64_t unsettled_us_ = 0;  // over all stops
  int patience_ms_ = 0;
};

}  // namespace hilltop::runner
