#include "apps/cli/sandbox.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "apps/cli/arguments.hpp"
#include "apps/cli/terminal.hpp"
#include "core/text.hpp"
#include "runner/probe.hpp"
#include "runner/process.hpp"

namespace hilltop::cli {
namespace {

constexpr std::size_t overheard_bytes_max = 4096;  // of a line

std::string line_of(const runner::Findings& findings) {
  std::string active, missing;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const auto layer = static_cast<runner::Layer>(i);
    if (findings[i] == 0)
      active += fmt::format(" {}", runner::layer_names[i]);
    else
      missing += fmt::format("{} {} ({})", missing.empty() ? "; missing:" : ",",
                             runner::layer_names[i], runner::why(layer, findings[i]));
  }
  return "sandbox:" + active + missing;
}

}  // namespace

std::expected<void, Problem> guard_bots(arena::Conditions& conditions,
                                        const GuardArguments& guard) {
  using Mode = runner::Policy::Mode;
  using Overhears = arena::BotHost::Overhears;
  const auto mode =
      one_of<Mode>("--sandbox", guard.sandbox,
                   {{"require", Mode::require}, {"best", Mode::best}, {"off", Mode::off}});
  if (!mode) return std::unexpected(mode.error());
  conditions.host.sandbox.mode = *mode;
  if (guard.error_output) {
    const auto overhears = one_of<Overhears>(
        "--stderr", *guard.error_output,
        {{"none", Overhears::nobody}, {"faults", Overhears::faults}, {"all", Overhears::all}});
    if (!overhears) return std::unexpected(overhears.error());
    conditions.host.overhears = *overhears;
  }
  conditions.host.warden = runner::warden_beside_program();
  conditions.host.voided = [](std::string_view fault) {
    say("hilltop: {}; its game is void, and is played again\n", fault);
  };
  conditions.host.overheard = [](std::string_view bot, std::string_view line) {
    say("{}: {}\n", bot, printable(line, overheard_bytes_max));
  };
  return {};
}

void say_sandbox(const arena::Conditions& conditions, std::span<const arena::Entrant> entrants) {
  if (std::ranges::none_of(entrants, &arena::Entrant::is_process)) return;
  const bool off = conditions.host.sandbox.mode == runner::Policy::Mode::off;
  say("{}\n",
      off ? "sandbox: off"
          : line_of(runner::probe(conditions.host.warden, conditions.host.sandbox).findings));
}

}  // namespace hilltop::cli
