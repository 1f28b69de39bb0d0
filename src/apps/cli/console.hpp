#pragma once
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/redrawn_screen.hpp"

namespace hilltop::cli {

// Where people read and type: a terminal, whose screen is redrawn for each prompt, or plain lines
// in a pipe, in a file or with TERM=dumb.
class Console {
 public:
  // `ascii`: draws with ASCII also where the terminal has Unicode.
  Console(std::FILE* screen, bool ascii);

  bool redraws() const { return redrawn_.has_value(); }
  bool unicode() const { return unicode_; }

  // Prints lines. On a terminal they follow those that were there before the screen was drawn.
  void print(std::string_view text);

  // Returns a typed line; nullopt if the input has ended. On a terminal, draws first, and completes
  // `words`; otherwise prints the question and the prompt.
  std::optional<std::string> ask(const RedrawnScreen::Draw& draw, const std::string& question,
                                 const std::string& prompt, std::vector<std::string> words);
  // Draws without a prompt; prints nothing in a pipe.
  void show(const RedrawnScreen::Draw& draw);

 private:
  std::FILE* screen_;
  bool unicode_ = false;
  std::optional<RedrawnScreen> redrawn_;
};

// Returns the next line of the standard input, after flushing `screen`; nullopt if it has ended.
std::optional<std::string> typed_line(std::FILE* screen);

}  // namespace hilltop::cli
