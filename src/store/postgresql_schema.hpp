#pragma once
#include <span>
#include <string_view>

namespace hilltop::store {

// The namespace ("schema" in PostgreSQL) with a store's tables; a database has one store.
constexpr std::string_view postgresql_namespace = "hilltop";

// What brings a store to `version`. The first one makes a store in an empty namespace.
struct PostgresqlMigration {
  int version;
  std::string_view sql;
};

// In ascending order; the last one leads to schema_version.
std::span<const PostgresqlMigration> postgresql_migrations();

}  // namespace hilltop::store
