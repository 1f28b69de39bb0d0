#pragma once
#include <span>
#include <string>
#include <string_view>

#include "play/entrant.hpp"
#include "tournament/fixture.hpp"
#include "tournament/result.hpp"

namespace hilltop::report {

// Max bytes shown of a fault's detail, and of each line of a bot's standard error.
constexpr std::size_t fault_bytes_max = 160;

// Returns what happened: "crashed (status 1): AttributeError: … (bot.py:8)".
std::string reason_of(const Fault& fault);

// Returns the last lines between the arena and the bot, in the order in which they were said, and
// the end of its standard error, each line after `indent` and cut to about `line_bytes_max`.
std::string evidence_of(const Fault& fault, std::size_t line_bytes_max,
                        std::string_view indent = "    ");

// Takes the standard error from faults that have the same as the one listed before, as those of a
// build that failed have in every game.
class RepeatedOutput {
 public:
  // Returns the next fault of a list.
  Fault taken_from(Fault fault);

 private:
  std::string listed_;
};

// Returns the noted faults with their reasons, one per line; empty if there are none. The notes'
// entries are indexes of `entrants`.
std::string faults_text(std::span<const play::Entrant> entrants,
                        std::span<const tournament::FaultNote> notes);

}  // namespace hilltop::report
