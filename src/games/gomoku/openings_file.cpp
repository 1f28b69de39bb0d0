#include "games/gomoku/openings_file.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/text.hpp"
#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {
namespace {

constexpr std::size_t word_bytes_shown = 20;

bool is_letter(char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'); }
bool is_between(char c) { return c == ' ' || c == '\t' || c == ','; }

// A line, from which stones are taken one by one.
class Line {
 public:
  Line(std::string_view text, int board_size) : text_(text), centre_(board_size / 2) {}

  // Goes to the next stone. False if there is none.
  bool next() {
    at_ += skipped(is_between);
    return at_ < text_.size();
  }
  // Takes the stone that next() found; nullopt if it is none. A number too large for the board is a
  // stone off the board.
  std::optional<Point> take() { return is_letter(text_[at_]) ? coordinate() : offset(); }

  std::size_t column() const { return at_ + 1; }
  // Returns what stands here, up to the next blank.
  std::string shown() const {
    const std::string_view rest = text_.substr(at_);
    return printable(rest.substr(0, rest.find_first_of(" \t")), word_bytes_shown);
  }

 private:
  template <class Is>
  std::size_t skipped(Is is) const {
    const std::string_view rest = text_.substr(at_);
    return static_cast<std::size_t>(std::ranges::find_if_not(rest, is) - rest.begin());
  }

  std::optional<int> number(std::size_t from, std::size_t& end) const {
    const std::string_view rest = text_.substr(std::min(from, text_.size()));
    int number = 0;
    const bool plus = rest.starts_with('+') && !rest.starts_with("+-");
    const char* const begin = rest.data() + (plus ? 1 : 0);
    const auto [stop, error] = std::from_chars(begin, rest.data() + rest.size(), number);
    if (error == std::errc::invalid_argument) return std::nullopt;
    end = static_cast<std::size_t>(stop - text_.data());
    return error == std::errc() ? std::clamp(number, -off_board, off_board) : off_board;
  }

  // "h8", with what may follow it: a blank, a comma, or the letter of another.
  std::optional<Point> coordinate() {
    std::size_t end = 0;
    const auto y = number(at_ + 1, end);
    if (!y || *y < 0 || (end < text_.size() && !is_between(text_[end]) && !is_letter(text_[end])))
      return std::nullopt;
    const Point point{(text_[at_] | 32) - 'a', *y - 1};
    at_ = end;
    return point;
  }

  // "-1,2" with what may follow it: a blank or a comma.
  std::optional<Point> offset() {
    std::size_t end = 0;
    const auto x = number(at_, end);
    if (!x) return std::nullopt;
    while (end < text_.size() && text_[end] == ' ') ++end;
    if (end == text_.size() || text_[end] != ',') return std::nullopt;
    for (++end; end < text_.size() && text_[end] == ' ';) ++end;
    const auto y = number(end, end);
    if (!y || (end < text_.size() && !is_between(text_[end]))) return std::nullopt;
    at_ = end;
    return Point{*x + centre_, *y + centre_};
  }

  static constexpr int off_board = 1000;

  std::string_view text_;
  int centre_;
  std::size_t at_ = 0;
};

// Reads one line into the openings. Returns the column, from 1, and what is wrong there.
std::optional<std::pair<std::size_t, std::string>> read(Line line, std::string name,
                                                        Openings& openings) {
  const std::size_t begin = line.column();
  bool any = false;
  while (line.next()) {
    const std::size_t column = line.column();
    const std::string word = line.shown();
    const auto stone = line.take();
    if (!stone)
      return {{column,
               "a stone is an offset from the centre, such as -1,2, or a coordinate, such "
               "as G10, not '" +
                   word + "'"}};
    if (std::string why = openings.add(*stone); !why.empty()) return {{column, std::move(why)}};
    any = true;
  }
  if (!any) return std::nullopt;
  if (std::string why = openings.end(std::move(name)); !why.empty())
    return {{begin, std::move(why)}};
  return std::nullopt;
}

}  // namespace

std::expected<SwitchValue, Problem> read_openings(std::string_view text, const std::string& file,
                                                  const SwitchFile::Context& context) {
  const Variant variant = variant_of(context.rule_set, context.switches);
  Openings openings(variant);
  text = without_byte_order_mark(text);
  for (int number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const auto wrong = read(Line(line.substr(0, line.find('#')), variant.size),
                            "line " + std::to_string(number), openings);
    if (wrong)
      return std::unexpected(Problem{file + ':' + std::to_string(number) + ':' +
                                     std::to_string(wrong->first) + ": " + wrong->second});
  }
  if (openings.empty())
    return std::unexpected(Problem{
        file + ": there are no openings in this file: write one a line, such as H8 J9 G10"});
  return openings.numbers();
}

std::string coordinate(Point point) {
  return static_cast<char>('A' + point.x) + std::to_string(point.y + 1);
}

}  // namespace hilltop::gomoku
