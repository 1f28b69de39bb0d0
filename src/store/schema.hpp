#pragma once
#include <array>
#include <string_view>

#include "store/store.hpp"

namespace hilltop::store {

// "Hill", SQLite's application id in the header of every store; other databases have another.
constexpr int application_id = 0x48696c6c;

// Entry v migrates version v to v+1; entry 0 creates a store in an empty database.
extern const std::array<std::string_view, schema_version> migrations;

}  // namespace hilltop::store
