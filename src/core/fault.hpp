#pragma once
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace hilltop {

// What a bot did wrong. Errors of the arena itself are exceptions, never faults.
enum class FaultKind {
  illegal,           // well-formed, but refused by the rules
  malformed,         // not in the form of an answer
  timeout,           // no answer before the deadline
  crashed,           // the bot's process ended, or the bot threw
  overflow,          // a line longer than the limit
  refused_to_start,  // the bot's command could not be run
  out_of_turn,       // ran while another bot was to move
};

inline constexpr std::array fault_kinds = {
    FaultKind::illegal,  FaultKind::malformed,        FaultKind::timeout,    FaultKind::crashed,
    FaultKind::overflow, FaultKind::refused_to_start, FaultKind::out_of_turn};

struct Fault {
  FaultKind kind;
  std::string detail;             // for the bot's author
  std::string error_output = {};  // the end of the process's standard error
  std::string asked = {};         // the last line to the process
  std::string said = {};          // the last line from it in the same game
  // The time for which the machine kept the bot or the arena waiting for a processor before a
  // timeout; nullopt if it is unknown, and for other faults.
  std::optional<std::chrono::milliseconds> delay = {};
  bool overloaded = false;  // the delay may have caused the timeout

  friend bool operator==(const Fault&, const Fault&) = default;
};

// Returns whether `said` is the answer to `asked`, and not an earlier line.
constexpr bool is_answered(FaultKind kind) {
  return kind == FaultKind::illegal || kind == FaultKind::malformed;
}

// Returns whether a fault is any other than an illegal answer.
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

// nullopt if no kind has this name.
constexpr std::optional<FaultKind> fault_kind(std::string_view word) {
  for (const FaultKind kind : fault_kinds)
    if (name(kind) == word) return kind;
  return std::nullopt;
}

// Returns the kind as people read it; files and JSON have name().
constexpr std::string_view display_name(FaultKind kind) {
  if (kind == FaultKind::malformed) return "malformed reply";
  return kind == FaultKind::timeout ? "timed out" : name(kind);
}

// Returns a fault as people read it: "crashed: exited with status 1", "timed out after 500 ms (no
// output)".
inline std::string described(const Fault& fault) {
  const bool has_limit = fault.kind == FaultKind::timeout && fault.detail.starts_with("after ");
  return std::string(display_name(fault.kind)) + (has_limit ? " " : ": ") + fault.detail;
}

}  // namespace hilltop
