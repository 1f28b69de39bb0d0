#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hilltop::runner {

// The layers of the sandbox (warden/sandbox.hpp). layer_names has their names in this order.
enum class Layer : std::uint8_t { limits, calls, files, namespaces, cgroup, uid };

inline constexpr std::array<std::string_view, 6> layer_names = {"L0", "L1", "L2", "L3", "L4", "L5"};

constexpr std::size_t index(Layer layer) { return static_cast<std::size_t>(layer); }

// Result of each layer: 0 if it is active, else the errno that tells why not.
using Findings = std::array<std::int32_t, layer_names.size()>;

// A set of layers, one bit each.
struct Layers {
  std::uint32_t mask = 0;

  bool has(Layer layer) const { return (mask >> index(layer) & 1) != 0; }
  friend Layers operator&(Layers a, Layers b) { return {a.mask & b.mask}; }
  friend bool operator==(Layers, Layers) = default;
};

// Returns the layers common to two groups of processes; nullopt stands for a group without
// processes.
inline std::optional<Layers> of_all(std::optional<Layers> a, std::optional<Layers> b) {
  return a && b ? *a & *b : a ? a : b;
}

// What a warden (warden/warden.cpp) reports to the arena over its status pipe, in whole records.
// For each process of the bot: `active`, and `missing` for each layer that is not; then `started`,
// and later `met` for each limit reached, `alarmed`, and `exited` or `killed`, or instead of
// `started` the one reason why it does not run. `ran_on` each time that happened; `unguarded` at
// any time; `gone` after `kill` if it had started. End of file: the warden has ended, and every
// process of the bot with it.
enum class Event : std::int32_t {
  active,       // number: mask of the active layers
  missing,      // number: a layer | errno << 16, which tells why it is missing
  started,      // the bot's command runs
  no_folder,    // number: errno of entering the bot's folder
  no_command,   // number: errno of executing the bot's command
  unprotected,  // number: the required layer that is missing
  broken,       // number: errno of a failure of the machine or the arena
  exited,       // number: exit status of the bot's main process
  killed,       // number: the signal that ended it
  met,          // number: a Limit that the bot reached; sent before its main process ends
  alarmed,      // it was ended: it had a timer that resumes it while it is to be stopped
  ran_on,       // number: milliseconds of processor time that it used while stopped
  unguarded,    // one of the two wardens was killed, or told to end by a signal
  gone,         // all processes of the bot have ended
};

// A limit of the host that ended a bot or refused it something (policy.hpp).
enum class Limit : std::int32_t { memory, processes, cpu, file, disk, files, depth };

struct WardenReport {
  Event event;
  std::int32_t number;
};

// What the arena tells a warden over its control socket: one packet each, which begins with one of
// these. End of file: kill all processes of the bot and exit.
enum class Command : char {
  // Start the bot, which must not be running: followed by its arguments, each ended by a zero byte,
  // with the descriptors of its three pipes.
  start = 's',
  kill = 'k',   // the bot and everything that it started
  stop = 'p',   // all of its processes
  go = 'g',     // resume them; `ran_on` is reported first if one of them ran
  cores = 'c',  // restrict them and what is started later to the cpu_set_t that follows
  games = 'n',  // limit processor time from now on for the std::uint32_t of games that follows
};

inline constexpr std::size_t command_bytes_max = 64 * 1024;  // of one packet

// The descriptors that a warden is started with; its first three lead to /dev/null.
inline constexpr int control_descriptor = 3;
inline constexpr int status_descriptor = 4;

}  // namespace hilltop::runner
