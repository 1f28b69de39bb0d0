#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "fuzz/fuzz.hpp"

// With libFuzzer, HILLTOP_FUZZ holds the target's name and libFuzzer has main(). Otherwise the
// program runs a target over files: hilltop-fuzz TARGET FILE|FOLDER…
namespace {

using hilltop::fuzz::Target;

const Target& target_named(const char* name) {
  const auto found = std::ranges::find(hilltop::fuzz::targets, name ? name : "", &Target::name);
  if (found != hilltop::fuzz::targets.end()) return *found;
  std::fputs("hilltop-fuzz: no such target; there are:", stderr);
  for (const Target& target : hilltop::fuzz::targets)
    std::fprintf(stderr, " %s", std::string(target.name).c_str());
  std::fputs("\n", stderr);
  std::exit(2);
}

}  // namespace

#ifdef HILLTOP_LIBFUZZER

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Target& target = target_named(std::getenv("HILLTOP_FUZZ"));
  target.run({reinterpret_cast<const char*>(data), size});
  return 0;
}

#else

int main(int count, char** words) {
  namespace fs = std::filesystem;
  const Target& target = target_named(count > 1 ? words[1] : nullptr);
  std::vector<fs::path> files;
  for (int i = 2; i < count; ++i) {
    if (!fs::is_directory(words[i]))
      files.emplace_back(words[i]);
    else
      for (const auto& entry : fs::recursive_directory_iterator(words[i]))
        if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    std::printf("%s\n", file.c_str());
    std::fflush(stdout);  // names the last file if the target stops the program
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    target.run(text.view());
  }
  std::printf("%zu inputs\n", files.size());
  return files.empty() ? 2 : 0;
}

#endif
