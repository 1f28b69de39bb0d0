#include <utility>

#include "store/address.hpp"
#include "store/connection.hpp"
#include "store/postgresql_database.hpp"
#include "store/sqlite_database.hpp"
#include "store/store.hpp"

// Opening a store: the only place that tells a file from an address.
namespace hilltop::store {

bool Store::begun(const std::string& name) {
  return is_address(name) ? database_has_begun(name) : file_has_begun(name);
}

std::expected<Store, Problem> Store::open(const std::string& name, Access access,
                                          std::chrono::milliseconds wait) {
  const bool is_file = !is_address(name);
  auto connection = is_file ? open_file(name, access, wait) : open_database(name, access, wait);
  if (!connection) return std::unexpected(std::move(connection).error());
  std::optional<std::filesystem::path> file;
  if (is_file) file = name;
  return Store(name, std::move(file), *std::move(connection));
}

Store::Store(std::string name, std::optional<std::filesystem::path> file,
             std::unique_ptr<Connection> connection)
    : name_(std::move(name)), file_(std::move(file)), connection_(std::move(connection)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

}  // namespace hilltop::store
