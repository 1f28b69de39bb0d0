#pragma once
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runner/authors_folder.hpp"
#include "runner/content.hpp"
#include "runner/copied_tree.hpp"
#include "runner/folder.hpp"
#include "runner/kept_trees.hpp"
#include "runner/own_files.hpp"

namespace hilltop::runner {

class KnownHashes;

// Returns whether a warden can show a folder as a layer above others (overlayfs). Called for
// folders of many files only.
using CanBeLayered = std::function<bool()>;

// A working copy of a bot's folder, in which the bot is built and plays. What the bot does to the
// copy affects only itself, and no later run (decision 0026).
class Lodging {
 public:
  // Creates `folder` as a copy of `authors`; it is removed with this object. If a build is to run
  // in it, it lacks what builds have made of other files of its author: `make` must not take them
  // for new. If `authors` is large and layers are possible, `folder` has only what the bot and its
  // build made, and is a layer above lower(), which has the rest (decision 0083). Throws NoRoom and
  // std::filesystem::filesystem_error.
  Lodging(std::filesystem::path authors, std::filesystem::path folder, const Room& room,
          bool is_to_be_built, const CanBeLayered& can_be_layered = {});
  ~Lodging();
  Lodging(const Lodging&) = delete;
  Lodging& operator=(const Lodging&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  // Returns the folders below that layer, the upper ones first; empty if folder() is whole.
  std::vector<std::filesystem::path> lower() const;

  // Returns the files in the author's folder that the copy lacks.
  const std::vector<std::string>& left_out() const { return left_out_; }

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
  // Copies only the log of its build, after one that failed: what it left half made must not pass
  // for what the bot wrote.
  void give_back_log() const;

 private:
  // Each copies `tree` and takes brought_ from it. lay_over() returns false if nothing can be kept.
  void copy_all(const Tree& tree, KnownHashes& known);
  bool lay_over(const Tree& tree, const OwnFilesList& list, KnownHashes& known);
  void leave_out_what_was_built_of_other_files(const OwnFilesList& list);
  // Gives back `made`; if that is all, removes what is gone.
  void give_back(const Files& made, bool is_all) const;
  // These are its steps, with the author's files that matter as they are `now`, and of those the
  // bot's `own`. Returns what of `made` is new and takes the place of no file that its author has
  // put there or changed meanwhile.
  OwnFilesList coming(const Files& made, const OwnFilesList& own, const Files& now) const;
  void remove_deleted(const Files& made, const Files& now, OwnFilesList& own) const;
  // Copies as much as it can. Returns the last failure.
  std::exception_ptr copy(const OwnFilesList& coming, const Files& now, OwnFilesList& own) const;
  // Returns whether the build's new version of an author's file can take its place.
  bool can_be_given_back(const std::string& name) const;
  // Returns those that were copied and that are neither the bot's nor changed by its build.
  Files authors_files() const;
  // Returns the content of these, without a log of its build.
  ContentHash content_to_build() const;

  std::filesystem::path authors_, folder_;
  std::optional<KeptTree> below_;            // without it the folder is whole
  FolderIdentity identity_{};                // of the author's folder
  Files brought_;                            // everything that is copied
  Files own_;                                // the files that the bot or its build had made
  std::vector<std::string> left_out_;        // of these, those that are not copied
  Files built_;                              // of what is copied, as a build has made it
  std::set<std::filesystem::path> folders_;  // in the copy, without those that the build makes
  std::set<std::string> built_folders_;      // each with a slash
  Files rebuilt_;  // the author's files that the build has changed, as they were
};

// A copy of the folder of a Lodging in which one player's processes play, so that two processes of
// a bot share nothing. What they write is not given back.
class OwnCopy {
 public:
  // Creates `folder` as a copy of `lodging`, or as an empty layer above it; it is removed with this
  // object. Throws as Lodging does.
  OwnCopy(const Lodging& lodging, std::filesystem::path folder, const Room& room);
  ~OwnCopy();
  OwnCopy(const OwnCopy&) = delete;
  OwnCopy& operator=(const OwnCopy&) = delete;

  // Returns the folders below that layer, the upper ones first; empty if the copy is whole.
  const std::vector<std::filesystem::path>& lower() const { return lower_; }

  // Returns whether nothing has been left in it: it is as it was made. To be called while no
  // process of the bot runs.
  bool is_untouched();

 private:
  // Differs after any change of a file or folder. A bot can set a file's other times, but not the
  // time of its last change.
  struct Stamp {
    std::uint64_t inode = 0;
    std::int64_t changed_s = 0;
    std::int64_t changed_ns = 0;
    bool operator==(const Stamp&) const = default;
  };
  using Stamps = std::map<std::string, Stamp>;
  static Stamps stamps_in(const std::filesystem::path& folder);

  std::filesystem::path lodging_, folder_;
  std::vector<std::filesystem::path> lower_;
  Stamps stamps_;  // as at the last look; empty before the first
};

}  // namespace hilltop::runner
