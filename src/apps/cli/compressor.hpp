#pragma once
#include <functional>
#include <memory>
#include <string_view>

namespace hilltop::cli {

// Compresses a text part by part.
class Compressor {
 public:
  using Take = std::function<void(std::string_view)>;

  virtual ~Compressor() = default;
  // Passes the compressed text to `take`, as far as it is ready; all of it if `is_last`. Throws
  // what `take` throws, and std::runtime_error if the library fails.
  virtual void compress(std::string_view text, bool is_last, const Take& take) = 0;
};

// Returns the suffix of a file's name by which it is compressed; empty if it is not.
std::string_view compressed_suffix(std::string_view name);

// Null if the suffix is empty.
std::unique_ptr<Compressor> make_compressor(std::string_view suffix);

}  // namespace hilltop::cli
