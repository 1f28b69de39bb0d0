#include "runner/content.hpp"

#include <gtest/gtest.h>

#include "runner/scratch.hpp"

namespace hilltop::runner::content_test {
namespace {

namespace fs = std::filesystem;

class Content : public testing::Test {
 protected:
  Content() {
    folder_.write("meta", "Bot\n./bot\n\n0\n");
    folder_.write("bot", "#!/bin/sh\n");
  }

  Files now() const { return files_in(folder_.path()).value(); }
  ContentHash hash() const { return content_hash(now()); }

  Scratch folder_;
};

TEST_F(Content, IsThatOfTheFiles) {
  const ContentHash before = hash();
  folder_.write("bot", "#!/bin/sh\nexit\n");
  EXPECT_NE(hash(), before);
  folder_.write("bot", "#!/bin/sh\n");
  EXPECT_EQ(hash(), before);
  folder_.write("data/more", "");
  EXPECT_NE(hash(), before);
  fs::remove_all(folder_.path() / "data");
  folder_.write("bott", "");
  EXPECT_NE(hash(), before);
}

TEST_F(Content, IsNotThatOfCaches) {
  const ContentHash before = hash();
  folder_.write("__pycache__/bot.pyc", "x");
  folder_.write("deep/.git/HEAD", "x");
  EXPECT_EQ(hash(), before);
}

TEST_F(Content, IsNotThatOfALookInFinderOrExplorer) {
  const ContentHash before = hash();
  for (const char* name : {".DS_Store", "deep/._bot", "__MACOSX/bot/._meta", "Thumbs.db",
                           "desktop.ini", "bot:Zone.Identifier", ".Trash-1000/x", ".directory",
                           ".apdisk", ".DocumentRevisions-V100/x", "Network Trash Folder/x",
                           ".com.apple.timemachine.donotpresent", "Thumbs.db:encryptable"})
    folder_.write(name, "x");
  EXPECT_EQ(hash(), before);
  folder_.write("_bot", "x");
  EXPECT_NE(hash(), before);
}

TEST_F(Content, IsNotThatOfTheUsualStore) {
  const ContentHash before = hash();
  for (const char* name : {"hilltop.db", "hilltop.db-wal", "hilltop.db-shm"})
    folder_.write(name, "x");
  EXPECT_EQ(hash(), before);
  folder_.write("hilltop.dbx", "x");
  EXPECT_NE(hash(), before);
}

TEST_F(Content, IsNotThatOfEditorsFiles) {
  const ContentHash before = hash();
  for (const char* name : {".bot.swp", ".bot.swx", "bot~", ".#bot", "#bot#", "deep/.x.swo"})
    folder_.write(name, "x");
  EXPECT_EQ(hash(), before);
  folder_.write("#bot", "x");
  EXPECT_NE(hash(), before);
}

TEST_F(Content, FollowsNoLink) {
  Scratch elsewhere;
  elsewhere.write("secret", "a");
  fs::create_symlink(elsewhere.path() / "secret", folder_.path() / "link");
  fs::create_directory_symlink(elsewhere.path(), folder_.path() / "door");
  const ContentHash before = hash();
  elsewhere.write("secret", "b");
  EXPECT_EQ(hash(), before);
}

TEST_F(Content, ThereIsALimit) {
  EXPECT_FALSE(files_in(folder_.path() / "gone"));
  fs::resize_file(folder_.path() / "bot", 5ULL << 30);  // a sparse file
  EXPECT_NE(files_in(folder_.path()).error().text.find("more than 4096 MiB"), std::string::npos);
}

}  // namespace
}  // namespace hilltop::runner::content_test
