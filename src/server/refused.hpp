#pragma once
#include <expected>
#include <string>
#include <utility>

#include "core/problem.hpp"

namespace hilltop::server {

// Why a wish is not granted.
inline std::unexpected<Problem> refused(std::string why) {
  return std::unexpected(Problem{std::move(why)});
}
inline std::unexpected<Problem> refused(Problem why) { return std::unexpected(std::move(why)); }

}  // namespace hilltop::server
