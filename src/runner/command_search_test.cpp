#include "runner/command_search.hpp"

#include <filesystem>
#include <gtest/gtest.h>

#include "runner/scratch.hpp"

namespace hilltop::runner::command_search_test {
namespace {

namespace fs = std::filesystem;

class Search : public testing::Test {
 protected:
  // A program of the author's own: a script, or a copy of one of the system.
  std::string script(const std::string& name) const {
    folder_.write("home/bin/" + name, "#!/bin/sh\n");
    const fs::path file = folder_.path() / "home/bin" / name;
    fs::permissions(file, fs::perms::owner_all);
    return file.string();
  }
  std::string machine_code(const std::string& name) const {
    fs::create_directories(folder_.path() / "home/bin");
    const fs::path file = folder_.path() / "home/bin" / name;
    fs::copy_file(fs::canonical("/bin/sh"), file);
    return file.string();
  }
  std::string path() const {
    return (folder_.path() / "home/bin").string() + ":relative::/usr/bin:/bin";
  }

  Scratch folder_;
};

TEST_F(Search, InTheSandboxSkipsAScriptThatChoosesAnInterpreter) {
  const std::string shim = script("sh");
  EXPECT_EQ(find_in("sh", path()), shim);
  const FoundCommand found = find_in_sandbox("sh", path());
  EXPECT_EQ(found.program, find_for_build("sh", path()));
  EXPECT_TRUE(is_of_the_system(real_path_of(found.program))) << found.program;
  EXPECT_EQ(found.folders, (std::vector<std::string>{"/usr/bin", "/bin"}));
}

TEST_F(Search, InTheSandboxTakesMachineCodeOfAnyFolderForTheBotButNotForABuild) {
  const std::string own = machine_code("own-interpreter");
  const FoundCommand found = find_in_sandbox("own-interpreter", path());
  EXPECT_EQ(found.program, own);
  EXPECT_EQ(found.folders.front(), (folder_.path() / "home/bin").string());
  EXPECT_EQ(find_for_build("own-interpreter", path()), "");
  EXPECT_EQ(find_in("own-interpreter", path()), own);
}

TEST_F(Search, FollowsLinksIntoTheSystem) {
  fs::create_directories(folder_.path() / "home/bin");
  fs::create_symlink("/bin/sh", folder_.path() / "home/bin/linked");
  EXPECT_NE(find_in_sandbox("linked", path()).program, "");
  EXPECT_EQ(find_for_build("linked", path()), "");
}

TEST_F(Search, FindsNothingByAPath) {
  EXPECT_EQ(find_in_sandbox("./bot", path()).program, "");
  EXPECT_EQ(find_in_sandbox("./bot", path()).folders.size(), 2u);
  EXPECT_EQ(find_in("no-such-program", path()), "");
  EXPECT_EQ(find_in("sh", ""), "");
}

}  // namespace
}  // namespace hilltop::runner::command_search_test
