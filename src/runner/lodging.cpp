#include "runner/lodging.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "core/folder_lock.hpp"
#include "runner/copied_tree.hpp"
#include "runner/known_hashes.hpp"
#include "runner/limits.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

// Removes a copy and the folder beside it in which overlayfs works.
void remove_copy(const fs::path& folder) {
  remove_tree(folder);
  remove_tree(work_folder_of(folder));
}

// Creates a copy that is empty, or a layer.
void make_folder(const fs::path& folder) {
  fs::create_directory(folder);
  fs::permissions(folder, fs::perms::owner_all);
}

fs::perms owners_part_of_mode(const fs::path& file) {
  return fs::status(file).permissions() & fs::perms::owner_all;
}

// Returns whether a folder holds what the other does, apart from what Copy leaves out of the first.
// Throws std::filesystem::filesystem_error.
bool is_same_tree(const fs::path& original, const fs::path& copy) {
  std::size_t entries = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(original)) {
    const fs::path name = entry.path().filename();
    const fs::file_status status = entry.symlink_status();
    const bool is_copied =
        fs::is_symlink(status) || fs::is_directory(status) || fs::is_regular_file(status);
    if (is_left_out(name.string()) || !is_copied) continue;
    ++entries;
    const fs::path other = copy / name;
    const fs::file_status there = fs::symlink_status(other);
    if (there.type() != status.type()) return false;
    if (fs::is_symlink(status) && fs::read_symlink(entry.path()) != fs::read_symlink(other))
      return false;
    if (fs::is_directory(status) && !is_same_tree(entry.path(), other)) return false;
    if (fs::is_regular_file(status) &&
        (owners_part_of_mode(entry.path()) != owners_part_of_mode(other) ||
         hash_of_file(entry.path()) != hash_of_file(other)))
      return false;
  }
  return entries == static_cast<std::size_t>(std::distance(fs::directory_iterator(copy), {}));
}

// Returns the folders on the way to these files.
std::set<std::string> folders_above(const Files& files) {
  std::set<std::string> folders;
  for (const auto& [name, hash] : files)
    for (fs::path above = fs::path(name).parent_path(); !above.empty(); above = above.parent_path())
      if (!folders.insert(above.generic_string()).second) break;
  return folders;
}

// Returns whether a file describes the bot, or is in a folder in the place of one that does, so
// that only its author may write it.
bool is_entry(std::string_view name) {
  const std::string_view first = name.substr(0, name.find('/'));
  return first == "meta" || first == "bot.toml";
}

// Lets all that can enter a layer, which is closed itself, read and change what a build has made in
// it: in a copy above it the bot may have another uid. Leaves files of two names, as L5 does.
void open_to_everybody(const fs::path& layer) {
  std::error_code error, ignored;
  for (fs::recursive_directory_iterator place(layer, error), end; !error && place != end;
       place.increment(error)) {
    const fs::file_status status = place->symlink_status(ignored);
    const bool is_lone_file = fs::is_regular_file(status) && place->hard_link_count(ignored) == 1;
    if (!is_lone_file && !fs::is_directory(status)) continue;
    const fs::perms owners = status.permissions() & fs::perms::owner_all;
    const fs::perms all = fs::perms(static_cast<unsigned>(owners) * 0111 / 0100);
    fs::permissions(place->path(), all, ignored);
  }
}

// Returns the files that the bot wrote and then those that its build has made, in each case the
// smallest first, within the limits. The folder may have become anything: only regular files in
// real folders count, links are skipped, and unreadable files are left out. Throws
// std::filesystem::filesystem_error if the folder itself is gone.
Files made_by_bot(const fs::path& folder, const Files& authors, const Files& built) {
  std::vector<std::tuple<bool, std::uintmax_t, std::string>> found;
  std::error_code error;
  constexpr auto how = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator place(folder, how), end;
       !error && place != end && found.size() < folder_files_max; place.increment(error)) {
    std::error_code unseen;
    const std::string name = place->path().lexically_relative(folder).generic_string();
    if (is_left_out(place->path().filename().string()) || place->is_symlink(unseen)) {
      place.disable_recursion_pending();
      continue;
    }
    if (place.depth() > data_depth_max) place.disable_recursion_pending();
    if (place->is_regular_file(unseen) && !authors.contains(name) && !is_entry(name) &&
        !name.contains('\n'))  // which the list of them cannot hold
      found.emplace_back(built.contains(name), place->file_size(unseen), name);
  }
  if (error) throw fs::filesystem_error("cannot read", folder, error);
  std::ranges::sort(found);
  Files made;
  std::uintmax_t bytes = 0;
  for (const auto& [is_built, size, name] : found) {
    if (made.size() == data_files_max || (bytes += size) > data_bytes_max) break;
    if (const auto hash = hash_of_file(folder / name)) made.emplace(name, *hash);
  }
  return made;
}

// In a list the name of a folder that a build has made ends with a slash.
bool is_name_of_folder(const std::string& name) { return name.ends_with('/'); }
fs::path without_slash(const fs::path& folder) { return folder.parent_path(); }

// Adds the content of `root / name` to `now`, unless there is none or it is larger than what a bot
// may have.
void look_at(const fs::path& root, const std::string& name, Files& now) {
  if (now.contains(name)) return;
  std::error_code unseen;
  if (fs::file_size(root / name, unseen) > data_bytes_max) return;
  if (const auto content = content_at(root / name)) now.emplace(name, *content);
}

// Returns what of the list is still in the author's folder, whose files are `now`.
OwnFilesList still_there(const fs::path& root, OwnFilesList list, const Files& now) {
  std::erase_if(list, [&](const auto& listed) {
    if (is_name_of_folder(listed.first)) return !is_folder(without_slash(root / listed.first));
    const auto found = now.find(listed.first);
    return found == now.end() || found->second != listed.second.content;
  });
  return list;
}

// Returns the folders of these files that are not there yet, each with a slash.
std::set<std::string> missing_folders(const fs::path& root, const OwnFilesList& files) {
  std::set<std::string> missing;
  for (const auto& [name, file] : files)
    for (fs::path above = fs::path(name).parent_path(); !above.empty(); above = above.parent_path())
      if (!is_there(root / above)) missing.insert(above.generic_string() + '/');
  return missing;
}

void write_list(const fs::path& root, const OwnFilesList& list) {
  const auto text = text_of(list);
  if (!text) throw NotGivenBack(text.error().text);
  if (text->size() > own_files_list_bytes_max) throw NotGivenBack("the list of its files is full");
  write_into(root, own_files_list, *text);
}

}  // namespace

Lodging::Lodging(fs::path authors, fs::path folder, const Room& room, bool is_to_be_built,
                 const CanBeLayered& can_be_layered)
    : authors_(std::move(authors)), folder_(std::move(folder)) {
  const FolderLock lock(authors_, FolderLock::Use::read, folder_wait_max);
  identity_ = identity_of(authors_);
  try {
    KnownHashes known(authors_);
    const Tree tree = tree_in(authors_, room);
    const auto list = read_list(authors_);
    make_folder(folder_);
    const bool is_layer = is_worth_keeping(tree) && can_be_layered && can_be_layered() &&
                          lay_over(tree, list ? *list : OwnFilesList(), known);
    if (!is_layer) copy_all(tree, known);
    for (const TreeEntry& entry : tree)
      if (entry.kind == TreeEntry::Kind::folder) folders_.insert(folder_ / entry.name);
    if (list) {
      own_ = listed_in(*list, brought_);
      if (is_to_be_built) leave_out_what_was_built_of_other_files(*list);
    }
  } catch (...) {
    remove_copy(folder_);
    throw;
  }
}

void Lodging::copy_all(const Tree& tree, KnownHashes& known) {
  const Files hashes = copy_tree(authors_, tree, folder_, OpenTo::owner, &known);
  const auto hash_of = [&](const std::string& name, const fs::path& file) {
    const auto found = hashes.find(name);
    return found == hashes.end() ? hash_of_file(file) : std::optional(found->second);
  };
  if (const auto all = files_in(folder_, hash_of)) brought_ = *all;
}

bool Lodging::lay_over(const Tree& tree, const OwnFilesList& list, KnownHashes& known) {
  Files hashes;
  for (const TreeEntry& entry : tree) {
    if (entry.kind == TreeEntry::Kind::folder) continue;
    const fs::path file = authors_ / entry.name;
    const auto hash =
        entry.kind == TreeEntry::Kind::link ? hash_of_link(file) : known.hash_of(entry.name, file);
    if (!hash) return false;
    hashes.emplace(entry.name, *hash);
  }
  const Files own = listed_in(list, hashes);
  Files authors = hashes;
  for (const auto& [name, hash] : own) authors.erase(name);
  const std::set<std::string> above_own = folders_above(own),
                              above_authors = folders_above(authors);
  Tree kept, layer;
  for (const TreeEntry& entry : tree) {
    const bool is_folder = entry.kind == TreeEntry::Kind::folder;
    const bool is_made = is_folder && list.contains(entry.name + '/');
    const bool is_kept =
        is_folder ? !is_made || above_authors.contains(entry.name) : authors.contains(entry.name);
    if (is_kept) kept.push_back(entry);
    if (!is_kept || above_own.contains(entry.name)) layer.push_back(entry);
  }
  below_ = kept_tree(authors_, kept, hashes, known);
  if (!below_) return false;
  copy_tree(authors_, layer, folder_, OpenTo::everybody);
  for (const auto& [name, hash] : own)
    if (const auto copied = content_at(folder_ / name)) hashes.insert_or_assign(name, *copied);
  brought_ = std::move(hashes);
  return true;
}

void Lodging::leave_out_what_was_built_of_other_files(const OwnFilesList& list) {
  const ContentHash content = content_to_build();
  for (const auto& [name, hash] : own_) {
    const auto [begin, end] = list.equal_range(name);
    const auto is_of = [&](const std::optional<ContentHash>& origin) {
      return std::any_of(begin, end,
                         [&](const auto& entry) { return entry.second == OwnFile{hash, origin}; });
    };
    if (is_of(std::nullopt)) continue;
    if (is_of(content)) {
      built_.emplace(name, hash);
      continue;
    }
    left_out_.push_back(name);
    brought_.erase(name);
    fs::remove(folder_ / name);
  }
  for (const auto& [name, entry] : list)
    if (is_name_of_folder(name) && entry.built_of == content) built_folders_.insert(name);
  for (auto entry = list.rbegin(); entry != list.rend(); ++entry) {  // inner ones first
    const std::string& name = entry->first;
    const fs::path folder = without_slash(folder_ / name);
    if (!is_name_of_folder(name) || built_folders_.contains(name) || !is_folder(folder)) continue;
    std::error_code is_not_empty;
    if (fs::remove(folder, is_not_empty)) folders_.erase(folder);
  }
  // `make` makes a folder anew that is older than what it is made of.
  std::error_code ignored;
  const auto now = fs::file_time_type::clock::now();
  for (const fs::path& each : folders_) fs::last_write_time(each, now - folder_age, ignored);
  for (const auto& [name, hash] : built_)
    for (fs::path above = fs::path(name).parent_path(); !above.empty(); above = above.parent_path())
      fs::last_write_time(folder_ / above, now, ignored);
}

Files Lodging::authors_files() const {
  Files authors = brought_;
  for (const Files* const taken : {&own_, &rebuilt_})
    for (const auto& [name, hash] : *taken) authors.erase(name);
  return authors;
}

ContentHash Lodging::content_to_build() const {
  Files authors = authors_files();
  authors.erase(build_log);
  return content_hash(authors);
}

Lodging::~Lodging() { remove_copy(folder_); }

std::vector<fs::path> Lodging::lower() const {
  return below_ ? std::vector{below_->files()} : std::vector<fs::path>();
}

void Lodging::take_build() {
  const auto now = files_in(folder_);
  if (!now) return;
  for (const auto& [name, hash] : *now) {
    const auto brought = brought_.find(name);
    const bool is_brought = brought != brought_.end();
    const bool is_of_play = own_.contains(name) && is_brought && !built_.contains(name);
    if (is_entry(name) || is_of_play || (is_brought && brought->second == hash)) continue;
    built_.insert_or_assign(name, hash);
    if (is_brought && !own_.contains(name) && can_be_given_back(name)) rebuilt_.insert(*brought);
  }
  std::error_code error;
  constexpr auto how = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator place(folder_, how, error), end; !error && place != end;
       place.increment(error)) {
    if (!is_folder(place->path())) continue;
    if (is_left_out(place->path().filename().string())) place.disable_recursion_pending();
    const std::string name = place->path().lexically_relative(folder_).generic_string();
    if (!folders_.contains(place->path()) && !name.contains('\n'))
      built_folders_.insert(name + '/');
  }
  if (below_) open_to_everybody(folder_);
}

bool Lodging::can_be_given_back(const std::string& name) const {
  std::error_code unseen;
  return fs::is_regular_file(fs::symlink_status(authors_ / name, unseen)) &&
         fs::is_regular_file(fs::symlink_status(folder_ / name, unseen)) &&
         fs::file_size(folder_ / name, unseen) <= data_bytes_max;
}

void Lodging::give_back() const {
  const Files made = made_by_bot(folder_, authors_files(), built_);
  if (made != own_ || !left_out_.empty()) give_back(made, true);
}

void Lodging::give_back_log() const {
  Files log;
  if (const auto content = content_at(folder_ / build_log)) log.emplace(build_log, *content);
  give_back(log, false);
}

OwnFilesList Lodging::coming(const Files& made, const OwnFilesList& own, const Files& now) const {
  OwnFilesList coming;
  const ContentHash content = content_to_build();
  for (const auto& [name, hash] : made) {
    const auto brought = brought_.find(name);
    if (own_.contains(name) && brought != brought_.end() && brought->second == hash) continue;
    const auto before = rebuilt_.find(name);
    const bool is_as_before_its_build =
        before != rebuilt_.end() && now.contains(name) && now.at(name) == before->second;
    if (own.contains(name) || is_as_before_its_build || !is_there(authors_ / name)) {
      const auto built = built_.find(name);
      const bool is_as_built = built != built_.end() && built->second == hash;
      coming.emplace(name, OwnFile{hash, is_as_built ? std::optional(content) : std::nullopt});
    }
  }
  return coming;
}

void Lodging::remove_deleted(const Files& made, const Files& now, OwnFilesList& own) const {
  for (const auto& [name, hash] : own_) {
    if (made.contains(name) || !brought_.contains(name) || !own.contains(name)) continue;
    const bool is_unread = is_there(folder_ / name) && !content_at(folder_ / name);
    if (is_unread) continue;
    if (content_at(authors_ / name) == now.at(name)) remove_from(authors_, name);
    own.erase(name);
  }
}

std::exception_ptr Lodging::copy(const OwnFilesList& coming, const Files& now,
                                 OwnFilesList& own) const {
  std::exception_ptr failure;
  for (const auto& [name, file] : coming) try {
      const auto replaced = now.find(name);
      const bool is_put =
          copy_into(authors_, name, folder_ / name, file.content,
                    replaced == now.end() ? std::nullopt : std::optional(replaced->second));
      own.erase(name);
      if (is_put) own.emplace(name, file);
    } catch (const std::exception&) {
      failure = std::current_exception();
    }
  return failure;
}

void Lodging::give_back(const Files& made, bool is_all) const {
  const FolderLock lock(authors_, FolderLock::Use::write, folder_wait_max);
  if (lock.refused()) throw NotGivenBack("another program holds the folder (flock)");
  if (identity_ != identity_of(authors_))
    throw NotGivenBack("the folder is gone, or another has its name");
  const auto list = read_list(authors_);
  if (!list) throw NotGivenBack(list.error().text);

  Files now;
  for (const auto& [name, file] : *list) look_at(authors_, name, now);
  for (const auto& [name, hash] : made) look_at(authors_, name, now);
  OwnFilesList own = still_there(authors_, *list, now);
  const OwnFilesList coming = this->coming(made, own, now);
  for (const std::string& folder : missing_folders(authors_, coming))
    own.emplace(folder, OwnFile{});

  remove_halves(authors_, made);
  // A file that is not in the list passes for its author's, whenever this is cut off.
  OwnFilesList all = own;
  all.insert(coming.begin(), coming.end());
  if (!coming.empty()) write_list(authors_, all);
  if (is_all) remove_deleted(made, now, own);
  const std::exception_ptr failure = copy(coming, now, own);
  const ContentHash content = content_to_build();
  for (const std::string& name : built_folders_) {
    if (!is_folder(without_slash(authors_ / name))) continue;
    own.erase(name);
    own.emplace(name, OwnFile{{}, content});
  }
  if (own.empty())
    remove_from(authors_, own_files_list);
  else
    write_list(authors_, own);
  if (failure) std::rethrow_exception(failure);
}

OwnCopy::OwnCopy(const Lodging& lodging, fs::path folder, const Room& room)
    : lodging_(lodging.folder()), folder_(std::move(folder)), lower_(lodging.lower()) {
  if (!lower_.empty()) lower_.insert(lower_.begin(), lodging_);
  try {
    make_folder(folder_);
    if (lower_.empty()) copy_tree(lodging_, tree_in(lodging_, room), folder_, OpenTo::owner);
  } catch (...) {
    remove_copy(folder_);
    throw;
  }
}

OwnCopy::~OwnCopy() { remove_copy(folder_); }

OwnCopy::Stamps OwnCopy::stamps_in(const fs::path& folder) {
  Stamps stamps;
  const auto add = [&](const fs::path& path) {
    struct stat found{};
    if (lstat(path.c_str(), &found) != 0) throw fs::filesystem_error("cannot read", path, {});
    stamps.emplace(path.lexically_relative(folder).generic_string(),
                   Stamp{found.st_ino, found.st_ctim.tv_sec, found.st_ctim.tv_nsec});
  };
  add(folder);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    add(entry.path());
  return stamps;
}

// The first look compares contents, since a warden has changed modes, and with them the stamps.
bool OwnCopy::is_untouched() {
  try {
    Stamps now = stamps_in(folder_);
    if (!stamps_.empty()) return now == stamps_;
    const bool is_as_made =
        lower_.empty() ? is_same_tree(lodging_, folder_) : fs::is_empty(folder_);
    if (!is_as_made) return false;
    stamps_ = std::move(now);
    return true;
  } catch (const fs::filesystem_error&) {
    return false;
  }
}

}  // namespace hilltop::runner
