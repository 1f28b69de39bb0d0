#include "games/pazaak/bots/bots.hpp"

namespace hilltop::pazaak {
namespace {

// END below a value, else STAND; no side cards.
class Threshold final : public Bot<Rules> {
 public:
  explicit Threshold(int enough) : enough_(enough) {}
  Rules::Move choose(const Rules::View& view) override {
    return view.me.hand.value() < enough_ ? Rules::Move::end() : Rules::Move::stand();
  }

 private:
  int enough_;
};

}  // namespace

std::unique_ptr<Bot<Rules>> make_bold() { return std::make_unique<Threshold>(20); }
std::unique_ptr<Bot<Rules>> make_cautious() { return std::make_unique<Threshold>(15); }

}  // namespace hilltop::pazaak
