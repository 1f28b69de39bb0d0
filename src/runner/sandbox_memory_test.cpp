// The home, the temporary folder and the shared memory that a bot has with L3.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <iterator>
#include <string>

#include "runner/sandbox_for_test.hpp"

namespace hilltop::runner::sandbox_test {
namespace {

class SandboxMemory : public Sandbox {
 protected:
  // Ends the bot's process and starts the next one.
  void start_again() {
    bot().finish(later());
    ASSERT_TRUE(bot().start_again({}));
  }
  // Returns what stands in /tmp on the way to the bot's folder; empty if that is elsewhere.
  std::string way_through_tmp() const {
    const fs::path real = fs::canonical(folder());
    return *std::next(real.begin()) == "tmp" ? std::next(real.begin(), 2)->string() : "";
  }
};

TEST_P(SandboxMemory, NamesItsUserAndItsHome) {
  NEEDS(Layer::namespaces);
  EXPECT_EQ(after("import pwd; me = pwd.getpwuid(os.getuid()); "
                  "assert (me.pw_name, me.pw_dir) == ('bot', os.getcwd()), me"),
            "done");
  EXPECT_EQ(after("assert open('/etc/passwd').read().count(':x:') == 3"), "done");
  expect_refused("open('/etc/passwd', 'w')");
  expect_refused("os.chmod('/etc/passwd', 0o666)");
  expect_refused("os.remove('/etc/passwd')");
  EXPECT_EQ(text_of("/etc/passwd").find("bot:x:"), std::string::npos) << "of the machine";
}

TEST_P(SandboxMemory, HasATemporaryFolderOfItsOwn) {
  NEEDS(Layer::namespaces);
  for (int process = 1; process <= 3; ++process) {
    EXPECT_EQ(after(fmt::format("assert set(os.listdir('/tmp')) <= {{'{}'}}", way_through_tmp())),
              "done")
        << "process " << process;
    EXPECT_EQ(after("import tempfile; tempfile.tempdir = '/tmp'; tempfile.TemporaryFile()"),
              "done");
    EXPECT_EQ(after("os.mkdir('/tmp/a'); os.symlink('a', '/tmp/b'); os.rename('/tmp/a', '/tmp/c'); "
                    "os.mkfifo('/tmp/d')"),
              "done");
    EXPECT_EQ(after("open('/tmp/x', 'w').write('#!/bin/sh\\nexit 7'); os.chmod('/tmp/x', 0o755); "
                    "import subprocess; assert subprocess.call('/tmp/x') == 7"),
              "done");
    EXPECT_EQ(after(fmt::format("open('made', 'w').write('{}')", process)), "done");
    EXPECT_EQ(text_of(folder() / "made"), std::to_string(process));
    EXPECT_FALSE(fs::is_symlink("/tmp/b")) << "of the machine";
    start_again();
  }
}

TEST_P(SandboxMemory, SharesNoTemporaryFolder) {
  NEEDS(Layer::namespaces);
  root_.write("bots/second/bot.py", obedient);
  Policy policy;
  policy.without.mask |= GetParam();
  const auto second = Process::start({path("bots/second"), "Second", "python3", {"bot.py"}, false},
                                     {}, warden, policy);
  ASSERT_TRUE(second);
  EXPECT_EQ(after("open('/tmp/x', 'w'); open('/dev/shm/x', 'w')"), "done");
  EXPECT_EQ(
      ask(**second, "assert not {'x'} & {*os.listdir('/tmp'), *os.listdir('/dev/shm')}", later())
          .value(),
      "done");
}

// What is measured there would else be another folder than the bot's.
TEST_P(SandboxMemory, LeavesItsFolderWhereItIs) {
  NEEDS(Layer::namespaces);
  const std::string way = way_through_tmp();
  if (way.empty()) GTEST_SKIP() << "needs the bot's folder in /tmp";
  for (int process = 1; process <= 2; ++process) {
    EXPECT_NE(after(fmt::format("os.rename('/tmp/{}', '/tmp/else')", way)), "done");
    EXPECT_NE(after(fmt::format("os.rename('/tmp/{0}/bots', '/tmp/{0}/else')", way)), "done");
    EXPECT_NE(after(fmt::format("os.rename(os.getcwd(), '/tmp/else')")), "done");
    EXPECT_EQ(after("open(os.path.abspath('made'), 'w').write('x')"), "done");
    start_again();
  }
}

TEST_P(SandboxMemory, HasMemoryWithNamesOfItsOwn) {
  NEEDS(Layer::namespaces);
  EXPECT_EQ(after("import multiprocessing; lock = multiprocessing.Lock()"), "done");
  EXPECT_EQ(
      after("from multiprocessing import shared_memory as s; m = s.SharedMemory('m', True, 4096); "
            "m.buf[0] = 7; os.mkdir('/dev/shm/folder')"),
      "done");
  EXPECT_EQ(after("pid = os.fork() or os._exit(open('/dev/shm/m', 'rb').read(1)[0]); "
                  "assert os.waitpid(pid, 0)[1] >> 8 == 7"),
            "done");
  EXPECT_FALSE(fs::exists("/dev/shm/m")) << "of the machine";
  start_again();
  EXPECT_EQ(after("assert not {'m', 'folder'} & {*os.listdir('/dev/shm')}"), "done")
      << "the next process finds none";
  EXPECT_EQ(after("open('/dev/shm/x', 'w').write('#!/bin/sh'); os.chmod('/dev/shm/x', 0o755); "
                  "os.execv('/dev/shm/x', ['x'])"),
            "EACCES");
}

TEST_P(SandboxMemory, IsBounded) {
  NEEDS(Layer::namespaces);
  NEEDS(Layer::limits);
  for (const char* folder : {"/dev/shm", "/tmp"})
    for (const char* then : {"", "os.remove(f.name); "}) {
      start({.memory_bytes = 128 << 20});
      EXPECT_EQ(after(fmt::format("f = open('{}/x', 'wb', 0); {}[f.write(bytes(1 << 20)) for _ in "
                                  "range(127)]{}",
                                  folder, then, hold)),
                "crashed: killed by SIGKILL; it met its limit of 128 MiB of memory")
          << folder << ' ' << then;
    }
}

INSTANTIATE_WITH_LAYERS(SandboxMemory);

}  // namespace
}  // namespace hilltop::runner::sandbox_test
