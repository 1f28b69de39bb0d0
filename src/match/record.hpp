#pragma once
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/problem.hpp"
#include "core/search_note.hpp"
#include "core/switches.hpp"
#include "match/session.hpp"
#include "match/text.hpp"

namespace hilltop {

// A game in writing: the key of its randomness and every step. A saved game of a person and a
// golden game are records too.
struct Record {
  struct Player {
    std::string player;  // "human", a house bot's name, or player_of_bot()
    std::string name;    // display name
    friend bool operator==(const Player&, const Player&) = default;
  };
  struct Step {
    int seat;
    std::optional<std::string> move;  // in the game's notation; nullopt if the seat left the game
    std::optional<std::chrono::microseconds> took = {};  // nullopt if not measured
    std::optional<SearchNote> note = {};                 // what the bot says of the move
    // Why the seat left the game: kind and detail. nullopt if it is not known, and for a move.
    std::optional<Fault> fault = {};
    friend bool operator==(const Step&, const Step&) = default;
  };

  std::string game, rules;
  Switches switches;
  std::uint64_t luck_key = 0;
  std::uint32_t luck_game = 0;
  std::vector<Player> players;  // in seat order
  int undone = 0;               // decisions that a person took back; they are not among the steps
  std::vector<Step> steps;
  std::vector<int> points;  // empty if the game is not over

  Chance chance() const { return {luck_key, luck_game}; }
  friend bool operator==(const Record&, const Record&) = default;
};

constexpr std::size_t record_bytes_max = 1 << 20;
constexpr std::size_t fault_detail_bytes_max = 400;  // in a record

// Returns lines of words, the first of them "hilltop record 1". The format is in docs/record.md.
std::string write(const Record& record);
std::string write(const Record::Step& step);  // the lines of one step

std::vector<std::string> names_of(const Record& record);  // in seat order

// Returns the Record::Player::player of a bot in a folder: the word "bot:NAME", where %20 stands
// for a space and %25 for a percent sign.
std::string player_of_bot(std::string_view name);
// Returns the name of that bot; nullopt if the word is not one that player_of_bot() returns.
std::optional<std::string> bot_of_player(std::string_view player);

// Parses a record. `source` names the text in messages ("game.save:3: …"). Accepts only text that
// equals the output of write(), line by line, apart from comments and empty lines; Problem
// otherwise.
std::expected<Record, Problem> read_record(std::string_view text, std::string_view source);

// Brings a fresh session to where the record ends. Calls `observe(seat, move)` for each step, with
// a null pointer if the seat leaves. Problem also if a move is not written as T::write writes it,
// so that a resumed game is saved as it was read.
template <Game R, class T, class Observer>
  requires Notation<T, R>
std::expected<void, Problem> replay(Session<R>& session, const Record& record, Observer&& observe) {
  int number = 0;
  for (const Record::Step& step : record.steps) {
    const auto bad = [&](const std::string& why) {
      return std::unexpected(worded("step {number} of the record cannot be played: {why}",
                                    {{"number", std::int64_t{number}}, {"why", Problem{why}}}));
    };
    ++number;
    const ToMove seat = session.pending();
    if (!seat) return bad("the game is over");
    if (index(*seat) != step.seat)
      return bad("seat " + std::to_string(index(*seat)) + " is to move");
    try {
      if (!step.move) {
        session.retire(*seat);
        observe(*seat, static_cast<const Move<R>*>(nullptr));
        continue;
      }
      const auto move = T::read(*step.move);
      if (!move) return bad("'" + *step.move + "' is not a move: " + move.error());
      if (const std::string written = T::write(*move); written != *step.move)
        return bad("'" + *step.move + "' is written '" + written + "'");
      if (const Refusal why = session.play(*seat, *move); !why.empty())
        return bad("'" + *step.move + "': " + std::string(why));
      observe(*seat, &*move);
    } catch (const ListRanOut& ran_out) {
      return bad(ran_out.what());
    }
  }
  if (!record.points.empty() && session.pending())
    return std::unexpected(Problem{"the record has points, but the game is not over"});
  if (!record.points.empty() && !std::ranges::equal(record.points, session.points()))
    return std::unexpected(Problem{"the points of the record are not those of its game"});
  return {};
}

template <Game R, class T>
  requires Notation<T, R>
std::expected<void, Problem> replay(Session<R>& session, const Record& record) {
  return replay<R, T>(session, record, [](Seat, const Move<R>*) {});
}

// Observes a Session and writes its steps as they happen.
template <Game R, class T>
  requires Notation<T, R>
class StepLog {
 public:
  // Sets the time that the next step took.
  void took(std::chrono::nanoseconds time) {
    took_ = std::chrono::duration_cast<std::chrono::microseconds>(time);
  }
  // Sets what the bot says of its next move.
  void noted(std::optional<SearchNote> note) { note_ = std::move(note); }
  void played(Seat seat, const Move<R>& move) {
    add({.seat = index(seat), .move = T::write(move), .note = std::move(note_)});
  }
  void forfeits(Seat seat, const Fault& fault) {
    add({.seat = index(seat), .move = std::nullopt, .fault = fault});
  }

  // Returns the lines of the steps, as a record has them.
  const std::string& text() const { return text_; }

 private:
  void add(Record::Step step) {
    step.took = std::exchange(took_, std::nullopt);
    note_.reset();
    text_ += write(step);
  }

  std::string text_;
  std::optional<std::chrono::microseconds> took_;
  std::optional<SearchNote> note_;
};

}  // namespace hilltop
