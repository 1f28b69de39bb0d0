#include "lockstep/games.hpp"

#include <utility>

namespace hilltop::lockstep {

std::string_view name(NumberType type) {
  switch (type) {
    case NumberType::int16: return "int16";
    case NumberType::uint8: return "uint8";
    case NumberType::int32: return "int32";
    case NumberType::uint32: return "uint32";
    case NumberType::float32: return "float32";
    case NumberType::float64: return "float64";
  }
  std::unreachable();
}

}  // namespace hilltop::lockstep
