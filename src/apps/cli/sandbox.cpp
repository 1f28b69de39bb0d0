#include "apps/cli/sandbox.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "apps/cli/terminal.hpp"
#include "runner/probe.hpp"

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

std::expected<runner::Policy::Mode, Problem> sandbox_mode(const std::string& typed) {
  using Mode = runner::Policy::Mode;
  static const std::vector<std::string> known{"require", "best", "off"};
  if (std::ranges::find(known, typed) == known.end())
    return std::unexpected(
        Problem{"--sandbox cannot be '" + typed + "'" + suggestion(typed, known)});
  return typed == "require" ? Mode::require : typed == "best" ? Mode::best : Mode::off;
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
  fmt::print(stderr, "{}\n",
             off ? "sandbox: off" : line_of(runner::probe(judge.warden, judge.sandbox).findings));
}

}  // namespace hilltop::cli
