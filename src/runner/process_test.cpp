#include "runner/process.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <regex>
#include <sched.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <vector>

#include "core/streams.hpp"
#include "runner/ask_for_test.hpp"
#include "runner/limits.hpp"
#include "runner/scratch.hpp"

namespace hilltop::runner::process_test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

using Started = std::expected<std::unique_ptr<Process>, Fault>;

const fs::path warden = warden_beside_program();

// The fault of a bot that leaves something of its input in the pipe.
const std::string unread = "no answer in time: it has not read all of its input";

Deadline in(std::chrono::milliseconds time) { return Deadline::clock::now() + time; }
Deadline soon() { return in(60ms); }  // for events that never happen
Deadline later() { return in(60s); }  // for events that do

// A folder with a bot written as a shell script, and a witness: a named pipe that stays open in
// every process of the bot that opens it.
class Bot {
 public:
  explicit Bot(const std::string& script) {
    hear_of_failed_writes();
    folder_.write("bot", "#!/bin/sh\n" + script + "\n");
    fs::permissions(folder_.path() / "bot", fs::perms::owner_all);
    if (mkfifo((folder_.path() / "witness").c_str(), 0600) != 0) throw std::runtime_error("mkfifo");
    witness_ = Descriptor(open((folder_.path() / "witness").c_str(), O_RDONLY | O_NONBLOCK));
    manifest_ = {folder_.path(), "Bot", "./bot", {}};
  }

  Manifest& manifest() { return manifest_; }
  const fs::path& folder() const { return folder_.path(); }

  std::unique_ptr<Process> start(const std::vector<std::string>& extra = {},
                                 const Policy& policy = {}) const {
    Started process = Process::start(manifest_, extra, warden, policy);
    if (!process) throw std::runtime_error(process.error().detail);
    return *std::move(process);
  }

  Started try_to_start() const { return Process::start(manifest_, {}, warden); }

  // Returns whether no process holds the witness any more.
  bool all_gone() const {
    char byte = 0;
    return read(witness_.number(), &byte, 1) == 0;
  }

  // Waits until the bot writes to the witness.
  void wait_for_sign() const {
    pollfd witness{witness_.number(), POLLIN, 0};
    ASSERT_EQ(poll(&witness, 1, 60'000), 1);
  }

  // Waits until no process holds the witness any more.
  void wait_until_all_gone() const {
    pollfd witness{witness_.number(), POLLIN, 0};
    ASSERT_EQ(poll(&witness, 1, 60'000), 1) << "a process of the bot lives on";
    EXPECT_TRUE(all_gone());
  }

  std::string text_of(const std::string& file) const {
    std::ifstream stream(folder_.path() / file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

 private:
  Scratch folder_;
  Descriptor witness_;
  Manifest manifest_;
};

// For bots whose attack the sandbox would prevent.
const Policy no_sandbox{.mode = Policy::Mode::off};

constexpr const char* echo = "while read -r line; do echo \"$line\"; done";
constexpr const char* hold_witness = "exec 9>witness\n";

std::string answer(Process& process, std::string_view line) {
  const auto said = ask(process, line, later());
  return said ? *said : fmt::format("{}: {}", name(said.error().kind), said.error().detail);
}

std::string fault_of(Process& process, std::string_view line, Deadline by) {
  const auto said = ask(process, line, by);
  return said ? "answered: " + *said
              : fmt::format("{}: {}", name(said.error().kind), said.error().detail);
}

void finish(Process& process) {
  process.farewell("EXIT TIE");
  process.finish(later());
}

// ------------------------------------------------------------------------------------- good bots

TEST(Process, AsksAndHears) {
  const Bot bot(echo);
  const auto process = bot.start();
  EXPECT_EQ(answer(*process, "A []"), "A []");
  EXPECT_EQ(answer(*process, ""), "");
  EXPECT_EQ(answer(*process, "0 [((0,0),\"B\")]"), "0 [((0,0),\"B\")]");
}

TEST(Process, HandsOverArgumentsAndThenExtraOnes) {
  Bot bot("read -r line; printf '<%s>' \"$@\"; echo");
  bot.manifest().arguments = {"--depth", "3", "$HOME;*"};
  EXPECT_EQ(answer(*bot.start({"Old Hand", "42"}), "A"), "<--depth><3><$HOME;*><Old Hand><42>");
}

TEST(Process, RunsInItsOwnFolder) {
  const Bot bot("read -r line; pwd -P");
  EXPECT_EQ(answer(*bot.start(), "A"), fs::canonical(bot.folder()).string());
}

TEST(Process, TakesACommandWithoutSlashFromPath) {
  Bot bot("");
  bot.manifest().command = "sh";
  bot.manifest().arguments = {"-c", "read line; echo $0", "here"};
  EXPECT_EQ(answer(*bot.start(), "A"), "here");
}

TEST(Process, TakesAnAbsoluteCommandAsItIs) {
  Bot bot("");
  bot.manifest().command = "/bin/cat";
  EXPECT_EQ(answer(*bot.start(), "A"), "A");
}

TEST(Process, DropsCarriageReturns) {
  const Bot bot("read -r line; printf '(1,2)\\r\\n'");
  EXPECT_EQ(answer(*bot.start(), "A"), "(1,2)");
}

TEST(Process, KeepsOutputAfterTheLine) {
  const Bot bot("printf 'one\\ntwo\\nthr'; read -r a; read -r b; echo ee; read -r c");
  const auto process = bot.start();
  EXPECT_EQ(answer(*process, "1"), "one");
  EXPECT_EQ(answer(*process, "2"), "two");
  EXPECT_EQ(answer(*process, "3"), "three");
}

TEST(Process, TakesALineAsLongAsTheLimit) {
  const Bot bot(
      fmt::format("head -c {} /dev/zero | tr '\\0' x; echo; read -r line", line_bytes_max));
  EXPECT_EQ(answer(*bot.start(), "A"), std::string(line_bytes_max, 'x'));
}

TEST(Process, HearsTheAnswerOfABotThatEndsWithIt) {
  const Bot bot("read -r line; echo last words");
  const auto process = bot.start();
  EXPECT_EQ(answer(*process, "A"), "last words");
  EXPECT_EQ(answer(*process, "B"), "crashed: exited with status 0");
}

TEST(Process, TellsItsTranscript) {
  const Bot bot(echo);
  const auto process = bot.start();
  std::string said;
  process->transcribe([&](char direction, std::string_view line) {
    said.append(1, direction).append(line).append("|");
  });
  answer(*process, "A []");
  process->farewell("EXIT Bot");
  EXPECT_EQ(said, ">A []|<A []|>EXIT Bot|");
}

TEST(Process, KeepsTheEndOfStandardError) {
  const Bot bot("seq 1 3000 >&2; printf half >&2; read -r line; exit 3");
  const auto process = bot.start();
  const auto said = ask(*process, "A", later());
  ASSERT_FALSE(said);
  const std::string& kept = said.error().error_output;
  EXPECT_LE(kept.size(), error_bytes_kept);
  EXPECT_GT(kept.size(), error_bytes_kept - 10);
  EXPECT_TRUE(kept.ends_with("\n2999\n3000\nhalf"));
  EXPECT_EQ(kept.find("\n"), 4u) << "a line was cut";
}

TEST(Process, ShowsStandardErrorLineByLine) {
  const Bot bot(
      "read -r line; echo one >&2; printf 'two\r\nthr' >&2; echo A; read -r line; "
      "echo ee >&2; echo B; read -r line; printf four >&2");
  const auto process = bot.start();
  std::string shown;
  process->overhear([&](std::string_view line) { shown.append(line) += '|'; });
  EXPECT_EQ(answer(*process, "1"), "A");
  EXPECT_EQ(shown, "one|two|");
  EXPECT_EQ(answer(*process, "2"), "B");
  EXPECT_EQ(shown, "one|two|three|");
  finish(*process);
  EXPECT_EQ(shown, "one|two|three|four|");
}

TEST(Process, ShowsNoMoreOfStandardErrorThanItsLimit) {
  const Bot bot("read -r line; head -c 3000000 /dev/zero | tr '\\0' '\\n' >&2; echo done");
  const auto process = bot.start();
  std::size_t lines = 0;
  std::string last;
  process->overhear([&](std::string_view line) {
    ++lines;
    last = line;
  });
  EXPECT_EQ(answer(*process, "A"), "done");
  EXPECT_GE(lines, error_bytes_shown_max);
  EXPECT_LE(lines, error_bytes_shown_max + 4096 + 1);
  EXPECT_TRUE(last.starts_with("… and no more is shown")) << last;
}

// Nobody reads standard error while the arena waits for a line by a plain read.
TEST(Process, BotWhoseStandardErrorIsFullGoesOn) {
  const Bot bot("while read -r line; do head -c 200000 /dev/zero >&2; echo \"$line\"; done");
  const auto process = bot.start();
  for (const char* line : {"A", "B", "C"}) EXPECT_EQ(answer(*process, line), line);
}

TEST(Process, BotThatFloodsStandardErrorGetsNoNewDeadline) {
  const Bot bot("yes >&2");
  const auto process = bot.start();
  EXPECT_EQ(fault_of(*process, "A", soon()), unread);
  process->finish(soon());
}

TEST(Process, GivesTheBotNoDescriptorOfTheHost) {
  const Descriptor stray(open("/dev/null", O_RDONLY));  // not close-on-exec
  // ls itself has that folder open as descriptor 3.
  const Bot bot(
      "ls /proc/self/fd | tr '\\n' ' '; readlink /proc/self/fd/[012] | tr -d '0-9\\n'; "
      "echo; read -r line");
  for (const Policy& policy : {Policy{}, no_sandbox})
    EXPECT_EQ(answer(*bot.start({}, policy), "A"), "0 1 2 3 pipe:[]pipe:[]pipe:[]");
}

TEST(Process, GivesTheBotItsSignalsBack) {
  sigset_t set, before;
  sigfillset(&set);
  sigprocmask(SIG_BLOCK, &set, &before);
  std::signal(SIGHUP, SIG_IGN);
  const Bot bot("read -r line; kill -HUP $$; echo deaf");
  EXPECT_EQ(answer(*bot.start(), "A"), "crashed: killed by SIGHUP");
  std::signal(SIGHUP, SIG_DFL);
  sigprocmask(SIG_SETMASK, &before, nullptr);
}

// ------------------------------------------------------------------------------------- bad bots

TEST(Process, BotThatSaysNothing) {
  const Bot bot(std::string(hold_witness) + "read -r line; echo >&9; exec sleep 1000");
  const auto process = bot.start();
  process->tell("A");
  process->send();
  bot.wait_for_sign();
  EXPECT_EQ(process->hear(soon()).error().detail, "no output");
}

TEST(Process, BotThatEndsAtOnce) {
  EXPECT_EQ(answer(*Bot("exit 0").start(), "A"), "crashed: exited with status 0");
}

TEST(Process, BotThatEndsWithAStatus) {
  EXPECT_EQ(answer(*Bot("read -r line; exit 3").start(), "A"), "crashed: exited with status 3");
}

TEST(Process, BotThatDiesBySignal) {
  const Bot segv("read -r line; kill -SEGV $$");
  EXPECT_EQ(answer(*segv.start(), "A"), "crashed: killed by SIGSEGV");
  const Bot abrt("read -r line; kill -ABRT $$");
  EXPECT_EQ(answer(*abrt.start(), "A"), "crashed: killed by SIGABRT");
  const Bot real_time("read -r line; kill -40 $$");
  EXPECT_EQ(answer(*real_time.start(), "A"), "crashed: killed by signal 40");
}

TEST(Process, BotThatEndsInTheMiddleOfALine) {
  const Bot bot("read -r line; printf '(3,\\033\\\\'; exit 1");
  EXPECT_EQ(answer(*bot.start(), "A"),
            "crashed: exited with status 1 after half a line: '(3,\\x1b\\x5c'");
}

TEST(Process, BotThatStopsInTheMiddleOfALine) {
  const Bot bot("printf 'whole\\nhalf'; exec sleep 1000");
  const auto process = bot.start();
  EXPECT_EQ(answer(*process, "A"), "whole");
  EXPECT_EQ(fault_of(*process, "B", soon()),
            "no answer in time: no line feed after half a line: 'half'");
}

TEST(Process, BotThatNeverEndsItsLine) {
  const Bot bot("exec cat /dev/zero");
  EXPECT_EQ(answer(*bot.start(), "A"), "line too long: no line feed within 65536 bytes");
}

TEST(Process, BotWhoseLineIsOneByteTooLong) {
  const Bot bot(
      fmt::format("head -c {} /dev/zero | tr '\\0' x; echo; read -r line", line_bytes_max + 1));
  EXPECT_EQ(answer(*bot.start(), "A"), "line too long: no line feed within 65536 bytes");
}

TEST(Process, BotThatNeverReads) {
  const Bot bot("exec sleep 1000");
  const std::string more_than_a_pipe_holds(4 << 20, 'q');
  for (const std::string& question : {std::string("A"), more_than_a_pipe_holds})
    EXPECT_EQ(fault_of(*bot.start(), question, soon()), unread);
}

TEST(Process, BotThatReadsOneLineOfTwo) {
  const Bot bot("read -r line; exec sleep 1000");
  const auto process = bot.start();
  process->tell("A");
  EXPECT_EQ(fault_of(*process, "B", soon()), unread);
}

TEST(Process, BotThatReadsALargeQuestionInTime) {
  const Bot bot("head -n 1 | wc -c");
  EXPECT_EQ(answer(*bot.start(), std::string(4 << 20, 'q')), std::to_string((4 << 20) + 1));
}

TEST(Process, BotThatClosesItsInput) {
  const Bot bot("read -r line; exec 0<&-; echo closed; exec sleep 1000");
  const auto process = bot.start();
  EXPECT_EQ(answer(*process, "A"), "closed");
  EXPECT_EQ(fault_of(*process, "B", soon()),
            "no answer in time: it closed its input but still runs");
}

TEST(Process, BotThatClosesItsOutput) {
  const Bot bot("exec 1>&-; echo closed > witness; exec sleep 1000");
  const auto process = bot.start();
  bot.wait_for_sign();
  EXPECT_EQ(fault_of(*process, "A", soon()),
            "no answer in time: it closed its output but still runs");
}

TEST(Process, TellsByHowMuchAnAnswerIsLate) {
  const Bot bot("read -r line; sleep 0.02; echo late; read -r line");
  std::string fault;
  do {  // on a machine that is slower than late_max, the arena no longer waits for the answer
    fault = fault_of(*bot.start(), "A", in(1ms));
  } while (fault == "no answer in time: no output");
  EXPECT_TRUE(
      std::regex_match(fault, std::regex("no answer in time: its answer came \\d+ ms too late")))
      << fault;
}

// These bots stop the arena for longer than they have for an answer.

TEST(Process, AnAnswerThatIsThereWhenTheArenaLooksIsInTime) {
  const Bot bot("read -r line; kill -STOP $1; echo said; sleep 0.5; kill -CONT $1; read -r line");
  const auto process = bot.start({std::to_string(getpid())}, no_sandbox);
  EXPECT_EQ(fault_of(*process, "A", in(100ms)), "answered: said");
}

TEST(Process, ItsClockStandsStillWhileTheArenaDoes) {
  const Bot bot("read -r line; kill -STOP $1; sleep 1; kill -CONT $1; echo said; read -r line");
  const auto process = bot.start({std::to_string(getpid())}, no_sandbox);
  EXPECT_EQ(fault_of(*process, "A", in(900ms)), "answered: said");
}

TEST(Process, BotThatDripsBytesGetsNoNewDeadline) {
  const Bot bot("read -r line; while printf x; do sleep 0.005; done");
  const auto said = ask(*bot.start(), "A", in(200ms));
  ASSERT_FALSE(said);
  EXPECT_EQ(said.error().kind, FaultKind::timeout);
}

// There is about a microsecond between the arena's poll and its read.
TEST(Process, BotThatTakesItsAnswerBackGetsNoNewDeadline) {
  const char* const night = std::getenv("HILLTOP_STARTS");
  const Bot bot(R"py(exec python3 -c '
import os, random, sys, time
back = os.open("/proc/self/fd/1", os.O_RDONLY | os.O_NONBLOCK)
sys.stdin.readline()
print("ready", flush=True)
sys.stdin.readline()
time.sleep(0.01)
for _ in range(3):
    os.write(1, b"x")
    end = time.perf_counter() + random.uniform(0, 8e-5)
    while time.perf_counter() < end:
        pass
    try:
        os.read(back, 1)
    except BlockingIOError:
        pass
time.sleep(0.3)
print("late", flush=True)
sys.stdin.readline()
')py");
  for (int left = night ? std::atoi(night) : 20; left > 0; --left) {
    const auto process = bot.start();
    ASSERT_EQ(answer(*process, "A"), "ready");
    const auto said = ask(*process, "B", in(50ms));
    ASSERT_FALSE(said) << "answered: " << *said;
    EXPECT_EQ(said.error().kind, FaultKind::timeout) << said.error().detail;
  }
}

TEST(Process, BotThatFloodsItsOutput) {
  const Bot bot("exec yes");
  const auto process = bot.start();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(answer(*process, "A"), "y");
  process->farewell("EXIT TIE");
  process->finish(soon());
}

TEST(Process, BotThatDiesWhileItsChildHoldsThePipes) {
  const Bot bot("sleep 1000 & read -r line; exit 7");
  EXPECT_EQ(answer(*bot.start(), "A"), "crashed: exited with status 7");
}

TEST(Process, BotThatKillsItsWarden) {
  const Bot bot(std::string(hold_witness) + "read -r line; kill -KILL $PPID; exec sleep 1000");
  const auto process = bot.start({}, no_sandbox);
  EXPECT_THROW((void)ask(*process, "A", later()), WardenLost);
  EXPECT_THROW((void)ask(*process, "B", later()), WardenLost);
  process->finish(later());
  bot.wait_until_all_gone();
}

TEST(Process, BotThatTellsItsWardenToLeave) {
  const Bot bot(std::string(hold_witness) + "read -r line; kill -TERM $PPID; exec sleep 1000");
  const auto process = bot.start({}, no_sandbox);
  EXPECT_THROW((void)ask(*process, "A", later()), WardenLost);
  process->finish(later());
  bot.wait_until_all_gone();
}

TEST(Process, AnAnswerBeforeTheWardenWasKilledCounts) {
  const Bot bot("read -r line; echo said; kill -KILL $PPID; exec sleep 1000");
  const auto process = bot.start({}, no_sandbox);
  EXPECT_EQ(answer(*process, "A"), "said");
  EXPECT_THROW((void)ask(*process, "B", later()), WardenLost);
}

TEST(Process, BotThatStopsItsWarden) {
  const Bot bot(std::string(hold_witness) +
                "read -r line; kill -STOP $PPID; echo stopped; read -r l");
  const auto process = bot.start({}, no_sandbox);
  EXPECT_EQ(answer(*process, "A"), "stopped");
  process->finish(soon());
  EXPECT_TRUE(bot.all_gone());
}

TEST(Process, StaysFailed) {
  const Bot bot("read -r line; read -r line; echo late; echo late; exec sleep 1000");
  const auto process = bot.start();
  const std::string first = fault_of(*process, "A", soon());
  EXPECT_EQ(first,
            "no answer in time: no output; it has read the question and waits for input: perhaps "
            "its answer is not flushed, or it reads more than the line, as mawk does");
  EXPECT_EQ(fault_of(*process, "B", later()), first);
}

TEST(Process, NamesTheCommandThatCannotRun) {
  Bot bot(echo);
  const auto refusal = [&](const std::string& command) {
    bot.manifest().command = command;
    const Started process = bot.try_to_start();
    return process ? "started"
                   : std::string(name(process.error().kind)) + ": " + process.error().detail;
  };
  EXPECT_EQ(refusal("./none"), "did not start: cannot run './none': No such file or directory");
  EXPECT_EQ(refusal("no-such-program"),
            "did not start: cannot run 'no-such-program': No such file or directory");
  EXPECT_EQ(refusal("./witness"), "did not start: cannot run './witness': Permission denied");
  std::ofstream(bot.folder() / "bot") << "#!/bin/sh\r\necho hello\r\n";
  EXPECT_EQ(
      refusal("./bot"),
      "did not start: cannot run './bot': No such file or directory; its first line ends with "
      "\\r, as in files of Windows: save it with the line ends of Unix");
  const auto hint = [&](const std::string& command) {
    const std::string all = refusal(command);
    return all.substr(std::min(all.find("; "), all.size()));
  };
  const Scratch elsewhere;  // such as a virtual environment of Python
  fs::create_directories(bot.folder() / "venv/bin");
  const fs::path closed = elsewhere.path() / "python3";
  std::ofstream(closed) << "#!/bin/sh\n";  // nobody may run it
  fs::create_symlink(closed, bot.folder() / "venv/bin/python3");
  fs::create_symlink(elsewhere.path() / "gone", bot.folder() / "venv/bin/python");
  EXPECT_TRUE(
      hint("venv/bin/python3")
          .starts_with("; it is a link to '" + closed.string() + "', out of the bot's folder"))
      << hint("venv/bin/python3");
  EXPECT_NE(hint("./venv/bin/python").find("where nothing can be found"), std::string::npos);
  EXPECT_TRUE(hint(closed.string()).starts_with("; it is outside the bot's folder"));
  EXPECT_TRUE(hint("../python3").starts_with("; it is outside the bot's folder"));
  for (const auto& [interpreter, why] : {std::pair{closed.string(), "': in the sandbox"},
                                         {"/home/none/venv/bin/python3", "which does not exist"}}) {
    std::ofstream(bot.folder() / "bot") << "#!" << interpreter << " -u\nprint()\n";
    EXPECT_TRUE(hint("./bot").starts_with("; its first line names '" + interpreter));
    EXPECT_NE(hint("./bot").find(why), std::string::npos) << hint("./bot");
  }
  bot.manifest().folder = bot.folder() / "gone";
  EXPECT_EQ(refusal("./bot"), "did not start: cannot enter '" + (bot.folder() / "gone").string() +
                                  "': No such file or directory");
}

TEST(Process, ThrowsIfTheArenaIsAtFault) {
  Bot bot(echo);
  EXPECT_THROW((void)Process::start(bot.manifest(), {}, "/no/warden"), std::system_error);
  for (int i = 0; i < 100; ++i)  // it may end before or after it is told anything
    EXPECT_THROW((void)Process::start(bot.manifest(), {}, "/bin/true"), std::system_error);
}

// ----------------------------------------------------------------------------- the end of a game

TEST(Finish, LetsTheBotWriteItsFiles) {
  const Bot bot(
      "read -r line; echo ok; read -r line; echo bye; echo \"$line\" > last; read -r line "
      "|| echo end >> last");
  const auto process = bot.start();
  EXPECT_EQ(answer(*process, "A"), "ok");
  process->farewell("EXIT Old Hand");
  process->finish(later());
  EXPECT_EQ(bot.text_of("last"), "EXIT Old Hand\nend\n");
}

TEST(Finish, LetsABotThatLostByAFaultWriteItsFiles) {
  const Bot bot("read -r line; read -r line; echo \"$line\" > last");
  const auto process = bot.start();
  EXPECT_TRUE(fault_of(*process, "A", soon()).starts_with("no answer in time: no output"));
  process->farewell("EXIT TIE");
  process->finish(later());
  EXPECT_EQ(bot.text_of("last"), "EXIT TIE\n");
}

TEST(Finish, KillsABotThatStaysOn) {
  const Bot bot(std::string(hold_witness) +
                "trap '' TERM INT HUP; echo ready; while :; do sleep 1000; done");
  const auto process = bot.start();
  EXPECT_EQ(answer(*process, "A"), "ready");
  EXPECT_FALSE(bot.all_gone());
  process->farewell("EXIT TIE");
  process->finish(soon());
  EXPECT_TRUE(bot.all_gone());
}

TEST(Finish, KillsProcessesThatTheBotLeftBehind) {
  const std::string daemon = "setsid sh -c 'setsid sleep 1000 & setsid sleep 1000 &' &";
  for (const std::string last : {"exit 0", "read -r line", "exec sleep 1000", "kill -STOP $$"}) {
    const Bot bot(std::string(hold_witness) + "sleep 1000 & (sleep 1000 &)\n" + daemon +
                  "\nwait $!; echo ready\n" + last);
    const auto process = bot.start();
    EXPECT_EQ(answer(*process, "A"), "ready");
    EXPECT_FALSE(bot.all_gone());
    process->farewell("EXIT TIE");
    process->finish(soon());
    EXPECT_TRUE(bot.all_gone()) << last;
  }
}

TEST(Finish, KillsAStormOfForks) {
  // Each shell leaves the session of the last and starts the next before it ends; ten such chains.
  const Bot bot(
      std::string(hold_witness) + "echo 'setsid sh ./comet &' > comet\n" +
      "for i in 1 2 3 4 5 6 7 8 9 10; do setsid sh ./comet & done; echo ready; read -r l");
  const auto process = bot.start();
  EXPECT_EQ(answer(*process, "A"), "ready");
  process->finish(soon());
  EXPECT_TRUE(bot.all_gone());
}

TEST(Finish, IsNotNeeded) {
  const Bot bot(std::string(hold_witness) + "setsid sleep 1000 & echo ready; exec sleep 1000");
  EXPECT_EQ(answer(*bot.start(), "A"), "ready");
  EXPECT_TRUE(bot.all_gone());
}

TEST(Finish, HappensOnce) {
  const Bot bot(echo);
  const auto process = bot.start();
  process->finish(soon());
  process->finish(later());
  EXPECT_EQ(answer(*process, "A"), "crashed: exited with status 0");
}

// ------------------------------------------------------------------------- on the opponent's time

// Prints its own number and that of a child that spins, then spins itself.
const std::string spinner =
    "(trap '' CHLD; while :; do :; done) & child=$!\n"
    "read -r line; echo $$ $child; while :; do :; done";
// Answers once the processes named in its question are stopped.
constexpr const char* observer =
    "read -r pids; for pid in $pids; do until grep -q '^State:.*stopped' /proc/$pid/status; "
    "do :; done; done; echo both are stopped; read -r line; echo $line";

TEST(Freeze, StopsTheWholeBotWhileAnotherThinks) {
  const Bot sinner(spinner), honest(observer);
  const auto spins = sinner.start({}, no_sandbox);
  const auto thinks = honest.start({}, no_sandbox);
  thinks->when_it_thinks([&] { spins->freeze(); });
  EXPECT_EQ(answer(*thinks, answer(*spins, "A")), "both are stopped");
}

TEST(Freeze, EndsWithTheNextQuestion) {
  const Bot bot(echo);
  const auto process = bot.start();
  for (int question = 0; question < 3; ++question) {
    process->freeze();
    EXPECT_EQ(answer(*process, "A"), "A");
  }
}

TEST(Freeze, EndsWithTheLastLine) {
  const Bot bot("read -r line; echo ok; read -r line; echo \"$line\" > last");
  const auto process = bot.start();
  EXPECT_EQ(answer(*process, "A"), "ok");
  process->freeze();
  finish(*process);
  EXPECT_EQ(bot.text_of("last"), "EXIT TIE\n");
}

TEST(Freeze, AFrozenBotCanBeKilled) {
  const Bot bot(std::string(hold_witness) + "setsid sleep 1000 & echo ready; exec sleep 1000");
  auto process = bot.start();
  EXPECT_EQ(answer(*process, "A"), "ready");
  process->freeze();
  process.reset();
  EXPECT_TRUE(bot.all_gone());
}

// Returns the processor time of a process, in hundredths of a second.
int ticks_of(const std::string& process) {
  std::ifstream stat("/proc/" + process + "/stat");
  std::string word;
  for (int field = 1; field < 14; ++field) stat >> word;
  int user = 0, system = 0;
  stat >> user >> system;
  return user + system;
}

TEST(Freeze, NamesABotThatRunsOn) {
  const Bot bot("read -r line; (while :; do :; done) & echo $!; read -r line; echo ready; wait");
  const auto process = bot.start({}, no_sandbox);
  const std::string number = answer(*process, "A");
  process->freeze();
  // Another process sends it SIGCONT.
  const int before = ticks_of(number);
  while (ticks_of(number) < before + 150) {
    ASSERT_EQ(kill(std::stoi(number), SIGCONT), 0);
    std::this_thread::sleep_for(1ms);  // leaves the processor to the bot, which is to run
  }
  EXPECT_EQ(fault_of(*process, "B", later()).substr(0, 15), "ran out of turn");
}

TEST(Freeze, IsNotBrokenByABotThatResumesItself) {
  // Each process sends the other SIGCONT whenever it runs.
  const std::string pair =
      "read -r line; (while :; do kill -CONT $$; done) & echo $$ $!; while :; do kill -CONT $!; "
      "done";
  const Bot sinner(pair), honest(observer);
  const auto calls = sinner.start({}, no_sandbox);
  const auto thinks = honest.start({}, no_sandbox);
  thinks->when_it_thinks([&] { calls->freeze(); });
  EXPECT_EQ(answer(*thinks, answer(*calls, "A")), "both are stopped");
}

// A bot in Python that makes a POSIX timer, which sends a signal each millisecond, and answers
// "made".
std::string with_a_timer_of(int signal) {
  return fmt::format(R"(exec python3 -c '
import ctypes, signal, struct, sys
input()
libc = ctypes.CDLL(None, use_errno=True)
timer, each_ms = ctypes.c_void_p(), struct.pack("qqqq", 0, 10**6, 0, 10**6)
signal.signal({0}, lambda *_: None)
made = libc.timer_create(1, struct.pack("qii48x", 0, {0}, 0), ctypes.byref(timer)) == 0
print("made" if made and libc.timer_settime(timer, 0, each_ms, None) == 0 else "refused", flush=True)
print(input())
')",
                     signal);
}

// The policy of a bot that no cgroup freezes.
const Policy stopped_by_signals{.without = {1u << index(Layer::cgroup)}};

TEST(Freeze, LeavesTimersOfOtherSignalsAlone) {
  const Bot bot(with_a_timer_of(SIGVTALRM));
  const auto process = bot.start({}, stopped_by_signals);
  EXPECT_EQ(answer(*process, "A"), "made");
  process->freeze();
  EXPECT_EQ(answer(*process, "B"), "B");
}

TEST(Freeze, EndsABotWithATimerThatResumesIt) {
  for (const Policy& policy : {no_sandbox, stopped_by_signals}) {
    const Bot sinner(hold_witness + with_a_timer_of(SIGCONT));
    const auto process = sinner.start({}, policy);
    EXPECT_EQ(answer(*process, "A"), "made");
    process->freeze();
    sinner.wait_until_all_gone();
    EXPECT_EQ(fault_of(*process, "B", later()),
              "ran out of turn: it had a timer that sends SIGCONT, which resumes it while another "
              "bot thinks");
  }
}

TEST(HoldOn, BindsTheBotAndItsNextProcess) {
  cpu_set_t all, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  CPU_ZERO(&one);
  for (std::size_t core = 0; CPU_COUNT(&one) == 0; ++core)
    if (CPU_ISSET(core, &all)) CPU_SET(core, &one);
  const Bot bot("read -r line; until [ $(nproc) = $line ]; do :; done; nproc; exec cat");
  const auto process = bot.start();
  process->hold_on(one);
  EXPECT_EQ(answer(*process, "1"), "1");
  finish(*process);
  ASSERT_TRUE(process->start_again({}));
  EXPECT_EQ(answer(*process, "1"), "1");
}

// ------------------------------------------------------------------------------- the next process

TEST(StartAgain, RunsTheCommandAnewWithOtherArguments) {
  Bot bot("read -r line; printf '<%s>' \"$@\"; echo; read -r line; echo x >> games; wc -l < games");
  bot.manifest().arguments = {"--depth"};
  const auto process = bot.start({"Old Hand", "1"});
  EXPECT_EQ(answer(*process, "A"), "<--depth><Old Hand><1>");
  EXPECT_EQ(answer(*process, "B"), "1");
  finish(*process);
  ASSERT_TRUE(process->can_start_again());
  ASSERT_TRUE(process->start_again(std::vector<std::string>{"", "2"}));
  EXPECT_EQ(answer(*process, "A"), "<--depth><><2>");
  EXPECT_EQ(answer(*process, "B"), "2");
}

TEST(StartAgain, FindsNothingOfTheLastProcess) {
  const Bot bot(std::string(hold_witness) +
                "(setsid sleep 1000 &); echo early; echo later; printf half; read -r line; exit 3");
  const auto process = bot.start();
  for (int game = 0; game < 3; ++game) {
    EXPECT_EQ(answer(*process, "A"), "early");
    EXPECT_EQ(answer(*process, "B"), "later");
    EXPECT_EQ(answer(*process, "C"), "crashed: exited with status 3 after half a line: 'half'");
    EXPECT_FALSE(bot.all_gone());
    process->finish(later());
    EXPECT_TRUE(bot.all_gone());
    ASSERT_TRUE(process->start_again({}));
  }
}

TEST(StartAgain, SurvivesOneThatHadToBeKilled) {
  const Bot bot("trap '' TERM; echo ready; while :; do sleep 1000; done");
  const auto process = bot.start();
  for (int game = 0; game < 3; ++game) {
    EXPECT_EQ(answer(*process, "A"), "ready");
    EXPECT_EQ(fault_of(*process, "B", soon()), unread);
    process->finish(soon());
    ASSERT_TRUE(process->start_again({}));
  }
}

TEST(StartAgain, ReportsAMissingCommand) {
  const Bot bot(echo);
  const auto process = bot.start();
  finish(*process);
  fs::remove(bot.folder() / "bot");
  const auto started = process->start_again({});
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().detail, "cannot run './bot': No such file or directory");
  EXPECT_TRUE(process->can_start_again());
}

TEST(StartAgain, NotIfTheWardenWasKilled) {
  const Bot bot("read -r line; kill -KILL $PPID; exec sleep 1000");
  const auto process = bot.start({}, no_sandbox);
  EXPECT_THROW((void)ask(*process, "A", later()), WardenLost);
  process->finish(later());
  EXPECT_FALSE(process->can_start_again());
}

TEST(StartAgain, ReportsAWardenThatWasKilledMeanwhile) {
  const Bot bot("read -r line; echo $PPID");
  const auto process = bot.start({}, no_sandbox);
  const pid_t guard = std::stoi(answer(*process, "A"));
  process->finish(later());
  ASSERT_TRUE(process->can_start_again());
  ASSERT_EQ(kill(guard, SIGKILL), 0);
  EXPECT_THROW((void)process->start_again({}), WardenLost);
}

// A process that owns a bot until it is killed.
[[noreturn]] void own_a_bot_for_ever(const Bot& bot, int ready) {
  const auto process = bot.start();
  if (answer(*process, "A") != "ready" || write(ready, "r", 1) != 1) std::_Exit(1);
  for (;;) pause();
}

TEST(Arena, LeavesNothingBehindWhenItIsKilled) {
  const Bot bot(std::string(hold_witness) + "setsid sleep 1000 & echo ready; exec sleep 1000");
  std::array<int, 2> ready;
  ASSERT_EQ(pipe2(ready.data(), O_CLOEXEC), 0);
  const pid_t arena = fork();
  if (arena == 0) own_a_bot_for_ever(bot, ready[1]);
  close(ready[1]);
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_FALSE(bot.all_gone());
  kill(arena, SIGKILL);
  waitpid(arena, nullptr, 0);
  bot.wait_until_all_gone();
  close(ready[0]);
}

std::ptrdiff_t open_descriptors() {
  return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
}

TEST(Arena, LeaksNoDescriptor) {
  const Bot good(echo);
  Bot bad("");
  bad.manifest().command = "./none";
  const std::ptrdiff_t before = open_descriptors();
  for (int run = 0; run < 10; ++run) {
    const auto process = good.start();
    for (int game = 0; game < 10; ++game) {
      EXPECT_EQ(answer(*process, "A"), "A");
      finish(*process);
      ASSERT_TRUE(process->start_again({}));
    }
    EXPECT_FALSE(bad.try_to_start());
  }
  EXPECT_EQ(open_descriptors(), before);
}

TEST(Arena, StartsBotsFromManyThreads) {
  const Bot bot("ls /proc/self/fd | tr '\\n' ' '; echo; exec cat");
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 8; ++thread)
    threads.emplace_back([&] {
      for (int game = 0; game < 5; ++game) {
        const auto process = bot.start();
        EXPECT_EQ(answer(*process, "A"), "0 1 2 3 ");
        EXPECT_EQ(answer(*process, "B"), "A");
        process->farewell("EXIT TIE");
        process->finish(later());  // cat ends when its input does: no other process holds that pipe
      }
    });
}

TEST(Arena, FindsTheWardenBesideTheProgram) {
  const fs::path program = fs::read_symlink("/proc/self/exe");
  unsetenv("HILLTOP_WARDEN");
  EXPECT_EQ(warden_beside_program(), program.parent_path() / "hilltop-warden");
  setenv("HILLTOP_WARDEN", "/elsewhere/warden", 1);
  EXPECT_EQ(warden_beside_program(), "/elsewhere/warden");
  unsetenv("HILLTOP_WARDEN");
}

}  // namespace
}  // namespace hilltop::runner::process_test
