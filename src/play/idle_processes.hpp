#pragma once
#include <cstddef>
#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/build.hpp"
#include "runner/process.hpp"

namespace hilltop::play {

// A process, and the copy of its bot's folder in which it plays if that is not the bot's Lodging.
struct HousedProcess {
  HousedProcess() = default;
  HousedProcess(HousedProcess&&) = default;
  HousedProcess& operator=(HousedProcess&& other) noexcept {
    process.reset();  // before its folder is removed
    lodging = std::move(other.lodging);
    process = std::move(other.process);
    return *this;
  }

  std::unique_ptr<runner::OwnLodging> lodging;  // may be null
  std::unique_ptr<runner::Process> process;     // null if there is none
};

// Processes of bots that remember nothing (StateScope::none), in the middle of their conversation
// and stopped. They serve the next batch that their bot plays, whatever its opponents, so that not
// every batch starts a process: a JVM takes as long to start as thousands of games. May be used by
// several threads.
class IdleProcesses {
 public:
  // Max processes; for one more, that which has been idle longest leaves.
  static constexpr std::size_t processes_max = 32;

  struct Idle {
    HousedProcess housed;
    std::string ready;  // its answer to the hello
  };

  IdleProcesses() = default;
  // All leave.
  ~IdleProcesses();
  IdleProcesses(const IdleProcesses&) = delete;
  IdleProcesses& operator=(const IdleProcesses&) = delete;

  // Returns a process of this bot whose conversation began with `hello`, and which plays on the
  // cores of the calling thread; nullopt if there is none.
  std::optional<Idle> take(const runner::Manifest& bot, std::string_view hello);
  // Keeps a process.
  void keep(const runner::Manifest& bot, std::string hello, Idle idle);

 private:
  struct Kept {
    // The bot, and the values of its parameters.
    std::filesystem::path folder;
    std::vector<Setting> parameters;
    std::string hello;
    Idle idle;
  };
  static void dismiss(std::list<Kept> kept);

  std::mutex mutex_;
  std::list<Kept> kept_;  // that which has been idle longest first
};

}  // namespace hilltop::play
