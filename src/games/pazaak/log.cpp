#include "games/pazaak/log.hpp"

#include <utility>

#include "games/pazaak/text.hpp"

namespace hilltop::pazaak {
namespace {

// Writes the events of a game as they happen.
class Scribe : public NoEvents {
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
    if (verdict == HandVerdict::nobody) return;  // both stand level
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

// Writes what a move led to, in few words.
class BriefScribe : public NoEvents {
 public:
  BriefScribe(const std::vector<std::string>& names, Seat mover, Rules::Move move)
      : names_(names), mover_(index(mover)), move_(move) {}

  void dealt(int player, const Player&) { dealt_to_ = player; }
  void acted(int player, const Player& who) {
    const std::string value = std::to_string(who.hand.value());
    if (player == std::exchange(mover_, -1)) {
      const std::string card =
          move_.plays() ? " plays " + std::to_string(move_.card()) + " and" : "";
      text_ += name(player) + card + (who.action == Action::end ? " ends at " : " stands at ") +
               value + '\n';
    } else if (player == dealt_to_ && who.hand.value() == target) {
      text_ += name(player) + " is dealt " + value + " and stands\n";
    }
  }
  void hand_ends(HandVerdict verdict, const Player& one, const Player& two) {
    for (const auto& [player, who] : {std::pair{0, &one}, {1, &two}})
      if (who->hand.value() > target)
        text_ += name(player) + " has bombed out at " + std::to_string(who->hand.value()) + '\n';
    text_ += verdict == HandVerdict::nobody
                 ? "Nobody wins the hand"
                 : name(verdict == HandVerdict::one_wins ? 0 : 1) + " wins the hand";
    text_ += ": " + std::to_string(one.hands_won) + " to " + std::to_string(two.hands_won) + '\n';
  }

  std::string take() { return std::move(text_); }

 private:
  const std::string& name(int player) const { return names_[static_cast<std::size_t>(player)]; }

  const std::vector<std::string>& names_;
  int mover_, dealt_to_ = -1;
  Rules::Move move_;
  std::string text_;
};

}  // namespace

std::string Log::opening() {
  Scribe scribe(names_);
  state_ = rules_.begin(chance_, scribe);
  return scribe.take();
}

std::string Log::played(Seat seat, Rules::Move move) {
  BriefScribe brief(names_, seat, move);
  Rules::State next = state_;
  rules_.proceed(next, move, chance_, brief);
  brief_ = brief.take();
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
