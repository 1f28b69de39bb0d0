#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/fault.hpp"
#include "runner/manifest.hpp"
#include "runner/policy.hpp"
#include "runner/report.hpp"

// What a fault says of a bot's process.
namespace hilltop::runner {

// "exited with status 1", or "killed by SIGSEGV".
std::string text_of_end(const WardenReport& end);

// "; it met its limit of 512 MiB of memory"
std::string text_of_limit(Limit limit, const Policy& policy);

// Appends what the bot wrote after its last line, escaped for terminals and logs, if anything.
std::string with_half_line(const std::string& detail, std::string_view unread);

// Returns the fault in a warden's first report; nullopt if the bot runs. Throws if the policy
// requires a layer that this machine lacks, or if the machine failed.
std::optional<Fault> fault_of_start(const WardenReport& report, const Manifest& bot);

}  // namespace hilltop::runner
