#include "arena/process_player.hpp"

#include <map>
#include <type_traits>
#include <utility>

namespace hilltop::arena {
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
  process_ = *std::move(started);
  if (listener_.wire) listener_.wire('*', "started");
  attend();
  return {};
}

// Has this player's listener called for the process.
void ProcessPlayer::attend() {
  process_->transcribe(listener_.wire);
  process_->when_it_thinks(listener_.thinks);
  process_->overhear(listener_.error_line);
}

bool ProcessPlayer::rest(std::string_view hello, std::string_view ready) {
  if (idle_ == nullptr) return false;
  // It may outlive whom they call. What it still writes to stderr is shown.
  process_->transcribe({});
  process_->when_it_thinks({});
  idle_->keep(bot_, std::string(hello), {std::move(process_), std::string(ready)});
  return true;
}

std::optional<std::string> ProcessPlayer::resume(std::string_view hello) {
  auto idle = idle_ == nullptr ? std::nullopt : idle_->take(bot_, hello);
  if (!idle) return std::nullopt;
  process_ = std::move(idle->process);
  attend();
  return std::move(idle->ready);
}

void ProcessPlayer::prepare(const std::vector<std::string>& arguments) {
  if (next_ || lane_ == nullptr) return;
  const auto spare = lane_->spare();
  if (!spare) return;
  auto started = started_with(arguments);
  if (started) (*started)->hold_on(*spare);
  next_ = Prepared{arguments, std::move(started)};
}

ProcessPlayer::Started ProcessPlayer::prepared() {
  Prepared next = *std::exchange(next_, std::nullopt);
  if (next.started) (*next.started)->hold_on(*lane_->core());
  return std::move(next.started);
}

ProcessPlayer::Started ProcessPlayer::started_with(const std::vector<std::string>& arguments) {
  return or_lost([&]() -> Started {
    if (!resting_) {
      const auto bot = lodged();
      if (!bot) return std::unexpected(bot.error());
      return runner::Process::start(*bot, arguments, host_.warden,
                                    lowered(host_.sandbox, bot_.limits));
    }
    auto process = std::move(resting_);
    if (auto started = process->start_again(arguments); !started)
      return std::unexpected(std::move(started).error());
    return process;
  });
}

// Returns the bot in the folder in which it plays.
std::expected<runner::Manifest, Fault> ProcessPlayer::lodged() {
  if (host_.files_stay || bot_.state != runner::StateScope::folder) {
    auto lodged = host_.builder->ready(bot_, host_.warden, host_.sandbox);
    if (lodged) lodged->arguments = arguments_;  // those of the first bot of this folder differ
    return lodged;
  }
  own_lodging_.reset();
  auto own = host_.builder->ready_alone(bot_, host_.warden, host_.sandbox);
  if (!own) return std::unexpected(std::move(own).error());
  own_lodging_ = *std::move(own);
  own_lodging_->bot.arguments = arguments_;
  return own_lodging_->bot;
}

void ProcessPlayer::tell(std::string_view line) { process_->tell(line); }

std::expected<std::string, Fault> ProcessPlayer::hear(Deadline by) {
  return or_lost([&] { return process_->hear(by); });
}

Deadline ProcessPlayer::send() { return process_->send(); }

Deadline ProcessPlayer::now() const { return process_ ? process_->now() : Deadline::clock::now(); }

void ProcessPlayer::play(std::uint32_t games) { process_->play(games); }

void ProcessPlayer::pause() {
  if (process_) process_->freeze();
}

void ProcessPlayer::farewell(std::string_view line) { process_->farewell(line); }

void ProcessPlayer::finish(Deadline by) {
  process_->finish(by);
  if (process_->can_start_again()) resting_ = std::move(process_);
  process_.reset();
}

void ProcessPlayer::drop() { process_.reset(); }

std::string ProcessPlayer::error_output() {
  return process_ ? process_->error_output() : std::string();
}

std::optional<runner::Layers> ProcessPlayer::layers() const {
  return process_ ? std::optional(process_->layers()) : std::nullopt;
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

}  // namespace hilltop::arena
