#pragma once
#include <filesystem>
#include <stdexcept>
#include <string>
#include <sys/types.h>
#include <utility>

#include "runner/content.hpp"
#include "runner/folder.hpp"

namespace hilltop::runner {

// A bot's folder exceeds its limits.
struct NoRoom : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What a bot wrote cannot be given back.
struct NotGivenBack : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A working copy of a bot's folder, in which the bot is built and plays. What the bot does to the
// copy affects only itself, and no later run (decision 0026).
class Lodging {
 public:
  // Creates `folder` as a copy of `authors`; it is removed with this object. Throws NoRoom and
  // std::filesystem::filesystem_error.
  Lodging(std::filesystem::path authors, std::filesystem::path folder, const Room& room);
  ~Lodging();
  Lodging(const Lodging&) = delete;
  Lodging& operator=(const Lodging&) = delete;

  const std::filesystem::path& folder() const { return folder_; }

  // To be called after a build. give_back() also copies the author's files that the build has
  // changed, unless the author has changed them, too: a program that was compiled by hand is
  // replaced by the new one, so that the next run need not build again.
  void take_build();

  // Copies the files that the bot wrote, within limits.hpp, into its author's folder, where its
  // next run finds them, and removes those that it has deleted. Changes no file of its author, and
  // none that another run gave back and this bot did not change. A kill at any moment leaves no
  // file that would pass for its author's. Throws std::filesystem::filesystem_error if the disk
  // refuses or a folder is gone, and NotGivenBack.
  void give_back() const;

 private:
  // Returns those that were copied and are not the bot's.
  Files authors_files() const;
  // Makes the bot's files older than all of its author's, so that `make` builds anew what was built
  // of other files, whatever the dates of these.
  void make_own_files_old() const;

  std::filesystem::path authors_, folder_;
  std::pair<dev_t, ino_t> identity_;  // of the author's folder
  Files brought_;  // everything that was copied
  Files own_;      // of these, the files that the bot had written
  Files rebuilt_;  // of these, the author's files that the build has changed since
};

// Creates a folder for bots in the folder for temporary files; removes those of programs that were
// killed. Throws std::filesystem::filesystem_error.
std::filesystem::path make_house();

}  // namespace hilltop::runner
