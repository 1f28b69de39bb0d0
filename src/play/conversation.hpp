#pragma once
#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/search_note.hpp"
#include "core/seat.hpp"
#include "core/timing.hpp"
#include "play/conditions.hpp"
#include "play/outside_player.hpp"

namespace hilltop::play {

// Max bytes of a malformed line that a fault quotes: lines may be long, and many faults are kept.
constexpr std::size_t said_bytes_max = 160;

// Max bytes of each of the lines that a fault keeps.
constexpr std::size_t fault_line_bytes_max = 4096;

// Max games in a row that a bot may abort, by silence or a crash; it forfeits the remaining games
// of the batch unplayed, so that nobody waits for a hundred thousand timeouts.
constexpr int broken_games_max = 10;

// Max games that a bot is asked about at once.
constexpr std::uint32_t batch_max = 1024;

// Max notes on one answer; the last one counts. A further one is taken for the answer.
constexpr int notes_max = 100;

// What a process is told about a game at its start.
struct Opening {
  std::uint32_t game;
  std::size_t seats;
  std::vector<std::string> opponents;  // in seat order
  std::uint32_t seed;                  // for the bot's own randomness
};

// The last line to a player and the last one from it, of one game: which other games it has played
// depends on the number of workers.
struct Lines {
  std::string asked, said;
};

// A question about a game. All but the first two are filled by Conversation::ask().
struct GameQuestion {
  std::uint32_t game;
  std::string prompt;
  Lines lines = {};
  std::optional<SearchNote> note = {};
  std::optional<Fault> fault = {};  // in place of an answer
};

// Takes the answer to the i-th question. Error: what the bot should have said.
using Understand =
    std::function<std::expected<void, std::string>(std::size_t i, std::string_view answer)>;

// The lines between a seat and an OutsidePlayer (docs/protocol.md). A fault of the player ends the
// conversation with its game; the next game begins another.
class Conversation {
 public:
  // How a game's lines are: with the number of their game, for many games; or of a form of its own,
  // for one game at a time.
  enum class Form : std::uint8_t { numbered, own };

  // `hello`: first line of a numbered conversation. `sandbox`: combined with the layers of each
  // conversation. `patience`: of the run; may be null.
  Conversation(Form form, const runner::Manifest& bot, const TimeLimits& time, std::string hello,
               std::function<std::unique_ptr<OutsidePlayer>()> make_player,
               std::optional<runner::Layers>& sandbox, Patience* patience);

  // Sets a function to call with each answer.
  void when_answered(std::function<void(const AnswerOfProcess&)> call) {
    answered_ = std::move(call);
  }

  // Returns how many games the bot takes at once; starts the bot, which announces it.
  std::uint32_t batch();

  void begin(const Opening& opening);
  // Lets the player begin the conversation of a later game during this one.
  void prepare(const Opening& opening);

  // Asks about the game that was begun last. Fault: the player gave no answer that `understand`
  // takes.
  std::expected<void, Fault> ask(std::string_view prompt, const Understand& understand);
  // Returns the lines of the last ask() of this kind, and what the bot said of its answer.
  const Lines& lines() const { return lines_; }
  const std::optional<SearchNote>& note() const { return note_; }

  // Asks about different games at once, in the order of their games; the bot may answer in any
  // order, each time within the time of one answer. Which question ended the conversation, or took
  // too long, cannot be told then: those without an answer are asked again, one at a time, so that
  // each reply is as if its question had been the only one. Only for numbered lines.
  void ask(std::vector<GameQuestion>& questions, const Understand& understand);

  // Returns the fault of an illegal answer, which it quotes in the game's notation.
  Fault quoting(const std::string& answer, Fault fault, const Lines& lines);

  // Ends a game. This ends a conversation that serves no further game. `points`: numbered lines
  // tell them. `farewell`: the last line of the game, in its own form.
  void end(std::uint32_t game, const Points& points, const std::string& farewell);

  // Returns the time of the answers since the last call, without those that have time of the
  // player's start.
  Timing take_timing() { return std::exchange(timing_, {}); }
  // Returns the time of the last answer.
  std::chrono::nanoseconds took() const { return took_; }

  // Voids the games under way: a new player replaces this one, whose faults do not count.
  void void_games();

  // Returns whether the bot has aborted broken_games_max games in a row, or the run's patience with
  // it is over. It forfeits the later ones.
  bool gave_up() const;
  // Leaves the open games, which may begin again.
  void abandon();

  // Stops the player until the next question.
  void pause() {
    if (conversing_) player_->pause();
  }

  // Ends a conversation that covers several games with its last line, or lets it rest until another
  // batch has games for a bot that remembers nothing.
  void leave();

  // Waits for a player that was told to leave, until the deadline.
  void finish(Deadline by);
  bool leaving() const { return leaving_; }

  std::string error_output() { return conversing_ ? player_->error_output() : std::string(); }

 private:
  // A game that was begun and has not ended.
  struct Open {
    std::string line;       // that announced it
    std::string said = {};  // the last answer in it
    bool broken = false;    // a question about it was not answered
  };

  // A question with the line that announced its game.
  struct Rehearsal {
    std::string begin, turn;
  };

  bool numbered() const { return form_ == Form::numbered; }
  std::expected<std::string, Fault> heard(std::string_view prompt);
  std::expected<std::string, Fault> asked(const std::string& line);
  std::expected<std::string, Fault> hear(Deadline by);
  std::expected<void, Fault> answer_to(std::string_view prompt, std::size_t i,
                                       const Understand& understand);
  std::vector<char> ask_together(std::vector<GameQuestion>& questions,
                                 const Understand& understand);
  void ask_alone(GameQuestion& question, std::size_t i, const Understand& understand);
  std::expected<void, Fault> understood(const Understand& understand, std::size_t i,
                                        const std::string& line, std::string_view answer);

  void start(const Opening& opening);
  void rehearse();
  void remember(std::uint32_t game, const std::string& turn);
  void begin_next(const Opening& opening);
  void converse(std::string ready);
  void forget();
  std::vector<std::string> arguments_for(const Opening& opening) const;

  Fault fault_of_giving_up() const;
  bool gives_up_before(std::uint32_t later_game) const;
  std::unexpected<Fault> malformed(const std::string& expected, const std::string& line);
  Fault with_limit(Fault fault, std::chrono::nanoseconds limit, bool game_is_short) const;

  bool has_game_limit() const { return time_.game_ms.count() != 0; }
  std::chrono::nanoseconds game_time_left() const;
  std::chrono::nanoseconds answer_time() const;
  bool asks_again() const;

  const Form form_;
  const runner::Manifest& bot_;
  const TimeLimits& time_;
  Patience* patience_;
  std::string hello_;
  std::function<std::unique_ptr<OutsidePlayer>()> make_player_;
  std::unique_ptr<OutsidePlayer> player_;
  std::optional<runner::Layers>& sandbox_;
  bool conversing_ = false;
  std::optional<Fault> refused_;  // of a failed start; counts for the whole game
  std::uint32_t game_ = 0;        // this game
  std::string number_;            // as text
  std::map<std::uint32_t, Open> open_;
  bool asked_together_ = false;  // one call asks about all open games
  Lines lines_;
  std::optional<SearchNote> note_;                        // on the last answer
  std::function<void(const AnswerOfProcess&)> answered_;  // may be null
  Timing timing_;
  std::chrono::nanoseconds took_{0};
  std::chrono::nanoseconds used_{0};  // of the game's time
  std::string ready_;                 // the answer to the hello
  std::uint32_t batch_ = 1;
  int broken_in_a_row_ = 0;
  std::chrono::nanoseconds start_left_{0};  // of the time of a start, for the next answer
  std::optional<Rehearsal> rehearsal_;
  bool took_of_start_ = false;  // the last answer took longer than one may
  bool broken_ = false;         // a fault has ended the conversation
  bool leaving_ = false;        // the last line is sent
};

}  // namespace hilltop::play
