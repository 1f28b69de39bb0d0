#include "games/gomoku/engine/sized_engine.hpp"

namespace hilltop::sized {

std::unique_ptr<SizedEngine> make_engine_15();
std::unique_ptr<SizedEngine> make_engine_20();

std::unique_ptr<SizedEngine> make_engine(int size) {
  if (size == 15) return make_engine_15();
  if (size == 20) return make_engine_20();
  return nullptr;
}

}  // namespace hilltop::sized
