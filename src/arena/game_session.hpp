#pragma once
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/problem.hpp"
#include "core/seat.hpp"
#include "match/record.hpp"

namespace hilltop::arena {

struct GameReport;

// What a person at a seat is asked.
struct PersonPrompt {
  Seat seat;
  std::string name;   // of the person
  std::string table;  // what the seat sees, in lines
  std::string asks;   // without a line feed
  std::string hint;   // explains the answers, in lines
};

// A person's answer as it was typed. `complaint`: why the last answer to it cannot be
// played; empty at first. What it throws ends the game.
using AskPerson =
    std::function<std::string(const PersonPrompt& prompt, const std::string& complaint)>;

// One game of people and house bots with its types forgotten, driven step by step from outside: by
// people at a terminal, or by a page in a browser. Each person answers for a seat, and may be
// elsewhere than the next one. record() is the game so far; AnyGame::open() takes it up again.
class GameSession {
 public:
  virtual ~GameSession() = default;

  // The seat that must answer next; nullopt once the game is over.
  virtual std::optional<Seat> pending() const = 0;
  virtual bool is_person(Seat seat) const = 0;

  // If a house bot is pending: asks it, and plays its move.
  virtual void ask_bot() = 0;

  // If a person is pending. `confirms_first`: what to confirm before the table is shown; empty if
  // there is nothing.
  virtual PersonPrompt prompt() const = 0;
  virtual std::string confirms_first() const = 0;
  // Plays what was typed at a seat. Returns what to confirm afterwards, or nothing. A Problem says
  // why it cannot be played and what is allowed; then nothing has changed. Throws ListRanOut where
  // dice from a file run out.
  virtual std::expected<std::string, Problem> submit(Seat seat, std::string_view typed) = 0;
  // The pending seat leaves the game.
  virtual void forfeit() = 0;

  virtual bool can_be_saved_in_a_turn() const = 0;
  virtual void rename(Seat seat, const std::string& name) = 0;
  virtual const Record& record() const = 0;

  // What happened since this was last called, in lines.
  virtual std::string take_account() = 0;
  // The last thing that happened.
  virtual std::string last_account() const = 0;
  // The result, once the game is over.
  virtual std::string ending() const = 0;
  virtual GameReport report() const = 0;
};

}  // namespace hilltop::arena
