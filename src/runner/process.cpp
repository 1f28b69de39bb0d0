#include "runner/process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <utility>
#include <vector>

#include "runner/fault_words.hpp"
#include "runner/limits.hpp"
#include "runner/waiting.hpp"
#include "runner/warden/census.hpp"
#include "runner/watchdog.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;
using Clock = Deadline::clock;

}  // namespace

Process::Process(const Manifest& bot, const fs::path& warden, const Policy& policy)
    : bot_(bot), warden_(bot, warden, policy), policy_(policy) {}

std::expected<std::unique_ptr<Process>, Fault> Process::start(
    const Manifest& bot, std::span<const std::string> extra_arguments, const fs::path& warden,
    const Policy& policy) {
  std::unique_ptr<Process> process(new Process(bot, warden, policy));
  if (const auto started = process->start_again(extra_arguments); !started)
    return std::unexpected(started.error());
  return process;
}

Process::~Process() { dismiss(); }

std::expected<void, Fault> Process::start_again(std::span<const std::string> extra_arguments) {
  auto [input, output, errors] = warden_.start(extra_arguments);
  input_ = std::move(input);
  output_ = std::move(output);
  errors_ = std::move(errors);
  unwritten_.clear();
  unread_.clear();
  error_output_.clear();
  error_bytes_shown_ = 0;
  end_.reset();
  fault_.reset();
  ran_on_ms_ = 0;
  limits_met_.clear();
  leaving_ = frozen_ = was_thawed_ = gone_ = alarmed_ = false;
  slept_ = Clock::duration::zero();
  const WardenReport report = first_report();
  if (report.event == Event::unguarded) warden_.throw_lost();
  gone_ = report.event != Event::started;
  if (std::optional<Fault> fault = fault_of_start(report, bot_))
    return std::unexpected(*std::move(fault));
  return {};
}

// Stores what the warden reports about the sandbox; returns its next report.
WardenReport Process::first_report() {
  findings_ = {};
  std::optional<WardenReport> first;
  while (!first)
    for (const WardenReport& report : warden_.reports()) {
      const auto number = static_cast<std::uint32_t>(report.number);
      if (first)
        take(report);
      else if (report.event == Event::active)
        layers_.mask = number;
      else if (report.event == Event::missing)
        findings_.at(number & 0xFFFF) = static_cast<std::int32_t>(number >> 16);
      else
        first = report;
    }
  return *first;
}

Deadline Process::now() const { return Clock::now() - slept_; }

Deadline Process::send() {
  thaw();
  write_some();
  return now();
}

std::expected<std::string, Fault> Process::hear(Deadline by) {
  if (fault_) return std::unexpected(*fault_);
  asked_at_ = send();
  measures_from_ = asked_at_ + (by - asked_at_) / unmeasured_share;
  meter_.reset();
  hear_at_once(by);
  bool thinks = false, is_over = false;
  while (true) {
    if (unwritten_.empty())
      if (std::optional<std::string> answer = take_line()) {
        if (overheard_) read_errors(error_bytes_at_once);      // in the order of the bot's writes
        if (std::exchange(was_thawed_, false)) read_report();  // written before it was resumed
        if (ran_on_ms_ != 0) return fail_of_running();
        return *std::move(answer);
      }
    if (std::min(unread_.find('\n'), unread_.size()) > line_bytes_max)
      return fail(FaultKind::overflow, fmt::format("no line feed within {} bytes", line_bytes_max));
    // The end is reported on another pipe than the answers, so there may be answers left.
    if (end_ && !read_some()) return fail_of_end();
    if (is_over) return fail_of_time(by);
    if (!std::exchange(thinks, true) && !end_ && when_it_thinks_) when_it_thinks_();
    if (end_ || wait_for_answer(by)) continue;
    is_over = true;
    read_what_is_there();
  }
}

// Reads an answer that comes within a tick of the watchdog, as usual, by a plain read, which ends
// within two of them.
void Process::hear_at_once(Deadline by) {
  if (!unwritten_.empty() || !unread_.empty() || !output_.open() || end_) return;
  if (by - asked_at_ < 2 * watchdog_tick) return;
  take_in();
  stop_clock_beyond(asked_at_ + slept_ + 2 * watchdog_tick);
}

void Process::tell(std::string_view line) {
  if (transcript_) transcript_('>', line);
  unwritten_.append(line) += '\n';
}

void Process::freeze() {
  if (gone_ || frozen_) return;
  frozen_ = true;
  warden_.say(Command::stop);
}

void Process::thaw() {
  if (!std::exchange(frozen_, false)) return;
  was_thawed_ = true;
  warden_.say(Command::go);
}

void Process::hold_on(const cpu_set_t& cores) {
  warden_.say(Command::cores,
              std::string_view(reinterpret_cast<const char*>(&cores), sizeof cores));
}

void Process::play(std::uint32_t games) {
  if (policy_.cpu_s && policy_.mode != Policy::Mode::off)
    warden_.say(Command::games,
                std::string_view(reinterpret_cast<const char*>(&games), sizeof games));
}

void Process::farewell(std::string_view line) {
  thaw();
  leaving_ = true;
  put(line);
}

void Process::finish(Deadline by) {
  thaw();
  leaving_ = true;
  write_some();
  const Deadline until = by - slept_;  // on this bot's clock
  while (!end_ && wait(until)) continue;
  kill();
}

// Waits for an event on any pipe and handles it; false if none happened by the deadline.
bool Process::wait(Deadline by) {
  std::array<pollfd, 4> pipes = {{{leaving_ ? -1 : output_.number(), POLLIN, 0},
                                  {warden_.number(), POLLIN, 0},
                                  {unwritten_.empty() ? -1 : input_.number(), POLLOUT, 0},
                                  {errors_.number(), POLLIN, 0}}};
  const bool in_time = now() < by;  // else endless events keep it here
  int ready = 0;
  do {
    const auto most = std::clamp<Clock::duration>(by - now(), Clock::duration::zero(), wait_max);
    const timespec left = time_of(most);
    const Deadline begun = Clock::now();
    ready = ppoll(pipes.data(), pipes.size(), &left, nullptr);
    stop_clock_beyond(begun + most);
  } while (ready == 0 && now() < by);
  if (ready == 0) return false;
  if (ready < 0) {
    if (errno == EINTR) return true;
    throw_system_error("cannot wait for a bot");
  }
  if (pipes[0].revents != 0) take_in();
  if (pipes[1].revents != 0) read_report();
  if (pipes[2].revents != 0) write_some();
  if (pipes[3].revents != 0) read_errors(error_bytes_at_once);
  return in_time;
}

// Stops the bot's clock for the time since `awake`, by which a wait should have ended: for longer
// than a tick the arena itself did not run.
void Process::stop_clock_beyond(Deadline awake) {
  if (const auto slept = Clock::now() - awake; slept > watchdog_tick) slept_ += slept;
}

// Reads at most `most` bytes of what is there: a bot may never stop writing.
void Process::read_errors(std::size_t most) {
  std::array<char, 4096> chunk;
  while (errors_.open() && most > 0) {
    const ssize_t size = read(errors_.number(), chunk.data(), std::min(chunk.size(), most));
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return;
    if (size == 0) return errors_.close();
    const std::string_view text(chunk.data(), static_cast<std::size_t>(size));
    most -= text.size();
    error_output_ += text;
    if (error_output_.size() > 2 * error_bytes_kept)
      error_output_.erase(0, error_output_.size() - error_bytes_kept);
    if (overheard_) show_errors(text);
  }
}

void Process::show_errors(std::string_view text) {
  if (error_bytes_shown_ >= error_bytes_shown_max) return;
  error_bytes_shown_ += text.size();
  unshown_ += text;
  for (std::size_t end; (end = unshown_.find('\n')) != std::string::npos;
       unshown_.erase(0, end + 1)) {
    std::string_view line = std::string_view(unshown_).substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    overheard_(line);
  }
  const bool is_enough = error_bytes_shown_ >= error_bytes_shown_max;
  if (is_enough || unshown_.size() > line_bytes_max)
    if (!unshown_.empty()) overheard_(std::exchange(unshown_, {}));
  if (is_enough)
    overheard_(fmt::format("… and no more is shown: that was {} bytes", error_bytes_shown_));
}

void Process::end_errors() {
  read_errors(error_bytes_at_once);
  errors_.close();
  if (!unshown_.empty() && overheard_) overheard_(unshown_);
  unshown_.clear();
}

std::string Process::error_output() {
  read_errors(error_bytes_at_once);
  std::string_view end = error_output_;
  if (end.size() > error_bytes_kept) {
    end.remove_prefix(end.size() - error_bytes_kept);
    end.remove_prefix(std::min(end.find('\n') + 1, end.size()));  // drops half a line
  }
  return std::string(end);
}

void Process::put(std::string_view line) {
  tell(line);
  write_some();
}

void Process::write_some() {
  if (input_.open() && !hilltop::write_some(input_, unwritten_)) input_.close();
  if (!input_.open()) unwritten_.clear();  // the bot has closed its end, or has ended
  if (leaving_ && unwritten_.empty()) input_.close();
}

// Waits like wait(); measures the machine's delay once the first part of the time has passed.
bool Process::wait_for_answer(Deadline by) {
  if (meter_) return wait(by);
  if (wait(std::min(by, measures_from_))) return true;
  if (now() >= by) return false;
  meter_.emplace(processes());
  return true;
}

// Returns the bot's processes, without a second warden.
std::vector<pid_t> Process::processes() const {
  std::vector<pid_t> all = descendants(warden_.process());
  if (layers_.has(Layer::namespaces) && !all.empty()) all.erase(all.begin());
  return all;
}

// Reads what is there now; false if there is nothing.
bool Process::read_some() {
  if (!output_.open()) return false;
  pollfd output{output_.number(), POLLIN, 0};
  return poll(&output, 1, 0) > 0 && take_in();
}

// Reads what is there now, up to a line that is too long; not what comes meanwhile.
void Process::read_what_is_there() {
  int bytes = 0;
  if (!output_.open() || ioctl(output_.number(), FIONREAD, &bytes) != 0) return;
  const std::size_t all = unread_.size() + static_cast<std::size_t>(bytes);
  while (unread_.size() < std::min(all, line_bytes_max + 1) && read_some()) continue;
}

// Reads what comes within a tick, at most little more than one line; false if nothing came. That
// can happen even after poll() has reported data: a bot can open its output for reading and take
// the data back.
bool Process::take_in() {
  std::array<char, 4096> chunk;
  ReadGuard& here = read_guard();
  here.enter();
  const ssize_t size = read(output_.number(), chunk.data(), chunk.size());
  here.leave();
  if (size > 0) unread_.append(chunk.data(), static_cast<std::size_t>(size));
  if (size == 0) output_.close();
  return size > 0;
}

void Process::read_report() {
  const auto report = warden_.report();
  if (!report) return;
  if (!warden_.open()) gone_ = true;
  take(*report);
}

void Process::take(const WardenReport& report) {
  if (report.event == Event::gone) gone_ = true;
  if (report.event == Event::ran_on) {
    ran_on_ms_ = report.number;
    return;
  }
  if (report.event == Event::alarmed) {
    alarmed_ = true;
    return;
  }
  if (report.event == Event::met) {
    limits_met_ += text_of_limit(static_cast<Limit>(report.number), policy_);
    return;
  }
  if (report.event == Event::killed && report.number == SIGXFSZ)
    limits_met_ += text_of_limit(Limit::file, policy_);
  if (!end_) end_ = report;
}

std::optional<std::string> Process::take_line() {
  const std::size_t end = unread_.find('\n');
  if (end > line_bytes_max) return std::nullopt;
  std::string line = unread_.substr(0, end);
  unread_.erase(0, end + 1);
  if (line.ends_with('\r')) line.pop_back();
  if (transcript_) transcript_('<', line);
  return line;
}

std::unexpected<Fault> Process::fail(FaultKind kind, std::string detail) {
  fault_ = Fault{kind, std::move(detail), error_output()};
  return std::unexpected(*fault_);
}

std::unexpected<Fault> Process::fail_of_running() {
  return fail(FaultKind::out_of_turn,
              fmt::format("it ran for {} ms while another bot thought", ran_on_ms_));
}

std::unexpected<Fault> Process::fail_of_end() {
  if (end_->event == Event::unguarded) warden_.throw_lost();
  if (alarmed_)
    return fail(FaultKind::out_of_turn,
                "it had a timer that sends SIGCONT, which resumes it while another bot thinks");
  return fail(FaultKind::crashed, with_half_line(text_of_end(*end_), unread_) + limits_met_);
}

std::unexpected<Fault> Process::fail_of_time(Deadline by) {
  if (warden_.has_ended()) warden_.throw_lost();  // its report may be on its way
  int bytes_in_pipe = 0;
  const bool has_read_all = unwritten_.empty() && input_.open() &&
                            ioctl(input_.number(), FIONREAD, &bytes_in_pipe) == 0 &&
                            bytes_in_pipe == 0;
  std::string_view what = !unread_.empty() ? "no line feed"
                          : !has_read_all  ? "it has not read all of its input"
                                           : "no output";
  if (!output_.open())
    what = "it closed its output but still runs";
  else if (!input_.open())
    what = "it closed its input but still runs";
  std::string detail = with_half_line(std::string(what), unread_);
  const std::vector<pid_t> bot = processes();
  const auto limit = by - asked_at_;
  auto delay = meter_ ? meter_->delay(bot) : std::chrono::nanoseconds(0);
  if (output_.open() && has_read_all && meter_ && !meter_->has_run(bot) && waits_for_input(bot))
    detail +=
        "; it has read the question and waits for input: perhaps its answer is not flushed, or it "
        "reads more than the line, as mawk does";
  else if (const auto late = lateness(by))
    detail = fmt::format("its answer came {} ms too late", late->count());
  // Read again, because a wait may have ended since; the larger one counts, because a process may
  // have ended too.
  if (meter_)
    delay = std::min<std::chrono::nanoseconds>(std::max(delay, meter_->delay(bot)), limit);
  fail(FaultKind::timeout, std::move(detail));
  fault_->delay = std::chrono::duration_cast<std::chrono::milliseconds>(delay);
  fault_->overloaded = delay * overload_share >= limit;
  return std::unexpected(*fault_);
}

// Waits a little longer for an answer, in order to tell by how much it is late; nullopt if it does
// not come.
std::optional<std::chrono::milliseconds> Process::lateness(Deadline by) {
  while (!end_ && unread_.find('\n') == std::string::npos && unread_.size() <= line_bytes_max &&
         wait(by + late_max))
    continue;
  if (!unwritten_.empty() || unread_.find('\n') == std::string::npos) return std::nullopt;
  return std::max(std::chrono::ceil<std::chrono::milliseconds>(now() - by),
                  std::chrono::milliseconds(1));
}

// Has the warden kill all of the bot's processes. Does nothing the second time.
void Process::kill() {
  if (gone_) return;
  warden_.say(Command::kill);
  warden_.resume();
  leaving_ = true;
  unwritten_.clear();
  const Deadline by = Clock::now() + kill_time_max;
  while (!gone_ && wait(by)) continue;
  input_.close();
  output_.close();
  end_errors();
  if (!gone_ || !warden_.open()) dismiss();
}

// Ends the warden, which kills what is left of the bot.
void Process::dismiss() {
  if (warden_.process() == 0) return;
  warden_.close();
  warden_.resume();
  leaving_ = true;
  unwritten_.clear();
  const Deadline by = Clock::now() + kill_time_max;
  while (warden_.open() && wait(by)) continue;
  end_errors();
  warden_.reap();
}

}  // namespace hilltop::runner
