#pragma once
#include <string>
#include <utility>

#include "arena/position.hpp"
#include "match/session.hpp"
#include "play/keys.hpp"
#include "play/module_parts.hpp"
#include "play/outside_seat.hpp"
#include "play/process_player.hpp"

namespace hilltop::arena {

// Puts one position to a bot.
template <class E>
class Asking {
  using R = typename E::Rules;

 public:
  // `hello`: first line of a conversation with a process.
  Asking(const play::Entrant& bot, const play::Conditions& conditions, std::string hello,
         std::uint64_t key)
      : bot_(bot), conditions_(conditions), hello_(std::move(hello)), key_(key) {}

  // Asks about the position of a session. `names`: by seat.
  AnswerToPosition about(const Session<R>& session, Seat seat,
                         const std::vector<std::string>& names) {
    return about(session.rules(), session.view(seat), seat, names);
  }

  // Asks about a view as text. Problem: it is no view of a game under these rules.
  std::expected<AnswerToPosition, Problem> about(const R& rules, const TypedView& view)
    requires play::ReadsViews<E>
  {
    const auto state = E::Wire::read(rules, view.text);
    if (!state) return std::unexpected(Problem{"not a view: " + state.error()});
    const Seat seat = *rules.turn(*state);
    int seats = view.seats;
    if constexpr (requires { state->seats; }) seats = state->seats;
    return about(rules, rules.view(*state, seat), seat,
                 std::vector<std::string>(static_cast<std::size_t>(seats)));
  }

 private:
  AnswerToPosition about(const R& rules, const View<R>& view, Seat seat,
                         const std::vector<std::string>& names) {
    AnswerToPosition answer;
    if constexpr (play::HasWire<E>) answer.asked = E::Wire::prompt(view);
    if constexpr (play::HasAdvice<E>)
      if (!bot_.is_process())
        answer.advice =
            written(E::advise(view), [](const Move<R>& move) { return E::Text::write(move); });
    Reply<R> reply = ask(view, seat, names, answer);
    if (!reply) {
      answer.fault = std::move(reply).error();
      return answer;
    }
    answer.answer = E::Text::write(*reply);
    if (const Refusal why = rules.refusal(view, *reply); !why.empty())
      answer.fault = Fault{FaultKind::illegal, std::string(why)};
    return answer;
  }

  Reply<R> ask(const View<R>& view, Seat seat, const std::vector<std::string>& names,
               AnswerToPosition& answer) {
    if (const auto* house = std::get_if<play::HousePlayer>(&bot_.player)) {
      const auto bot =
          play::make_house_bot<E>(house->bot, house->settings, conditions_.time.move_nodes);
      bot->begin(Chance(play::bot_luck_key(key_, bot_.name), 0));
      const auto begun = Deadline::clock::now();
      Reply<R> reply = answer_of<R>(*bot, view);
      answer.took = Deadline::clock::now() - begun;
      return reply;
    }
    if constexpr (play::HasWire<E>) {
      std::vector<std::string> opponents = names;
      opponents.erase(opponents.begin() + index(seat));
      const auto process = begun(std::move(opponents));
      Reply<R> reply = process->choose(view);
      answer.took = process->took();
      answer.sandbox = sandbox_;
      return reply;
    }
    throw std::logic_error("a bot in a folder of a game without a protocol");
  }

  std::unique_ptr<play::OutsideSeat<E>> begun(std::vector<std::string> opponents)
    requires play::HasWire<E>
  {
    const auto& manifest = std::get<runner::Manifest>(bot_.player);
    auto seat = std::make_unique<play::OutsideSeat<E>>(
        manifest, conditions_.time, hello_,
        [&] { return play::make_outside_player(manifest, conditions_, nullptr, nullptr, {}); },
        sandbox_);
    const std::size_t seats = opponents.size() + 1;
    seat->begin({0, seats, std::move(opponents), play::bot_seed(key_, bot_.name, 0)});
    return seat;
  }

  const play::Entrant& bot_;
  const play::Conditions& conditions_;
  std::string hello_;
  std::uint64_t key_;
  std::optional<runner::Layers> sandbox_;
};

}  // namespace hilltop::arena
