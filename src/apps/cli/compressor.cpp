#include "apps/cli/compressor.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <zlib.h>
#include <zstd.h>

namespace hilltop::cli {
namespace {

constexpr std::string_view zstd_suffix = ".zst", gzip_suffix = ".gz";

// Compresses to one frame, because some readers end after the first.
class Zstd : public Compressor {
 public:
  Zstd() : context_(ZSTD_createCCtx(), ZSTD_freeCCtx), out_(ZSTD_CStreamOutSize(), '\0') {
    if (!context_) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  }

  void compress(std::string_view text, bool is_last, const Take& take) override {
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

// Compresses to one member of gzip, which has no name and no time: the same text gives the same
// bytes.
class Gzip : public Compressor {
 public:
  Gzip() : out_(out_bytes, '\0') {
    if (deflateInit2(&stream_, level, Z_DEFLATED, window_bits + gzip_header, memory_level,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~Gzip() override { deflateEnd(&stream_); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  void compress(std::string_view text, bool is_last, const Take& take) override {
    do {
      const std::size_t part = std::min<std::size_t>(text.size(), std::numeric_limits<uInt>::max());
      std::string in(text.substr(0, part));  // zlib takes a pointer to what may change
      text.remove_prefix(part);
      stream_.next_in = reinterpret_cast<Bytef*>(in.data());
      stream_.avail_in = static_cast<uInt>(part);
      do {
        stream_.next_out = reinterpret_cast<Bytef*>(out_.data());
        stream_.avail_out = static_cast<uInt>(out_.size());
        const int status = deflate(&stream_, is_last && text.empty() ? Z_FINISH : Z_NO_FLUSH);
        if (status == Z_STREAM_ERROR) throw std::runtime_error("zlib cannot compress");
        take(std::string_view(out_).substr(0, out_.size() - stream_.avail_out));
      } while (stream_.avail_out == 0);
    } while (!text.empty());
  }

 private:
  static constexpr int level = 6, window_bits = 15, gzip_header = 16, memory_level = 8;
  static constexpr std::size_t out_bytes = std::size_t{1} << 16;
  z_stream stream_{};
  std::string out_;
};

}  // namespace

std::string_view compressed_suffix(std::string_view name) {
  for (const std::string_view suffix : {zstd_suffix, gzip_suffix})
    if (name.ends_with(suffix)) return suffix;
  return {};
}

std::unique_ptr<Compressor> make_compressor(std::string_view suffix) {
  if (suffix == zstd_suffix) return std::make_unique<Zstd>();
  if (suffix == gzip_suffix) return std::make_unique<Gzip>();
  return nullptr;
}

}  // namespace hilltop::cli
