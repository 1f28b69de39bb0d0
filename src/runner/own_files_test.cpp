#include "runner/own_files.hpp"

#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

#include "core/hex.hpp"
#include "runner/scratch.hpp"

namespace hilltop::runner::own_files_test {
namespace {

namespace fs = std::filesystem;

class OwnFiles : public testing::Test {
 protected:
  OwnFiles() {
    folder_.write("meta", "Bot\n./bot\n\n0\n");
    folder_.write("bot", "#!/bin/sh\n");
    setenv("XDG_STATE_HOME", state_.path().c_str(), 1);
  }
  ~OwnFiles() override {
    before_ ? setenv("XDG_STATE_HOME", before_->c_str(), 1) : unsetenv("XDG_STATE_HOME");
  }

  ContentHash content() const { return authors_content(folder_.path()).value(); }
  void list(const OwnFilesList& list) { folder_.write(own_files_list, text_of(list).value()); }

  Scratch folder_, state_;

 private:
  static std::optional<std::string> chosen() {
    const char* const now = std::getenv("XDG_STATE_HOME");
    return now == nullptr ? std::nullopt : std::optional<std::string>(now);
  }
  std::optional<std::string> before_ = chosen();
};

const OwnFile learned{content_hash("a"), {}};

TEST_F(OwnFiles, WhatTheBotMadeIsItsState) {
  const ContentHash before = content();
  folder_.write("learned", "a");
  folder_.write("more/deep", "a");
  EXPECT_NE(content(), before);
  list({{"learned", {content_hash("b"), {}}},
        {"learned", {content_hash("a"), content_hash("c")}},
        {"more/", {}},
        {"more/deep", learned}});
  EXPECT_EQ(content(), before);
  fs::remove(folder_.path() / "more/deep");
  EXPECT_EQ(content(), before);
  folder_.write("learned", "by the author");
  EXPECT_NE(content(), before);
  fs::remove(folder_.path() / "learned");
  EXPECT_EQ(content(), before);
}

// What its author can do so that another program plays as this one.
TEST_F(OwnFiles, EveryChangeOfItsAuthorsIsAnotherContent) {
  using Change = std::function<void(const fs::path&)>;
  const std::vector<Change> changes{
      [](const fs::path& bot) { fs::create_directory(bot / "empty"); },
      [](const fs::path& bot) { fs::permissions(bot / "meta", fs::perms::owner_all); },
      [](const fs::path& bot) { fs::rename(bot / "meta", bot / "beta"); },
      [](const fs::path& bot) { fs::create_symlink("meta", bot / "link"); }};
  std::set<ContentHash> contents{content()};
  for (const Change& change : changes) {
    change(folder_.path());
    EXPECT_TRUE(contents.insert(content()).second);
  }
}

TEST_F(OwnFiles, AListThatItsAuthorWroteCountsForNothing) {
  folder_.write("learned", "a");
  const ContentHash before = content();
  const std::string hash = to_hex(learned.content);
  for (const std::string& text :
       {std::string(), std::string("a letter"), "hilltop files 1\n" + hash + " learned\n",
        "hilltop files 2\n" + hash + " - learned\n", "hilltop files 3\n" + hash + " - learned\n",
        "hilltop files 3\n" + hash + " - " + hash + " learned\n"}) {
    folder_.write(own_files_list, text);
    EXPECT_EQ(content(), before) << text;
  }
}

TEST_F(OwnFiles, ALineCountsForItsFileAlone) {
  folder_.write("learned", "a");
  folder_.write("program", "a");
  const ContentHash before = content();
  list({{"learned", learned}, {"more", learned}});
  const Files files = authors_files(folder_.path()).value();
  EXPECT_FALSE(files.contains("learned"));
  EXPECT_TRUE(files.contains("program"));
  // The seal of another line, and the line of another name.
  std::istringstream lines(text_of({{"learned", learned}}).value());
  std::string first, line;
  std::getline(lines, first);
  std::getline(lines, line);
  line.replace(line.rfind(' ') + 1, std::string::npos, "program");
  folder_.write(own_files_list, first + '\n' + line + '\n');
  EXPECT_EQ(content(), before);
}

TEST_F(OwnFiles, ALineCanBeDeleted) {
  folder_.write("learned", "a");
  folder_.write("more", "a");
  list({{"learned", learned}, {"more", learned}});
  const std::string text = text_of({{"learned", learned}, {"more", learned}}).value();
  folder_.write(own_files_list, text.substr(0, text.rfind('\n', text.size() - 2) + 1));
  const Files files = authors_files(folder_.path()).value();
  EXPECT_FALSE(files.contains("learned"));
  EXPECT_TRUE(files.contains("more"));
}

TEST_F(OwnFiles, AnotherHostsListCountsForNothing) {
  folder_.write("learned", "a");
  const ContentHash before = content();
  list({{"learned", learned}});
  EXPECT_NE(content(), before);
  fs::remove_all(state_.path() / "hilltop");
  EXPECT_EQ(content(), before);  // there is no key
  (void)text_of({}).value();
  EXPECT_EQ(content(), before);  // there is another
}

TEST_F(OwnFiles, TheKeyIsForItsOwnerAndStays) {
  const std::string text = text_of({{"learned", learned}}).value();
  struct stat found{};
  ASSERT_EQ(stat((state_.path() / "hilltop/key").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777, 0600U);
  EXPECT_EQ(text_of({{"learned", learned}}).value(), text);
  std::ofstream(state_.path() / "hilltop/key") << "no key";
  EXPECT_NE(text_of({}).error().text.find("no key of Hilltop"), std::string::npos);
  folder_.write(own_files_list, text);
  EXPECT_FALSE(authors_content(folder_.path()));
}

TEST_F(OwnFiles, WithoutAPlaceForTheKeyNothingIsSealed) {
  setenv("XDG_STATE_HOME", "/dev/null/no/folder", 1);
  EXPECT_FALSE(text_of({}));
  EXPECT_TRUE(authors_content(folder_.path()));
}

TEST_F(OwnFiles, AListThatIsNotARegularFileIsEmpty) {
  const ContentHash before = content();
  ASSERT_EQ(mkfifo((folder_.path() / own_files_list).c_str(), 0600), 0);
  EXPECT_EQ(content(), before);
}

}  // namespace
}  // namespace hilltop::runner::own_files_test
