#pragma once
#include <cstdint>

namespace hilltop::runner {

// What a warden (warden.cpp) tells the arena over its status pipe, in whole records: `started` and
// later `exited` or `killed`, or else the one reason why no bot runs. End of file: the warden is
// gone, and with it every process of the bot.
enum class Event : std::int32_t {
  started,     // the bot's command runs
  no_folder,   // number: errno of entering the bot's folder
  no_command,  // number: errno of executing the bot's command
  broken,      // number: errno of what is the machine's or the arena's fault
  exited,      // number: exit status of the bot's main process
  killed,      // number: the signal that ended it
};

struct Report {
  Event event;
  std::int32_t number;
};

// The descriptors with which a warden is started, beside those of the bot (0, 1 and 2).
inline constexpr int control_descriptor = 3;  // end of file: kill them all
inline constexpr int status_descriptor = 4;

}  // namespace hilltop::runner
