#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/store_session.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/contest_files.hpp"
#include "play/time_limits.hpp"
#include "server/limits.hpp"
#include "server/server.hpp"
#include "store/store.hpp"

namespace hilltop::cli {
namespace {

// How long the server may take to end: its connections, and the bots that think. What is not done
// then is not lost: the room is stored, and the bot is asked again.
constexpr std::chrono::seconds patience{15};

// Lets the process have as many descriptors as the system allows: one per client.
void raise_descriptors() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// Refuses what is there and is no store. A store may still come.
std::expected<void, Problem> look_at_store(const std::string& file) {
  if (!store::Store::begun(file)) return {};
  if (const auto opened = store::Store::open(file, store::Store::Access::read); !opened)
    return std::unexpected(opened.error());
  return {};
}

// Asks the desktop to show an address. Returns whether it could be asked.
bool open_browser(const std::string& address) {
  std::string program = "xdg-open", argument = address;
  std::array<char*, 3> arguments{program.data(), argument.data(), nullptr};
  pid_t child = 0;
  return posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments.data(), environ) == 0;
}

// Reads the limits that games of people have on this host.
std::expected<play::TimeLimits, Problem> time_max(const std::vector<std::string>& typed) {
  auto limits = switches(typed, "--limit");
  if (!limits) return std::unexpected(limits.error());
  const Switches given = *limits;
  const auto read = play::take_time_limits(*limits);
  if (!read) return std::unexpected(read.error());
  if (!limits->empty())
    return std::unexpected(Problem{"--limit takes move_ms, start_ms, game_ms or move_nodes, not '" +
                                   limits->begin()->first + "'"});
  play::TimeLimits most = server::room_time_max;
  for (const play::TimeSwitch& limit : play::time_switches)
    if (given.contains(std::string(limit.name))) limit.set(most, limit.get(*read));
  return most;
}

// Problem: names the option and what it allows.
std::expected<server::Address, Problem> address_of(const ServeArguments& arguments) {
  server::Address address;
  if (arguments.address) address.host = *arguments.address;
  const auto port = whole("--port", arguments.port, address.port, 0, 65535);
  if (!port) return std::unexpected(port.error());
  address.port = static_cast<std::uint16_t>(*port);
  address.behind_proxy = arguments.behind_proxy;
  if (arguments.base) {
    // A slash at the end says nothing.
    address.base = arguments.base->substr(0, arguments.base->find_last_not_of('/') + 1);
    if (const std::string why = server::base_refusal(address.base);
        !address.base.empty() && !why.empty())
      return std::unexpected(Problem{"--base " + *arguments.base + ": " + why});
  }
  return address;
}

std::expected<server::ServerOptions, Problem> options_of(const ServeArguments& arguments) {
  server::ServerOptions options;
  const auto address = address_of(arguments);
  if (!address) return std::unexpected(address.error());
  options.address = *address;
  options.names = arguments.names;
  options.store = store_named(arguments.store);
  if (const auto usable = look_at_store(options.store); !usable)
    return std::unexpected(usable.error());
  if (arguments.contest && !arguments.bots)
    return std::unexpected(Problem{"a contest is hosted with the bots of a folder: --bots DIR"});
  if (arguments.new_token && !arguments.contest)
    return std::unexpected(Problem{"--new-token is for a host: name the CONTEST"});
  if (arguments.contest) options.contest = *arguments.contest;
  if (arguments.bots) options.bots = *arguments.bots;
  options.new_token = arguments.new_token;
  const auto most = time_max(arguments.limits);
  if (!most) return std::unexpected(most.error());
  options.time_max = *most;
  // Strangers' bots need walls.
  const GuardArguments guard{arguments.sandbox.value_or(arguments.contest ? "require" : "best"),
                             "none"};
  if (const auto guarded = guard_bots(options.conditions, guard); !guarded)
    return std::unexpected(guarded.error());
  options.conditions.host.files_stay = false;
  if (arguments.people) options.people = *arguments.people;
  std::vector<UsedFile> files = files_of_store(options.store.string());
  files.push_back({"the file of --people", options.people});
  if (arguments.contest)
    if (const auto file = arena::find_contest(*arguments.contest, arena::contests_folder()))
      files.push_back({"the contest", *file});
  if (const auto ok = check_apart(files); !ok) return std::unexpected(ok.error());
  const auto logs_json =
      one_of<bool>("--log", arguments.log.value_or("text"), {{"text", false}, {"json", true}});
  if (!logs_json) return std::unexpected(logs_json.error());
  options.logs_json = *logs_json;
  return options;
}

}  // namespace

Outcome serve(const ServeArguments& arguments) {
  const auto options = options_of(arguments);
  if (!options) return std::unexpected(options.error());
  raise_descriptors();
  Interrupt interrupt(patience, Exit::ran);
  const Interrupt::LastWords last_words(interrupt, [] {
    say("hilltop: a bot still thinks and is not waited for; its game goes on at the next start\n");
  });
  const auto opened = server::Server::open(*options);
  if (!opened) return std::unexpected(opened.error());
  if (const std::string token = (*opened)->host_token(); !token.empty())
    say("hilltop: the host's token, shown this once: {}\n", token);
  const std::string host = options->address.host;
  const std::string address =
      fmt::format("http://{}:{}{}/", host.find(':') == std::string::npos ? host : '[' + host + ']',
                  (*opened)->port(), options->address.base);
  fmt::print("{}\n", address);
  std::fflush(stdout);
  say("hilltop: serving; Ctrl-C ends it, and keeps the games under way\n");
  if (arguments.open && !open_browser(address))
    say("hilltop: no browser could be opened: open {} yourself\n", address);
  (*opened)->run(interrupt.token());
  return Exit::ran;
}

}  // namespace hilltop::cli
