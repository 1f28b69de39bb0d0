#include "runner/build.hpp"

#include <chrono>
#include <fmt/format.h>
#include <functional>
#include <string>
#include <system_error>
#include <utility>

#include "runner/house.hpp"
#include "runner/limits.hpp"
#include "runner/probe.hpp"
#include "runner/process.hpp"

namespace hilltop::runner {
namespace {

// Checks and builds a bot's folder; all of it runs in the sandbox, so that the arena itself opens
// none of the folder's files. $1 is the build command; $2 is the bot's command if it is a path,
// else empty. An unreadable file gives a different state each time, so the bot is built again.
// Without L3 the filter refuses every change of mode by path (warden/sandbox.cpp), so a linker
// silently writes a program that is not executable; the script then copies it over a copy of an
// executable file, which keeps its mode. After a failure, the end of the log goes to standard
// error.
//
// What counts is what comes back with the next copy: not the names that are left out, which stand
// before this text as the function left_out, and of the rest regular files (lodging.hpp). Links,
// empty folders and named pipes come back in .made.tar.
constexpr const char* build_script = R"sh(
set -f
entries() {
  left_out . ! -path ./.built ! -path ./build.log ! -path ./.made.tar "$@"
}
keep_the_rest() {
  rm -f .made.tar
  [ -z "$(entries \( -type l -o -type p -o -type d -empty \) -print -quit)" ] ||
    entries \( -type l -o -type p -o -type d -empty \) -print0 |
      tar --create --null --no-recursion --files-from=- --file=.made.tar
}
[ ! -f .made.tar ] ||
  tar --extract --keep-old-files --touch --no-same-owner --file=.made.tar 2>.made.log
rm -f .made.log
state() {
  { printf '%s\n' "$1" && entries -printf '%y %p %l\n' && entries -type f -exec sha256sum {} + ||
      date +%s%N; } 2>&1 | LC_ALL=C sort | sha256sum
}
executable() {
  [ -z "$1" ] || [ -x "$1" ] || [ ! -f "$1" ] ||
    { cp -- "$(command -v cat)" .made && cat -- "$1" >.made && mv -f -- .made "$1"; }
}
if [ "$(cat .built 2>&1)" = "$(state "$1")" ]; then
  echo unchanged
elif sh -c "$1" </dev/null >build.log 2>&1 && executable "$2" 2>>build.log; then
  [ -s build.log ] || rm -f build.log
  keep_the_rest
  state "$1" >.built
  echo built
else
  status=$?
  tail -c 1048576 build.log >.log && mv -f .log build.log
  cat build.log >&2
  echo "failed with status $status"
fi
)sh";

// Returns the script with the function left_out: find, without the names that are left out.
std::string whole_script() {
  std::string text = "left_out() {\n  where=$1; shift\n  find \"$where\" \\( ";
  std::string_view before;
  for (const std::string_view name : left_out_names)
    text += fmt::format("{}-name '{}'", std::exchange(before, " -o "), name);
  for (const std::string_view name : litter_names) text += fmt::format(" -o -iname '{}'", name);
  return text + " \\) -prune -o \"$@\"\n}" + build_script;
}

struct Failure {
  std::string why, output;
  std::string end_of_output;  // as a Fault has it
};

// Returns whether the build ran; false if nothing has changed since the last one.
std::expected<bool, Failure> build(const Manifest& bot, const std::filesystem::path& warden,
                                   const Policy& policy) {
  Manifest builder;
  builder.folder = bot.folder;
  builder.home = bot.home;
  builder.lower = bot.lower;
  builder.name = bot.name;
  builder.command = "sh";
  const bool is_path = bot.command.find('/') != std::string::npos;
  builder.arguments = {"-c", whole_script(), "sh", bot.build, is_path ? bot.command : ""};
  Policy unclocked = policy;
  unclocked.cpu_s.reset();  // the limit is for games
  Failure failure;          // hears the process to its end
  const auto process = Process::start(builder, {}, warden, unclocked);
  if (!process) return std::unexpected(Failure{process.error().detail, {}, {}});
  (*process)->overhear([&](std::string_view line) { (failure.output += line) += '\n'; });
  const auto said = (*process)->hear(std::chrono::steady_clock::now() + build_time_max);
  if (said && *said == "built") return true;
  if (said && *said == "unchanged") return false;
  if (said) (*process)->finish(std::chrono::steady_clock::now() + log_time_max);
  failure.end_of_output = (*process)->error_output();
  failure.why = said ? *said
                : said.error().kind == FaultKind::timeout
                    ? fmt::format("was not done after {} s", build_time_max.count())
                    : said.error().detail;
  return std::unexpected(failure);
}

// Makes a copy of a folder, a Lodging or an OwnCopy. Throws std::filesystem::filesystem_error.
template <class Copy, class From, class... More>
std::expected<std::unique_ptr<Copy>, Fault> copied(const From& from,
                                                   const std::filesystem::path& to,
                                                   const Room& room, const More&... more) {
  try {
    return std::make_unique<Copy>(from, to, room, more...);
  } catch (const NoRoom& why) {
    return std::unexpected(
        Fault{FaultKind::refused_to_start,
              fmt::format("its folder holds {}, which is the limit", why.what())});
  }
}

}  // namespace

BotBuilder::~BotBuilder() {
  give_back();
  std::error_code ignored;
  if (!house_.empty()) std::filesystem::remove(house_, ignored);
}

std::filesystem::path BotBuilder::free_place(const Manifest& bot) const {
  const std::size_t number = std::hash<std::string>()(path_as_it_plays(bot.folder).string());
  std::filesystem::path place = house_ / std::to_string(number);
  std::error_code unseen;
  while (std::filesystem::exists(place, unseen)) place += '+';
  return place;
}

std::expected<BotBuilder::Place*, Fault> BotBuilder::lodged(const Manifest& bot,
                                                            const std::filesystem::path& warden,
                                                            const Policy& policy) {
  if (const auto found = places_.find(bot.folder); found != places_.end()) return &found->second;
  std::error_code error;
  if (!std::filesystem::is_directory(bot.folder, error))
    return std::unexpected(Fault{FaultKind::refused_to_start,
                                 fmt::format("cannot enter '{}': {}", bot.folder.string(),
                                             error ? error.message() : "Not a directory")});
  const Announcement copying = announce(bot.folder);
  if (house_.empty()) house_ = make_house();
  const CanBeLayered can_be_layered = [&] {
    if (!has_layers_) has_layers_ = why_no_layers(warden, policy).empty();
    return *has_layers_;
  };
  auto lodging =
      copied<Lodging>(bot.folder, free_place(bot), policy.room, !bot.build.empty(), can_be_layered);
  Place& place = places_[bot.folder];
  if (!lodging) {
    place.bot = std::unexpected(std::move(lodging).error());
    return &place;
  }
  place.lodging = *std::move(lodging);
  place.bot = bot;
  place.bot->home = path_as_it_plays(bot.folder);
  place.bot->folder = place.lodging->folder();
  place.bot->lower = place.lodging->lower();
  return &place;
}

void BotBuilder::lodge(const Manifest& bot, const std::filesystem::path& warden,
                       const Policy& policy) {
  const std::scoped_lock lock(mutex_);
  (void)lodged(bot, warden, policy);  // a bot that has no place will not start
}

std::expected<Manifest, Fault> BotBuilder::ready(const Manifest& bot,
                                                 const std::filesystem::path& warden,
                                                 const Policy& policy) {
  const std::scoped_lock lock(mutex_);
  const auto found = lodged(bot, warden, policy);
  if (!found) return std::unexpected(found.error());
  Place& place = **found;
  if (place.bot && !bot.build.empty() && !place.is_built) {
    place.bot = built(*place.lodging, Manifest(*place.bot), bot.folder, warden, policy);
    if (!place.bot) place.lodging.reset();
  }
  place.is_built = true;
  return place.bot;
}

std::expected<OwnLodging, Fault> BotBuilder::ready_alone(const Manifest& bot,
                                                         const std::filesystem::path& warden,
                                                         const Policy& policy) {
  auto housed = ready(bot, warden, policy);
  if (!housed) return std::unexpected(std::move(housed).error());
  const Lodging* lodging = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    Place& place = places_.at(bot.folder);
    lodging = place.lodging.get();
    housed->folder += fmt::format(".{}", place.copies++);
  }
  const Announcement copying = announce(bot.folder);
  auto copy = copied<OwnCopy>(*lodging, housed->folder, policy.room);
  if (!copy) return std::unexpected(std::move(copy).error());
  housed->lower = (*copy)->lower();
  return OwnLodging{*std::move(copy), *std::move(housed)};
}

std::expected<Manifest, Fault> BotBuilder::built(Lodging& lodging, const Manifest& housed,
                                                 const std::filesystem::path& authors,
                                                 const std::filesystem::path& warden,
                                                 const Policy& policy) {
  const auto ran = build(housed, warden, policy);
  if (ran) {
    if (*ran) lodging.take_build();
    return housed;
  }
  give_back(lodging, authors, true);
  std::filesystem::path log = std::filesystem::weakly_canonical(authors) / build_log;
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(log, unknown))) log.clear();
  if (failed_) failed_({housed, ran.error().why, ran.error().output, log, lodging.left_out()});
  return std::unexpected(
      Fault{FaultKind::refused_to_start,
            fmt::format("its build {}{}", ran.error().why,
                        log.empty() ? "" : "; build.log in its folder has the output"),
            ran.error().end_of_output});
}

void BotBuilder::when_a_build_fails(std::function<void(const FailedBuild&)> call) {
  failed_ = std::move(call);
}

void BotBuilder::when_files_are_lost(std::function<void(std::string_view)> call) {
  lost_ = std::move(call);
}

void BotBuilder::when_copying_takes_long(std::function<void(const std::filesystem::path&)> call) {
  long_ = std::move(call);
}

Announcement BotBuilder::announce(const std::filesystem::path& folder) const {
  return Announcement(long_ ? std::function<void()>([this, folder] { long_(folder); }) : nullptr);
}

void BotBuilder::give_back() {
  const std::scoped_lock lock(mutex_);
  for (const auto& [folder, place] : places_)
    if (place.lodging) give_back(*place.lodging, folder, false);
  places_.clear();  // a second give_back() would take the bot's files for the author's
}

void BotBuilder::give_back(const Lodging& lodging, const std::filesystem::path& folder,
                           bool only_log) {
  std::string why;
  try {
    if (only_log)
      lodging.give_back_log();
    else
      lodging.give_back();
  } catch (const std::system_error& error) {
    why = error.code().message();
  } catch (const NotGivenBack& error) {
    why = error.what();
  }
  if (!why.empty() && lost_)
    lost_(fmt::format("{}: what the bot wrote is lost: {}", folder.string(), why));
}

}  // namespace hilltop::runner
