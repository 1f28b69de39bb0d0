#pragma once
#include <cstdint>
#include <string>
#include <utility>

#include "match/record.hpp"
#include "match/session.hpp"
#include "play/batch.hpp"

namespace hilltop::play {

// A game whose steps come from a record. Every member throws RecordDiffers where the record does
// not fit the game.
template <class E>
class RecordedGame {
  using R = typename E::Rules;

 public:
  RecordedGame(std::uint32_t game, Record record) : game_(game), record_(std::move(record)) {}

  // Returns the next step, that of a seat. `house_bot`: in the seat, which must answer so; or null.
  Reply<R> next(Seat seat, const View<R>& view, Bot<R>* house_bot, const std::string& name) {
    if (taken_ == record_.steps.size())
      throw RecordDiffers(game_, "the record ends before the game");
    const Record::Step& step = record_.steps[taken_++];
    if (step.seat != index(seat)) differs("seat " + std::to_string(index(seat)) + " is to move");
    if (house_bot != nullptr) {
      Reply<R> reply = answer_of<R>(*house_bot, view);
      const std::string answer = reply ? E::Text::write(*reply) : described(reply.error());
      if (reply.has_value() != step.move.has_value() || (reply && answer != *step.move))
        differs("'" + step.move.value_or("forfeit") + "', where " + name + " answers '" + answer +
                "'");
      return reply;
    }
    if (!step.move) return std::unexpected(step.fault.value_or(Fault{FaultKind::malformed, {}}));
    auto move = E::Text::read(*step.move);
    if (!move) differs("'" + *step.move + "' is not a move: " + move.error());
    return *std::move(move);
  }

  [[noreturn]] void refused(const Fault& fault) const {
    differs("the rules refuse it: " + described(fault));
  }

  // Call it when the game is over.
  void end() const {
    if (taken_ < record_.steps.size())
      throw RecordDiffers(game_, "the record has more steps than the game");
  }

 private:
  [[noreturn]] void differs(const std::string& why) const {
    throw RecordDiffers(game_, "step " + std::to_string(taken_) + " of the record: " + why);
  }

  std::uint32_t game_;
  Record record_;
  std::size_t taken_ = 0;  // steps
};

}  // namespace hilltop::play
