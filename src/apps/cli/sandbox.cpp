#include "apps/cli/sandbox.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "apps/cli/option_word.hpp"
#include "apps/cli/terminal.hpp"
#include "core/text.hpp"
#include "runner/command_search.hpp"
#include "runner/probe.hpp"
#include "runner/process.hpp"

namespace hilltop::cli {
namespace {

// Folders of which it was said that they take long, which each is once. Thread-safe.
class Announced {
 public:
  bool is_new(const std::filesystem::path& folder) {
    const std::scoped_lock lock(mutex_);
    return folders_.insert(folder).second;
  }

 private:
  std::mutex mutex_;
  std::set<std::filesystem::path> folders_;
};

constexpr std::size_t overheard_bytes_max = 4096;  // of a line
// Max lines of each bot that are shown because its `meta` says so: a bot that crashes in each game
// of a contest would bury all else.
constexpr int overheard_lines_max = 200;

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

// Says that a timeout may be the machine's fault, at most once in warn_every.
void say_overload(std::string_view bot, const Fault& fault, std::string_view remedy) {
  constexpr std::chrono::seconds warn_every(60);
  using Clock = std::chrono::steady_clock;
  static std::mutex in_use;
  static std::optional<Clock::time_point> said_at;
  const std::scoped_lock lock(in_use);
  if (said_at && Clock::now() - *said_at < warn_every) return;
  said_at = Clock::now();
  say("hilltop: the machine is overloaded: {} timed out after waiting {} ms for a processor{}\n",
      bot, fault.delay->count(), remedy);
}

// Shows the first lines of each bot. May be called on any thread.
class FirstLines {
 public:
  void show(std::string_view bot, std::string_view line) {
    const std::lock_guard lock(in_use_);
    const int shown = ++shown_[std::string(bot)];
    if (shown <= overheard_lines_max)
      say("{}: {}\n", bot, printable(line, overheard_bytes_max));
    else if (shown == overheard_lines_max + 1)
      say("hilltop: {} has written {} lines to stderr, and no more are shown (--stderr all shows "
          "all "
          "lines, --stderr none no bot's); each fault keeps the last ones\n",
          bot, overheard_lines_max);
  }

 private:
  std::mutex in_use_;
  std::map<std::string, int> shown_;  // by bot
};

// Returns what a compiler wrote, with spaces for its tabs, which say() would escape.
std::string without_tabs(std::string_view output) {
  constexpr std::string_view tab = "    ";
  std::string text;
  for (const char each : output)
    if (each == '\t')
      text += tab;
    else
      text += each;
  return text;
}

// Returns whether a line of a build says that there is no file of this name.
bool misses(std::string_view output, std::string_view name) {
  while (!output.empty()) {
    const std::string_view line = output.substr(0, output.find('\n'));
    if (line.contains(name) &&
        (line.contains("No such file") || line.contains("No rule to make target")))
      return true;
    output.remove_prefix(std::min(line.size() + 1, output.size()));
  }
  return false;
}

void say_failure(const runner::FailedBuild& build) {
  say("hilltop: the build of {} {}: {}\n{}", build.bot.name, build.why, build.bot.build,
      without_tabs(build.output));
  if (build.output.empty())
    say("hilltop: it printed nothing\n");
  else if (!build.log.empty())
    say("hilltop: this is also in {}\n", build.log.string());
  for (const std::string& name : build.left_out)
    if (misses(build.output, name)) {
      say("hilltop: {} was not there, because an earlier build had made it of other sources; to "
          "keep it as yours, delete its line in {}/{}\n",
          name, build.bot.home.string(), runner::own_files_list);
      break;
    }
  if (build.why.ends_with(" 127"))  // the shell found no such program
    say("hilltop: a build sees the programs of the system's folders (/usr, /bin, /opt) and none of "
        "a "
        "home folder such as ~/.cargo: install the missing one as a package of the system\n");
}

// Says which commands of bots are other programs without a sandbox than in it.
void say_other_programs(std::span<const play::Entrant> entrants) {
  std::set<std::string> called;
  for (const play::Entrant& entrant : entrants)
    if (const auto* const bot = std::get_if<runner::Manifest>(&entrant.player))
      if (!bot->command.contains('/')) called.insert(bot->command);
  for (const std::string& command : called) {
    const std::string here = runner::find_in(command, runner::path_of_host());
    const std::string there = runner::find_in_sandbox(command, runner::path_of_host()).program;
    if (here != there && !here.empty())
      say("sandbox: off; {} is {} here, and {} in the sandbox\n", command, here,
          there.empty() ? "no program" : there);
  }
}

}  // namespace

std::expected<void, Problem> guard_bots(play::Conditions& conditions, const GuardArguments& guard) {
  using Mode = runner::Policy::Mode;
  using Overhears = play::BotHost::Overhears;
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
  conditions.host.overloaded = [](std::string_view bot, const Fault& fault) {
    say_overload(bot, fault, "");
  };
  conditions.host.builder->when_a_build_fails(say_failure);
  conditions.host.builder->when_files_are_lost(
      [](std::string_view complaint) { say("hilltop: {}\n", complaint); });
  conditions.host.builder->when_copying_takes_long([announced = std::make_shared<Announced>()](
                                                       const std::filesystem::path& folder) {
    if (announced->is_new(folder))
      say("hilltop: reading and copying {} …\n", printable(folder.string(), overheard_bytes_max));
  });
  conditions.host.overheard = [](std::string_view bot, std::string_view line) {
    say("{}: {}\n", bot, printable(line, overheard_bytes_max));
  };
  return {};
}

void show_first_lines_only(play::BotHost& host) {
  if (host.overhears != play::BotHost::Overhears::as_meta) return;
  host.overheard = [lines = std::make_shared<FirstLines>()](
                       std::string_view bot, std::string_view line) { lines->show(bot, line); };
}

void limit_patience(play::Conditions& conditions, bool is_stored) {
  const std::string remedy =
      is_stored ? " (--again timeouts, or --again with its name, plays them)" : "";
  conditions.host.overloaded = [is_stored](std::string_view bot, const Fault& fault) {
    say_overload(bot, fault,
                 is_stored ? "; run with fewer --jobs, and --again timeouts plays such games again"
                           : "; run with fewer --jobs");
  };
  conditions.host.patience = std::make_shared<play::Patience>(
      conditions.faults.patience_s,
      [remedy](std::string_view bot, play::Patience::News news, const std::string& text) {
        say("hilltop: {} {}{}\n", bot, printable(text, overheard_bytes_max),
            news == play::Patience::News::forfeits ? remedy : "");
      });
}

void say_commitment(const play::Seed& seed) {
  if (seed.is_secret()) say("seed: drawn; commitment {}\n", seed.commitment());
}

void say_sandbox(const play::Conditions& conditions, std::span<const play::Entrant> entrants) {
  if (std::ranges::none_of(entrants, &play::Entrant::is_process)) return;
  const bool off = conditions.host.sandbox.mode == runner::Policy::Mode::off;
  say("{}\n",
      off ? "sandbox: off"
          : line_of(runner::probe(conditions.host.warden, conditions.host.sandbox).findings));
  if (off) say_other_programs(entrants);
}

bool build_all(const play::Conditions& conditions, std::span<const play::Entrant> entrants) {
  const play::BotHost& host = conditions.host;
  return std::ranges::all_of(entrants, [&](const play::Entrant& entrant) {
    const auto* const bot = std::get_if<runner::Manifest>(&entrant.player);
    return bot == nullptr || bot->build.empty() ||
           host.builder->ready(*bot, host.warden, host.sandbox).has_value();
  });
}

}  // namespace hilltop::cli
