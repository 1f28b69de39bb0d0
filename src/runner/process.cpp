#include "runner/process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <utility>
#include <vector>

#include "runner/limits.hpp"
#include "runner/linked_places.hpp"
#include "runner/start_hint.hpp"
#include "runner/warden/census.hpp"
#include "runner/watchdog.hpp"

extern char** environ;

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;
using Clock = Deadline::clock;

// Throws std::system_error: a failure that is not the bot's.
[[noreturn]] void throw_system_error(const std::string& what, int error = errno) {
  throw std::system_error(error, std::generic_category(), what);
}

struct Sockets {
  Descriptor ours, theirs;
};

// Moves a descriptor above the numbers that a warden gets, so that giving one does not close
// another.
Descriptor moved_up(Descriptor descriptor) {
  if (descriptor.number() > status_descriptor) return descriptor;
  const int moved = fcntl(descriptor.number(), F_DUPFD_CLOEXEC, status_descriptor + 1);
  if (moved < 0) throw_system_error("cannot open a pipe to a bot");
  return Descriptor(moved);
}

Pipe make_bots_pipe() {
  Pipe pipe = make_pipe();
  return {moved_up(std::move(pipe.read_end)), moved_up(std::move(pipe.write_end))};
}

// Makes sockets of packets, so that a command arrives as a whole.
Sockets make_sockets() {
  std::array<int, 2> ends;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw_system_error("cannot open a socket to a warden");
  Descriptor ours(ends[0]);
  Descriptor theirs(ends[1]);
  return {moved_up(std::move(ours)), moved_up(std::move(theirs))};
}

// Tells a warden to start the bot with these ends of its pipes. On failure returns false and sets
// errno.
bool tell_to_start(const Descriptor& control, std::span<const std::string> extra_arguments,
                   std::array<int, 3> descriptors) {
  std::string packet{static_cast<char>(Command::start), '\0'};
  for (const std::string& argument : extra_arguments) packet.append(argument) += '\0';
  iovec text{packet.data(), packet.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof descriptors)> room{};
  msghdr message{};
  message.msg_iov = &text;
  message.msg_iovlen = 1;
  message.msg_control = room.data();
  message.msg_controllen = room.size();
  cmsghdr* const carried = CMSG_FIRSTHDR(&message);
  carried->cmsg_level = SOL_SOCKET;
  carried->cmsg_type = SCM_RIGHTS;
  carried->cmsg_len = CMSG_LEN(sizeof descriptors);
  std::memcpy(CMSG_DATA(carried), descriptors.data(), sizeof descriptors);
  if (packet.size() > command_bytes_max) return errno = EMSGSIZE, false;
  return sendmsg(control.number(), &message, MSG_NOSIGNAL) == static_cast<ssize_t>(packet.size());
}

void say(const Descriptor& control, Command word, std::string_view rest = {}) {
  const std::string packet = static_cast<char>(word) + std::string(rest);
  // A failure means that the warden has ended; its status pipe tells that too.
  [[maybe_unused]] const ssize_t sent =
      send(control.number(), packet.data(), packet.size(), MSG_NOSIGNAL);
}

void never_block(const Descriptor& descriptor) {
  if (fcntl(descriptor.number(), F_SETFL, O_NONBLOCK) != 0)
    throw_system_error("cannot prepare a pipe to a bot");
}

// What posix_spawn sets up for the warden.
class SpawnPlan {
 public:
  SpawnPlan() {
    check(posix_spawn_file_actions_init(&actions_));
    check(posix_spawnattr_init(&attributes_));
    check(posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID));
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  void give(const Descriptor& descriptor, int number) {
    check(posix_spawn_file_actions_adddup2(&actions_, descriptor.number(), number));
  }
  void silence(int number, int mode) {
    check(posix_spawn_file_actions_addopen(&actions_, number, "/dev/null", mode, 0));
  }
  pid_t spawn(const fs::path& program, const std::vector<char*>& arguments,
              char* const* environment) const {
    pid_t pid = 0;
    const int error =
        posix_spawn(&pid, program.c_str(), &actions_, &attributes_, arguments.data(), environment);
    if (error != 0) throw_system_error("cannot run the warden " + program.string(), error);
    return pid;
  }

 private:
  static void check(int error) {
    if (error != 0) throw_system_error("cannot prepare a bot's process", error);
  }

  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

std::vector<std::string> command_line(const Manifest& bot, const fs::path& warden,
                                      const Policy& policy) {
  std::vector<std::string> line = {warden.string()};
  if (policy.mode != Policy::Mode::off) {
    line.push_back(policy.mode == Policy::Mode::best ? "--sandbox=best" : "--sandbox=require");
    line.push_back(fmt::format("--memory={}", policy.memory_bytes));
    line.push_back(fmt::format("--processes={}", policy.processes));
    if (policy.cpu_s) line.push_back(fmt::format("--cpu={}", *policy.cpu_s));
    line.push_back(fmt::format("--file={}", policy.file_bytes));
    line.push_back(fmt::format("--disk={}", policy.room.bytes));
    line.push_back(fmt::format("--files={}", policy.room.files));
    line.push_back(fmt::format("--depth={}", policy.room.depth));
    line.push_back(fmt::format("--without={}", policy.without.mask));
    if (!bot.home.empty()) line.push_back("--home=" + bot.home.string());
    for (const fs::path& path : policy.readable) line.push_back("--readable=" + path.string());
    for (const fs::path& path : linked_places()) line.push_back("--linked=" + path.string());
  }
  line.insert(line.end(), {fs::absolute(bot.folder).string(), bot.command});
  line.insert(line.end(), bot.arguments.begin(), bot.arguments.end());
  return line;
}

// Returns the arguments as exec expects them.
std::vector<char*> pointers(std::vector<std::string>& arguments) {
  std::vector<char*> out;
  for (std::string& argument : arguments) out.push_back(argument.data());
  out.push_back(nullptr);
  return out;
}

// Returns the environment of a warden with a sandbox; a bot can find nothing in it.
std::vector<std::string> bare_environment() {
  const char* const path = std::getenv("PATH");
  return path == nullptr ? std::vector<std::string>() : std::vector{std::string("PATH=") + path};
}

timespec time_of(Clock::duration wait) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(wait);
  return {static_cast<time_t>(seconds.count()),
          static_cast<long>(std::chrono::nanoseconds(wait - seconds).count())};
}

std::string name_of_signal(int signal) {
  const char* const abbreviation = sigabbrev_np(signal);
  return abbreviation == nullptr ? fmt::format("signal {}", signal)
                                 : fmt::format("SIG{}", abbreviation);
}

std::string text_of_end(const WardenReport& end) {
  switch (end.event) {
    case Event::exited: return fmt::format("exited with status {}", end.number);
    case Event::killed: return fmt::format("killed by {}", name_of_signal(end.number));
    default: throw std::logic_error("a bot's process did not end like that");
  }
}

std::string text_of_limit(Limit limit, const Policy& policy) {
  const auto size = [&]() -> std::string {
    switch (limit) {
      case Limit::memory: return fmt::format("{} MiB of memory", policy.memory_bytes >> 20);
      case Limit::processes: return fmt::format("{} processes and threads", policy.processes);
      case Limit::cpu:
        return fmt::format("{} s of processor time per game", policy.cpu_s.value_or(0));
      case Limit::file: return fmt::format("{} MiB per file", policy.file_bytes >> 20);
      case Limit::disk: return fmt::format("{} MiB in its folder", policy.room.bytes >> 20);
      case Limit::files: return fmt::format("{} files in its folder", policy.room.files);
      case Limit::depth: return fmt::format("{} folders in one another", policy.room.depth);
    }
    throw std::logic_error("a warden knows a limit more");
  };
  return "; it met its limit of " + size();
}

// Returns the end of a bot's output, escaped for terminals and logs.
std::string quoted_tail(std::string_view text) {
  if (text.size() > quoted_bytes_max) text.remove_prefix(text.size() - quoted_bytes_max);
  std::string out;
  for (const char byte : text)
    if (' ' <= byte && byte <= '~' && byte != '\\')
      out += byte;
    else
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
  return '\'' + out + '\'';
}

std::string with_half_line(const std::string& detail, std::string_view unread) {
  return unread.empty() ? detail : detail + " after half a line: " + quoted_tail(unread);
}

std::string reason(int error) { return std::generic_category().message(error); }

// Returns the fault in a warden's first report; nullopt if the bot runs.
std::optional<Fault> fault_of_start(const WardenReport& report, const Manifest& bot) {
  constexpr FaultKind refused = FaultKind::refused_to_start;
  switch (report.event) {
    case Event::started: return std::nullopt;
    case Event::no_folder:
      return Fault{refused, fmt::format("cannot enter '{}': {}",
                                        (bot.home.empty() ? bot.folder : bot.home).string(),
                                        reason(report.number))};
    case Event::no_command:
      return Fault{refused, fmt::format("cannot run '{}': {}{}", bot.command, reason(report.number),
                                        start_hint(bot, report.number))};
    case Event::unprotected:
      throw std::runtime_error(fmt::format(
          "the sandbox is required, but its layer {} is not available here; `hilltop doctor` "
          "says why",
          layer_names.at(static_cast<std::size_t>(report.number))));
    default: throw_system_error("cannot start a bot's process", report.number);
  }
}

[[noreturn]] void throw_no_warden() {
  throw_system_error("a bot's warden does not run here", ENOEXEC);
}

}  // namespace

Process::Process(const Manifest& bot, const fs::path& warden, const Policy& policy)
    : bot_(bot), policy_(policy) {
  Sockets control = make_sockets();
  Pipe status = make_bots_pipe();
  never_block(status.read_end);
  SpawnPlan plan;
  plan.silence(STDIN_FILENO, O_RDONLY);
  plan.silence(STDOUT_FILENO, O_WRONLY);
  plan.give(control.theirs, control_descriptor);
  plan.give(status.write_end, status_descriptor);
  plan.silence(STDERR_FILENO, O_WRONLY);
  std::vector<std::string> arguments = command_line(bot, warden, policy);
  std::vector<std::string> variables = bare_environment();
  const bool sandboxed = policy.mode != Policy::Mode::off;
  warden_ =
      plan.spawn(warden, pointers(arguments), sandboxed ? pointers(variables).data() : environ);
  control_ = std::move(control.ours);
  status_ = std::move(status.read_end);
}

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
  Pipe input = make_bots_pipe();
  Pipe output = make_bots_pipe();
  Pipe errors = make_bots_pipe();
  never_block(input.write_end);
  never_block(errors.read_end);
  if (!tell_to_start(
          control_, extra_arguments,
          {input.read_end.number(), output.write_end.number(), errors.write_end.number()})) {
    if (errno == EPIPE || errno == ECONNRESET) throw_gone();
    throw_system_error("cannot tell a warden to start a bot");
  }
  input_ = std::move(input.write_end);
  output_ = std::move(output.read_end);
  errors_ = std::move(errors.read_end);
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
  if (report.event == Event::unguarded) throw_lost();
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
    for (const WardenReport& report : next_reports()) {
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

std::vector<WardenReport> Process::next_reports() {
  std::vector<WardenReport> reports(layer_names.size() + 2);
  pollfd status{status_.number(), POLLIN, 0};
  const timespec left = time_of(start_time_max);
  int ready = 0;
  do ready = ppoll(&status, 1, &left, nullptr);
  while (ready < 0 && errno == EINTR);
  if (ready <= 0) throw_system_error("no word from a bot's warden", ETIMEDOUT);
  const ssize_t size =
      read(status_.number(), reports.data(), reports.size() * sizeof(WardenReport));
  if (size == 0) throw_gone();
  if (size < 0 || static_cast<std::size_t>(size) % sizeof(WardenReport) != 0) throw_no_warden();
  is_warden_ = true;
  reports.resize(static_cast<std::size_t>(size) / sizeof(WardenReport));
  return reports;
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
  say(control_, Command::stop);
}

void Process::thaw() {
  if (!std::exchange(frozen_, false)) return;
  was_thawed_ = true;
  say(control_, Command::go);
}

void Process::hold_on(const cpu_set_t& cores) {
  say(control_, Command::cores,
      std::string_view(reinterpret_cast<const char*>(&cores), sizeof cores));
}

void Process::play(std::uint32_t games) {
  if (policy_.cpu_s && policy_.mode != Policy::Mode::off)
    say(control_, Command::games,
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
                                  {status_.number(), POLLIN, 0},
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
  std::vector<pid_t> all = descendants(warden_);
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
  WardenReport report{Event::unguarded, 0};
  const ssize_t size = read(status_.number(), &report, sizeof report);
  if (size < 0) return;
  if (size == 0) status_.close();
  if (size == 0) gone_ = true;
  take(report);
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
  if (end_->event == Event::unguarded) throw_lost();
  if (alarmed_)
    return fail(FaultKind::out_of_turn,
                "it had a timer that sends SIGCONT, which resumes it while another bot thinks");
  return fail(FaultKind::crashed, with_half_line(text_of_end(*end_), unread_) + limits_met_);
}

std::unexpected<Fault> Process::fail_of_time(Deadline by) {
  if (end_of_warden(WNOHANG).si_pid != 0) throw_lost();  // its report may be on its way
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
  const auto delay =
      std::min<Clock::duration>(meter_ ? meter_->delay(bot) : std::chrono::nanoseconds(0), limit);
  if (output_.open() && has_read_all && meter_ && !meter_->has_run(bot) && waits_for_input(bot))
    detail +=
        "; it has read the question and waits for input: perhaps its answer is not flushed, or it "
        "reads more than the line, as mawk does";
  else if (const auto late = lateness(by))
    detail = fmt::format("its answer came {} ms too late", late->count());
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

siginfo_t Process::end_of_warden(int patience) const {
  siginfo_t end{};
  while (waitid(P_PID, static_cast<id_t>(warden_), &end, WEXITED | WNOWAIT | patience) != 0 &&
         errno == EINTR)
    continue;
  return end;
}

// Distinguishes a program that is no warden, which reports nothing and exits by itself, from a lost
// warden.
void Process::throw_gone() const {
  if (!is_warden_ && end_of_warden(0).si_code == CLD_EXITED) throw_no_warden();
  throw_lost();
}

void Process::throw_lost() const {
  throw WardenLost(fmt::format(
      "the warden of '{}' was killed from outside, or because memory ran out", bot_.name));
}

// Has the warden kill all of the bot's processes. Does nothing the second time.
void Process::kill() {
  if (gone_) return;
  say(control_, Command::kill);
  ::kill(warden_, SIGCONT);  // the bot may have stopped the warden
  leaving_ = true;
  unwritten_.clear();
  const Deadline by = Clock::now() + kill_time_max;
  while (!gone_ && wait(by)) continue;
  input_.close();
  output_.close();
  end_errors();
  if (!gone_ || !status_.open()) dismiss();
}

// Ends the warden, which kills what is left of the bot.
void Process::dismiss() {
  if (warden_ == 0) return;
  control_.close();
  ::kill(warden_, SIGCONT);
  leaving_ = true;
  unwritten_.clear();
  const Deadline by = Clock::now() + kill_time_max;
  while (status_.open() && wait(by)) continue;
  end_errors();
  // A warden that takes longer finishes its work without the arena.
  const int patience = status_.open() ? WNOHANG : 0;
  while (waitpid(warden_, nullptr, patience) < 0 && errno == EINTR) continue;
  warden_ = 0;
}

fs::path warden_beside_program() {
  if (const char* const chosen = std::getenv("HILLTOP_WARDEN")) return chosen;
  return fs::read_symlink("/proc/self/exe").parent_path() / "hilltop-warden";
}

}  // namespace hilltop::runner
