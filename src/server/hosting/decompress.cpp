#include "server/hosting/decompress.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <lzma.h>
#include <stdexcept>
#define ZLIB_CONST
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

namespace hilltop::server {
namespace {

constexpr std::string_view gzip_begins = "\x1f\x8b",
                           xz_begins{
                               "\xfd"
                               "7zXZ\0",
                               6},
                           zstd_begins = "\x28\xb5\x2f\xfd";

// What xz needs besides its window.
constexpr std::uint64_t xz_state_bytes_max = std::uint64_t{2} << 20;

std::unexpected<Problem> damaged() { return std::unexpected(Problem{"damaged"}); }
std::unexpected<Problem> cut_off() { return std::unexpected(Problem{"it was cut off"}); }

std::unexpected<Problem> too_large_window() {
  return std::unexpected(
      Problem{fmt::format("it needs more than {} MiB of memory", window_bytes_max >> 20)});
}

const std::uint8_t* octets(std::string_view bytes) {
  return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

class Plain final : public Decompressor {
 public:
  explicit Plain(std::string_view bytes) : rest_(bytes) {}
  std::expected<std::size_t, Problem> read(std::span<char> into) override {
    const std::size_t size = rest_.copy(into.data(), into.size());
    rest_.remove_prefix(size);
    return size;
  }

 private:
  std::string_view rest_;
};

class Gzip final : public Decompressor {
 public:
  explicit Gzip(std::string_view bytes) {
    constexpr int gzip_window = 15 + 16;
    if (inflateInit2(&stream_, gzip_window) != Z_OK) throw std::bad_alloc();
    stream_.next_in = octets(bytes);
    stream_.avail_in = static_cast<uInt>(bytes.size());
  }
  ~Gzip() override { inflateEnd(&stream_); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  std::expected<std::size_t, Problem> read(std::span<char> into) override {
    stream_.next_out = reinterpret_cast<Bytef*>(into.data());
    stream_.avail_out = static_cast<uInt>(into.size());
    while (stream_.avail_out > 0 && !ended_) {
      const int done = inflate(&stream_, Z_NO_FLUSH);
      if (done == Z_BUF_ERROR && stream_.avail_in == 0) return cut_off();
      if (done != Z_OK && done != Z_STREAM_END) return damaged();
      if (done != Z_STREAM_END) continue;
      // A file may have several parts. What else follows is padding.
      const std::string_view rest(reinterpret_cast<const char*>(stream_.next_in), stream_.avail_in);
      ended_ = !rest.starts_with(gzip_begins);
      if (!ended_) inflateReset(&stream_);
    }
    return into.size() - stream_.avail_out;
  }

 private:
  z_stream stream_{};
  bool ended_ = false;
};

class Xz final : public Decompressor {
 public:
  explicit Xz(std::string_view bytes) {
    if (lzma_stream_decoder(&stream_, window_bytes_max + xz_state_bytes_max, LZMA_CONCATENATED) !=
        LZMA_OK)
      throw std::bad_alloc();
    stream_.next_in = octets(bytes);
    stream_.avail_in = bytes.size();
  }
  ~Xz() override { lzma_end(&stream_); }
  Xz(const Xz&) = delete;
  Xz& operator=(const Xz&) = delete;

  std::expected<std::size_t, Problem> read(std::span<char> into) override {
    stream_.next_out = reinterpret_cast<std::uint8_t*>(into.data());
    stream_.avail_out = into.size();
    while (stream_.avail_out > 0 && !ended_) {
      const lzma_ret done = lzma_code(&stream_, LZMA_FINISH);
      if (done == LZMA_MEMLIMIT_ERROR) return too_large_window();
      if (done == LZMA_BUF_ERROR && stream_.avail_in == 0) return cut_off();
      ended_ = done == LZMA_STREAM_END;
      if (done != LZMA_OK && !ended_) return damaged();
    }
    return into.size() - stream_.avail_out;
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool ended_ = false;
};

class Zstd final : public Decompressor {
 public:
  explicit Zstd(std::string_view bytes)
      : stream_(ZSTD_createDStream()), in_{bytes.data(), bytes.size(), 0} {
    constexpr int window_log_max = std::bit_width(window_bytes_max) - 1;
    if (stream_ == nullptr ||
        ZSTD_isError(ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, window_log_max)) != 0)
      throw std::bad_alloc();
  }
  ~Zstd() override { ZSTD_freeDStream(stream_); }
  Zstd(const Zstd&) = delete;
  Zstd& operator=(const Zstd&) = delete;

  std::expected<std::size_t, Problem> read(std::span<char> into) override {
    ZSTD_outBuffer out{into.data(), into.size(), 0};
    while (out.pos < out.size && (in_.pos < in_.size || within_frame_)) {
      const std::size_t before = in_.pos + out.pos;
      const std::size_t done = ZSTD_decompressStream(stream_, &out, &in_);
      if (ZSTD_getErrorCode(done) == ZSTD_error_frameParameter_windowTooLarge)
        return too_large_window();
      if (ZSTD_isError(done) != 0) return damaged();
      within_frame_ = done != 0;
      if (within_frame_ && in_.pos + out.pos == before) return cut_off();
    }
    return out.pos;
  }

 private:
  ZSTD_DStream* const stream_;
  ZSTD_inBuffer in_;
  bool within_frame_ = false;
};

}  // namespace

std::unique_ptr<Decompressor> Decompressor::of(std::string_view bytes) {
  if (bytes.starts_with(gzip_begins)) return std::make_unique<Gzip>(bytes);
  if (bytes.starts_with(xz_begins)) return std::make_unique<Xz>(bytes);
  if (bytes.starts_with(zstd_begins)) return std::make_unique<Zstd>(bytes);
  return std::make_unique<Plain>(bytes);
}

}  // namespace hilltop::server
