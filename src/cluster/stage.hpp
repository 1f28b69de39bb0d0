#pragma once
#include <array>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"
#include "play/game_order.hpp"
#include "play/played.hpp"

// A stage of a run on many machines: the games that a round of it lacks, as orders in shards. Its
// folder is all that the machines share, and which shards are whole there is the state of the run:
//   plan.json           the shards, by number from 1
//   orders/NUMBER       a shard's orders (sealed_lines.hpp)
//   played/NUMBER       its games, once they were played
namespace hilltop::cluster {

constexpr std::string_view plan_form = "hilltop.shards/1", orders_form = "hilltop.shard-orders/1",
                           played_form = "hilltop.shard-games/1";

constexpr std::size_t shards_max = 1'000'000;

// A shard as its plan lists it.
struct ShardRow {
  std::size_t orders = 0;
  std::uint64_t games = 0;
  double seconds = 0;  // of one core, as estimated
};

struct StagePlan {
  std::string build;  // of the program that made it and must play it
  std::string what;   // is played, for people
  std::vector<ShardRow> shards;
};

// Orders with the time that they are estimated to take.
struct EstimatedOrder {
  play::GameOrder order;
  double seconds;
};

// How long shards are, in seconds. The last ones may be shorter, so that machines that play the
// same number of shards, and one more or less, end at about the same time.
struct ShardSeconds {
  double usual;
  double last;
};

// Writes a stage into `folder`, which is made: shards of consecutive orders. Throws
// std::runtime_error and std::filesystem::filesystem_error if it cannot be written.
StagePlan write_stage(const std::filesystem::path& folder, std::string build, std::string what,
                      std::span<const EstimatedOrder> orders, const ShardSeconds& seconds);

// Problem: there is none in this folder, or it is damaged.
std::expected<StagePlan, Problem> read_plan(const std::filesystem::path& folder);

std::filesystem::path orders_file(const std::filesystem::path& folder, std::size_t shard);
std::filesystem::path played_file(const std::filesystem::path& folder, std::size_t shard);

// The orders of a shard. Problem: they cannot be read.
struct ShardOrders {
  std::vector<std::string> orders;  // as text
  std::string hash;                 // of the file
};
std::expected<ShardOrders, Problem> read_orders(const std::filesystem::path& folder,
                                                std::size_t shard);

// The first line of a shard's games.
struct PlayedBy {
  std::string build;
  std::size_t shard = 0;
  std::string orders;   // the hash of the file of its orders
  std::string machine;  // the name of the host, for people
};
std::string text_of(const PlayedBy& by);

// One of the other lines: games of one order.
struct PlayedLine {
  std::size_t order = 0;  // its place among the shard's orders
  bool is_whole = false;  // these are all games that the order will ever have
  std::string answer;     // as text
};
std::string text_of(const PlayedLine& line);
std::optional<PlayedLine> read_played_line(std::string_view text);

// What the shards of stages have, as far as they are whole.
class PlayedOrders {
 public:
  struct Place {
    std::size_t file;
    std::uint64_t offset;
  };

  // Adds the shards of a stage. Returns the numbers of those that lack games. Problem: a file is of
  // another build, of another plan or damaged; the sentence names it and what to do.
  std::expected<std::vector<std::size_t>, Problem> add(const std::filesystem::path& folder,
                                                       const StagePlan& plan);

  // Adds one of them. Returns whether all its games are there.
  std::expected<bool, Problem> add_shard(const std::filesystem::path& folder, const StagePlan& plan,
                                         std::size_t shard);

  // `order`: as text.
  std::optional<Place> find(std::string_view order) const;
  // Returns the games of an order. Throws std::runtime_error if the file is no more what it was, or
  // holds games of another order.
  play::PlayedGames games(const Place& place, const play::GameOrder& order) const;

 private:
  using Key = std::array<std::uint8_t, 32>;
  static Key key_of(std::string_view order);

  std::vector<std::filesystem::path> files_;
  std::map<Key, Place> places_;
};

}  // namespace hilltop::cluster
