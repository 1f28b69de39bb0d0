// A test that runs with every kind of store: a file, and a database of PostgreSQL.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <string>

#include "store/store.hpp"
#include "store/stored_for_test.hpp"

namespace hilltop::store {

// Stores of one kind, by short names.
class StoresForTest {
 public:
  virtual ~StoresForTest() = default;
  // Returns what opens a store.
  virtual std::string name(const std::string& store) = 0;
  // Leaves an empty store, or none.
  virtual void drop(const std::string& store) = 0;
  // Runs a statement, written for SQLite.
  virtual void sql(const std::string& store, const std::string& text) = 0;
};

// A server of PostgreSQL that all tests of the program share.
class ServerForTest {
 public:
  // Returns why there is none.
  static const std::string& missing();
  // Returns the address of a database, which it makes if it is not there.
  static std::string address(const std::string& database);
  // Runs statements, and returns the first value of the last one's answer.
  static std::string sql(const std::string& database, const std::string& text);
  // Ends the connections of all programs to all databases.
  static void cut_connections();
  // Ends the server as if it had crashed, and starts it.
  static void stop();
  static void start();
  static void restart();
};

class EachStore : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override;

  Store open(Store::Access access = Store::Access::create, const std::string& store = "ours") {
    auto opened = Store::open(stores_->name(store), access);
    if (!opened) throw std::runtime_error(opened.error().text);
    return *std::move(opened);
  }
  std::string refusal(Store::Access access) {
    const auto opened = Store::open(stores_->name("ours"), access);
    return opened ? "opened" : opened.error().text;
  }
  void sql(const std::string& text) { stores_->sql("ours", text); }
  void drop(const std::string& store = "ours") { stores_->drop(store); }

  std::unique_ptr<StoresForTest> stores_;
};

}  // namespace hilltop::store
