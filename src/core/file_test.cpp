#include "core/file.hpp"

#include <array>
#include <fcntl.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hilltop::file_test {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  Files() { fs::create_directories(folder_); }
  ~Files() override { fs::remove_all(folder_); }

  fs::path put(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / ("file-" + std::to_string(::getpid()));
};

TEST_F(Files, AreReadUpToTheirLimitAndNoFurther) {
  for (const std::size_t bytes : {0u, 1u, 65'535u, 65'536u, 65'537u, 200'000u}) {
    const fs::path file = put("file", std::string(bytes, 'x'));
    EXPECT_EQ(read_file(file, bytes), std::string(bytes, 'x'));
    EXPECT_EQ(read_file(file, bytes + 1), std::string(bytes, 'x'));
    if (bytes == 0) continue;
    EXPECT_EQ(read_file(file, bytes - 1).error(),
              "larger than " + std::to_string(bytes - 1) + " bytes");
  }
}

TEST_F(Files, AreReplacedWhenAllPartsAreThere) {
  const fs::path file = put("file", "old");
  {
    auto unfinished = Replacement::of(file);
    ASSERT_TRUE(unfinished && unfinished->add("half"));
  }
  EXPECT_EQ(read_file(file, 9), "old");
  {
    auto replacement = Replacement::of(file);
    ASSERT_TRUE(replacement && replacement->add("new "));
    Replacement moved(*std::move(replacement));
    EXPECT_TRUE(moved.add("text"));
    EXPECT_EQ(read_file(file, 9), "old");
    EXPECT_TRUE(moved.commit());
  }
  EXPECT_EQ(read_file(file, 9), "new text");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
  EXPECT_EQ(Replacement::of(folder_ / "none" / "file").error(), "No such file or directory");
}

TEST_F(Files, ThatAreNoneAreRefusedWithoutWaiting) {
  EXPECT_EQ(read_file(folder_ / "none", 1).error(), "No such file or directory");
  EXPECT_EQ(read_file(folder_, 1).error(), "it is a folder");
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(read_file(folder_ / "pipe", 1).error(), "it is a pipe");
  EXPECT_EQ(read_file("/dev/zero", 1).error(), "it is not a file");
}

TEST_F(Files, AreReplacedWholeAndKeepTheirModes) {
  const fs::path file = put("page", "old");
  fs::permissions(file, fs::perms(0640));
  ASSERT_TRUE(replace_file(file, "new"));
  EXPECT_EQ(read_file(file, 10), "new");
  EXPECT_EQ(fs::status(file).permissions(), fs::perms(0640));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1) << "no half is left";
}

TEST_F(Files, ThatAreDevicesAreWrittenInto) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const Descriptor reader(::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  ASSERT_TRUE(replace_file(pipe, "text"));
  EXPECT_TRUE(fs::is_fifo(pipe));
  std::array<char, 10> told{};
  EXPECT_EQ(::read(reader.number(), told.data(), told.size()), 4);
  if (!fs::exists("/dev/full")) return;
  EXPECT_EQ(replace_file("/dev/full", "text").error(), "No space left on device");
}

TEST_F(Files, ThatCannotBeReplacedStayAsTheyWere) {
  fs::create_directory(folder_ / "folder");
  EXPECT_FALSE(replace_file(folder_ / "folder", "text"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1) << "no half is left";
  EXPECT_EQ(replace_file(folder_ / "none" / "file", "text").error(), "No such file or directory");
}

}  // namespace
}  // namespace hilltop::file_test
