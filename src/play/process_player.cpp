#include "play/process_player.hpp"

#include <map>
#include <type_traits>
#include <utility>

namespace hilltop::play {
namespace {

template <class Act>
std::invoke_result_t<Act> or_lost(Act&& act) {
  try {
    return act();
  } catch (const runner::WardenLost& lost) {
    throw PlayerLost(lost.what());
  }
}

// Returns the arguments of a bot, in which the game's values, limits and parameters are filled in.
std::vector<std::string> arguments_of(const runner::Manifest& bot, const Conditions& conditions) {
  std::map<std::string, std::string> values = conditions.arguments;
  for (const TimeSwitch& limit : time_switches)
    values.insert_or_assign(std::string(limit.name), std::to_string(limit.get(conditions.time)));
  for (const Setting& parameter : bot.parameters)
    values.insert_or_assign(parameter.name, std::to_string(parameter.value));
  return runner::filled_in(bot.arguments, values);
}

}  // namespace

ProcessPlayer::ProcessPlayer(const runner::Manifest& bot, const Conditions& conditions,
                             const runner::Lane* lane, IdleProcesses* idle,
                             OutsideListener listener)
    : bot_(bot),
      host_(conditions.host),
      arguments_(arguments_of(bot, conditions)),
      lane_(lane),
      idle_(idle),
      listener_(std::move(listener)) {}

std::expected<void, Fault> ProcessPlayer::start(const std::vector<std::string>& arguments) {
  auto started = next_ && next_->arguments == arguments ? prepared() : started_with(arguments);
  if (!started) return std::unexpected(std::move(started).error());
  now_ = *std::move(started);
  if (listener_.wire) listener_.wire('*', "started");
  attend();
  return {};
}

// Has this player's listener called for the process.
void ProcessPlayer::attend() {
  now_.process->transcribe(listener_.wire);
  now_.process->when_it_thinks(listener_.thinks);
  now_.process->overhear(listener_.error_line);
}

bool ProcessPlayer::rest(std::string_view hello, std::string_view ready) {
  if (idle_ == nullptr) return false;
  // It may outlive whom they call. What it still writes to stderr is shown.
  now_.process->transcribe({});
  now_.process->when_it_thinks({});
  idle_->keep(bot_, std::string(hello), {std::move(now_), std::string(ready)});
  return true;
}

std::optional<std::string> ProcessPlayer::resume(std::string_view hello) {
  auto idle = idle_ == nullptr ? std::nullopt : idle_->take(bot_, hello);
  if (!idle) return std::nullopt;
  now_ = std::move(idle->housed);
  attend();
  return std::move(idle->ready);
}

void ProcessPlayer::prepare(const std::vector<std::string>& arguments) {
  if (next_ || lane_ == nullptr) return;
  const auto spare = lane_->spare();
  if (!spare) return;
  auto started = started_with(arguments);
  if (started) started->process->hold_on(*spare);
  next_ = Prepared{arguments, std::move(started)};
}

ProcessPlayer::Started ProcessPlayer::prepared() {
  Prepared next = *std::exchange(next_, std::nullopt);
  if (next.started) next.started->process->hold_on(*lane_->core());
  return std::move(next.started);
}

ProcessPlayer::Started ProcessPlayer::started_with(const std::vector<std::string>& arguments) {
  return or_lost([&]() -> Started {
    if (can_start_again()) {
      HousedProcess again = std::move(resting_);
      if (auto started = again.process->start_again(arguments); !started)
        return std::unexpected(std::move(started).error());
      return again;
    }
    resting_ = {};
    HousedProcess first;
    std::expected<runner::Manifest, Fault> bot;
    if (plays_in_lodging()) {
      bot = host_.builder->ready(bot_, host_.warden, host_.sandbox);
    } else {
      auto own = host_.builder->ready_alone(bot_, host_.warden, host_.sandbox);
      if (!own) return std::unexpected(std::move(own).error());
      first.lodging = std::make_unique<runner::OwnLodging>(*std::move(own));
      bot = first.lodging->bot;
    }
    if (!bot) return std::unexpected(std::move(bot).error());
    bot->arguments = arguments_;  // those of the first bot of this folder differ
    auto started =
        runner::Process::start(*bot, arguments, host_.warden, lowered(host_.sandbox, bot_.limits));
    if (!started) return std::unexpected(std::move(started).error());
    first.process = *std::move(started);
    return first;
  });
}

// Returns whether the process that has ended can be started again where it was: a bot that promised
// to remember nothing must find nothing there.
bool ProcessPlayer::can_start_again() {
  return resting_.process && (bot_.state != runner::StateScope::none ||
                              (resting_.lodging && resting_.lodging->copy->is_untouched()));
}

// Returns whether the bot finds its files again in its next run. Any other bot has a copy for each
// of its players.
bool ProcessPlayer::plays_in_lodging() const {
  return host_.files_stay && bot_.state == runner::StateScope::folder;
}

void ProcessPlayer::tell(std::string_view line) { now_.process->tell(line); }

std::expected<std::string, Fault> ProcessPlayer::hear(Deadline by) {
  return or_lost([&] { return now_.process->hear(by); });
}

Deadline ProcessPlayer::send() { return now_.process->send(); }

Deadline ProcessPlayer::now() const {
  return now_.process ? now_.process->now() : Deadline::clock::now();
}

void ProcessPlayer::play(std::uint32_t games) { now_.process->play(games); }

void ProcessPlayer::pause() {
  if (now_.process) now_.process->freeze();
}

void ProcessPlayer::farewell(std::string_view line) { now_.process->farewell(line); }

void ProcessPlayer::finish(Deadline by) {
  now_.process->finish(by);
  if (now_.process->can_start_again()) resting_ = std::move(now_);
  now_ = {};
}

void ProcessPlayer::drop() { now_ = {}; }

std::string ProcessPlayer::error_output() {
  return now_.process ? now_.process->error_output() : std::string();
}

std::optional<runner::Layers> ProcessPlayer::layers() const {
  return now_.process ? std::optional(now_.process->layers()) : std::nullopt;
}

std::unique_ptr<OutsidePlayer> make_outside_player(const runner::Manifest& bot,
                                                   const Conditions& conditions,
                                                   const runner::Lane* lane, IdleProcesses* idle,
                                                   OutsideListener listener) {
  const BotHost& host = conditions.host;
  using enum BotHost::Overhears;
  if (host.overheard && (host.overhears == all || (host.overhears == as_meta && bot.stderr_on)))
    listener.error_line = [overheard = host.overheard, name = bot.name](std::string_view line) {
      overheard(name, line);
    };
  if (host.make_player) return host.make_player(bot, std::move(listener));
  return std::make_unique<ProcessPlayer>(bot, conditions, lane, idle, std::move(listener));
}

}  // namespace hilltop::play
