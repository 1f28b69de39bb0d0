#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <sys/stat.h>

#include "runner/content.hpp"

namespace hilltop::runner {

// What tells whether a file was changed. Its time of change is the kernel's: no process can set it.
struct FileStamp {
  std::uint64_t device = 0, inode = 0, size = 0;
  std::int64_t written_s = 0, written_ns = 0, changed_s = 0, changed_ns = 0;

  static FileStamp of(const struct stat& file);
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

// The hashes of the files of an author's folder, as this host has computed them before, in the
// user's folder for caches: a file that was not changed since costs one look at its stamp. The
// author cannot make a file pass for another (decision 0058).
class KnownHashes {
 public:
  // A file that was changed within the last `settled_after` may change again unseen: that is longer
  // than any kernel's clock of files stands still.
  explicit KnownHashes(const std::filesystem::path& folder,
                       std::chrono::seconds settled_after = std::chrono::seconds(2));
  // Keeps what was computed, if it took long. Without a folder for caches nothing is kept.
  ~KnownHashes();
  KnownHashes(const KnownHashes&) = delete;
  KnownHashes& operator=(const KnownHashes&) = delete;

  // Returns the hash that a file had with this stamp. `name` is its path in the folder.
  std::optional<ContentHash> find(const std::string& name, const FileStamp& stamp) const;

  // Returns the hash of a file if it is settled: as long as its stamp is what it is, so is its
  // content. nullopt if it may change unseen, or cannot be read.
  std::optional<ContentHash> settled(const std::string& name, const std::filesystem::path& file);

  // Returns the hash of a regular file. nullopt if it cannot be read.
  std::optional<ContentHash> hash_of(const std::string& name, const std::filesystem::path& file);

 private:
  struct Known {
    FileStamp stamp;
    ContentHash hash;
  };

  void load();
  std::string text() const;

  const std::chrono::seconds settled_after_;
  std::filesystem::path folder_;
  std::filesystem::path file_;  // of the hashes; empty if there is none
  std::map<std::string, Known> known_;
  std::map<std::string, Known> seen_;  // since this object was made
  std::uint64_t hashed_files_ = 0, hashed_bytes_ = 0;
};

}  // namespace hilltop::runner
