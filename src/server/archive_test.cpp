#include "server/archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <vector>

#include "runner/scratch.hpp"

namespace hilltop::server {
namespace {

namespace fs = std::filesystem;

struct Entry {
  std::string name, text;
  unsigned kind = AE_IFREG;
  std::string link = {};
  unsigned mode = 0644;
};

enum class As { tar, tar_gzip, zip };

std::string packed(const std::vector<Entry>& entries, As as = As::tar) {
  std::string bytes(std::size_t{96} << 20, '\0');
  std::size_t used = 0;
  archive* const writer = archive_write_new();
  as == As::zip ? archive_write_set_format_zip(writer) : archive_write_set_format_pax(writer);
  if (as == As::tar_gzip) archive_write_add_filter_gzip(writer);
  archive_write_open_memory(writer, bytes.data(), bytes.size(), &used);
  for (const Entry& each : entries) {
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_pathname(entry, each.name.c_str());
    archive_entry_set_filetype(entry, each.kind);
    archive_entry_set_perm(entry, each.mode);
    archive_entry_set_size(entry, static_cast<la_int64_t>(each.text.size()));
    if (each.kind == AE_IFLNK)
      archive_entry_set_symlink(entry, each.link.c_str());
    else if (!each.link.empty())
      archive_entry_set_hardlink(entry, each.link.c_str());
    archive_write_header(writer, entry);
    archive_write_data(writer, each.text.data(), each.text.size());
    archive_entry_free(entry);
  }
  archive_write_close(writer);
  archive_write_free(writer);
  bytes.resize(used);
  return bytes;
}

class Unpack : public testing::Test {
 protected:
  Unpack() { fs::create_directory(into()); }
  fs::path into() const { return scratch_.path() / "bot"; }
  std::string text(const std::string& name) const {
    std::ifstream file(into() / name);
    return (std::ostringstream() << file.rdbuf()).str();
  }
  std::string refusal(const std::vector<Entry>& entries) {
    const auto done = unpack(packed(entries), into());
    return done ? "" : done.error().text;
  }

 private:
  runner::Scratch scratch_;
};

TEST_F(Unpack, WritesFilesAndFolders) {
  for (const As as : {As::tar, As::tar_gzip, As::zip}) {
    fs::remove_all(into());
    fs::create_directory(into());
    const auto done = unpack(packed({{"meta", "Bot\n"},
                                     {"./lib/", "", AE_IFDIR},
                                     {"lib/a.py", "x = 1\n"},
                                     {"run.sh", "#!/bin/sh\n", AE_IFREG, "", 06755}},
                                    as),
                             into());
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_EQ(text("meta"), "Bot\n");
    EXPECT_EQ(text("lib/a.py"), "x = 1\n");
    struct stat found {};
    ASSERT_EQ(stat((into() / "run.sh").c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 07777 & ~022U, 0755U) << "without set-id bits";
  }
}

TEST_F(Unpack, LeavesOutTheOneFolderAroundEverything) {
  ASSERT_TRUE(unpack(packed({{"my-bot/meta", "Bot\n"}, {"my-bot/lib/a.py", "x"}}), into()));
  EXPECT_EQ(text("meta"), "Bot\n");
  EXPECT_EQ(text("lib/a.py"), "x");
}

TEST_F(Unpack, RefusesWhatLeadsOut) {
  EXPECT_EQ(refusal({{"../evil", "x"}}), "'../evil' in the archive leads out of it");
  EXPECT_EQ(refusal({{"a/../../evil", "x"}}), "'a/../../evil' in the archive leads out of it");
  EXPECT_EQ(refusal({{"/etc/evil", "x"}}), "'/etc/evil' in the archive has an absolute path");
  EXPECT_EQ(refusal({{"a\\..\\evil", "x"}}), "'a\\..\\evil' in the archive has a backslash");
  EXPECT_EQ(refusal({{"link", "", AE_IFLNK, "/etc"}}), "'link' in the archive is a link");
  EXPECT_EQ(refusal({{"meta", "x"}, {"hard", "", AE_IFREG, "meta"}}),
            "'hard' in the archive is a link");
  EXPECT_EQ(refusal({{"pipe", "", AE_IFIFO}}),
            "'pipe' in the archive is neither a file nor a folder");
  EXPECT_NE(refusal({{"e\x1b[2J", "x"}}).find("control"), std::string::npos);
  EXPECT_FALSE(fs::exists(into().parent_path() / "evil"));
}

TEST_F(Unpack, RefusesToWriteAFileTwice) {
  EXPECT_EQ(refusal({{"meta", "a"}, {"meta", "b"}}), "'meta' in the archive occurs twice");
  EXPECT_NE(refusal({{"x", "a"}, {"x/y", "b"}}), "");
}

TEST_F(Unpack, RefusesABomb) {
  const std::string large(unpacked_bytes_max + 1, '\0');
  const std::string bomb = packed({{"zeros", large}}, As::tar_gzip);
  EXPECT_LT(bomb.size(), std::size_t{1} << 20);
  const auto done = unpack(bomb, into());
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().text, "the archive holds more than 64 MiB");
}

TEST_F(Unpack, RefusesTooManyFilesAndTooDeepOnes) {
  std::vector<Entry> many;
  for (int i = 0; i <= unpacked_files_max; ++i) many.push_back({"f" + std::to_string(i), ""});
  EXPECT_EQ(refusal(many), "the archive holds more than 1000 files");
  std::string deep;
  for (int i = 0; i <= unpacked_depth_max; ++i) deep += "d/";
  EXPECT_NE(refusal({{deep + "x", ""}}).find("nested deeper"), std::string::npos);
  EXPECT_NE(refusal({{std::string(unpacked_name_bytes_max + 1, 'n'), ""}}).find("too long"),
            std::string::npos);
}

TEST_F(Unpack, RefusesWhatIsNoArchiveAndDamagedOnes) {
  for (const std::string& bytes : {std::string(), std::string("text"), std::string(5000, '\xff')}) {
    const auto done = unpack(bytes, into());
    ASSERT_FALSE(done);
    EXPECT_NE(done.error().text.find("the archive cannot be read"), std::string::npos);
  }
  const std::string whole = packed({{"meta", std::string(100'000, 'x')}}, As::tar_gzip);
  for (const std::size_t cut : {whole.size() / 2, whole.size() - 20}) {
    fs::remove_all(into());
    fs::create_directory(into());
    EXPECT_FALSE(unpack(whole.substr(0, cut), into())) << cut;
  }
}

}  // namespace
}  // namespace hilltop::server
