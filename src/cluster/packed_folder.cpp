#include "cluster/packed_folder.hpp"

#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unistd.h>
#include <utility>

#include "core/file.hpp"
#include "core/json.hpp"
#include "runner/folder.hpp"
#include "runner/own_files.hpp"

namespace hilltop::cluster {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view packed_form = "hilltop.bot/1";

std::unexpected<Problem> not_packed(const fs::path& place, std::string_view why) {
  return std::unexpected(Problem{fmt::format("{}: {}", place.string(), why)});
}

// A folder that is removed at the end.
class Copy {
 public:
  Copy() : folder_((fs::temp_directory_path() / "hilltop-pack-XXXXXX").string()) {
    if (mkdtemp(folder_.data()) == nullptr) folder_.clear();
  }
  ~Copy() {
    if (!folder_.empty()) runner::remove_tree(folder_);
  }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;

  fs::path bot() const { return fs::path(folder_) / "bot"; }

 private:
  std::string folder_;
};

// Returns the entries of a folder. Throws fs::filesystem_error.
std::expected<Json, Problem> entries_of(const fs::path& folder) {
  Json entries = Json::array();
  std::size_t all = 0;
  for (const auto& each : fs::recursive_directory_iterator(folder)) {
    const std::string name = each.path().lexically_relative(folder).generic_string();
    if (each.is_symlink()) {
      entries.push_back({{"name", name}, {"link", fs::read_symlink(each).string()}});
    } else if (each.is_directory()) {
      entries.push_back({{"name", name}, {"folder", true}});
    } else {
      auto bytes = read_file(each.path(), packed_bytes_max);
      if (!bytes) return not_packed(each.path(), bytes.error());
      all += bytes->size();
      if (all > packed_bytes_max)
        return not_packed(folder, fmt::format("it has more than {} MiB, and does not travel in a "
                                              "queue",
                                              packed_bytes_max >> 20));
      const bool runs = (each.status().permissions() & fs::perms::owner_exec) != fs::perms::none;
      entries.push_back(
          {{"name", name},
           {"runs", runs},
           {"bytes", Json::binary(std::vector<std::uint8_t>(bytes->begin(), bytes->end()))}});
    }
  }
  return entries;
}

// Returns whether a name leads to a place below its folder.
bool stays_below(const fs::path& name) {
  if (name.empty() || name.is_absolute()) return false;
  for (const fs::path& step : name)
    if (step == ".." || step == "." || step.empty()) return false;
  return true;
}

void write_entry(const Json& entry, const fs::path& place) {
  fs::create_directories(place.parent_path());
  if (entry.contains("folder")) {
    fs::create_directories(place);
    return;
  }
  const auto& bytes = entry.at("bytes").get_binary();
  std::ofstream out(place, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
  out.close();
  if (!out) throw fs::filesystem_error("write", place, std::make_error_code(std::errc::io_error));
  if (entry.at("runs").get<bool>())
    fs::permissions(place, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                    fs::perm_options::add);
}

}  // namespace

std::expected<std::string, Problem> pack_folder(const fs::path& folder,
                                                const runner::ContentHash& content) {
  const Copy copy;
  const auto copied = runner::copy_authors_part(folder, copy.bot());
  if (!copied) return std::unexpected(copied.error());
  if (*copied != content) return not_packed(folder, "it was changed since the run began");
  try {
    auto entries = entries_of(copy.bot());
    if (!entries) return std::unexpected(entries.error());
    std::string packed;
    Json::to_cbor({{"form", packed_form}, {"entries", *std::move(entries)}}, packed);
    return packed;
  } catch (const fs::filesystem_error& error) {
    return not_packed(folder, error.code().message());
  }
}

std::expected<runner::ContentHash, Problem> unpack_folder(std::string_view packed,
                                                          const fs::path& to) {
  try {
    const Json at = Json::from_cbor(packed.begin(), packed.end());
    if (at.at("form") != packed_form) return not_packed(to, "it is packed in another form");
    for (const Json& entry : at.at("entries"))
      if (!stays_below(entry.at("name").get<std::string>()))
        return not_packed(to, "a file of it would lie outside of its folder");
    fs::create_directories(to);
    // Links come last, so that no file is written through one.
    for (const bool links : {false, true})
      for (const Json& entry : at.at("entries")) {
        if (entry.contains("link") != links) continue;
        const fs::path place = to / entry.at("name").get<std::string>();
        if (links)
          fs::create_symlink(entry.at("link").get<std::string>(), place);
        else
          write_entry(entry, place);
      }
  } catch (const Json::exception&) {
    return not_packed(to, "what the queue has of it is damaged");
  } catch (const fs::filesystem_error& error) {
    return not_packed(to, error.code().message());
  }
  return runner::authors_content(to);
}

}  // namespace hilltop::cluster
