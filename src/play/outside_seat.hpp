#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "match/session.hpp"
#include "match/text.hpp"
#include "play/conversation.hpp"

namespace hilltop::play {

// What a process is told about a game at its end.
struct Ending {
  std::uint32_t game;
  const Points& points;
  std::uint64_t retired;                  // bit i: seat i left
  const std::vector<std::string>& names;  // by seat
};

// A seat whose player is outside the program: a Conversation in the game's Wire.
template <class E>
class OutsideSeat : public Conversation {
  using R = typename E::Rules;
  static constexpr bool numbered = NumberedWire<typename E::Wire, R>;
  static_assert(numbered || OwnWire<typename E::Wire, R>);

 public:
  OutsideSeat(const runner::Manifest& bot, const TimeLimits& time, std::string hello,
              std::function<std::unique_ptr<OutsidePlayer>()> make_player,
              std::optional<runner::Layers>& sandbox, Patience* patience = nullptr)
      : Conversation(numbered ? Form::numbered : Form::own, bot, time, std::move(hello),
                     std::move(make_player), sandbox, patience) {}

  Reply<R> choose(const View<R>& view) {
    std::optional<Move<R>> move;
    auto answered = ask(E::Wire::prompt(view), [&](std::size_t, std::string_view answer) {
      return taken(view, answer, move);
    });
    if (!answered) return std::unexpected(std::move(answered).error());
    return *std::move(move);
  }

  // A question about one of several games.
  struct ViewOfGame {
    std::uint32_t game;
    View<R> view;
    // Both are filled by choose().
    Lines lines = {};
    std::optional<SearchNote> note = {};
  };

  // As Conversation::ask() about different games.
  std::vector<Reply<R>> choose(std::vector<ViewOfGame>& views)
    requires numbered
  {
    std::vector<GameQuestion> questions;
    for (const ViewOfGame& each : views)
      questions.push_back({each.game, E::Wire::prompt(each.view)});
    std::vector<std::optional<Move<R>>> moves(views.size());
    ask(questions, [&](std::size_t i, std::string_view answer) {
      return taken(views[i].view, answer, moves[i]);
    });
    std::vector<Reply<R>> replies;
    for (std::size_t i = 0; i < views.size(); ++i) {
      views[i].lines = std::move(questions[i].lines);
      views[i].note = questions[i].note;
      if (questions[i].fault)
        replies.push_back(std::unexpected(*std::move(questions[i].fault)));
      else
        replies.push_back(*std::move(moves[i]));
    }
    return replies;
  }

  // Tells the bot how the game ended.
  void end(const Ending& ending) {
    if constexpr (numbered)
      Conversation::end(ending.game, ending.points, {});
    else
      Conversation::end(ending.game, ending.points,
                        E::Wire::farewell(ending.points, ending.retired, ending.names));
  }

 private:
  static std::expected<void, std::string> taken(const View<R>& view, std::string_view answer,
                                                std::optional<Move<R>>& move) {
    auto read = E::Wire::answer(view, answer);
    if (!read) return std::unexpected(std::move(read).error());
    move = *std::move(read);
    return {};
  }
};

}  // namespace hilltop::play
