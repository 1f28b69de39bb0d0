#include <algorithm>
#include <fmt/format.h>
#include <linux/landlock.h>
#include <nlohmann/json.hpp>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/terminal.hpp"
#include "core/json.hpp"
#include "report/schemas.hpp"
#include "report/text_table.hpp"
#include "runner/probe.hpp"
#include "runner/process.hpp"

namespace hilltop::cli {
namespace {

const std::vector<std::string> interpreters{"python3", "node", "java"};

struct Machine {
  std::string kernel;
  int landlock_abi;  // 0: none
  runner::Probe probe;
  std::string why_no_layered_folders;  // empty: there are
};

Machine qualify() {
  utsname system;
  uname(&system);
  const long abi =
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  const auto warden = runner::warden_beside_program();
  return {system.release, std::max(0, static_cast<int>(abi)),
          runner::probe(warden, {}, interpreters), runner::why_no_layers(warden, {})};
}

std::string json_of(const Machine& machine) {
  Json layers = Json::array();
  for (std::size_t i = 0; i < machine.probe.findings.size(); ++i) {
    const auto layer = static_cast<runner::Layer>(i);
    const int finding = machine.probe.findings[i];
    layers.push_back({{"name", runner::layer_names[i]},
                      {"what", runner::what(layer)},
                      {"active", finding == 0},
                      {"why", finding == 0 ? "" : runner::why(layer, finding)},
                      {"without", finding == 0 ? "" : runner::without(layer)},
                      {"way", finding == 0 ? "" : runner::way_to(layer)}});
  }
  Json programs = Json::object();
  for (std::size_t i = 0; i < interpreters.size(); ++i) {
    const std::string& file = machine.probe.programs[i];
    programs[interpreters[i]] = file.empty() ? Json() : Json(file);
  }
  const Json out{{"schema", report::schema::doctor},
                 {"kernel", machine.kernel},
                 {"landlock_abi", machine.landlock_abi},
                 {"layers", std::move(layers)},
                 {"why_no_layered_folders", machine.why_no_layered_folders},
                 {"programs", std::move(programs)}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string text_of(const Machine& machine) {
  report::TextTable layers({"layer", "active", "what"});
  layers.align_left();
  std::string ways;
  for (std::size_t i = 0; i < machine.probe.findings.size(); ++i) {
    const auto layer = static_cast<runner::Layer>(i);
    const int finding = machine.probe.findings[i];
    const std::string name(runner::layer_names[i]);
    layers.add({name, finding == 0 ? "yes" : "no", std::string(runner::what(layer))});
    if (finding != 0)
      ways +=
          fmt::format("  {}: {}\n      without it {}\n      to have it: {}\n", name,
                      runner::why(layer, finding), runner::without(layer), runner::way_to(layer));
  }
  std::string out = layers.text(colours(STDOUT_FILENO));
  if (!ways.empty()) out += "\n" + ways;
  out += fmt::format("\n  kernel {}, Landlock ABI {}\n", machine.kernel, machine.landlock_abi);
  out += machine.why_no_layered_folders.empty()
             ? "  a folder of many files is copied once and shown to each process in layers\n"
             : fmt::format("  a folder of many files is copied for each process: {}\n",
                           machine.why_no_layered_folders);
  for (std::size_t i = 0; i < interpreters.size(); ++i) {
    const std::string& file = machine.probe.programs[i];
    out += fmt::format("  {}: {}\n", interpreters[i], file.empty() ? "not found" : file);
  }
  return out;
}

}  // namespace

Outcome doctor(const DoctorArguments& arguments) {
  const auto form = cli::form(arguments.format);
  if (!form) return std::unexpected(form.error());
  const Machine machine = qualify();
  fmt::print("{}", *form == Form::json ? json_of(machine) : text_of(machine));
  return Exit::ran;
}

}  // namespace hilltop::cli
