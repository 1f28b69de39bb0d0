#include "runner/known_hashes.hpp"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include "core/descriptor.hpp"
#include "core/hex.hpp"
#include "runner/own_files.hpp"
#include "runner/scratch.hpp"

namespace hilltop::runner::known_hashes_test {
namespace {

namespace fs = std::filesystem;

constexpr int files = 60;  // worth keeping
constexpr std::chrono::seconds at_once{-10};

class Hashes : public testing::Test {
 protected:
  Hashes() {
    setenv("XDG_CACHE_HOME", cache_.path().c_str(), 1);
    for (int i = 0; i < files; ++i) bot_.write("f" + std::to_string(i), std::to_string(i));
  }
  ~Hashes() override {
    if (before_.empty())
      unsetenv("XDG_CACHE_HOME");
    else
      setenv("XDG_CACHE_HOME", before_.c_str(), 1);
  }

  fs::path file(int i) const { return bot_.path() / ("f" + std::to_string(i)); }

  // Returns whether all files were settled.
  bool learn() const {
    KnownHashes known(bot_.path(), at_once);
    bool all = true;
    for (int i = 0; i < files; ++i)
      all = known.settled("f" + std::to_string(i), file(i)).has_value() && all;
    return all;
  }

  // Exchanges a hash that was kept for another, so that it shows whether it is used.
  void forge(int i) const {
    for (const auto& kept : fs::directory_iterator(cache_.path() / "hilltop" / "hashes")) {
      std::ifstream in(kept.path());
      std::string text{std::istreambuf_iterator<char>(in), {}};
      const std::string hash = to_hex(*hash_of_file(file(i)));
      const std::size_t at = text.find(hash);
      ASSERT_NE(at, std::string::npos);
      text.replace(at, hash.size(), to_hex(forged));
      std::ofstream(kept.path()) << text;
    }
  }
  std::optional<ContentHash> known_hash(int i) const {
    KnownHashes known(bot_.path());
    return known.hash_of("f" + std::to_string(i), file(i));
  }

  static constexpr ContentHash forged{1, 2, 3};
  Scratch bot_, cache_;

 private:
  const std::string before_ =
      std::getenv("XDG_CACHE_HOME") == nullptr ? "" : std::getenv("XDG_CACHE_HOME");
};

#define NEEDS_LEASES \
  if (!learn()) GTEST_SKIP() << "no leases on the file system of the folder for temporary files"

TEST_F(Hashes, AreOfFilesThatWereNotChanged) {
  NEEDS_LEASES;
  forge(7);
  EXPECT_EQ(known_hash(7), forged) << "the file was read again";
  EXPECT_EQ(known_hash(8), hash_of_file(file(8)));
}

TEST_F(Hashes, SeeAChangeThatKeepsSizeAndTime) {
  NEEDS_LEASES;
  forge(7);
  struct stat before{};
  ASSERT_EQ(stat(file(7).c_str(), &before), 0);
  bot_.write("f7", "x");
  const std::array times{before.st_atim, before.st_mtim};
  ASSERT_EQ(utimensat(AT_FDCWD, file(7).c_str(), times.data(), 0), 0);
  EXPECT_EQ(known_hash(7), hash_of_file(file(7)));
}

TEST_F(Hashes, SeeAnotherFileOfTheName) {
  NEEDS_LEASES;
  forge(7);
  bot_.write("other", "x");
  fs::rename(bot_.path() / "other", file(7));
  EXPECT_EQ(known_hash(7), hash_of_file(file(7)));
}

TEST_F(Hashes, AreNotKeptWhileSomebodyCouldWrite) {
  NEEDS_LEASES;
  bot_.write("f3", "z");
  KnownHashes known(bot_.path(), at_once);
  {
    const Descriptor writer(open(file(3).c_str(), O_RDWR | O_CLOEXEC));
    EXPECT_FALSE(known.settled("f3", file(3)));
    void* const map = mmap(nullptr, 1, PROT_READ | PROT_WRITE, MAP_SHARED, writer.number(), 0);
    ASSERT_NE(map, MAP_FAILED);
    EXPECT_FALSE(known.settled("f3", file(3)));
    munmap(map, 1);
  }
  EXPECT_TRUE(known.settled("f3", file(3)));
}

// A mapping needs no descriptor, and changes the time of a file only with its first write.
TEST_F(Hashes, AreNotKeptWhileAFileIsMappedForWriting) {
  NEEDS_LEASES;
  bot_.write("f4", "z");
  void* map = nullptr;
  {
    const Descriptor writer(open(file(4).c_str(), O_RDWR | O_CLOEXEC));
    map = mmap(nullptr, 1, PROT_READ | PROT_WRITE, MAP_SHARED, writer.number(), 0);
    ASSERT_NE(map, MAP_FAILED);
  }
  KnownHashes known(bot_.path(), at_once);
  EXPECT_FALSE(known.settled("f4", file(4)));
  munmap(map, 1);
  EXPECT_TRUE(known.settled("f4", file(4)));
}

TEST_F(Hashes, OfAFreshFileAreNotKept) {
  bot_.write("fresh", "x");
  KnownHashes known(bot_.path());
  EXPECT_FALSE(known.settled("fresh", bot_.path() / "fresh"));
  EXPECT_EQ(known.hash_of("fresh", bot_.path() / "fresh"), hash_of_file(bot_.path() / "fresh"));
}

TEST_F(Hashes, OfAFewSmallFilesLeaveNoFile) {
  KnownHashes(bot_.path(), at_once).settled("f1", file(1));
  EXPECT_FALSE(fs::exists(cache_.path() / "hilltop" / "hashes"));
}

TEST_F(Hashes, GiveTheContentThatReadingGives) {
  const auto before = authors_content(bot_.path());
  learn();
  EXPECT_EQ(authors_content(bot_.path()).value(), before.value());
  bot_.write("f5", "changed");
  EXPECT_NE(authors_content(bot_.path()).value(), before.value());
  bot_.write("f5", "5");
  EXPECT_EQ(authors_content(bot_.path()).value(), before.value());
}

TEST_F(Hashes, ThatAreDamagedCountForNothing) {
  NEEDS_LEASES;
  for (const auto& kept : fs::directory_iterator(cache_.path() / "hilltop" / "hashes"))
    std::ofstream(kept.path()) << "hilltop hashes 1\n" << bot_.path().string() << "\nzz 1 2 3\n";
  EXPECT_EQ(known_hash(7), hash_of_file(file(7)));
}

}  // namespace
}  // namespace hilltop::runner::known_hashes_test
