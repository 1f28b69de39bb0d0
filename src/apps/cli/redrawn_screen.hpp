#pragma once
#include <atomic>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <termios.h>
#include <thread>
#include <vector>

#include "apps/cli/line_editor.hpp"
#include "core/drawing.hpp"

namespace hilltop::cli {

// A terminal whose whole screen is drawn again for each prompt, on the alternate screen, so that
// what was there before comes back afterwards.
//
// One thread takes the signals of the terminal: Ctrl-C and its like give the terminal back before
// they end the program, Ctrl-Z does so before it stops it, and a change of size or the return from
// Ctrl-Z makes the prompt draw again. No signal is handled anywhere else, so it must be made before
// any other thread.
class RedrawnScreen {
 public:
  // Draws a screen of this size; the prompt needs the last row.
  using Draw = std::function<Drawing(int columns, int rows)>;

  RedrawnScreen(std::FILE* screen, bool colours);
  ~RedrawnScreen();
  RedrawnScreen(const RedrawnScreen&) = delete;
  RedrawnScreen& operator=(const RedrawnScreen&) = delete;

  // Draws, and returns a line typed behind the prompt; nullopt if the input has ended.
  std::optional<std::string> ask(const Draw& draw, const std::string& prompt,
                                 std::vector<std::string> words);
  void show(const Draw& draw);

  // Goes back to the lines that were on the screen before. The next ask() or show() returns here.
  void leave();

 private:
  void paint(const Draw& draw);
  void listen(const std::stop_token& over);
  void give_back();

  std::FILE* screen_;
  int descriptor_;
  bool colours_;
  termios cooked_;  // as the terminal was, before the editor changed it
  std::atomic<bool> entered_ = false;
  int wake_;
  const Draw* drawn_ = nullptr;  // of the prompt that is open
  LineEditor editor_;
  std::jthread listener_;
};

}  // namespace hilltop::cli
