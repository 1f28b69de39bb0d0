#include "apps/cli/console.hpp"

#include <clocale>
#include <fmt/format.h>
#include <iostream>
#include <langinfo.h>
#include <string_view>
#include <unistd.h>

#include "apps/cli/terminal.hpp"

namespace hilltop::cli {

Console::Console(std::FILE* screen, bool ascii) : screen_(screen) {
  if (!can_be_redrawn(STDIN_FILENO) || !can_be_redrawn(fileno(screen))) return;
  std::setlocale(LC_CTYPE, "");  // for libedit too
  unicode_ = !ascii && std::string_view(nl_langinfo(CODESET)) == "UTF-8";
  redrawn_.emplace(screen, colours(fileno(screen)));
}

void Console::print(std::string_view text) {
  if (redrawn_) redrawn_->leave();
  fmt::print(screen_, "{}", text);
}

std::optional<std::string> Console::ask(const RedrawnScreen::Draw& draw,
                                        const std::string& question, const std::string& prompt,
                                        std::vector<std::string> words) {
  if (redrawn_) return redrawn_->ask(draw, prompt, std::move(words));
  print(question + "\n" + prompt);
  return typed_line(screen_);
}

void Console::show(const RedrawnScreen::Draw& draw) {
  if (redrawn_) redrawn_->show(draw);
}

std::optional<std::string> typed_line(std::FILE* screen) {
  std::fflush(screen);
  std::string line;
  return std::getline(std::cin, line) ? std::optional(line) : std::nullopt;
}

}  // namespace hilltop::cli
