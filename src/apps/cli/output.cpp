#include "apps/cli/output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

#include "apps/cli/compressor.hpp"
#include "store/address.hpp"

namespace hilltop::cli {
namespace {

namespace fs = std::filesystem;

// Returns where a file is, or would be made: it follows links, also those that lead to no file yet.
fs::path followed(fs::path file, std::error_code& error) {
  constexpr int links_max = 40;  // as Linux
  for (int links = 0; links < links_max && fs::is_symlink(file, error); ++links)
    file = file.parent_path() / fs::read_symlink(file, error);
  return fs::weakly_canonical(fs::absolute(file), error);
}

bool is_one_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  if (a == standard_output || b == standard_output) return a == b;
  if (is_device(a) || is_device(b)) return false;
  if (fs::exists(a, error) && fs::exists(b, error)) return fs::equivalent(a, b, error);
  return followed(a, error) == followed(b, error);
}

}  // namespace

std::expected<fs::path, Problem> output_file(const std::string& option, const std::string& typed) {
  const auto problem = [&](const std::string& why) {
    return std::unexpected(Problem{fmt::format("{}: cannot write '{}': {}", option, typed, why)});
  };
  std::error_code error;
  if (typed.empty()) return problem("it has no name");
  if (typed == standard_output) return fs::path(typed);
  if (is_device(typed)) return fs::path(typed);
  fs::path file = followed(typed, error);
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
  if (file == standard_output) {
    std::fwrite(text.data(), 1, text.size(), stdout);  // main() reports a failure
    return {};
  }
  if (const auto replaced = replace_file(file, text); !replaced)
    return std::unexpected(
        Problem{fmt::format("cannot write '{}': {}", file.string(), replaced.error())});
  return {};
}

OutputStream::OutputStream(const fs::path& file, std::string_view suffix) : file_(file) {
  if (file == standard_output || is_device(file)) {
    device_ = Descriptor(file == standard_output ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
                                                 : ::open(file.c_str(), O_WRONLY | O_CLOEXEC));
    if (!device_.open()) check(std::unexpected(std::string(std::strerror(errno))));
  } else {
    auto replacement = Replacement::of(file);
    if (!replacement) check(std::unexpected(replacement.error()));
    replacement_.emplace(*std::move(replacement));
  }
  compressor_ = make_compressor(suffix);
}

OutputStream::~OutputStream() = default;

void OutputStream::write(std::string_view text) {
  if (compressor_)
    compressor_->compress(text, false, [this](std::string_view bytes) { write_as_is(bytes); });
  else
    write_as_is(text);
}

void OutputStream::finish() {
  if (compressor_)
    compressor_->compress({}, true, [this](std::string_view bytes) { write_as_is(bytes); });
  if (replacement_) check(replacement_->commit());
}

void OutputStream::write_as_is(std::string_view bytes) {
  check(replacement_ ? replacement_->add(bytes) : write_all(device_, bytes));
}

void OutputStream::check(const std::expected<void, std::string>& written) const {
  if (!written)
    throw std::runtime_error(fmt::format("cannot write '{}': {}", file_.string(), written.error()));
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

std::expected<void, Problem> check_outside(const std::vector<UsedFile>& outputs,
                                           const std::vector<fs::path>& bots) {
  for (const UsedFile& output : outputs)
    for (const fs::path& bot : bots) {
      std::error_code error;
      const fs::path within = followed(output.file, error).lexically_relative(followed(bot, error));
      if (output.file == standard_output || is_device(output.file) || within.empty() ||
          *within.begin() == "..")
        continue;
      return std::unexpected(Problem{
          fmt::format("{} '{}' is in the folder of a bot, '{}', which plays as its files are; name "
                      "another folder",
                      output.use, output.file.string(), bot.string())});
    }
  return {};
}

std::vector<UsedFile> files_of_store(const std::string& store) {
  if (store::is_address(store)) return {};
  std::error_code error;  // then opening the store fails
  const fs::path file = followed(store, error);
  std::vector<UsedFile> files{{"the store", file}};
  for (const char* const journal : {"-wal", "-shm", "-journal"})
    files.push_back({"a journal of the store", file.string() + journal});
  return files;
}

}  // namespace hilltop::cli
