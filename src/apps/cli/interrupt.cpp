#include "apps/cli/interrupt.hpp"

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <utility>

#include "apps/cli/terminal.hpp"

namespace hilltop::cli {
namespace {

sigset_t interruptions() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGUSR2}) sigaddset(&set, signal);
  // A thread that waits for an ignored signal receives it.
  struct sigaction hangup{};
  if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
    sigaddset(&set, SIGHUP);
  return set;
}

}  // namespace

Interrupt::LastWords::LastWords(Interrupt& interrupt, std::function<void()> words)
    : interrupt_(interrupt) {
  const std::lock_guard lock(interrupt_.mutex_);
  interrupt_.last_words_ = std::move(words);
}

Interrupt::LastWords::~LastWords() {
  const std::lock_guard lock(interrupt_.mutex_);
  interrupt_.last_words_ = [] {};
}

Interrupt::Interrupt(std::chrono::milliseconds patience, Exit exit)
    : patience_(patience), exit_(exit) {
  const sigset_t set = interruptions();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::jthread([this](const std::stop_token& over) { listen(over); });
}

// SIGUSR2 only wakes the listener. A signal that came too late to stop anything, or a second one,
// is dropped, so that it does not kill the program before it has told how it ended.
Interrupt::~Interrupt() {
  thread_.request_stop();
  pthread_kill(thread_.native_handle(), SIGUSR2);
  thread_.join();
  const sigset_t set = interruptions();
  constexpr timespec at_once{};
  while (sigtimedwait(&set, nullptr, &at_once) > 0) continue;
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void Interrupt::listen(const std::stop_token& over) {
  const sigset_t set = interruptions();
  int signal = 0;
  do {
    if (sigwait(&set, &signal) != 0 || over.stop_requested()) return;
  } while (signal == SIGUSR2);
  source_.request_stop();
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, over, patience_, [] { return false; });
  if (over.stop_requested()) return;
  const std::lock_guard said(mutex_);
  Exit exit = exit_;
  try {
    last_words_();
  } catch (const std::exception& error) {
    say("hilltop: {}\n", error.what());
    exit = Exit::could_not;
  }
  std::_Exit(static_cast<int>(exit));
}

}  // namespace hilltop::cli
