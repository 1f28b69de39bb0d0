#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/secret.hpp"

namespace hilltop::server {

struct PeopleDatabase;

// An upload of a bot.
struct BotVersion {
  int number = 0;                   // from 1, of the bot
  std::int64_t uploaded = 0;        // seconds since 1970
  std::string title;                // the bot's name, as its `meta` has it
  SecretHash content{};             // as stores of results know it
  std::optional<bool> passed = {};  // its check; nullopt before its end
};

// A bot that was uploaded, under the name of its folder.
struct HostedBot {
  std::string name, author;  // the author is empty if the host uploaded it
  int plays = 0, held = 0;   // the versions that play and that do not; 0: none ever did
  std::vector<BotVersion> versions = {};  // the newest first
};

// Versions of a bot that are remembered; the oldest ones make room for further ones.
constexpr int versions_max = 20;

// Bots that were uploaded, with their newest versions.
class StoredBots {
 public:
  explicit StoredBots(PeopleDatabase& database) : database_(&database) {}

  // Stores a bot without its versions.
  void put(const HostedBot& bot);
  void add_version(const std::string& bot, const BotVersion& version);
  // Stores the end of a version's check, and what it found, as JSON.
  void put_check(const std::string& bot, int version, bool passed, const std::string& found);
  // Returns what the check of a version found; empty if it has not ended, or there is no such one.
  std::string check(const std::string& bot, int version);
  // Returns all bots, or only that of a name.
  std::vector<HostedBot> bots(const std::optional<std::string>& only = {});
  std::optional<HostedBot> bot(const std::string& name);
  void remove_bot(const std::string& name);

 private:
  PeopleDatabase* database_;
};

}  // namespace hilltop::server
