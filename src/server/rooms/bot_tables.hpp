#pragma once
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/problem.hpp"
#include "core/progress.hpp"
#include "server/limits.hpp"

namespace hilltop::server {

// The tables that house bots of rooms need. They are large and take up to a minute to build: a
// thread of low priority builds them, one after another. Safe from any thread.
class BotTables {
 public:
  class Table;
  // Returns what keeps the tables in memory. Throws what `progress` throws.
  using Build = std::function<std::shared_ptr<const void>(const Progress& progress)>;

  explicit BotTables(std::size_t tables_max = bot_tables_max);
  ~BotTables();
  BotTables(const BotTables&) = delete;
  BotTables& operator=(const BotTables&) = delete;

  // Returns the tables of a key, which are kept as long as somebody holds them. Unless somebody
  // does already, they are built, if they are still held when their turn comes. Problem: too many
  // others are held.
  std::expected<std::shared_ptr<Table>, Problem> hold(const std::string& key, Build build);
  // Problem: the tables could not be held now.
  std::expected<void, Problem> room_for(const std::string& key);
  // Ends the building. Nothing is built after that.
  void finish();

 private:
  // Needs the lock.
  std::expected<std::shared_ptr<Table>, Problem> find(const std::string& key);
  void work();

  const std::size_t tables_max_;
  std::mutex mutex_;
  std::condition_variable come_;
  std::atomic<bool> finished_ = false;
  std::map<std::string, std::weak_ptr<Table>> tables_;
  std::deque<std::weak_ptr<Table>> queue_;
  std::jthread builder_;
};

class BotTables::Table {
 public:
  explicit Table(Build build) : build_(std::move(build)) {}

  bool built() const { return built_; }
  // `failure`: why the tables could not be built, else empty.
  using Then = std::function<void(const std::string& failure)>;
  // Calls `then` when the tables are built, from this thread or another one.
  void when_built(Then then);

 private:
  friend BotTables;
  void build(const Progress& progress);

  Build build_;
  std::mutex mutex_;
  std::atomic<bool> built_ = false;
  std::string failure_;
  std::vector<Then> waiting_;
  std::shared_ptr<const void> tables_;
};

}  // namespace hilltop::server
