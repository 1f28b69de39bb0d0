#pragma once
#include <cmath>

#include "core/chance.hpp"

namespace hilltop::rating {

// Random numbers for simulations, the same on every machine.
class Random {
 public:
  explicit Random(std::uint32_t run) : draw_(0x7261'7469'6e67, run, 0, 0) {}
  double uniform() { return (draw_.word32() + 0.5) / 4294967296.0; }  // in (0, 1)
  // Returns a standard normal number: Box and Muller, Annals of Mathematical Statistics 29 (1958).
  double normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(6.283185307179586 * uniform());
  }

 private:
  Draw draw_;
};

}  // namespace hilltop::rating
