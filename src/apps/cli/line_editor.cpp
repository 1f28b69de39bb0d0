#include "apps/cli/line_editor.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstring>
#include <cwchar>
#include <histedit.h>
#include <poll.h>
#include <stdexcept>
#include <string_view>
#include <unistd.h>
#include <utility>

#include "core/text.hpp"

namespace hilltop::cli {
namespace {

constexpr int lines_kept_max = 500;

// Returns what all words that begin with `typed` have in common; empty if there is no such word.
std::string common_beginning(const std::vector<std::string>& words, std::string_view typed) {
  std::optional<std::string> common;
  for (const std::string& word : words) {
    if (!word.starts_with(typed)) continue;
    if (!common) common = word;
    const auto differs = std::ranges::mismatch(*common, word);
    common->erase(differs.in1, common->end());
  }
  return common.value_or("");
}

// Returns a text of UTF-8 in the encoding of the locale, which libedit needs; '?' stands for each
// character that it has not.
std::string in_locale(std::string_view text) {
  std::string encoded;
  std::mbstate_t state{};
  while (!text.empty()) {
    std::array<char, MB_LEN_MAX> bytes;
    const auto character = take_character(text);
    if (!character) text.remove_prefix(1);
    const std::size_t size =
        character ? std::wcrtomb(bytes.data(), static_cast<wchar_t>(*character), &state)
                  : static_cast<std::size_t>(-1);
    if (size == static_cast<std::size_t>(-1)) {
      encoded += '?';
      state = {};
    } else {
      encoded.append(bytes.data(), size);
    }
  }
  return encoded;
}

}  // namespace

class LineEditor::Library {
 public:
  Library(std::FILE* screen, int wake, std::function<void()> woken)
      : wake_(wake), woken_(std::move(woken)) {
    editor_ = el_init("hilltop", stdin, screen, screen);
    history_ = history_init();
    if (editor_ == nullptr || history_ == nullptr)
      throw std::runtime_error("libedit does not start");
    HistEvent event{};
    history(history_, &event, H_SETSIZE, lines_kept_max);
    history(history_, &event, H_SETUNIQUE, 1);
    el_set(editor_, EL_CLIENTDATA, this);
    el_set(editor_, EL_PROMPT, &Library::prompt);
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_HIST, history, history_);
    el_set(editor_, EL_GETCFN, &Library::read);
    // el_set() would copy the names and leak them.
    el_wset(editor_, EL_ADDFN, L"hilltop-complete", L"Complete a word", &Library::complete_word);
    el_set(editor_, EL_BIND, "^I", "hilltop-complete", nullptr);
    el_wset(editor_, EL_ADDFN, L"hilltop-draw", L"Draw the screen again", &Library::draw_again);
    el_set(editor_, EL_BIND, "^L", "hilltop-draw", nullptr);
  }
  ~Library() {
    el_end(editor_);
    history_end(history_);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  std::optional<std::string> line(const std::string& prompt, std::vector<std::string> words) {
    prompt_ = in_locale(prompt);
    words_ = std::move(words);
    el_resize(editor_);
    // libedit does so only after the prompt is shown: a Ctrl-D typed in between would be lost.
    el_set(editor_, EL_PREP_TERM, 1);
    int count = 0;
    const char* const typed = el_gets(editor_, &count);
    if (typed == nullptr || count <= 0) return std::nullopt;
    std::string line(typed, static_cast<std::size_t>(count));
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    HistEvent event{};
    if (!line.empty()) history(history_, &event, H_ENTER, line.c_str());
    return line;
  }

 private:
  static Library& of(EditLine* editor) {
    void* library = nullptr;
    el_get(editor, EL_CLIENTDATA, &library);
    return *static_cast<Library*>(library);
  }

  static char* prompt(EditLine* editor) { return of(editor).prompt_.data(); }

  static int read(EditLine* editor, wchar_t* character) {
    return of(editor).read_character(*character);
  }

  // Returns 1, 0 at the end of the input, or -1.
  int read_character(wchar_t& character) {
    std::mbstate_t state{};
    while (true) {
      std::array<pollfd, 2> ready{{{STDIN_FILENO, POLLIN, 0}, {wake_, POLLIN, 0}}};
      if (poll(ready.data(), ready.size(), -1) < 0) {
        if (errno == EINTR) continue;
        return -1;
      }
      if (ready[1].revents != 0) wake_up();
      if (ready[0].revents == 0) continue;
      char byte = 0;
      const ssize_t got = ::read(STDIN_FILENO, &byte, 1);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return static_cast<int>(got);
      const std::size_t taken = std::mbrtowc(&character, &byte, 1, &state);
      if (taken == static_cast<std::size_t>(-2)) continue;
      if (taken != static_cast<std::size_t>(-1)) return 1;
      state = {};  // the byte is dropped
    }
  }

  void wake_up() {
    std::uint64_t times = 0;
    [[maybe_unused]] const ssize_t got = ::read(wake_, &times, sizeof times);
    el_set(editor_, EL_PREP_TERM, 1);  // the terminal may have been given back
    el_resize(editor_);
    draw();
  }

  void draw() {
    woken_();
    el_set(editor_, EL_REFRESH);
  }
  static unsigned char draw_again(EditLine* editor, wint_t) {
    of(editor).draw();
    return CC_NORM;
  }

  static unsigned char complete_word(EditLine* editor, wint_t) { return of(editor).complete(); }

  // Completes the whole line up to the cursor, because answers may be of several words.
  unsigned char complete() {
    const LineInfo* const info = el_line(editor_);
    std::string_view typed(info->buffer, static_cast<std::size_t>(info->cursor - info->buffer));
    typed.remove_prefix(std::min(typed.find_first_not_of(' '), typed.size()));
    const std::string common = common_beginning(words_, typed);
    if (common.size() <= typed.size()) return CC_REFRESH_BEEP;
    std::string rest = common.substr(typed.size());
    if (std::ranges::count_if(
            words_, [&](const std::string& word) { return word.starts_with(common); }) == 1)
      rest += ' ';
    return el_insertstr(editor_, in_locale(rest).c_str()) == 0 ? CC_REFRESH : CC_ERROR;
  }

  EditLine* editor_ = nullptr;
  History* history_ = nullptr;
  std::string prompt_;
  std::vector<std::string> words_;
  int wake_;
  std::function<void()> woken_;
};

LineEditor::LineEditor(std::FILE* screen, int wake, std::function<void()> woken)
    : library_(std::make_unique<Library>(screen, wake, std::move(woken))) {}

LineEditor::~LineEditor() = default;

std::optional<std::string> LineEditor::line(const std::string& prompt,
                                            std::vector<std::string> words) {
  return library_->line(prompt, std::move(words));
}

}  // namespace hilltop::cli
