#include "server/hosting/archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <vector>
#include <zlib.h>

#include "core/look.hpp"
#include "runner/scratch.hpp"

namespace hilltop::server::archive_test {
namespace {

namespace fs = std::filesystem;

struct Entry {
  std::string name, text;
  unsigned kind = AE_IFREG;
  std::string link = {};
  unsigned mode = 0644;
};

enum class As { tar, tar_gzip, tar_xz, tar_zstd, zip };

std::string packed(const std::vector<Entry>& entries, As as = As::tar) {
  std::string bytes(std::size_t{96} << 20, '\0');
  std::size_t used = 0;
  archive* const writer = archive_write_new();
  as == As::zip ? archive_write_set_format_zip(writer) : archive_write_set_format_pax(writer);
  if (as == As::tar_gzip) archive_write_add_filter_gzip(writer);
  if (as == As::tar_xz) archive_write_add_filter_xz(writer);
  if (as == As::tar_zstd) archive_write_add_filter_zstd(writer);
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

// An entry of a zip as other programs write it. Its name is given byte by byte.
struct ZipEntry {
  std::string name, text;
  unsigned flags = 0;
};
constexpr unsigned is_encrypted = 1, has_utf8_name = 1 << 11;

std::string little(std::uint64_t number, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(number >> (8 * i) & 0xff);
  return out;
}

// Returns a zip of stored files.
std::string zipped(const std::vector<ZipEntry>& entries) {
  std::string zip, list;
  for (const ZipEntry& each : entries) {
    const auto sum = crc32(0, reinterpret_cast<const Bytef*>(each.text.data()),
                           static_cast<uInt>(each.text.size()));
    const std::string head = little(20, 2) + little(each.flags, 2) + std::string(6, '\0') +
                             little(sum, 4) + little(each.text.size(), 4) +
                             little(each.text.size(), 4) + little(each.name.size(), 2) +
                             little(0, 2);
    list += "PK\x01\x02" + little(20, 2) + head + std::string(10, '\0') + little(zip.size(), 4) +
            each.name;
    zip += "PK\x03\x04" + head + each.name + each.text;
  }
  return zip + list + "PK\x05\x06" + std::string(4, '\0') + little(entries.size(), 2) +
         little(entries.size(), 2) + little(list.size(), 4) + little(zip.size(), 4) +
         std::string(2, '\0');
}

// Returns the bytes as a gzip file.
std::string gzipped_again(const std::string& bytes) {
  z_stream stream{};
  deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// Changes the kind of a tar's first entry, as its header has it.
std::string with_kind(std::string tar, char kind) {
  constexpr std::size_t kind_at = 156, checksum_at = 148, checksum_size = 8, header_size = 512;
  tar[kind_at] = kind;
  std::fill_n(tar.begin() + checksum_at, checksum_size, ' ');
  unsigned sum = 0;
  for (std::size_t i = 0; i < header_size; ++i) sum += static_cast<unsigned char>(tar[i]);
  std::snprintf(tar.data() + checksum_at, checksum_size, "%06o", sum);
  return tar;
}

class Unpack : public testing::Test {
 protected:
  Unpack() { fs::create_directory(into()); }
  fs::path into() const { return scratch_.path() / "bot"; }
  std::string text(const std::string& name) const {
    std::ifstream file(into() / name);
    return (std::ostringstream() << file.rdbuf()).str();
  }
  std::string refusal(const std::vector<Entry>& entries) { return refusal_of(packed(entries)); }
  std::string refusal_of(const std::string& bytes) {
    fs::remove_all(into());
    fs::create_directory(into());
    const auto done = unpack(bytes, into());
    return done ? "" : done.error().text;
  }

 private:
  runner::Scratch scratch_;
};

TEST_F(Unpack, WritesFilesAndFolders) {
  for (const As as : {As::tar, As::tar_gzip, As::tar_xz, As::tar_zstd, As::zip}) {
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
    struct stat found{};
    ASSERT_EQ(stat((into() / "run.sh").c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 07777 & ~022U, 0755U) << "without set-id bits";
  }
}

TEST_F(Unpack, LeavesOutTheOneFolderAroundEverything) {
  ASSERT_TRUE(unpack(packed({{"my-bot/meta", "Bot\n"}, {"my-bot/lib/a.py", "x"}}), into()));
  EXPECT_EQ(text("meta"), "Bot\n");
  EXPECT_EQ(text("lib/a.py"), "x");
}

// The tests run in the C locale.
TEST_F(Unpack, TakesNamesOfEveryScript) {
  for (const std::string packed_name : {"J\u00fcrgen", "Ju\u0308rgen", "日本", "ボット🎲"}) {
    const std::string name = composed(packed_name);
    EXPECT_EQ(refusal_of(zipped({{"b/" + packed_name + "/x", "1", has_utf8_name}})), "");
    EXPECT_EQ(text(name + "/x"), "1") << "a zip that says so";
    EXPECT_EQ(refusal_of(zipped({{"b/" + packed_name + "/x", "2"}, {"b/meta", "Bot"}})), "");
    EXPECT_EQ(text(name + "/x"), "2") << "a zip of Finder";
    EXPECT_EQ(refusal({{packed_name + "/x", "3"}, {"meta", "Bot"}}), "");
    EXPECT_EQ(text(name + "/x"), "3") << "a tar";
  }
}

TEST_F(Unpack, NamesTheReasonForANameThatItCannotRead) {
  const std::string old = "J\x81rgen";  // code page 437
  for (const unsigned flags : {0U, has_utf8_name})
    EXPECT_NE(refusal_of(zipped({{old, "x", flags}})).find("is named in an old code page"),
              std::string::npos);
  EXPECT_NE(refusal({{old, "x"}}).find("is named in an old code page"), std::string::npos);
  EXPECT_EQ(refusal_of(zipped({{"", "x"}})), "'' in the archive is a file without a name");
}

TEST_F(Unpack, LeavesOutTheLitterOfTheAuthorsSystem) {
  std::vector<Entry> mac{{"bot/meta", "Bot\n"}, {"bot/lib/a.py", "x"}};
  for (const char* litter :
       {"__MACOSX/bot/._meta", "__MACOSX/._bot", "._bot", ".DS_Store", "bot/.DS_Store", "Thumbs.db",
        "bot/lib/Desktop.ini", "bot/Icon\r", "$RECYCLE.BIN/a", "bot/meta:Zone.Identifier",
        ".apdisk", ".VolumeIcon.icns", "Temporary Items/a", "ehthumbs_vista.db"})
    mac.push_back({litter, "\x05\x16\x07"});
  for (const As as : {As::tar, As::zip}) {
    ASSERT_EQ(refusal_of(packed(mac, as)), "");
    EXPECT_EQ(text("meta"), "Bot\n");
    EXPECT_EQ(text("lib/a.py"), "x");
    EXPECT_EQ(std::distance(fs::directory_iterator(into()), {}), 2);
    EXPECT_EQ(std::distance(fs::directory_iterator(into() / "lib"), {}), 1);
  }
  mac.clear();
  for (int i = 0; i <= unpacked_files_max; ++i)
    mac.push_back({"__MACOSX/._" + std::to_string(i), ""});
  mac.push_back({"meta", "Bot\n"});
  EXPECT_EQ(refusal(mac), "") << "and does not count it";
  EXPECT_EQ(refusal({{"../._x", "x"}}), "'../._x' in the archive leads out of it");
}

TEST_F(Unpack, NamesWhatItGotInPlaceOfAnArchive) {
  const std::string form =
      "--------------------------d74496d66958873e\r\nContent-Disposition: form-data; "
      "name=\"file\"; "
      "filename=\"a.tgz\"\r\n\r\n" +
      packed({{"meta", "x"}}, As::tar_gzip);
  for (const auto& [bytes, reason] : {
           std::pair{form, "curl --data-binary @FILE"},
           {zipped({{"meta", "x", is_encrypted}}), "'meta' in the archive is encrypted"},
           {std::string("7z\xbc\xaf\x27\x1c and more"), "it is a 7z"},
           {std::string("Rar!\x1a\x07 and more"), "it is a rar"},
           {std::string("BZh91AY&SY and more"), "it is compressed by bzip2"},
           {std::string("#!/usr/bin/env python3\n"), "pack the bot's folder"},
           {std::string("<!DOCTYPE html>"), "it is a page"},
           {std::string(), "it is empty"},
           {std::string("import sys\nprint('turn')\n"), "it is one file"},
           {std::string("UEsDBBQAAAAIAA==\n"), "it is one file"},
           {std::string("MZ\x90\0\3", 5), "it is one file"},
           {std::string("\x7f"
                        "ELF\2\1\1\0",
                        8),
            "it is one file"},
       })
    EXPECT_NE(refusal_of(bytes).find(reason), std::string::npos) << refusal_of(bytes);
}

TEST_F(Unpack, NamesTheEndThatIsMissing) {
  const std::string noise = [] {
    std::string text(100'000, 'x');
    for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(i * i >> 5);
    return text;
  }();
  for (const As as : {As::tar_gzip, As::tar_xz, As::tar_zstd, As::zip}) {
    const std::string whole = packed({{"meta", noise}, {"more", noise}}, as);
    for (const std::size_t kept : {whole.size() / 2, whole.size() / 10, whole.size() - 30})
      EXPECT_NE(refusal_of(whole.substr(0, kept)).find("cut off"), std::string::npos)
          << static_cast<int>(as) << ' ' << kept << refusal_of(whole.substr(0, kept));
  }
}

TEST_F(Unpack, RefusesWhatLeadsOut) {
  EXPECT_EQ(refusal({{"../evil", "x"}}), "'../evil' in the archive leads out of it");
  EXPECT_EQ(refusal({{"a/.hilltop-files", "x"}}),
            "'a/.hilltop-files' in the archive is written by the arena alone: leave it out");
  EXPECT_EQ(refusal({{"a/../../evil", "x"}}), "'a/../../evil' in the archive leads out of it");
  EXPECT_EQ(refusal({{"/etc/evil", "x"}}), "'/etc/evil' in the archive has an absolute path");
  EXPECT_EQ(refusal({{"a\\..\\evil", "x"}}),
            "'a\\..\\evil' in the archive has a backslash; names are separated by '/'");
  EXPECT_EQ(refusal({{"link", "", AE_IFLNK, "/etc"}}), "'link' in the archive is a link");
  EXPECT_EQ(refusal({{"meta", "x"}, {"hard", "", AE_IFREG, "meta"}}),
            "'hard' in the archive is a link");
  EXPECT_EQ(refusal({{"pipe", "", AE_IFIFO}}),
            "'pipe' in the archive is neither a file nor a folder");
  EXPECT_NE(refusal({{"e\x1b[2J", "x"}}).find("control"), std::string::npos);
  EXPECT_FALSE(fs::exists(into().parent_path() / "evil"));
}

TEST_F(Unpack, RefusesToWriteAFileTwice) {
  EXPECT_NE(refusal({{"J\u00fcrgen", "a"}, {"Ju\u0308rgen", "b"}}), "") << "composed or not";
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

TEST_F(Unpack, CountsWhatIsNotWritten) {
  const std::string large(unpacked_bytes_max + (16 << 20), '\0');
  EXPECT_EQ(refusal({{".", "x"}}), "'.' in the archive is a file without a name");
  EXPECT_EQ(refusal({{"./", "", AE_IFDIR}, {"meta", "x"}}), "");
  const std::string folder = with_kind(packed({{"lib", large}}), 'D');
  const auto with_data = unpack(gzipped_again(folder), into());
  ASSERT_FALSE(with_data);
  EXPECT_EQ(with_data.error().text, "'lib' in the archive is a folder with data");
  // The library skips a name of a volume, and of anything that it does not know.
  std::string tar = packed({{"zeros", large}});
  for (const char kind : {'V', 'g', 'x', 'L', 'S'}) {
    tar = with_kind(std::move(tar), kind);
    EXPECT_FALSE(unpack(gzipped_again(tar), into())) << kind;
  }
}

TEST_F(Unpack, DecompressesOnce) {
  const std::string tar = packed({{"meta", "x"}}, As::tar_gzip);
  const auto done = unpack(gzipped_again(tar), into());
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().text.find("the archive cannot be read"), std::string::npos);
  EXPECT_TRUE(unpack(tar + packed({}, As::tar_gzip) + std::string(100, '\0'), into()));
}

TEST_F(Unpack, RefusesAWindowThatNeedsMuchMemory) {
  std::string xz = packed({{"meta", std::string(100'000, 'x')}}, As::tar_xz);
  constexpr std::size_t header_at = 12, one_gib = 36;  // the code of that window's size
  const std::size_t size = (static_cast<unsigned char>(xz[header_at]) + 1U) * 4U;
  const std::size_t filter_at = xz.find("\x21\x01", header_at);
  ASSERT_LT(filter_at, header_at + size);
  xz[filter_at + 2] = static_cast<char>(one_gib);
  const auto sum =
      crc32(0, reinterpret_cast<const Bytef*>(xz.data()) + header_at, static_cast<uInt>(size - 4));
  for (std::size_t i = 0; i < 4; ++i)
    xz[header_at + size - 4 + i] = static_cast<char>(sum >> (8 * i) & 0xff);
  // A frame of zstd whose window has 128 MiB, and an empty block.
  const std::string zstd{"\x28\xb5\x2f\xfd\x00\x88\x01\x00\x00", 9};
  for (const std::string& bytes : {xz, zstd}) {
    const auto done = unpack(bytes, into());
    ASSERT_FALSE(done);
    EXPECT_NE(done.error().text.find("it needs more than 64 MiB of memory"), std::string::npos)
        << done.error().text;
  }
}

TEST_F(Unpack, TakesOfAZipWhatIsDeflatedOnly) {
  std::string zip = packed({{"meta", std::string(1000, 'x')}}, As::zip);
  constexpr std::size_t method_at = 8, central_method_at = 10;
  const std::size_t central = zip.find("PK\x01\x02");
  ASSERT_NE(central, std::string::npos);
  zip[method_at] = zip[central + central_method_at] = 95;  // xz
  const auto done = unpack(zip, into());
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().text,
            "'meta' in the archive is compressed in another way than by deflate");
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
  for (const As as : {As::tar_gzip, As::tar_xz, As::tar_zstd}) {
    std::string noise(100'000, 'x');
    for (std::size_t i = 0; i < noise.size(); ++i) noise[i] = static_cast<char>(i * i >> 5);
    const std::string whole = packed({{"meta", noise}}, as);
    for (const std::size_t cut : {whole.size() / 2, whole.size() / 10}) {
      fs::remove_all(into());
      fs::create_directory(into());
      EXPECT_FALSE(unpack(whole.substr(0, cut), into())) << cut;
    }
  }
}

}  // namespace
}  // namespace hilltop::server::archive_test
