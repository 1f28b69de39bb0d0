#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <linux/landlock.h>
#include <nlohmann/json.hpp>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/terminal.hpp"
#include "runner/probe.hpp"
#include "runner/process.hpp"

namespace hilltop::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Machine {
  std::string kernel;
  int landlock_abi;  // 0: none
  runner::Findings layers;
  std::vector<std::pair<std::string, std::string>> programs;  // and where they are, if they are
};

std::string find_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::filesystem::path file = std::filesystem::path(rest.substr(0, end)) / name;
    if (access(file.c_str(), X_OK) == 0) return file.string();
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

Machine examine() {
  utsname system;
  uname(&system);
  const long abi =
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  Machine machine{system.release,
                  std::max(0, static_cast<int>(abi)),
                  runner::probe(runner::warden_beside_program(), {}),
                  {}};
  for (const char* name : {"python3", "node", "java"})
    machine.programs.emplace_back(name, find_program(name));
  return machine;
}

std::string json_of(const Machine& machine) {
  Json layers = Json::array();
  for (std::size_t i = 0; i < machine.layers.size(); ++i) {
    const auto layer = static_cast<runner::Layer>(i);
    const int finding = machine.layers[i];
    layers.push_back({{"name", runner::layer_names[i]},
                      {"what", runner::what(layer)},
                      {"active", finding == 0},
                      {"why", finding == 0 ? "" : runner::why(layer, finding)},
                      {"way", finding == 0 ? "" : runner::way_to(layer)}});
  }
  Json programs = Json::object();
  for (const auto& [name, file] : machine.programs)
    programs[name] = file.empty() ? Json() : Json(file);
  const Json out{{"kernel", machine.kernel},
                 {"landlock_abi", machine.landlock_abi},
                 {"layers", std::move(layers)},
                 {"programs", std::move(programs)}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string text_of(const Machine& machine) {
  TextTable layers({"layer", "active", "what"});
  layers.align_left();
  std::string ways;
  for (std::size_t i = 0; i < machine.layers.size(); ++i) {
    const auto layer = static_cast<runner::Layer>(i);
    const int finding = machine.layers[i];
    const std::string name(runner::layer_names[i]);
    layers.add({name, finding == 0 ? "yes" : "no", std::string(runner::what(layer))});
    if (finding != 0)
      ways += fmt::format("  {}: {}; to have it: {}\n", name, runner::why(layer, finding),
                          runner::way_to(layer));
  }
  std::string out = layers.text(colours(STDOUT_FILENO));
  if (!ways.empty()) out += "\n" + ways;
  out += fmt::format("\n  kernel {}, Landlock ABI {}\n", machine.kernel, machine.landlock_abi);
  for (const auto& [name, file] : machine.programs)
    out += fmt::format("  {}: {}\n", name, file.empty() ? "not found" : file);
  return out;
}

}  // namespace

Outcome doctor(const DoctorArguments& arguments) {
  static const std::vector<std::string> forms{"text", "json"};
  const auto form = cli::form(arguments.format, forms);
  if (!form) return std::unexpected(form.error());
  const Machine machine = examine();
  fmt::print("{}", *form == Form::json ? json_of(machine) : text_of(machine));
  return Exit::ran;
}

}  // namespace hilltop::cli
