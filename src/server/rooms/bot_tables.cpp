#include "server/rooms/bot_tables.hpp"

#include <exception>

#include "server/background.hpp"
#include "server/refused.hpp"

namespace hilltop::server {
namespace {

struct Finished {};

}  // namespace

BotTables::BotTables(std::size_t tables_max)
    : tables_max_(tables_max), builder_([this] { work(); }) {}

BotTables::~BotTables() { finish(); }

void BotTables::finish() {
  {
    const std::scoped_lock lock(mutex_);
    finished_ = true;
  }
  come_.notify_all();
  if (builder_.joinable()) builder_.join();
}

std::expected<std::shared_ptr<BotTables::Table>, Problem> BotTables::find(const std::string& key) {
  std::erase_if(tables_, [](const auto& entry) { return entry.second.expired(); });
  if (const auto found = tables_.find(key); found != tables_.end())
    if (auto table = found->second.lock()) return table;
  if (tables_.size() < tables_max_) return nullptr;
  return refused(
      "too many different games with bots that need large tables are under way; choose another "
      "bot, or try again later");
}

std::expected<std::shared_ptr<BotTables::Table>, Problem> BotTables::hold(const std::string& key,
                                                                          Build build) {
  const std::scoped_lock lock(mutex_);
  auto found = find(key);
  if (!found || *found) return found;
  auto table = std::make_shared<Table>(std::move(build));
  tables_.insert_or_assign(key, table);
  queue_.push_back(table);
  come_.notify_one();
  return table;
}

std::expected<void, Problem> BotTables::room_for(const std::string& key) {
  const std::scoped_lock lock(mutex_);
  if (const auto found = find(key); !found) return std::unexpected(found.error());
  return {};
}

void BotTables::work() {
  give_way();
  std::unique_lock lock(mutex_);
  while (true) {
    come_.wait(lock, [this] { return finished_ || !queue_.empty(); });
    if (finished_) return;
    auto table = queue_.front().lock();
    queue_.pop_front();
    lock.unlock();
    try {
      if (table)
        table->build([this](std::uint64_t, std::uint64_t) {
          if (finished_) throw Finished();
        });
    } catch (const Finished&) {}
    table = nullptr;  // may free what it holds
    lock.lock();
  }
}

void BotTables::Table::when_built(Then then) {
  {
    const std::scoped_lock lock(mutex_);
    if (!built_) return waiting_.push_back(std::move(then));
  }
  then(failure_);
}

void BotTables::Table::build(const Progress& progress) {
  std::shared_ptr<const void> tables;
  std::string failure;
  try {
    tables = build_(progress);
  } catch (const std::exception& error) {
    failure = error.what();
  }
  build_ = nullptr;
  std::vector<Then> waiting;
  {
    const std::scoped_lock lock(mutex_);
    tables_ = std::move(tables);
    failure_ = std::move(failure);
    built_ = true;
    std::swap(waiting, waiting_);
  }
  for (const Then& then : waiting) then(failure_);
}

}  // namespace hilltop::server
