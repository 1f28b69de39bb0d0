#pragma once
#include <cstdint>
#include <sched.h>
#include <sys/types.h>

#include "runner/warden/sandbox.hpp"

namespace hilltop::runner {

// All processes of a bot, below the warden that calls. tree.cpp begins with how it works.
class Tree {
 public:
  // `bot`: the main process, which stays a zombie until kill(). `state`: in which it runs.
  Tree(pid_t bot, const SandboxState& state) : bot_(bot), state_(state) {}

  void hold_on(const cpu_set_t& cores);

  // Stops all of them where they are.
  void stop();
  // Sees that they are stopped. To be called as often as patience_ms() says while they should be.
  void look();
  int patience_ms() const { return stopped_ ? patience_ms_ : -1; }  // -1: for ever
  // The processor time in milliseconds that they had while they were to be stopped; 0: none that
  // could not be helped. To be asked before go().
  int ran_on_ms();
  void go();

  bool stopped() const { return stopped_; }

  // Kills whoever is seen. The main process is left to be buried.
  void end() const;
  // Kills all, and returns when the kernel says that no child is left.
  void kill();

 private:
  pid_t bot_;
  const SandboxState& state_;
  bool stopped_ = false;
  int looks_ = 0;
  int still_ = 0;                   // looks in a row that saw nobody run
  std::uint64_t had_us_ = 0;        // until the first look, or the one that was sure
  std::uint64_t unsettled_us_ = 0;  // of all stops
  int patience_ms_ = 0;
};

}  // namespace hilltop::runner
