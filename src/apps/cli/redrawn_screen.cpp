#include "apps/cli/redrawn_screen.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fmt/format.h>
#include <span>
#include <string_view>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <system_error>
#include <unistd.h>

#include "core/text.hpp"

namespace hilltop::cli {
namespace {

constexpr std::string_view enter_sequence = "\033[?1049h", leave_sequence = "\033[0m\033[?1049l";

sigset_t signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH, SIGUSR2})
    sigaddset(&set, signal);
  return set;
}

std::string_view sequence(Ink ink) {
  switch (ink) {
    case Ink::plain: return "";
    case Ink::strong: return "\033[1m";
    case Ink::faint: return "\033[2m";
    case Ink::good: return "\033[1;32m";
    case Ink::alert: return "\033[1;31m";
    case Ink::mine: return "\033[1;36m";
    case Ink::theirs: return "\033[35m";
  }
  return "";
}

// Returns a line as the terminal takes it, cut to its columns.
std::string painted(const Drawing::Line& line, int columns, bool colours) {
  std::string text;
  for (const auto& [piece, ink] : line) {
    const std::string cut = columns_of(piece) <= columns ? piece : abbreviated(piece, columns, "");
    columns -= columns_of(cut);
    const std::string_view begin = colours ? sequence(ink) : "";
    text.append(begin).append(cut).append(begin.empty() ? "" : "\033[0m");
  }
  return text;
}

void write_all(int descriptor, std::string_view text) {
  [[maybe_unused]] const ssize_t written = ::write(descriptor, text.data(), text.size());
}

termios settings_of(int terminal) {
  termios settings{};
  tcgetattr(terminal, &settings);
  return settings;
}

int wake_descriptor() {
  const int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  return descriptor;
}

}  // namespace

RedrawnScreen::RedrawnScreen(std::FILE* screen, bool colours)
    : screen_(screen),
      descriptor_(fileno(screen)),
      colours_(colours),
      cooked_(settings_of(STDIN_FILENO)),
      wake_(wake_descriptor()),
      editor_(screen, wake_, [this] {
        if (drawn_ != nullptr) paint(*drawn_);
      }) {
  const sigset_t set = signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  listener_ = std::jthread([this](const std::stop_token& over) { listen(over); });
}

// SIGUSR2 only wakes the listener.
RedrawnScreen::~RedrawnScreen() {
  leave();
  listener_.request_stop();
  pthread_kill(listener_.native_handle(), SIGUSR2);
  listener_.join();
  const sigset_t set = signals();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  close(wake_);
}

std::optional<std::string> RedrawnScreen::ask(const Draw& draw, const std::string& prompt,
                                              std::vector<std::string> words) {
  paint(draw);
  drawn_ = &draw;
  auto line = editor_.line(prompt, std::move(words));
  drawn_ = nullptr;
  return line;
}

void RedrawnScreen::show(const Draw& draw) { paint(draw); }

void RedrawnScreen::leave() {
  if (!entered_.exchange(false)) return;
  fmt::print(screen_, "{}", leave_sequence);
  std::fflush(screen_);
}

void RedrawnScreen::paint(const Draw& draw) {
  winsize size{};
  ioctl(descriptor_, TIOCGWINSZ, &size);
  const int columns = size.ws_col > 0 ? size.ws_col : 80, rows = size.ws_row > 0 ? size.ws_row : 24;
  const Drawing drawing = draw(columns, rows);
  std::string text(entered_.exchange(true) ? "" : enter_sequence);
  text += "\033[H";
  // On a screen that is too low the prompt and what is just above it remain.
  const int skipped = std::max(0, drawing.rows() - (rows - 1));
  for (const Drawing::Line& line :
       std::span(drawing.lines()).subspan(static_cast<std::size_t>(skipped)))
    text += painted(line, columns, colours_) + "\033[K\r\n";
  fmt::print(screen_, "{}\033[J", text);
  std::fflush(screen_);
}

// Restores the terminal's settings and its earlier screen, for the shell.
void RedrawnScreen::give_back() {
  if (entered_) write_all(descriptor_, leave_sequence);
  tcsetattr(STDIN_FILENO, TCSANOW, &cooked_);
}

void RedrawnScreen::listen(const std::stop_token& over) {
  const sigset_t set = signals();
  for (int signal = 0; sigwait(&set, &signal) == 0 && !over.stop_requested();) {
    switch (signal) {
      case SIGTSTP:
        give_back();
        kill(getpid(), SIGSTOP);
        break;
      case SIGCONT:
        if (entered_) write_all(descriptor_, enter_sequence);
        [[fallthrough]];
      case SIGWINCH: eventfd_write(wake_, 1); break;
      case SIGUSR2: break;
      default: {
        give_back();
        std::signal(signal, SIG_DFL);
        sigset_t this_one;
        sigemptyset(&this_one);
        sigaddset(&this_one, signal);
        pthread_sigmask(SIG_UNBLOCK, &this_one, nullptr);
        raise(signal);
      }
    }
  }
}

}  // namespace hilltop::cli
