#pragma once
#include <array>
#include <string_view>

#include "store/store.hpp"

namespace hilltop::store {

// "Hill", in the header of every store, by which a foreign database is known.
constexpr int application_id = 0x48696c6c;

// Entry v makes version v+1 out of version v; the first one makes a store out of nothing.
extern const std::array<std::string_view, schema_version> migrations;

}  // namespace hilltop::store
