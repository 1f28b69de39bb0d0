#include "server/gzip.hpp"

#include <stdexcept>
#define ZLIB_CONST
#include <zlib.h>

namespace hilltop::server {

std::string gzipped(std::string_view text, Compression compression) {
  z_stream stream{};
  constexpr int gzip_window = 15 + 16, memory = 9;
  const int level = compression == Compression::most ? Z_BEST_COMPRESSION : Z_DEFAULT_COMPRESSION;
  if (deflateInit2(&stream, level, Z_DEFLATED, gzip_window, memory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("cannot compress an answer");
  std::string out(deflateBound(&stream, static_cast<uLong>(text.size())) + 64, '\0');
  stream.next_in = reinterpret_cast<const Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int ended = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (ended != Z_STREAM_END) throw std::runtime_error("cannot compress an answer");
  return out;
}

}  // namespace hilltop::server
