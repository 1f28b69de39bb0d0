#pragma once
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <memory>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "core/streams.hpp"
#include "runner/ask_for_test.hpp"
#include "runner/process.hpp"
#include "runner/scratch.hpp"

// A bot in Python under a real warden that does what a test says, with each set of layers. A test
// that needs a layer which this machine lacks is skipped, with the layer's name.
namespace hilltop::runner::sandbox_test {

namespace fs = std::filesystem;

inline const fs::path warden = warden_beside_program();

inline Deadline later() { return Deadline::clock::now() + std::chrono::seconds(60); }

// Runs each line as Python and answers "done" or the name of the error. A module that few lines use
// costs half of its start, and is imported where it is used.
inline constexpr const char* obedient = R"(import errno, fcntl, os, signal, sys
def call(name, *arguments):
    import ctypes
    libc = ctypes.CDLL(None, use_errno=True)
    ctypes.set_errno(0)
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)
for line in sys.stdin:
    try:
        exec(line.strip())
        print("done", flush=True)
    except OSError as error:
        print(errno.errorcode[error.errno], flush=True)
    except Exception as error:
        print(repr(error), flush=True)
)";

// Follows a statement after which the bot is to run on.
inline constexpr const char* hold = "; import time; time.sleep(1000)";

constexpr std::uint32_t bit(Layer layer) { return 1u << index(layer); }
inline constexpr std::uint32_t of_roots = bit(Layer::cgroup) | bit(Layer::uid);

// Two bots' folders beside each other, below a folder of the arena.
class Sandbox : public testing::TestWithParam<std::uint32_t> {
 protected:
  Sandbox() {
    hear_of_failed_writes();
    root_.write("bots/good/bot.py", obedient);
    root_.write("bots/other/secret", "of the other");
    root_.write("arena/store", "of the arena");
    fs::permissions(root_.path(), fs::perms(0755));
    for (const char* file : {"bots/other/secret", "arena/store"})
      fs::permissions(root_.path() / file, fs::perms(0666));  // only the sandbox forbids access
  }

  void start(Policy policy) {
    policy.without.mask |= GetParam();
    const Manifest bot{folder(), "Good", "python3", {"bot.py"}, false};
    auto started = Process::start(bot, {}, warden, policy);
    if (!started) throw std::runtime_error(started.error().detail);
    bot_ = *std::move(started);
  }
  // Returns the bot, which a test that has not started one has with the usual policy.
  Process& bot() {
    if (!bot_) start({});
    return *bot_;
  }

  fs::path folder() const { return root_.path() / "bots" / "good"; }
  fs::path path(const char* name) const { return root_.path() / name; }
  // Returns whether bots have this layer: the same for each of a set.
  bool has(Layer layer) {
    static std::map<std::uint32_t, Layers> found;
    const auto known = found.find(GetParam());
    return (known != found.end() ? known->second : found[GetParam()] = bot().layers()).has(layer);
  }
  // Returns whether processor time is measured as with another set of layers: by a cgroup, or by
  // looking at the processes of a namespace, or of the machine.
  bool is_measured_alike() const {
    return GetParam() != 0 && GetParam() != of_roots &&
           GetParam() != (of_roots | bit(Layer::namespaces));
  }

  std::string after(const std::string& python) {
    const auto said = ask(bot(), python, later());
    return said ? *said : fmt::format("{}: {}", name(said.error().kind), said.error().detail);
  }

  // Expects the error of a kernel that denies the call.
  void expect_refused(const std::string& python) {
    const std::string said = after(python);
    EXPECT_TRUE(said == "EACCES" || said == "EPERM" || said == "EROFS" || said == "ENOENT" ||
                said == "ESRCH" || said == "ENOSYS" || said == "EXDEV")
        << python << " → " << said;
  }

  std::string text_of(const fs::path& file) const {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  // Starts a bot and kills one of its guards.
  void expect_the_end_of_all(pid_t (*guard)()) {
    ASSERT_EQ(mkfifo((folder() / "witness").c_str(), 0666), 0);
    fs::permissions(folder() / "witness", fs::perms(0666));
    const Descriptor witness(open((folder() / "witness").c_str(), O_RDONLY | O_NONBLOCK));
    start({});
    EXPECT_EQ(after("hold = open('witness', 'w'); hold.write('x'); hold.flush()"), "done");
    char byte = 0;
    ASSERT_EQ(read(witness.number(), &byte, 1), 1);
    kill(guard(), SIGKILL);
    EXPECT_THROW(while (after("pass") == "done") continue, WardenLost);
    pollfd end{witness.number(), POLLIN, 0};
    ASSERT_EQ(poll(&end, 1, 60'000), 1);
    EXPECT_EQ(read(witness.number(), &byte, 1), 0) << "a process of the bot lives on";
  }

  Scratch root_;
  std::unique_ptr<Process> bot_;
};

#define NEEDS(layer) \
  if (!has(layer)) GTEST_SKIP() << "needs " << layer_names[index(layer)]

// Every bot is also tested with fewer layers than this machine supports.
#define INSTANTIATE_WITH_LAYERS(suite)                                                    \
  INSTANTIATE_TEST_SUITE_P(Whole, suite, testing::Values(0));                             \
  INSTANTIATE_TEST_SUITE_P(OfAUser, suite, testing::Values(of_roots));                    \
  INSTANTIATE_TEST_SUITE_P(UidAlone, suite,                                               \
                           testing::Values(bit(Layer::cgroup) | bit(Layer::namespaces))); \
  INSTANTIATE_TEST_SUITE_P(WithoutNamespaces, suite,                                      \
                           testing::Values(of_roots | bit(Layer::namespaces)));           \
  INSTANTIATE_TEST_SUITE_P(FilterAlone, suite,                                            \
                           testing::Values(of_roots | bit(Layer::namespaces) | bit(Layer::files)))

}  // namespace hilltop::runner::sandbox_test
