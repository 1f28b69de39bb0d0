#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <toml++/toml.h>
#include <vector>

#include "arena/contest.hpp"
#include "runner/toml_reader.hpp"

namespace hilltop::arena {

// The bots that a contest's file lists, or those of --bots.
class ListedBots {
 public:
  // All outlive this object. `contest`: its game and plan are known. `read`: takes the complaints.
  ListedBots(const toml::table& root, const std::filesystem::path& file,
             const ContestOverrides& overrides, runner::TomlReader& read, Contest& contest)
      : root_(root), file_(file), overrides_(overrides), read_(read), contest_(contest) {}

  // Fills in the contest's entrants, in the order of submission, and those that are not entered.
  void enter();

 private:
  // A bot that the file lists.
  struct Listed {
    play::Entrant entrant;
    std::optional<toml::date> submitted = {};
    bool is_named = false;  // the contest lists it by itself, not with its folder

    const runner::Manifest* manifest() const {
      return std::get_if<runner::Manifest>(&entrant.player);
    }
  };

  void take_listed();
  void take_bot(const toml::table& bot);
  void take_date(const toml::node& node);
  void take_house(const toml::table& entry, const std::string& house);
  void take_process(runner::Manifest manifest, std::uint32_t line);
  void take_folder(const std::filesystem::path& folder, std::uint32_t line);
  void reject_same_names();
  void reject(const runner::Manifest& bot, NotEntered::Cause cause);
  void by_date();
  bool failed() const { return !read_.errors().empty(); }

  const toml::table& root_;
  const std::filesystem::path& file_;
  const ContestOverrides& overrides_;
  runner::TomlReader& read_;
  Contest& contest_;
  std::vector<Listed> listed_;
};

// Returns a line per cause, below a line with their number.
std::string list_of(std::span<const NotEntered> broken);

}  // namespace hilltop::arena
