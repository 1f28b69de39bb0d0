#pragma once
#include "games/pazaak/rules.hpp"

namespace hilltop::pazaak {
// Plays END below a value, else STAND; never a side card.
class Threshold final : public Bot<Rules> {
 public:
  explicit Threshold(int enough) : enough_(enough) {}
  Rules::Move choose(const Rules::View& view) override {
    return view.me().hand.value() < enough_ ? Rules::Move::end() : Rules::Move::stand();
  }

 private:
  int enough_;
};

}  // namespace hilltop::pazaak
