#include "apps/cli/sandbox.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "apps/cli/terminal.hpp"
#include "runner/probe.hpp"
#include "runner/process.hpp"

namespace hilltop::cli {
namespace {

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

std::expected<void, Problem> guard_bots(arena::Judge& judge, const std::string& sandbox) {
  using Mode = runner::Policy::Mode;
  static const std::vector<std::string> known{"require", "best", "off"};
  if (std::ranges::find(known, sandbox) == known.end())
    return std::unexpected(
        Problem{"--sandbox cannot be '" + sandbox + "'" + suggestion(sandbox, known)});
  judge.sandbox.mode = sandbox == "require" ? Mode::require
                       : sandbox == "best"  ? Mode::best
                                            : Mode::off;
  judge.warden = runner::warden_beside_program();
  judge.voided = [](std::string_view fault) {
    say("hilltop: {}; its game is void, and is played again\n", fault);
  };
  return {};
}

std::vector<std::string> layer_list(const std::optional<runner::Layers>& layers) {
  std::vector<std::string> list;
  for (std::size_t i = 0; layers && i < runner::layer_names.size(); ++i)
    if (layers->has(static_cast<runner::Layer>(i))) list.emplace_back(runner::layer_names[i]);
  return list;
}

void say_sandbox(const arena::Judge& judge, std::span<const arena::Entrant> entrants) {
  if (std::ranges::none_of(entrants, &arena::Entrant::is_process)) return;
  const bool off = judge.sandbox.mode == runner::Policy::Mode::off;
  say("{}\n", off ? "sandbox: off" : line_of(runner::probe(judge.warden, judge.sandbox).findings));
}

}  // namespace hilltop::cli
