#include "runner/house.hpp"

#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iterator>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/probe.hpp"
#include "runner/scratch.hpp"

namespace hilltop::runner::house_test {
namespace {

namespace fs = std::filesystem;

TEST(House, RemovesTheFoldersOfKilledPrograms) {
  const fs::path old = fs::temp_directory_path() / "hilltop-bots-999999999-abcdef";
  fs::create_directories(old / "0");
  const fs::path house = make_house();
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::is_directory(house));
  fs::remove(house);
}

TEST(House, NamesTheFolderForTemporaryFilesThatIsMissing) {
  setenv("TMPDIR", "/nowhere", 1);
  try {
    make_house();
    ADD_FAILURE();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("'/nowhere'; set TMPDIR"), std::string::npos);
  }
  unsetenv("TMPDIR");
}

TEST(House, RemovesTheFolderOfAProbeThatIsKilled) {
  const Scratch temporary, wardens;
  wardens.write("warden", "#!/bin/sh\nkill -KILL $PPID\n");
  const fs::path warden = wardens.path() / "warden";
  fs::permissions(warden, fs::perms::owner_all);
  const auto left = [&] {
    return std::distance(fs::directory_iterator(temporary.path()), fs::directory_iterator());
  };
  const pid_t program = fork();
  ASSERT_GE(program, 0);
  setenv("TMPDIR", temporary.path().c_str(), 1);
  if (program == 0) {
    probe(warden, {}, {});
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(program, &status, 0), program);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(left(), 1);
  fs::remove(make_house());
  unsetenv("TMPDIR");
  EXPECT_EQ(left(), 0);
}

}  // namespace
}  // namespace hilltop::runner::house_test
