#include "apps/cli/output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <system_error>
#include <unistd.h>

#include "core/file.hpp"

namespace hilltop::cli {
namespace {

namespace fs = std::filesystem;

bool is_device(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error) && !fs::is_regular_file(file, error) &&
         !fs::is_directory(file, error);
}

bool is_one_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  if (is_device(a) || is_device(b)) return false;
  if (fs::exists(a, error) && fs::exists(b, error)) return fs::equivalent(a, b, error);
  const fs::path one = fs::weakly_canonical(fs::absolute(a, error), error);
  const fs::path other = fs::weakly_canonical(fs::absolute(b, error), error);
  return one == other;
}

}  // namespace

std::expected<fs::path, Problem> output_file(const std::string& option, const std::string& typed) {
  const auto problem = [&](const std::string& why) {
    return std::unexpected(Problem{fmt::format("{}: cannot write '{}': {}", option, typed, why)});
  };
  std::error_code error;
  if (typed.empty()) return problem("it has no name");
  if (is_device(typed)) return fs::path(typed);
  const fs::path file = fs::weakly_canonical(fs::absolute(typed), error);
  if (error) return problem(error.message());
  if (fs::is_directory(file, error) || typed.ends_with('/'))
    return problem("it is a folder; name a file in it");
  const fs::path folder = file.parent_path();
  if (!fs::is_directory(folder, error))
    return problem("there is no folder '" + folder.string() + "'");
  if (fs::exists(file, error) && ::access(file.c_str(), W_OK) != 0)
    return problem(std::strerror(errno));
  if (::access(folder.c_str(), W_OK | X_OK) != 0)  // where the new file is made
    return problem(fmt::format("its folder '{}': {}", folder.string(), std::strerror(errno)));
  return file;
}

std::expected<void, Problem> write_output(const std::string& text, const fs::path& file) {
  const auto problem = [&](const std::string& why) {
    return std::unexpected(Problem{fmt::format("cannot write '{}': {}", file.string(), why)});
  };
  if (!is_device(file)) {
    if (const auto replaced = replace_file(file, text); !replaced) return problem(replaced.error());
    return {};
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::fopen(file.c_str(), "we"),
                                                            std::fclose);
  if (out && std::fwrite(text.data(), 1, text.size(), out.get()) == text.size() &&
      std::fflush(out.get()) == 0)
    return {};
  return problem(std::strerror(errno));
}

std::expected<void, Problem> check_apart(const std::vector<UsedFile>& files) {
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (is_one_file(files[i].file, files[j].file))
        return std::unexpected(
            Problem{fmt::format("{} and {} are the same file, '{}'; name two", files[j].use,
                                files[i].use, files[i].file.string())});
  return {};
}

std::vector<UsedFile> files_of_store(const std::string& store) {
  std::vector<UsedFile> files{{"the store", store}};
  for (const char* const journal : {"-wal", "-shm", "-journal"})
    files.push_back({"a journal of the store", store + journal});
  return files;
}

}  // namespace hilltop::cli
