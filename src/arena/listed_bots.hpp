#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <toml++/toml.h>
#include <utility>
#include <vector>

#include "arena/catalog.hpp"
#include "core/not_entered.hpp"
#include "runner/toml_reader.hpp"
#include "store/name_holders.hpp"
#include "tournament/plan.hpp"

namespace hilltop::arena {

// The bots that a contest's file lists, or those of --bots.
class ListedBots {
 public:
  // The contest so far, and the options that choose its bots.
  struct Asked {
    const GameModule& game;
    const tournament::Plan& plan;
    const std::optional<std::filesystem::path>& bots;  // the folder of --bots
    const store::NameHolders& name_holders;            // of earlier runs
    bool skip_broken;
  };

  // `root`: of `file`. `read`: takes the complaints. All outlive this object.
  ListedBots(const toml::table& root, const std::filesystem::path& file, const Asked& asked,
             runner::TomlReader& read)
      : root_(root), file_(file), asked_(asked), read_(read) {}

  // Reads them. Complains unless all can be entered, or are to be skipped.
  void enter();

  // Return the bots in the order of submission, and those that are not entered.
  std::vector<play::Entrant> take_entrants();
  std::vector<NotEntered> take_not_entered() { return std::move(not_entered_); }

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
  const Asked asked_;
  runner::TomlReader& read_;
  std::vector<Listed> listed_;
  std::vector<NotEntered> not_entered_;
};

// Returns a line per cause, below a line with their number.
std::string list_of(std::span<const NotEntered> broken);

}  // namespace hilltop::arena
