#include "apps/cli/output.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <new>
#include <stdexcept>
#include <system_error>
#include <unistd.h>
#include <zstd.h>

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
  if (const auto replaced = replace_file(file, text); !replaced)
    return std::unexpected(
        Problem{fmt::format("cannot write '{}': {}", file.string(), replaced.error())});
  return {};
}

// Compresses to one frame, because some readers end after the first.
class OutputStream::Compressor {
 public:
  Compressor() : context_(ZSTD_createCCtx(), ZSTD_freeCCtx), out_(ZSTD_CStreamOutSize(), '\0') {
    if (!context_) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  }

  // Passes the compressed text to `take`, as far as it is ready; all of it if `is_last`.
  template <class Take>
  void compress(std::string_view text, bool is_last, Take&& take) {
    ZSTD_inBuffer in{text.data(), text.size(), 0};
    while (true) {
      ZSTD_outBuffer out{out_.data(), out_.size(), 0};
      const std::size_t rest =
          ZSTD_compressStream2(context_.get(), &out, &in, is_last ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError(rest) != 0) throw std::runtime_error(ZSTD_getErrorName(rest));
      take(std::string_view(out_).substr(0, out.pos));
      if (is_last ? rest == 0 : in.pos == in.size) return;
    }
  }

 private:
  static constexpr int level = 3;
  std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context_;
  std::string out_;
};

OutputStream::OutputStream(const fs::path& file) : file_(file) {
  if (is_device(file)) {
    device_ = Descriptor(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
    if (!device_.open()) check(std::unexpected(std::string(std::strerror(errno))));
  } else {
    auto replacement = Replacement::of(file);
    if (!replacement) check(std::unexpected(replacement.error()));
    replacement_.emplace(*std::move(replacement));
  }
  if (file.extension() == compressed_suffix) compressor_ = std::make_unique<Compressor>();
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
      if (is_device(output.file) || within.empty() || *within.begin() == "..") continue;
      return std::unexpected(Problem{
          fmt::format("{} '{}' is in the folder of a bot, '{}', which plays as its files are; name "
                      "another folder",
                      output.use, output.file.string(), bot.string())});
    }
  return {};
}

std::vector<UsedFile> files_of_store(const std::string& store) {
  std::error_code error;  // then opening the store fails
  const fs::path file = followed(store, error);
  std::vector<UsedFile> files{{"the store", file}};
  for (const char* const journal : {"-wal", "-shm", "-journal"})
    files.push_back({"a journal of the store", file.string() + journal});
  return files;
}

}  // namespace hilltop::cli
