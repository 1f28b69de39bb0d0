#include "games/pazaak/log.hpp"

#include "games/pazaak/text.hpp"

namespace hilltop::pazaak {
namespace {

// Writes the events of a game as they happen.
class Scribe {
 public:
  explicit Scribe(const std::vector<std::string>& names) : names_(names) {}

  void hand_begins(int one, int two) {
    line("New Game!");
    line("The standings are " + std::to_string(one) + " to " + std::to_string(two));
  }
  void turn_begins(int player, const Player& who) {
    line(name(player) + "'s Hand: " + write(who.hand));
  }
  void dealt(int player, const Player& who) {
    line(name(player) + "'s new Hand: " + write(who.hand));
  }
  void acted(int player, const Player& who) {
    line(name(player) + " has chosen to " + (who.action == Action::end ? "END" : "STAND"));
  }
  void hand_ends(HandVerdict verdict, const Player& one, const Player& two) {
    const bool one_bust = one.hand.value() > target, two_bust = two.hand.value() > target;
    if (one_bust && two_bust) return line("Both players have bombed out! Tie!");
    if (verdict == HandVerdict::nobody) return;  // two who stand level
    const std::string bombed =
        one_bust || two_bust ? name(one_bust ? 0 : 1) + " has bombed out! " : "";
    line(bombed + name(verdict == HandVerdict::one_wins ? 0 : 1) + " wins!");
  }

  std::string take() { return std::move(text_); }

 private:
  const std::string& name(int player) const { return names_[static_cast<std::size_t>(player)]; }
  void line(const std::string& text) { text_ += text + '\n'; }

  const std::vector<std::string>& names_;
  std::string text_;
};

}  // namespace

std::string Log::opening() {
  Scribe scribe(names_);
  state_ = rules_.begin(chance_, scribe);
  return scribe.take();
}

std::string Log::played(Seat, Rules::Move move) {
  Scribe scribe(names_);
  rules_.proceed(state_, move, chance_, scribe);
  return scribe.take();
}

std::string Log::retired(Seat seat, std::string_view fault) {
  const std::string& other = names_[static_cast<std::size_t>(1 - index(seat))];
  return names_[static_cast<std::size_t>(index(seat))] + " is out: " + std::string(fault) + ". " +
         other + " wins!\n";
}

}  // namespace hilltop::pazaak
