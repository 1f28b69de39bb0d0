// What the sandbox denies a bot. Each test is one offence.

#include <array>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "runner/build.hpp"
#include "runner/sandbox_for_test.hpp"

namespace hilltop::runner::sandbox_test {
namespace {

// ---------------------------------------------------------------------------------- what it may do

TEST_P(Sandbox, LetsABotWorkInItsFolder) {
  EXPECT_EQ(after("open('made', 'w').write('x')"), "done");
  EXPECT_EQ(after("assert open('made').read() == 'x'"), "done");
  EXPECT_EQ(after("os.mkdir('sub'); os.rename('made', 'sub/moved')"), "done");
  EXPECT_EQ(after("open(os.path.abspath('sub/moved')).read(); os.listdir(os.getcwd())"), "done");
  EXPECT_EQ(after("os.remove('sub/moved'); os.rmdir('sub')"), "done");
  EXPECT_EQ(after("open('bot.py', 'a').write('# learned')"), "done");
  EXPECT_EQ(text_of(folder() / "bot.py"), std::string(obedient) + "# learned");
}

TEST_P(Sandbox, LetsABotImportAndStartPrograms) {
  root_.write("bots/good/mine.py", "x = 1\n");
  EXPECT_EQ(after("import mine, random, json, threading"), "done");
  EXPECT_EQ(after("import subprocess; assert subprocess.check_output(['sh', '-c', 'echo a']) == "
                  "b'a\\n'"),
            "done");
  EXPECT_EQ(after("os.urandom(8); open('/dev/null', 'w').write('x')"), "done");
  EXPECT_EQ(after("import socket; socket.socketpair()"), "done");
  EXPECT_EQ(after("os.kill(os.getpid(), 0); signal.raise_signal(signal.SIGCHLD)"), "done");
}

TEST_P(Sandbox, BuildsAProgramThatCanRun) {
  root_.write("bots/good/bot.c", "#include <stdio.h>\nint main(void) { puts(\"built\"); }\n");
  const Manifest bot{
      .folder = folder(), .name = "Good", .command = "./bot", .build = "cc -o bot bot.c"};
  Policy policy;
  policy.without.mask = GetParam();
  BotBuilder builder;
  const auto built = builder.ready(bot, warden, policy);
  ASSERT_TRUE(built) << built.error().detail;
  const auto started = Process::start(*built, {}, warden, policy);
  ASSERT_TRUE(started) << started.error().detail;
  EXPECT_EQ((*started)->hear(later()).value(), "built");
}

TEST_P(Sandbox, SeesItsFolderWhereItsAuthorHasIt) {
  const Manifest bot{
      .folder = folder(), .name = "Good", .command = "python3", .arguments = {"bot.py"}};
  Policy policy;
  policy.without.mask = GetParam();
  BotBuilder builder;
  const auto ready = builder.ready(bot, warden, policy);
  ASSERT_TRUE(ready) << ready.error().detail;
  bot_ = Process::start(*ready, {}, warden, policy).value();
  const fs::path seen = has(Layer::namespaces) ? fs::canonical(folder()) : ready->folder;
  EXPECT_EQ(after(fmt::format("assert os.getcwd() == '{}', os.getcwd()", seen.string())), "done");
  if (has(Layer::limits)) {
    EXPECT_EQ(after("assert os.environ['HOME'] == os.environ['TMPDIR'] == os.getcwd()"), "done");
  }
  EXPECT_EQ(after("open('made', 'w').write('x'); os.remove('bot.py')"), "done");
  EXPECT_FALSE(fs::exists(folder() / "made"));
  bot_.reset();
  builder.when_files_are_lost([](std::string_view lost) { ADD_FAILURE() << lost; });
  builder.give_back();
  EXPECT_EQ(text_of(folder() / "made"), "x");
  EXPECT_FALSE(authors_files(folder()).value().contains("made"));
  EXPECT_EQ(text_of(folder() / "bot.py"), obedient);
}

// A bot does not see which others play, even where it could not open their folders.
TEST_P(Sandbox, SeesNoFolderNextToItsOwn) {
  NEEDS(Layer::namespaces);
  const std::string bots = path("bots").string();
  EXPECT_EQ(after(fmt::format("os.stat('{}/good/bot.py')", bots)), "done");
  for (const char* other : {"other", "other/secret", ".withdrawn"})
    EXPECT_EQ(after(fmt::format("os.lstat('{}/{}')", bots, other)), "ENOENT");
  expect_refused(fmt::format("os.mkdir('{}/made')", bots));
  EXPECT_EQ(after("open('made', 'w').close()"), "done");
  EXPECT_TRUE(fs::exists(folder() / "made"));
}

// A bot that is checked before it plays.
TEST_P(Sandbox, SeesItsFolderWhereThereIsNone) {
  NEEDS(Layer::namespaces);
  Manifest bot{folder(), "Good", "python3", {"bot.py"}, false};
  for (const char* place : {"bots/later", "arena/more"}) {
    bot.home = path(place);
    Policy policy;
    policy.without.mask |= GetParam();
    bot_ = Process::start(bot, {}, warden, policy).value();
    EXPECT_EQ(
        after(fmt::format("assert os.getcwd() == os.environ['HOME'] == '{}'", bot.home.string())),
        "done");
    EXPECT_FALSE(fs::exists(bot.home));
  }
}

TEST_P(Sandbox, LetsABotOpenItsPipesByName) {
  EXPECT_EQ(after("open('/dev/stdout', 'w').close(); open('/dev/stdin').close()"), "done");
}

// ------------------------------------------------------------------------ L0, each process alone

TEST_P(Sandbox, HandsOverACleanEnvironment) {
  setenv("HILLTOP_SECRET", "x", 1);
  start({});
  unsetenv("HILLTOP_SECRET");
  NEEDS(Layer::limits);
  EXPECT_EQ(after("assert 'HILLTOP_SECRET' not in os.environ"), "done");
  EXPECT_EQ(after("assert set(os.environ) <= {'PATH', 'HOME', 'TMPDIR', 'LANG', 'OPENSSL_CONF', "
                  "'LC_CTYPE'}, os.environ"),
            "done");
  EXPECT_EQ(after("assert os.environ['HOME'] == os.environ['TMPDIR'] == os.getcwd()"), "done");
  // The environment of the process that started it is hidden too.
  const std::string ancestor = after("open('/proc/%d/environ' % os.getppid()).read(1)");
  EXPECT_TRUE(ancestor != "done" || !has(Layer::files)) << ancestor;
}

TEST_P(Sandbox, BoundsFiles) {
  start({.file_bytes = 1 << 20});
  NEEDS(Layer::limits);
  EXPECT_EQ(after("signal.signal(signal.SIGXFSZ, signal.SIG_IGN); f = open('big', 'wb', 0); "
                  "[f.write(bytes(1 << 20)) for _ in range(2)]"),
            "EFBIG");
}

TEST_P(Sandbox, LeavesNoCapability) {
  NEEDS(Layer::limits);
  EXPECT_EQ(after("s = open('/proc/self/status').read(); "
                  "assert 'CapEff:\\t0000000000000000' in s and 'CapPrm:\\t0000000000000000' in s"),
            "done");
}

TEST_P(Sandbox, BoundsMemory) {
  start({.memory_bytes = 128 << 20});
  NEEDS(Layer::limits);
  const std::string said = after("hog = [bytearray(1 << 20) for _ in range(1024)]");
  if (has(Layer::cgroup)) {
    EXPECT_EQ(said, "crashed: killed by SIGKILL; it met its limit of 128 MiB of memory");
  } else {
    EXPECT_EQ(said, "MemoryError()");
  }
}

TEST_P(Sandbox, BoundsProcesses) {
  start({.processes = 8});
  const bool counted = has(Layer::uid) || (has(Layer::namespaces) && geteuid() != 0);
  if (!has(Layer::cgroup) && !counted) GTEST_SKIP() << "needs L4, L5 or, but for root, L3";
  EXPECT_EQ(after("import time; [os.fork() or time.sleep(1000) for _ in range(40)]"), "EAGAIN");
  const std::string end = after("os._exit(3)");
  if (has(Layer::cgroup)) {
    EXPECT_EQ(end, "crashed: exited with status 3; it met its limit of 8 processes and threads");
  }
}

// ------------------------------------------------------------------------ what is measured, of L0

TEST_P(Sandbox, BoundsMemoryOfAllProcessesTogether) {
  if (!has(Layer::limits) || has(Layer::cgroup)) GTEST_SKIP() << "the kernel ends one of them";
  start({.memory_bytes = 128 << 20});
  EXPECT_EQ(after("import time; [os.fork() or (b'1' * (60 << 20), time.sleep(1000)) for _ in "
                  "range(3)]; time.sleep(1000)"),
            "crashed: killed by SIGKILL; it met its limit of 128 MiB of memory");
}

TEST_P(Sandbox, BoundsMemoryThatIsShared) {
  for (const char* share : {
           "import mmap; m = mmap.mmap(-1, 200 << 20); [m.write(bytes(1 << 20)) for _ in "
           "range(200)]",
           // pages that no process maps any more still count
           "import mmap; m = mmap.mmap(-1, 200 << 20); [(m.write(bytes(1 << 20)), "
           "m.madvise(mmap.MADV_DONTNEED)) for _ in range(200)]",
           "m = [os.memfd_create('m') for _ in 'ab']; "
           "[os.write(f, bytes(1 << 20)) for f in m for _ in range(100)]",
       }) {
    start({.memory_bytes = 128 << 20});
    NEEDS(Layer::limits);
    EXPECT_EQ(after(share + std::string(hold)),
              "crashed: killed by SIGKILL; it met its limit of 128 MiB of memory");
  }
}

TEST_P(Sandbox, CountsMemorySharedByForksOnce) {
  start({.memory_bytes = 128 << 20});
  EXPECT_EQ(after("import time; hog = b'1' * (50 << 20); [os.fork() or time.sleep(1000) for _ in "
                  "range(8)]; time.sleep(0.5)"),
            "done");
}

TEST_P(Sandbox, LimitsProcessesEvenIfTheKernelDoesNot) {
  start({.processes = 8});
  const bool counted = has(Layer::cgroup) || has(Layer::uid) || has(Layer::namespaces);
  if (!has(Layer::limits) || counted) GTEST_SKIP() << "the kernel counts them";
  EXPECT_EQ(after(std::string("[os.fork() or os.read(os.pipe()[0], 1) for _ in range(40)]") + hold),
            "crashed: killed by SIGKILL; it met its limit of 8 processes and threads");
}

constexpr const char* spent_its_second =
    "crashed: killed by SIGKILL; it met its limit of 1 s of processor time per game";

TEST_P(Sandbox, BoundsProcessorTimeOfAGame) {
  if (is_measured_alike()) GTEST_SKIP() << "another set of layers has it";
  start({.cpu_s = 1});
  NEEDS(Layer::limits);
  EXPECT_EQ(after("os.fork() or os.fork(); any(iter(int, 1))"), spent_its_second);
}

TEST_P(Sandbox, CountsProcessorTimeAnewWithEachGame) {
  if (is_measured_alike()) GTEST_SKIP() << "another set of layers has it";
  start({.cpu_s = 1});
  NEEDS(Layer::limits);
  const auto after_spinning_for = [&](double seconds) {
    return after(
        fmt::format("import time; end = time.process_time() + {}; "
                    "all(iter(lambda: time.process_time() < end, False))",
                    seconds));
  };
  bot().play(2);
  EXPECT_EQ(after_spinning_for(1.2), "done");
  bot().play(1);
  EXPECT_EQ(after_spinning_for(0.2), "done");
  EXPECT_EQ(after_spinning_for(60), spent_its_second);
}

TEST_P(Sandbox, BoundsItsFolder) {
  if (is_measured_alike() && !has(Layer::uid)) GTEST_SKIP() << "another set of layers has it";
  NEEDS(Layer::limits);
  struct Offence {
    const char* python;
    const char* limit;
    std::unique_ptr<Process> bot = {};
  };
  const std::string ballast = "[f.write(bytes(1 << 20)) for _ in range(25)]; f.flush()";
  std::array offences{
      Offence{"f = open('big', 'wb'); ", "16 MiB in its folder"},
      // deleted while open
      Offence{"f = open('big', 'wb'); os.unlink('big'); ", "16 MiB in its folder"},
      // in a folder without any rights
      Offence{"os.mkdir('d'); d = os.open('d', os.O_RDONLY); f = open('d/big', 'wb'); "
              "os.fchmod(d, 0); ",
              "16 MiB in its folder"},
      Offence{"f = open('/dev/null', 'wb'); [open(str(i), 'w').close() for i in range(200)]; ",
              "100 files in its folder"},
      Offence{"f = open('/dev/null', 'wb'); [(os.mkdir('d'), os.chdir('d')) for _ in range(20)]; ",
              "16 folders in one another"},
  };
  Policy policy{.room = {.bytes = 16 << 20, .files = 100, .depth = 16}};
  policy.without.mask |= GetParam();
  for (Offence& offence : offences) {  // at once: each waits until its folder is measured
    const std::string name = "bots/" + std::to_string(&offence - offences.data());
    root_.write(name + "/bot.py", obedient);
    offence.bot = Process::start({path(name.c_str()), "Bad", "python3", {"bot.py"}, false}, {},
                                 warden, policy)
                      .value();
    offence.bot->tell(offence.python + ballast + hold);
    offence.bot->send();
  }
  for (Offence& offence : offences) {
    const auto said = offence.bot->hear(later());
    ASSERT_FALSE(said) << *said;
    EXPECT_EQ(said.error().detail,
              fmt::format("killed by SIGKILL; it met its limit of {}", offence.limit));
  }
}

TEST_P(Sandbox, NamesTheLimitOfAFile) {
  start({.file_bytes = 1 << 20});
  NEEDS(Layer::limits);
  EXPECT_EQ(after("signal.signal(signal.SIGXFSZ, signal.SIG_DFL); f = open('big', 'wb', 0); "
                  "[f.write(bytes(1 << 20)) for _ in range(2)]"),
            "crashed: killed by SIGXFSZ; it met its limit of 1 MiB per file");
}

// ------------------------------------------------------------------- L1, a filter of system calls

TEST_P(Sandbox, RefusesSockets) {
  NEEDS(Layer::calls);
  EXPECT_EQ(after("import socket"), "done");
  for (const char* family : {"AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK"})
    for (const char* kind : {"SOCK_STREAM", "SOCK_DGRAM"})
      expect_refused(fmt::format("socket.socket(socket.{}, socket.{})", family, kind));
}

TEST_P(Sandbox, RefusesTheArenasAbstractSocket) {
  if (!has(Layer::calls)) GTEST_SKIP() << "needs L1";
  const Descriptor server(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string text = fmt::format("hilltop-test-{}", getpid());
  text.copy(address.sun_path + 1, text.size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + text.size());
  ASSERT_EQ(bind(server.number(), reinterpret_cast<const sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(server.number(), 1), 0);
  EXPECT_EQ(after("import socket"), "done");
  expect_refused(fmt::format("s = socket.socket(socket.AF_UNIX); s.connect('\\0{}')", text));
}

TEST_P(Sandbox, RefusesNamespacesAndMounts) {
  NEEDS(Layer::calls);
  expect_refused("call('unshare', 0x10000000)");                  // a new user namespace
  expect_refused("call('syscall', 56, 0x10000011, 0, 0, 0, 0)");  // clone with one
  expect_refused("call('syscall', 435, None, 0)");                // clone3
  expect_refused("call('mount', b'none', b'.', b'tmpfs', 0, None)");
  expect_refused("call('chroot', b'.')");
}

TEST_P(Sandbox, RefusesToTraceAndToReadOthersMemory) {
  NEEDS(Layer::calls);
  expect_refused(fmt::format("call('ptrace', 16, {}, 0, 0)", getpid()));
  expect_refused(fmt::format("call('syscall', 310, {}, None, 0, None, 0, 0)", getpid()));
}

TEST_P(Sandbox, RefusesWaysIntoTheKernel) {
  NEEDS(Layer::calls);
  for (const int call :
       {321 /* bpf */, 425 /* io_uring_setup */, 298 /* perf_event_open */, 250 /* keyctl */,
        323 /* userfaultfd */, 175 /* init_module */, 169 /* reboot */})
    expect_refused(fmt::format("call('syscall', {}, 0, 0, 0, 0, 0)", call));
}

TEST_P(Sandbox, RefusesToLimitOrSlowTheArena) {
  NEEDS(Layer::calls);
  expect_refused(
      fmt::format("import resource; resource.prlimit({}, resource.RLIMIT_NOFILE)", getpid()));
  expect_refused(fmt::format("os.sched_setaffinity({}, [0])", getpid()));
  expect_refused(fmt::format("os.setpriority(os.PRIO_PROCESS, {}, 19)", getpid()));
  const int before = getpriority(PRIO_PROCESS, 0);
  (void)after("os.setpriority(os.PRIO_USER, 0, 19)");
  EXPECT_EQ(getpriority(PRIO_PROCESS, 0), before);
}

TEST_P(Sandbox, RefusesToGoOnWhenItIsStopped) {
  NEEDS(Layer::calls);
  expect_refused("os.kill(os.getpid(), signal.SIGCONT)");
  expect_refused("signal.raise_signal(signal.SIGCONT)");
  expect_refused("signal.pidfd_send_signal(os.pidfd_open(os.getpid()), signal.SIGCONT)");
  expect_refused("call('syscall', 129, os.getpid(), 18, bytes(128))");  // rt_sigqueueinfo
  expect_refused("fcntl.fcntl(0, fcntl.F_SETSIG, signal.SIGCONT)");
  expect_refused("call('prctl', 1, 18)");                 // at the end of a parent
  expect_refused("call('syscall', 56, 18, 0, 0, 0, 0)");  // clone: at the end of a child
  expect_refused("call('syscall', 244, 0, None)");        // mq_notify
  expect_refused("os.sched_setaffinity(0, os.sched_getaffinity(0))");
  EXPECT_EQ(after("signal.setitimer(signal.ITIMER_REAL, 1000)"), "done");
  EXPECT_EQ(after("call('timer_create', 1, bytes([0] * 8 + [26] + [0] * 119), bytes(8))"), "done");
  EXPECT_EQ(after("fcntl.fcntl(0, fcntl.F_SETSIG, signal.SIGUSR1)"), "done");
}

TEST_P(Sandbox, MakesNoProgramThatRunsAsItsOwner) {
  NEEDS(Layer::calls);
  EXPECT_EQ(after("open('mine', 'w').close()"), "done");
  for (const char* mode : {"0o4755", "0o2755", "0o6000"}) {
    expect_refused(fmt::format("os.chmod('mine', {})", mode));
    expect_refused(fmt::format("os.fchmod(os.open('mine', os.O_RDONLY), {})", mode));
    expect_refused(fmt::format("os.chmod('mine', {}, dir_fd=os.open('.', os.O_RDONLY))", mode));
    expect_refused(fmt::format("os.open('new', os.O_CREAT | os.O_WRONLY, {})", mode));
    expect_refused(fmt::format("os.open('.', os.O_TMPFILE | os.O_WRONLY, {})", mode));
    expect_refused(fmt::format("os.mknod('new', {} | 0o100000)", mode));
    expect_refused(fmt::format("call('creat', b'new', {})", mode));
    expect_refused(fmt::format("call('syscall', 452, -100, b'mine', {}, 0)", mode));
  }
  expect_refused("call('syscall', 437, -100, b'new', bytes(24), 24)");  // openat2
  EXPECT_EQ(fs::status(folder() / "mine").permissions() & (fs::perms::set_uid | fs::perms::set_gid),
            fs::perms::none);
  EXPECT_FALSE(fs::exists(folder() / "new"));
  EXPECT_EQ(after("os.fchmod(os.open('mine', os.O_RDONLY), 0o755)"), "done");
  EXPECT_EQ(after("os.open('new', os.O_CREAT | os.O_WRONLY, 0o755)"), "done");
  EXPECT_EQ(after("call('open', b'mine', os.O_RDONLY, 0o4755)"), "done");
}

TEST_P(Sandbox, LeavesTheUsersInotifyAlone) {
  NEEDS(Layer::calls);
  if (has(Layer::uid)) GTEST_SKIP() << "it has a uid of its own";
  expect_refused("call('inotify_init1', 0)");
  expect_refused("call('inotify_init')");
}

TEST_P(Sandbox, ReadsNothingOfItsWardensArguments) {
  if (!has(Layer::files) && !has(Layer::namespaces)) GTEST_SKIP() << "needs L2 or L3";
  const std::string seen = after(
      "assert not any(open('/proc/%d/cmdline' % n).read().strip('\\0')"
      " .count('bot.py') for n in {1, os.getppid()})");
  EXPECT_TRUE(seen == "done" || seen == "EACCES" || seen == "EPERM") << seen;
}

TEST_P(Sandbox, RefusesSignalsToOthers) {
  NEEDS(Layer::calls);
  expect_refused(fmt::format("os.kill({}, 0)", getpid()));
  expect_refused("os.kill(os.getppid(), signal.SIGSTOP)");
}

// ---------------------------------------------------------------------------- L2, a list of files

TEST_P(Sandbox, ClosesOtherBotsFolders) {
  NEEDS(Layer::files);
  expect_refused("open('../other/secret').read()");
  expect_refused(fmt::format("open('{}').read()", path("bots/other/secret").string()));
  expect_refused("os.listdir('..')");
  expect_refused("open('../other/secret', 'w')");
  EXPECT_EQ(text_of(path("bots/other/secret")), "of the other");
}

TEST_P(Sandbox, ClosesTheRestOfTheMachine) {
  NEEDS(Layer::files);
  for (const char* file : {"/etc/shadow", "/root/.bashrc", "/dev/mem", "/dev/shm/x", "/dev/tty"})
    expect_refused(fmt::format("open('{}').read(1)", file));
  expect_refused(fmt::format("open('{}').read()", path("arena/store").string()));
  for (const char* folder : {"/root", "/home", "/var", "/run"})
    expect_refused(fmt::format("os.listdir('{}')", folder));
  for (const char* file : {"/usr/hilltop-made", "../made"})
    expect_refused(fmt::format("open('{}', 'w')", file));
  if (has(Layer::namespaces)) return;  // with which these are its own (SandboxMemory)
  expect_refused("os.listdir('/tmp')");
  for (const char* file : {"/tmp/hilltop-made", "/dev/shm/made"})
    expect_refused(fmt::format("open('{}', 'w')", file));
}

// What the mode of a file in /etc says, under every layer and user.
TEST_P(Sandbox, OpensOfTheSettingsWhatEverybodyMayRead) {
  NEEDS(Layer::files);
  std::size_t read = 0, closed = 0;
  for (auto entry =
           fs::recursive_directory_iterator("/etc", fs::directory_options::skip_permission_denied);
       entry != fs::recursive_directory_iterator(); ++entry) {
    const fs::file_status status = entry->symlink_status();
    const auto has = [](fs::perms mode, fs::perms bits) { return (mode & bits) == bits; };
    if (fs::is_directory(status) &&
        !has(status.permissions(), fs::perms::others_read | fs::perms::others_exec))
      entry.disable_recursion_pending();
    if (!fs::is_regular_file(status)) continue;
    const std::string open = fmt::format("open('{}', 'rb').read(1)", entry->path().string());
    if (!has(status.permissions(), fs::perms::others_read)) {
      expect_refused(open);
      ++closed;
    } else if (read++ < 200) {
      EXPECT_EQ(after(open), "done") << open;
    }
  }
  EXPECT_GT(read, 0U);
  EXPECT_GT(closed, 0U) << "/etc/shadow at least";
}

TEST_P(Sandbox, ClosesTheArenasProc) {
  NEEDS(Layer::files);
  for (const char* file : {"mem", "environ", "maps", "cmdline"})
    expect_refused(fmt::format("open('/proc/{}/{}', 'rb').read(1)", getpid(), file));
  expect_refused(fmt::format("os.listdir('/proc/{}/fd')", getpid()));
}

TEST_P(Sandbox, FollowsNoLinkOutOfTheFolder) {
  NEEDS(Layer::files);
  const std::string secret = path("bots/other/secret").string();
  EXPECT_EQ(after(fmt::format("os.symlink('{}', 'way-out')", secret)), "done");
  expect_refused("open('way-out').read()");
  expect_refused("open('way-out', 'w')");
  expect_refused(fmt::format("os.link('{}', 'hard')", secret));
  expect_refused("os.rename('../other/secret', 'taken')");
}

TEST_P(Sandbox, ACommandThatBecameALinkOpensNothing) {
  root_.write("arena/engine", text_of(fs::canonical("/bin/sh")));
  fs::permissions(path("arena/engine"), fs::perms(0755));
  fs::create_symlink(path("arena/engine"), folder() / "bot");
  NEEDS(Layer::files);
  const auto started = Process::start({folder(), "Good", "./bot", {}, false}, {}, warden, {});
  ASSERT_FALSE(started);
  // With L3 the target cannot even be seen.
  const std::string& why = started.error().detail;
  EXPECT_TRUE(why.starts_with("cannot run './bot': Permission denied") ||
              why.starts_with("cannot run './bot': No such file or directory"))
      << why;
}

TEST_P(Sandbox, ChangesNoModeOutside) {
  NEEDS(Layer::calls);
  const std::string secret = path("bots/other/secret").string();
  expect_refused(fmt::format("os.chmod('{}', 0)", secret));
  expect_refused(fmt::format("os.utime('{}', (0, 0))", secret));
  expect_refused(fmt::format("os.truncate('{}', 0)", secret));
  expect_refused(fmt::format("os.setxattr('{}', 'user.x', b'1')", secret));
}

TEST_P(Sandbox, AllowsThePathsOfThePolicy) {
  start({.readable = {path("arena/store")}});
  EXPECT_EQ(after(fmt::format("open('{}').read()", path("arena/store").string())), "done");
  NEEDS(Layer::files);
  expect_refused(fmt::format("open('{}', 'w')", path("arena/store").string()));
}

// --------------------------------------------------------------------------------- L3, namespaces

TEST_P(Sandbox, ShowsNoProcessOfOthers) {
  NEEDS(Layer::namespaces);
  EXPECT_EQ(after("assert {p for p in os.listdir('/proc') if p.isdigit()} == "
                  "{'1', str(os.getpid())}"),
            "done");
  EXPECT_EQ(after("assert os.uname().nodename == 'hilltop'"), "done");
}

TEST_P(Sandbox, HidesTheFirstProcessOfItsNamespace) {
  NEEDS(Layer::namespaces);
  expect_refused("open('/proc/1/environ', 'rb').read(1)");
  expect_refused("open('/proc/1/mem', 'rb').read(1)");
  EXPECT_EQ(after("assert os.getppid() == 1"), "done");
}

// --------------------------------------------------------------------------------------- L4 and L5

TEST_P(Sandbox, LeavesNoCgroupBehind) {
  NEEDS(Layer::cgroup);
  EXPECT_EQ(after("open('cgroup', 'w').write(open('/proc/self/cgroup').read())"), "done");
  const std::string groups = text_of(folder() / "cgroup");
  const std::size_t begin = groups.find("hilltop-");
  ASSERT_NE(begin, std::string::npos) << groups;
  const std::string name = groups.substr(begin, groups.find('\n', begin) - begin);
  bot_.reset();
  for (const auto& entry : fs::recursive_directory_iterator(
           "/sys/fs/cgroup", fs::directory_options::skip_permission_denied))
    EXPECT_NE(entry.path().filename(), name) << entry.path();
}

// Returns the only child of a process.
pid_t child_of(pid_t process) {
  std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", process));
  pid_t child = 0;
  children >> child;
  return child;
}

TEST_P(Sandbox, ABotDiesWithItsWarden) {
  expect_the_end_of_all([] { return child_of(getpid()); });
}

TEST_P(Sandbox, ABotDiesWithItsSecondWarden) {
  NEEDS(Layer::namespaces);
  expect_the_end_of_all([] { return child_of(child_of(getpid())); });
}

TEST_P(Sandbox, GivesEachBotAUidOfItsOwn) {
  NEEDS(Layer::uid);
  EXPECT_EQ(after("open('uid', 'w').write(str(os.getuid()))"), "done");
  root_.write("bots/second/bot.py", obedient);
  auto second =
      Process::start({path("bots/second"), "Second", "python3", {"bot.py"}, false}, {}, warden);
  ASSERT_TRUE(second);
  const auto said = ask(**second, "open('uid', 'w').write(str(os.getuid()))", later());
  EXPECT_EQ(said.value_or(""), "done");
  EXPECT_NE(text_of(folder() / "uid"), text_of(path("bots/second/uid")));
  EXPECT_EQ(text_of(folder() / "uid").substr(0, 2), "61");
  struct stat what;
  ASSERT_EQ(stat((folder() / "bot.py").c_str(), &what), 0);
  EXPECT_EQ(what.st_uid, geteuid()) << "the folder's owner goes on to be it";
}

// A folder that only root can enter.
TEST_P(Sandbox, ReachesAFolderBelowAClosedOne) {
  fs::permissions(root_.path(), fs::perms::owner_all);
  start({.readable = {path("arena/store")}});
  EXPECT_EQ(after("open(os.path.abspath('made'), 'w').write('x')"), "done");
  EXPECT_EQ(text_of(folder() / "made"), "x");
  EXPECT_EQ(after(fmt::format("open('{}').read()", path("arena/store").string())), "done");
}

TEST_P(Sandbox, OffHasNoLayers) {
  start({.mode = Policy::Mode::off});
  EXPECT_EQ(bot_->layers(), Layers{});
  EXPECT_EQ(after("open('../other/secret').read()"), "done");
}

TEST_P(Sandbox, RequireStartsOrThrows) {
  const bool all = has(Layer::limits) && has(Layer::calls) && has(Layer::files);
  if (all) {
    EXPECT_NO_THROW(start({.mode = Policy::Mode::require}));
  } else {
    EXPECT_THROW(start({.mode = Policy::Mode::require}), std::runtime_error);
  }
}

INSTANTIATE_WITH_LAYERS(Sandbox);

}  // namespace
}  // namespace hilltop::runner::sandbox_test
