#include "runner/folder.hpp"

#include <climits>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/descriptor.hpp"
#include "runner/scratch.hpp"

namespace hilltop::runner::folder_test {
namespace {

namespace fs = std::filesystem;

constexpr Room plenty{std::uint64_t{1} << 40, 1'000'000, 1'000'000};

TEST(Folder, CountsFilesFoldersAndLinks) {
  const Scratch scratch;
  scratch.write("a", std::string(100'000, 'a'));
  scratch.write("b/c/d", "d");
  fs::create_symlink("/usr", scratch.path() / "b/link");
  const Contained held = contained_in(scratch.path(), plenty);
  EXPECT_EQ(held.files, 5U);
  EXPECT_EQ(held.depth, 2);
  EXPECT_GE(held.bytes, 100'000U);
  EXPECT_LT(held.bytes, 1'000'000U);
}

TEST(Folder, StopsMeasuringWhenItHasEnough) {
  const Scratch scratch;
  for (int file = 0; file < 100; ++file) scratch.write("d/" + std::to_string(file), "x");
  EXPECT_EQ(contained_in(scratch.path(), {1'000'000, 10, 10}).files, 11U);
  EXPECT_LE(contained_in(scratch.path(), {0, 1000, 10}).files, 2U);
  EXPECT_EQ(contained_in(scratch.path(), {1'000'000, 1000, 0}).files, 1U);
}

TEST(Folder, MeasuresUnreadableFolders) {
  for (const mode_t mode : {0000u, 0100u, 0400u, 0200u}) {
    const Scratch scratch;
    scratch.write("shut/file", "x");
    chmod((scratch.path() / "shut").c_str(), mode);
    EXPECT_EQ(contained_in(scratch.path(), plenty).files, 2U) << mode;
    chmod((scratch.path() / "shut").c_str(), mode);
    remove_tree(scratch.path());
    EXPECT_FALSE(fs::exists(scratch.path())) << mode;
  }
}

TEST(Folder, AMissingFolderIsEmptyAndCanBeRemoved) {
  const Scratch scratch;
  EXPECT_EQ(contained_in(scratch.path() / "none", plenty).files, 0U);
  remove_tree(scratch.path() / "none");
  scratch.write("file", "x");
  EXPECT_EQ(contained_in(scratch.path() / "file", plenty).files, 0U);
  remove_tree(scratch.path() / "file");
  EXPECT_TRUE(fs::exists(scratch.path() / "file")) << "that is no folder";
}

// Deeper than a process may open files and than a path may be long.
TEST(Folder, IsRemovedAtAnyDepthWithoutFollowingLinks) {
  constexpr int deep = 150;
  const std::string name(100, 'a');
  static_assert(deep * 100 > PATH_MAX);
  rlimit before{}, few{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  few = before;
  few.rlim_cur = deep;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  const Scratch scratch, other;
  other.write("kept", "x");
  scratch.write("deep/file", "x");
  const fs::path top = scratch.path() / "deep";
  Descriptor here(open(top.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (int depth = 0; depth < deep; ++depth) {
    ASSERT_EQ(mkdirat(here.number(), name.c_str(), 0700), 0);
    ASSERT_EQ(symlinkat(other.path().c_str(), here.number(), "link"), 0);
    here = Descriptor(openat(here.number(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    ASSERT_TRUE(here.open());
  }
  remove_tree(top);
  EXPECT_FALSE(fs::exists(top));
  EXPECT_TRUE(fs::exists(other.path() / "kept"));
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
}

}  // namespace
}  // namespace hilltop::runner::folder_test
