#pragma once
#include <filesystem>
#include <stdexcept>

#include "runner/content.hpp"
#include "runner/folder.hpp"

namespace hilltop::runner {

// A bot's folder holds more than it may.
struct NoRoom : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A copy of a bot's folder, as its author left it, in which it is built and plays: what it does to
// its folder costs it alone, and nothing that another run could stumble over (decision 0026).
class Lodging {
 public:
  // Makes `folder`, which goes with this object. Throws NoRoom, and
  // std::filesystem::filesystem_error.
  Lodging(std::filesystem::path authors, std::filesystem::path folder, const Room& room);
  ~Lodging();
  Lodging(const Lodging&) = delete;
  Lodging& operator=(const Lodging&) = delete;

  const std::filesystem::path& folder() const { return folder_; }

  // Puts what the bot made itself, within limits.hpp, into its author's folder, where its next run
  // finds it, and takes away what it made earlier and has removed. No file of its author changes.
  // Throws what the disk refuses.
  void give_back() const;

 private:
  std::filesystem::path authors_, folder_;
  Files brought_;  // all that was copied
  Files own_;      // of that, what the bot had made
};

// A new folder for lodgings below that for temporary files; what programs left there that were
// killed goes. Throws std::filesystem::filesystem_error.
std::filesystem::path make_house();

}  // namespace hilltop::runner
