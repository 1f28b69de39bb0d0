#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "core/problem.hpp"

// The name of a store: the path of a file, or the address of a database.
namespace hilltop::store {

// Whether a name is an address: letters and :// at its begin. Those of PostgreSQL begin with
// postgresql:// or postgres://, and libpq reads them
// (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING).
bool is_address(std::string_view name);
bool is_of_postgresql(std::string_view address);

// Returns the address without passwords.
std::string shown(std::string_view address);

// Problem: the address is not of PostgreSQL, libpq cannot read it, or it has a password, which
// other users of the machine could see.
std::expected<void, Problem> check_address(const std::string& address);

// Returns the name in short, as clients of a server may see it: of the file or the database.
std::string short_name(const std::string& name);

}  // namespace hilltop::store
