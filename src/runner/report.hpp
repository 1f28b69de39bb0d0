#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hilltop::runner {

// The layers of the sandbox (warden/sandbox.hpp). A layer's number is that of its name.
enum class Layer : std::uint8_t { limits, calls, files, namespaces, cgroup, uid };

inline constexpr std::array<std::string_view, 6> layer_names = {"L0", "L1", "L2", "L3", "L4", "L5"};

constexpr std::size_t index(Layer layer) { return static_cast<std::size_t>(layer); }

// What became of each layer: 0, it is active; else errno of why it is not.
using Findings = std::array<std::int32_t, layer_names.size()>;

// A set of layers, a bit each.
struct Layers {
  std::uint32_t mask = 0;

  bool has(Layer layer) const { return (mask >> index(layer) & 1) != 0; }
  friend Layers operator&(Layers a, Layers b) { return {a.mask & b.mask}; }
  friend bool operator==(Layers, Layers) = default;
};

// The layers around every one of some processes, of which two groups are joined. nullopt: of none.
inline std::optional<Layers> of_all(std::optional<Layers> a, std::optional<Layers> b) {
  return a && b ? *a & *b : a ? a : b;
}

// What a warden (warden/warden.cpp) tells the arena over its status pipe, in whole records. Of each
// process of the bot: `active` with a `missing` for each layer that is not, then `started` and
// later a `met` for each limit and `exited` or `killed`, or else the one reason why it does not
// run; `ran_on` each time that it did; `unguarded` at any time; `gone` where it had started and was
// to be killed. End of file: the warden is gone, and with it every process of the bot.
enum class Event : std::int32_t {
  active,       // number: the mask of the layers that are
  missing,      // number: a layer, and 16 bits higher errno of why it cannot be had
  started,      // the bot's command runs
  no_folder,    // number: errno of entering the bot's folder
  no_command,   // number: errno of executing the bot's command
  unprotected,  // number: the layer that is required and missing
  broken,       // number: errno of what is the machine's or the arena's fault
  exited,       // number: exit status of the bot's main process
  killed,       // number: the signal that ended it
  met,          // number: a Limit that the bot has met; before its main process ended
  ran_on,       // number: milliseconds of processor time that it had while it was stopped
  unguarded,    // one of the two wardens was killed or told to leave by a signal, not by the arena
  gone,         // so are all that it started
};

// A limit of the host's that ended a bot, or refused it something (policy.hpp).
enum class Limit : std::int32_t { memory, processes, cpu, file, disk, files, depth };

struct WardenReport {
  Event event;
  std::int32_t number;
};

// What the arena tells a warden over its control socket, a packet each that begins with one of
// these. End of file: kill them all, and go.
enum class Command : char {
  // Start the bot, which does not run now: with the descriptors of its three pipes, and the
  // arguments after its own, each ended by a zero byte.
  start = 's',
  kill = 'k',   // the bot, and all that it started
  stop = 'p',   // them, where they are
  go = 'g',     // on with them; before that `ran_on`, if one of them did
  cores = 'c',  // hold them, and what is started later, on the cores of the cpu_set_t that follows
  games = 'n',  // what they compute from now on is for so many games: a std::uint32_t follows
};

inline constexpr std::size_t word_bytes_max = 64 * 1024;  // of such a packet

// The descriptors with which a warden is started; its own first three lead nowhere.
inline constexpr int control_descriptor = 3;
inline constexpr int status_descriptor = 4;

}  // namespace hilltop::runner
