#include "runner/copy_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "core/descriptor.hpp"
#include "runner/content.hpp"
#include "runner/scratch.hpp"

namespace hilltop::runner::copy_file_test {
namespace {

namespace fs = std::filesystem;

struct stat look(const fs::path& file) {
  struct stat found{};
  EXPECT_EQ(stat(file.c_str(), &found), 0) << file;
  return found;
}

TEST(CopyFile, KeepsDataAndHoles) {
  const Scratch scratch;
  const fs::path from = scratch.path() / "from", to = scratch.path() / "to";
  constexpr off_t size = off_t{64} << 20;
  {
    const Descriptor out(open(from.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    ASSERT_EQ(ftruncate(out.number(), size), 0);
    const std::string data(100'000, 'x');
    for (const off_t at : {off_t{0}, off_t{5} << 20, size - 100'000})
      ASSERT_EQ(pwrite(out.number(), data.data(), data.size(), at), 100'000);
  }
  copy_file(from, to, fs::perms::owner_read);
  EXPECT_EQ(look(to).st_size, size);
  EXPECT_EQ(look(to).st_mode & 07777, 0400U);
  EXPECT_EQ(hash_of_file(to), hash_of_file(from));
  EXPECT_LE(look(to).st_blocks, look(from).st_blocks + 64) << "holes were written out";
}

TEST(CopyFile, CopiesAnEmptyFileAndReplacesNone) {
  const Scratch scratch;
  scratch.write("from", "");
  copy_file(scratch.path() / "from", scratch.path() / "to", fs::perms::owner_all);
  EXPECT_EQ(look(scratch.path() / "to").st_size, 0);
  EXPECT_THROW(copy_file(scratch.path() / "from", scratch.path() / "to", fs::perms::owner_all),
               fs::filesystem_error);
  EXPECT_THROW(copy_file(scratch.path() / "none", scratch.path() / "b", fs::perms::owner_all),
               fs::filesystem_error);
}

}  // namespace
}  // namespace hilltop::runner::copy_file_test
