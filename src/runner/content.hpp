#pragma once
#include <array>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/problem.hpp"

namespace hilltop::runner {

using ContentHash = std::array<std::uint8_t, 32>;  // BLAKE2b-256

// The files of a folder: their path in it, with '/', and the hash of what they hold. Caches that
// interpreters and version control keep beside the source are left out.
using Files = std::map<std::string, ContentHash>;

// A Problem: the folder cannot be read, or is larger than a bot may be (limits.hpp).
std::expected<Files, Problem> files_in(const std::filesystem::path& folder);

// Of a bot: its files, by name and content.
ContentHash content_hash(const Files& files);
ContentHash content_hash(std::string_view text);

// Which of a folder's files its author put there, and which the bot wrote while it played: the
// latter are its state, and no part of what it is.
class Diary {
 public:
  Diary() = default;

  // What the author put there, given what is there now. Whatever is as the bot left it is the
  // bot's; whatever has changed since is the author's. Of a bot whose last run did not end, new
  // files are taken for its own, and files that have changed for the author's.
  Files entered(const Files& now) const;

  // A run begins, and is over.
  void begin(const Files& entered);
  void end(const Files& left);

  // Lines of words, the first "hilltop diary 1". What cannot be read is an empty diary: then all
  // files count as the author's.
  std::string write() const;
  static Diary read(std::string_view text);

 private:
  Files entered_, left_;
  bool playing_ = false;
};

}  // namespace hilltop::runner
