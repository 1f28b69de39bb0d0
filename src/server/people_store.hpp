#pragma once
#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/problem.hpp"
#include "play/conditions.hpp"
#include "server/rooms/room_moment.hpp"
#include "server/secret.hpp"
#include "server/shares.hpp"

namespace hilltop::server {

// Whether a player may know what a game will still deal: who chose the game's luck (a seed, a
// record or a file), or has taken its record.
enum class LuckKnown { to_nobody, by_record, by_choice };

// A game of people as it is stored. What can be computed from the record is not stored.
struct RoomRow {
  std::string name;
  std::string record;  // as match/record.hpp writes it
  RoomMoment moment = RoomMoment::before;
  std::string after;  // what a seat confirms at RoomMoment::after
  int after_seat = 0;
  std::vector<std::optional<SecretHash>> keys;  // by seat; nullopt for a bot
  std::uint64_t leaving = 0;                    // bit i: seat i leaves as soon as it is asked
  bool under_way = false;                       // it has begun, and is not over
  play::TimeLimits time = {};
  LuckKnown luck = LuckKnown::to_nobody;
  bool shared = false;  // a seat was opened to another client than the one that began it
  // Who has begun it, as hash_of_client() says; empty if nobody knows.
  std::string client = {};
};

// A save of a visitor.
struct SaveRow {
  std::int64_t id = 0;
  std::string record;
  std::int64_t saved = 0;  // seconds since 1970
};

// Who may do more than read and play. A host may do everything, an author what concerns its bots.
struct Token {
  bool is_host = false;
  std::string author;  // empty for a host
};

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

// The newest run of a hosted contest.
struct RunRow {
  std::string log;            // the end of what it said
  std::optional<int> status;  // its exit code; nullopt: no server has seen its end
};

// Versions of a bot that are remembered; the oldest ones make room for further ones.
constexpr int versions_max = 20;

// Authors who may have tokens.
constexpr int authors_max = 1000;

// Saves of one visitor, of which the oldest ones make room for further ones; the bytes of all saves
// together, and of those that one client has made; and how long a save is kept, which is as long as
// its visitor's cookie.
constexpr int saves_max = 50;
constexpr std::int64_t saves_bytes_max = 256 << 20, saves_of_client_bytes_max = 24 << 20;
constexpr int save_days_max = 365;

// Rooms that nobody has used for so long are deleted.
constexpr int room_days_max = 60;

// Rooms that are kept, and the bytes of their records together; and of those that one client has
// begun. Rooms that are not under way, and that nobody has used for so long, make room for further
// ones, the longest unused first.
constexpr int rooms_kept_max = 20'000, rooms_kept_of_client_max = 2'000;
constexpr std::int64_t rooms_kept_bytes_max = 256 << 20, rooms_kept_of_client_bytes_max = 24 << 20;
constexpr std::int64_t room_idle_s = 10 * 60;

// How much is kept; tests choose otherwise.
struct Keeping {
  int rooms_max = rooms_kept_max, rooms_of_client_max = rooms_kept_of_client_max;
  std::int64_t rooms_bytes_max = rooms_kept_bytes_max;
  std::int64_t rooms_of_client_bytes_max = rooms_kept_of_client_bytes_max;
  std::int64_t saves_bytes_max = server::saves_bytes_max;
  std::int64_t saves_of_client_bytes_max = server::saves_of_client_bytes_max;
  std::function<std::int64_t()> now_s = {};  // the time; null: that of the machine
};

// The disk failed. what() names the file, for a log; reason() does not, and is for clients.
class StoreFailure : public std::runtime_error {
 public:
  StoreFailure(const std::string& what, std::string reason)
      : std::runtime_error(what), reason_(std::move(reason)) {}
  const std::string& reason() const { return reason_; }

 private:
  std::string reason_;
};

// What people leave with a server: games under way, saves, bots, and what a host's run said. It is
// a file of its own, because a store of results is meant to be published. One server at a time has
// it. Safe from any thread. Failures of the disk throw StoreFailure.
class PeopleStore {
 public:
  // Problem: another server has the file, or it is none of ours.
  static std::expected<PeopleStore, Problem> open(const std::filesystem::path& file,
                                                  Keeping keeping = {});
  PeopleStore(PeopleStore&&) noexcept;
  ~PeopleStore();

  // Stores a new room. Error: there is no room for it, and nothing is changed; the rooms `in_use`
  // make none.
  std::expected<void, Full> add(const RoomRow& room, const std::set<std::string>& in_use);
  // Stores a room as it is now.
  void put(const RoomRow& room);
  std::optional<RoomRow> room(const std::string& name);

  // Returns the save's number. `client`: as in RoomRow. Error: there is no room for it.
  std::expected<std::int64_t, Full> add_save(const SecretHash& visitor, const std::string& record,
                                             const std::string& client = {});
  std::vector<SaveRow> saves(const SecretHash& visitor);  // the newest first
  std::optional<SaveRow> save(const SecretHash& visitor, std::int64_t id);
  // Returns whether there was such a save.
  bool remove_save(const SecretHash& visitor, std::int64_t id);

  // Tokens, by their hashes.
  bool has_host();
  void put_host(const SecretHash& token);
  // Returns whether there was no such author yet, and room for one more.
  bool add_author(const SecretHash& token, const std::string& author);
  // Replaces an author's token. Returns whether there is such an author.
  bool renew_author(const SecretHash& token, const std::string& author);
  std::optional<Token> token(const SecretHash& token);
  std::vector<std::string> authors();
  // Returns whether there was such an author.
  bool remove_author(const std::string& author);
  // Takes the host's token back, so that another can be made.
  void remove_host();

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

  // Stores the newest run of a contest in the place of the one before.
  void put_run(const std::string& contest, const RunRow& run);
  std::optional<RunRow> run(const std::string& contest);

 private:
  struct Impl;
  explicit PeopleStore(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace hilltop::server
