#pragma once
#include <array>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/problem.hpp"

namespace hilltop::runner {

using ContentHash = std::array<std::uint8_t, 32>;  // BLAKE2b-256

// The files of a folder: their path in it, with '/', and the hash of what they hold. What
// interpreters, version control and editors keep beside the source is left out.
using Files = std::map<std::string, ContentHash>;

// Whether a file or folder of this name is such a thing.
bool is_left_out(std::string_view name);

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
  // `authors`: names of files that were not changed by the bot, if they were.
  void end(const Files& left, const std::set<std::string>& authors = {});

  // Which of the author's files are otherwise now, or gone, while the run goes on.
  std::set<std::string> changed(const Files& now) const;

  // Lines of words, the first "hilltop diary 1". What cannot be read is an empty diary: then all
  // files count as the author's.
  std::string write() const;
  static Diary read(std::string_view text);

 private:
  Files entered_, left_;
  bool playing_ = false;
};

}  // namespace hilltop::runner
