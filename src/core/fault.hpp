#pragma once
#include <string>
#include <string_view>

namespace hilltop {

// What a bot did wrong, in the words a judge uses. Faults of the judge are never of this type: they
// throw.
enum class FaultKind {
  illegal,           // an answer of the right form that the rules refuse
  malformed,         // an answer that is no answer
  timeout,           // no answer in time
  crashed,           // the bot ended, or threw
  overflow,          // a line longer than the limit
  refused_to_start,  // the command could not be run
  out_of_turn,       // it ran while another bot thought
};

struct Fault {
  FaultKind kind;
  std::string detail;             // for the bot's author
  std::string error_output = {};  // the end of what its process wrote to standard error
};

// Every fault but an illegal answer: the bot gave no answer at all.
constexpr bool broken(FaultKind kind) { return kind != FaultKind::illegal; }

constexpr std::string_view name(FaultKind kind) {
  switch (kind) {
    case FaultKind::illegal: return "illegal answer";
    case FaultKind::malformed: return "not an answer";
    case FaultKind::timeout: return "no answer in time";
    case FaultKind::crashed: return "crashed";
    case FaultKind::overflow: return "line too long";
    case FaultKind::refused_to_start: return "did not start";
    case FaultKind::out_of_turn: return "ran out of turn";
  }
  return "unknown fault";
}

inline std::string described(const Fault& fault) {
  return std::string(name(fault.kind)) + ": " + fault.detail;
}

}  // namespace hilltop
