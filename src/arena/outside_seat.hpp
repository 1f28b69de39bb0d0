#pragma once
#include <algorithm>
#include <charconv>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/conditions.hpp"
#include "arena/outside_player.hpp"
#include "core/timing.hpp"
#include "match/text.hpp"

namespace hilltop::arena {

// What a bot has left, once it heard the last line, to finish writing files.
constexpr std::chrono::milliseconds farewell_ms{500};

// What a fault quotes of a line that is no answer: a line may be long, and many faults are kept.
constexpr std::size_t said_bytes_max = 160;

// Games in a row that a bot may break off, by silence or a crash. After that the rest of the run is
// lost without being played: a hundred thousand games are not waited for one by one.
constexpr int broken_games_max = 10;

// About how many games a bot is asked at once, at most.
constexpr std::uint32_t batch_max = 1024;

// What a bot of another process is told of a game that begins.
struct Opening {
  std::uint32_t game;
  std::size_t seats;
  std::vector<std::string> opponents;  // in seat order
  std::uint32_t seed;                  // of the bot's own luck
};

// How a game ended, for those who are told.
struct Ending {
  std::uint32_t game;
  const Points& points;
  std::uint64_t retired;                  // bit i: seat i
  const std::vector<std::string>& names;  // by seat
};

// A seat whose player is outside the program: the game's Wire, spoken to an OutsidePlayer. What the
// player does wrong ends the conversation with its game; the next game begins another.
template <class E>
class OutsideSeat {
  using R = typename E::Rules;
  static constexpr bool numbered = NumberedWire<typename E::Wire, R>;
  static_assert(numbered || OwnWire<typename E::Wire, R>);

 public:
  // `hello`: the first line of a numbered conversation. `sandbox`: is told of every conversation.
  OutsideSeat(const runner::Manifest& bot, const TimeLimits& time, std::string hello,
              std::function<std::unique_ptr<OutsidePlayer>()> make_player,
              std::optional<runner::Layers>& sandbox)
      : bot_(bot),
        time_(time),
        hello_(std::move(hello)),
        make_player_(std::move(make_player)),
        player_(make_player_()),
        sandbox_(sandbox) {}

  // About how many games the bot will be asked at once; starts it, to hear that.
  std::uint32_t batch() {
    if constexpr (numbered) {
      if (bot_.state == runner::StateScope::folder) return 1;
      start({});
      return batch_;
    }
    return 1;
  }

  void begin(const Opening& opening) {
    if constexpr (numbered) {
      number_ = std::to_string(opening.game);
      std::string line = "begin " + number_ + " seats " + std::to_string(opening.seats) + " seed " +
                         std::to_string(opening.seed);
      if (conversing_) player_->tell(line);
      open_.insert_or_assign(opening.game, Open{std::move(line)});
      asked_together_ = false;
    }
    start(opening);
    if constexpr (numbered)
      if (conversing_) player_->play(static_cast<std::uint32_t>(open_.size()));
  }

  // Lets the player begin the conversation of a later game while this one is played.
  void prepare(const Opening& opening) {
    if (!numbered && bot_.state != runner::StateScope::folder)
      player_->prepare(arguments_for(opening));
  }

  Reply<R> choose(const View<R>& view) {
    if (refused_) return std::unexpected(*refused_);
    if constexpr (numbered) {
      const auto line = asked("turn " + number_ + ' ' + E::Wire::prompt(view));
      if (!line) return std::unexpected(line.error());
      const std::string before = "move " + number_ + ' ';
      if (!line->starts_with(before))
        return malformed("say 'move " + number_ + "' and the move", *line);
      return understood(view, *line, std::string_view(*line).substr(before.size()));
    } else {
      const auto line = asked(E::Wire::prompt(view));
      if (!line) return std::unexpected(line.error());
      return understood(view, *line, *line);
    }
  }

  // One question of many.
  struct Question {
    std::uint32_t game;
    View<R> view;
  };

  // The answers to questions about different games, asked at once; the bot may give them in any
  // order. A fault that ends the conversation counts as the answer to every open question.
  std::vector<Reply<R>> choose(const std::vector<Question>& questions) requires numbered {
    asked_together_ = true;
    if (broken_ && !refused_) forget();
    start({});
    std::vector<std::optional<Reply<R>>> replies(questions.size());
    std::optional<Fault> fault = refused_;
    if (!fault) {
      for (const Question& question : questions)
        player_->tell("turn " + std::to_string(question.game) + ' ' +
                      E::Wire::prompt(question.view));
      const auto begun = player_->now();
      const Deadline by = begun + budget() * static_cast<int>(questions.size());
      for (std::size_t i = 0; i < questions.size() && !fault; ++i) {
        const auto line = player_->hear(by);
        if (!line)
          fault = line.error();
        else if (const auto answered = question_of(*line, questions);
                 answered && !replies[*answered])
          replies[*answered] = understood(questions[*answered].view, *line, answer_in(*line));
        else
          fault = malformed("say 'move', the number of a game that was asked about, and the move",
                            *line)
                      .error();
      }
      timing_.add(player_->now() - begun, questions.size());
    }
    if (fault) broken_ = true;
    std::vector<Reply<R>> all;
    for (std::size_t i = 0; i < replies.size(); ++i) {
      if (!replies[i] || !*replies[i]) open_.at(questions[i].game).broken = true;
      all.push_back(replies[i] ? *std::move(replies[i]) : Reply<R>(std::unexpected(*fault)));
    }
    return all;
  }

  // Tells how the game ended. A conversation that serves no further game has had its last line
  // then.
  void end(const Ending& ending) {
    bool broke = broken_ || refused_;
    if (const auto ended = open_.extract(ending.game); ended && asked_together_)
      broke = ended.mapped().broken;
    one_ended_well_ |= !broke;
    if (open_.empty())  // games that are asked about together break, or not, as one
      broken_in_a_row_ = std::exchange(one_ended_well_, false) ? 0 : broken_in_a_row_ + 1;
    if (broken_ || refused_ || !conversing_) return forget();
    if constexpr (numbered) {
      std::string line = "end " + std::to_string(ending.game) + " points ";
      for (int seat = 0; seat < ending.points.size(); ++seat)
        line += (seat == 0 ? "" : ",") + std::to_string(ending.points[seat]);
      player_->tell(line);
      if (bot_.state == runner::StateScope::folder) leave();
    } else {
      player_->farewell(E::Wire::farewell(ending.points, ending.retired, ending.names));
      leaving_ = true;
    }
  }

  // How long its answers took since this was last called. The first answer of each conversation is
  // left out, for the player's start is in it.
  Timing take_timing() { return std::exchange(timing_, {}); }
  // What the last answer took.
  std::chrono::nanoseconds took() const { return took_; }

  // The games under way are void: another player takes the place of this one, and what it did does
  // not count.
  void void_games() {
    forget();
    player_ = make_player_();
    open_.clear();
    one_ended_well_ = false;
  }

  // The player does nothing until it is asked again.
  void pause() {
    if (conversing_) player_->pause();
  }

  // The last line of a conversation that goes on over games.
  void leave() {
    if (conversing_ && !std::exchange(leaving_, true)) player_->farewell("bye");
  }

  // Takes in a player who was told to leave, by the deadline.
  void finish(Deadline by) {
    if (!leaving_) return;
    player_->finish(by);
    conversing_ = false;
    forget();
  }
  bool leaving() const { return leaving_; }

  std::string error_output() { return conversing_ ? player_->error_output() : std::string(); }

 private:
  // Begins a conversation if there is none. A player who could not be started is not started again
  // in this game.
  void start(const Opening& opening) {
    if (conversing_ || refused_) return;
    if (broken_in_a_row_ >= broken_games_max) {
      refused_ = Fault{FaultKind::refused_to_start,
                       "it broke off " + std::to_string(broken_games_max) +
                           " games in a row; the rest of this run is not played"};
      return;
    }
    if (auto started = player_->start(arguments_for(opening)); !started) {
      refused_ = std::move(started).error();
      return;
    }
    conversing_ = true;
    sandbox_ = runner::of_all(sandbox_, player_->layers());
    fresh_ = true;
    if constexpr (numbered) {
      const auto ready = asked(hello_);
      if (!ready)
        refused_ = ready.error();
      else if (*ready != "ready 1" && !ready->starts_with("ready 1 "))
        refused_ = malformed("say 'ready 1' first", *ready).error();
      else
        batch_ = batch_in(*ready);
      if (refused_) return;
      for (const auto& [game, open] : open_) player_->tell(open.line);
      if (!open_.empty()) player_->play(static_cast<std::uint32_t>(open_.size()));
    }
  }

  static std::vector<std::string> arguments_for(const Opening& opening) {
    if (numbered) return {};
    std::vector<std::string> arguments = opening.opponents;
    arguments.push_back(std::to_string(opening.seed));
    return arguments;
  }

  std::chrono::milliseconds budget() {
    return time_.move_ms +
           (std::exchange(fresh_, false) ? time_.start_ms : std::chrono::milliseconds(0));
  }

  // N of "ready 1 batch N"; 1: one game at a time.
  static std::uint32_t batch_in(std::string_view ready) {
    constexpr std::string_view before = "ready 1 batch ";
    std::uint32_t batch = 1;
    if (ready.starts_with(before))
      std::from_chars(ready.data() + before.size(), ready.data() + ready.size(), batch);
    return std::clamp(batch, 1u, batch_max);
  }

  // Which of the questions, in the order of their games, a line answers.
  static std::optional<std::size_t> question_of(std::string_view line,
                                                const std::vector<Question>& questions) {
    constexpr std::string_view before = "move ";
    if (!line.starts_with(before)) return std::nullopt;
    std::uint32_t game = 0;
    const char* const end = line.data() + line.size();
    const auto [rest, error] = std::from_chars(line.data() + before.size(), end, game);
    if (error != std::errc{} || rest == end || *rest != ' ') return std::nullopt;
    const auto found = std::ranges::lower_bound(questions, game, {}, &Question::game);
    if (found == questions.end() || found->game != game) return std::nullopt;
    return static_cast<std::size_t>(found - questions.begin());
  }

  static std::string_view answer_in(std::string_view line) {
    return line.substr(line.find(' ', line.find(' ') + 1) + 1);
  }

  std::expected<std::string, Fault> asked(const std::string& line) {
    const bool fresh = fresh_;
    const auto begun = player_->now();
    player_->tell(line);
    auto answer = player_->hear(begun + budget());
    took_ = player_->now() - begun;
    if (!fresh) timing_.add(took_);
    if (!answer) broken_ = true;
    return answer;
  }

  std::unexpected<Fault> malformed(const std::string& allowed, const std::string& line) {
    broken_ = true;
    const std::string said =
        line.size() <= said_bytes_max ? line : line.substr(0, said_bytes_max) + "…";
    return std::unexpected(
        Fault{FaultKind::malformed, allowed + "; it said: " + said, error_output()});
  }

  Reply<R> understood(const View<R>& view, const std::string& line, std::string_view answer) {
    auto move = E::Wire::answer(view, answer);
    if (!move) return malformed(move.error(), line);
    return *std::move(move);
  }

  void forget() {
    if (std::exchange(conversing_, false)) player_->drop();
    refused_.reset();
    broken_ = leaving_ = false;
  }

  // A game that was begun and has not ended.
  struct Open {
    std::string line;     // by which the bot was told
    bool broken = false;  // it gave no answer to a question about it
  };

  const runner::Manifest& bot_;
  const TimeLimits& time_;
  std::string hello_;
  std::function<std::unique_ptr<OutsidePlayer>()> make_player_;
  std::unique_ptr<OutsidePlayer> player_;
  std::optional<runner::Layers>& sandbox_;
  bool conversing_ = false;
  std::optional<Fault> refused_;  // why there is nobody to ask in this game
  std::string number_;            // of this game
  std::map<std::uint32_t, Open> open_;
  bool asked_together_ = false;  // about all that are open
  bool one_ended_well_ = false;  // of those that were open together
  Timing timing_;
  std::chrono::nanoseconds took_{0};
  std::uint32_t batch_ = 1;
  int broken_in_a_row_ = 0;
  bool fresh_ = true;     // nothing was answered yet
  bool broken_ = false;   // the conversation is at an end
  bool leaving_ = false;  // the last line was said
};

}  // namespace hilltop::arena
