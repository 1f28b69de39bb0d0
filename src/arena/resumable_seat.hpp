#pragma once
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "arena/any_game.hpp"
#include "play/conditions.hpp"
#include "play/outside_seat.hpp"
#include "play/process_player.hpp"

namespace hilltop::arena {

// An OutsideSeat in one game, at any point of which its player can begin: it is first asked again
// what it was asked before, so that it remembers what it would remember. Those answers are not
// used, for the record has the game's. A bot that remembers nothing (StateScope::none) is not asked
// again (docs/decisions/0039-bots-among-people.md). The player rests between its questions.
template <class E>
class ResumableSeat {
  using R = typename E::Rules;

 public:
  // `bot` and `conditions` outlive this object. `hello`: first line of a numbered conversation.
  ResumableSeat(const runner::Manifest& bot, const play::Conditions& conditions, std::string hello,
                play::Opening opening)
      : bot_(bot),
        conditions_(conditions),
        hello_(std::move(hello)),
        opening_(std::move(opening)) {}

  // Puts one question, and returns its reply. nullopt if that was an earlier question, or if a
  // failure of the machine ended the player, and another one begins with the next call. `earlier`:
  // how many moves the seat has made; `before(i)` returns the Session as it was before the i-th.
  // Throws PlayerLost if the machine fails more than replays_max times before `view` is answered;
  // the next call begins anew.
  template <class Before>
  std::optional<Reply<R>> choose(const View<R>& view, int earlier, Before&& before) {
    try {
      if (!seat_) begin(earlier);
      const bool again = heard_ < earlier;
      Reply<R> reply = again ? ask_again(before(heard_)) : seat_->choose(view);
      seat_->pause();
      ++heard_;
      if (again && reply) return std::nullopt;
      lost_ = 0;
      return reply;
    } catch (const play::PlayerLost& lost) {
      seat_.reset();
      if (++lost_ > play::replays_max) give_up(lost.what());
      if (conditions_.host.voided) conditions_.host.voided(lost.what());
      return std::nullopt;
    } catch (const std::system_error& error) {
      give_up(error.what());
    }
  }

  // As OutsideSeat::quoting(), for the last answer.
  Fault quoting(const std::string& answer, Fault fault) {
    return seat_->quoting(answer, std::move(fault), seat_->lines());
  }

  // Ends the player at once.
  void drop() { seat_.reset(); }

  // Tells a player that runs how the game ended; finish() waits for it until the deadline.
  void end(const play::Ending& ending) {
    if (!seat_) return;
    seat_->end(ending);
    seat_->leave();
  }
  void finish(Deadline by) {
    if (seat_) seat_->finish(by);
    seat_.reset();
  }

 private:
  void begin(int earlier) {
    heard_ = bot_.state == runner::StateScope::none ? earlier : 0;
    // No lane: the calling thread may be any of a pool, and waits for people most of the time.
    seat_ = std::make_unique<play::OutsideSeat<E>>(
        bot_, conditions_.time, hello_,
        [this] { return play::make_outside_player(bot_, conditions_, nullptr, nullptr, {}); },
        sandbox_);
    seat_->begin(opening_);
  }

  Reply<R> ask_again(const Session<R>& past) { return seat_->choose(past.view(*past.pending())); }

  [[noreturn]] void give_up(const std::string& why) {
    seat_.reset();
    lost_ = 0;
    throw play::PlayerLost(why + "; the game is as it was");
  }

  const runner::Manifest& bot_;
  const play::Conditions& conditions_;
  std::string hello_;
  play::Opening opening_;
  std::optional<runner::Layers> sandbox_;
  std::unique_ptr<play::OutsideSeat<E>> seat_;  // while its player runs
  int heard_ = 0;                               // questions of this game, by this player
  int lost_ = 0;                                // players since the last reply
};

}  // namespace hilltop::arena
