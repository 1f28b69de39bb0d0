#include "runner/content.hpp"

#include <functional>
#include <gtest/gtest.h>
#include <unistd.h>

#include "runner/scratch.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

class Content : public testing::Test {
 protected:
  Content() {
    folder_.write("meta", "Bot\n./bot\n\n0\n");
    folder_.write("bot", "#!/bin/sh\n");
  }

  Files now() const { return files_in(folder_.path()).value(); }
  ContentHash hash() const { return content_hash(diary_.entered(now())); }
  // A run in which the bot does something.
  void play(const std::function<void()>& what) {
    diary_.begin(diary_.entered(now()));
    what();
    diary_.end(now());
    diary_ = Diary::read(diary_.write());
  }
  // One that is cut off.
  void die_after(const std::function<void()>& what) {
    diary_.begin(diary_.entered(now()));
    what();
    diary_ = Diary::read(diary_.write());
  }

  Scratch folder_;
  Diary diary_;
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

TEST_F(Content, IsNotThatOfWhatEditorsLeave) {
  const ContentHash before = hash();
  for (const char* name : {".bot.swp", ".bot.swx", "bot~", ".#bot", "#bot#", "deep/.x.swo"})
    folder_.write(name, "x");
  EXPECT_EQ(hash(), before);
  folder_.write("#bot", "x");
  EXPECT_NE(hash(), before);
}

// The author saves while the bot plays, and so does the bot.
TEST_F(Content, WhatTheAuthorChangesMeanwhileIsTheAuthors) {
  folder_.write("bot", "1");
  folder_.write("data", "1");
  const ContentHash before = hash();
  const auto play = [&](const std::set<std::string>& changed,
                        const std::set<std::string>& authors) {
    diary_.begin(diary_.entered(now()));
    folder_.write("bot", "2");
    folder_.write("data", "2");
    folder_.write("learned", "2");
    EXPECT_EQ(diary_.changed(now()), changed);
    diary_.end(now(), authors);
    diary_ = Diary::read(diary_.write());
  };
  play({"bot", "data"}, {"bot"});
  const ContentHash after = hash();
  EXPECT_NE(after, before);
  folder_.write("bot", "1");
  EXPECT_EQ(hash(), before);
  folder_.write("bot", "2");
  EXPECT_EQ(hash(), after);
  folder_.write("data", "3");
  EXPECT_NE(hash(), after);
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

TEST_F(Content, WhatTheBotWritesIsItsState) {
  const ContentHash before = hash();
  play([&] { folder_.write("learned", "a"); });
  EXPECT_EQ(hash(), before);
  play([&] { folder_.write("learned", "b"); });
  EXPECT_EQ(hash(), before);
  play([&] { fs::remove(folder_.path() / "learned"); });
  EXPECT_EQ(hash(), before);
}

TEST_F(Content, SoIsWhatItChangesOfItsOwn) {
  folder_.write("learned", "nothing yet");
  const ContentHash before = hash();
  play([&] { folder_.write("learned", "a lot"); });
  EXPECT_EQ(hash(), before);
  play([&] { fs::remove(folder_.path() / "learned"); });
  EXPECT_EQ(hash(), before);
}

TEST_F(Content, WhatTheAuthorChangesIsNot) {
  const ContentHash before = hash();
  play([&] { folder_.write("learned", "a"); });
  folder_.write("bot", "better");
  const ContentHash better = hash();
  EXPECT_NE(better, before);
  play([&] { folder_.write("learned", "b"); });
  EXPECT_EQ(hash(), better);
  folder_.write("learned", "by the author");
  EXPECT_NE(hash(), better);
}

TEST_F(Content, NewFilesOfARunThatWasCutOffAreTheBots) {
  const ContentHash before = hash();
  die_after([&] { folder_.write("learned", "a"); });
  EXPECT_EQ(hash(), before);
  play([&] { folder_.write("learned", "b"); });
  EXPECT_EQ(hash(), before);
  die_after([&] { folder_.write("learned", "c"); });
  folder_.write("bot", "better");
  EXPECT_NE(hash(), before);
}

TEST_F(Content, ADiaryThatCannotBeReadIsEmpty) {
  const ContentHash before = hash();
  for (const char* text :
       {"", "a letter", "hilltop diary 1 over\nleft zz bot\n", "hilltop diary 1 over\nleft\n"}) {
    diary_ = Diary::read(text);
    EXPECT_EQ(hash(), before) << text;
  }
}

TEST_F(Content, ThereIsALimit) {
  EXPECT_FALSE(files_in(folder_.path() / "gone"));
  fs::resize_file(folder_.path() / "bot", 5ULL << 30);  // of holes
  EXPECT_NE(files_in(folder_.path()).error().text.find("more than 4096 MiB"), std::string::npos);
}

}  // namespace
}  // namespace hilltop::runner
