#pragma once
#include <cstddef>
#include <expected>
#include <memory>
#include <span>
#include <string_view>

#include "core/problem.hpp"

namespace hilltop::server {

// How far back compressed data may refer, which is what a decoder keeps in memory: that of `xz -9`
// and `zstd -19`.
constexpr std::size_t window_bytes_max = std::size_t{64} << 20;

// Takes what may be compressed by gzip, xz or zstd, once.
class Decompressor {
 public:
  // Chooses by the first bytes; what is not compressed is given back as it is. `bytes` outlive it.
  static std::unique_ptr<Decompressor> of(std::string_view bytes);
  virtual ~Decompressor() = default;

  // Fills `into` from its beginning, and returns how much it filled; 0 at the end. Problem: the
  // data are damaged, or need a larger window.
  virtual std::expected<std::size_t, Problem> read(std::span<char> into) = 0;
};

}  // namespace hilltop::server
