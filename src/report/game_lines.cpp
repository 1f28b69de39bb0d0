#include "report/game_lines.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/fault.hpp"
#include "core/search_note.hpp"
#include "core/text.hpp"
#include "report/csv.hpp"
#include "report/schemas.hpp"
#include "tournament/fixture.hpp"

namespace hilltop::report {
namespace {

constexpr std::size_t number_bytes_max = 20, move_bytes_max = 4096;
constexpr std::array<std::string_view, 3> result_words{"won", "tied", "lost"};

std::string json_text(const std::string& text) {
  using Json = nlohmann::json;
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

// A step of a stored record: its time as text, its seat, and the move. If the seat left, `move` is
// empty, and `fault` and `detail` say why; they are empty in records of older versions.
struct Step {
  std::string_view ms, seat, move, fault, detail;
  std::string_view note_line;  // what a bot says of its move, as the record has it; or empty
  SearchNote note = {};
};

bool is_number(std::string_view text, std::string_view more = {}) {
  return !text.empty() && text.front() != '.' && text.back() != '.' &&
         (text.size() == 1 || text[0] != '0' || text[1] == '.') &&
         std::ranges::count(text, '.') <= 1 && std::ranges::all_of(text, [&](char c) {
           return (c >= '0' && c <= '9') || more.contains(c);
         });
}

// Takes a line off the text; the line has no end.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// Takes a step off the lines of a record, as match/record.hpp writes them; nullopt if there is
// none.
std::optional<Step> take_step(std::string_view& text) {
  Step step;
  std::string_view line = take_line(text);
  if (line.starts_with("# ") && line.ends_with(" ms")) {
    step.ms = line.substr(2, line.size() - 5);
    if (!is_number(step.ms, ".")) return std::nullopt;
    line = take_line(text);
  }
  if (line.starts_with(note_begins))
    if (auto note = read_search_note(line.substr(note_begins.size()))) {
      step.note_line = line;
      step.note = *std::move(note);
      line = take_line(text);
    }
  if (line.starts_with("# ")) {
    const std::size_t end = line.find(": ");
    if (end == line.npos) return std::nullopt;
    step.fault = line.substr(2, end - 2);
    step.detail = line.substr(end + 2);
    if (!fault_kind(step.fault)) return std::nullopt;
    line = take_line(text);
  }
  const bool moves = line.starts_with("move ");
  if (!moves && !line.starts_with("retire ")) return std::nullopt;
  line.remove_prefix(moves ? 5 : 7);
  const std::size_t end = moves ? line.find(' ') : line.size();
  if (end == line.npos) return std::nullopt;
  step.seat = line.substr(0, end);
  if (moves) step.move = line.substr(end + 1);
  const bool fits = moves ? !step.move.empty() && step.fault.empty() : step.note.empty();
  if (!is_number(step.seat) || !fits) return std::nullopt;
  return step;
}

bool is_plain(std::string_view text) {
  return std::ranges::all_of(text,
                             [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
}

// Appends a text as JSON.
void add_text_as_json(std::string& out, std::string_view text) {
  if (is_plain(text))
    out.append("\"").append(text).append("\"");
  else
    out += json_text(printable(text, move_bytes_max));
}

void add_json(std::string& out, const Step& step) {
  out += out.empty() ? "{\"seat\":" : ",{\"seat\":";
  out += step.seat;
  out += ",\"move\":";
  if (step.move.empty())
    out += "null";
  else
    add_text_as_json(out, step.move);
  if (!step.ms.empty()) out.append(",\"ms\":").append(step.ms);
  if (!step.note.eval.empty()) out.append(",\"eval\":\"").append(step.note.eval) += '"';
  if (step.note.depth) out.append(",\"depth\":").append(std::to_string(*step.note.depth));
  if (step.note.nodes) out.append(",\"nodes\":").append(std::to_string(*step.note.nodes));
  if (!step.fault.empty()) {
    out.append(",\"fault\":\"").append(step.fault).append("\",\"detail\":");
    add_text_as_json(out, step.detail);
  }
  out += '}';
}

void add_text(std::string& out, const Step& step) {
  if (!out.empty()) out += "; ";
  if (!step.ms.empty()) out.append("# ").append(step.ms).append(" ms; ");
  if (!step.note_line.empty()) out.append(step.note_line).append("; ");
  out.append(step.move.empty() ? "retire " : "move ").append(step.seat);
  if (!step.move.empty())
    out.append(" ").append(is_plain(step.move) ? std::string(step.move)
                                               : printable(step.move, move_bytes_max));
}

char* put(char* at, std::string_view text) {
  std::memcpy(at, text.data(), text.size());
  return at + text.size();
}

// Puts 16 digits.
char* put_hex(char* at, std::uint64_t number) {
  for (int shift = 60; shift >= 0; shift -= 4) *at++ = "0123456789abcdef"[number >> shift & 15];
  return at;
}

char* put(char* at, std::integral auto number) {
  return std::to_chars(at, at + number_bytes_max, number).ptr;
}

}  // namespace

GameLines::GameLines(GamesForm form, const LinedFixture& fixture, std::size_t seats, bool moves)
    : form_(form), batch_(fixture.batch) {
  if (form == GamesForm::json_lines) {
    const std::string name = json_text(fixture.pairing);
    begin_ = fmt::format(R"({{"schema":"{}","game":{}:)", schema::game,
                         std::string_view(name).substr(0, name.size() - 1));
    after_name_ = fmt::format(R"(","fixture":{},"number":)", fixture.number);
    after_number_ = fmt::format(R"(,"stage":"{}","luck":")", fixture.stage);
    after_luck_ = R"(","deal":)";
    after_deal_ = R"(,"decisions":)";
    after_decisions_ = R"(,"seats":[)";
    for (const std::string& bot : fixture.bots)
      bots_.push_back(fmt::format(R"({{"bot":{},"points":)", json_text(bot)));
    for (std::size_t word = 0; word < result_words.size(); ++word)
      for (const bool left : {false, true})
        results_[word][left] =
            fmt::format(R"(,"result":"{}","forfeited":{}}})", result_words[word], left);
    between_seats_ = ",";
    end_ = "]";
    before_steps_ = R"(,"steps":[)";
    no_steps_ = moves ? R"(,"steps":null})" : "}";
  } else {
    const std::string name = csv_cell(fixture.pairing + ':');
    const bool is_quoted = name.starts_with('"');
    begin_ = is_quoted ? name.substr(0, name.size() - 1) : name;
    after_name_ = fmt::format("{},{},", is_quoted ? "\"" : "", fixture.number);
    after_number_ = fmt::format(",{},", fixture.stage);
    after_luck_ = ",";
    after_deal_ = ",";
    for (const std::string& bot : fixture.bots) bots_.push_back(',' + csv_cell(bot) + ',');
    for (std::size_t word = 0; word < result_words.size(); ++word)
      for (const bool left : {false, true})
        results_[word][left] = fmt::format(",{},{}", result_words[word], left);
    constexpr std::string_view no_seat = ",,,,";
    for (std::size_t seat = fixture.bots.size(); seat < seats; ++seat) end_ += no_seat;
    before_steps_ = no_steps_ = moves ? "," : "";
  }
  for (const std::string* part : {&begin_, &after_name_, &after_number_, &after_luck_, &after_deal_,
                                  &after_decisions_, &end_, &no_steps_})
    bytes_max_ += part->size() + number_bytes_max;
  for (const std::string& bot : bots_)
    bytes_max_ += bot.size() + between_seats_.size() + number_bytes_max + results_[2][0].size() + 8;
}

void GameLines::add(std::string& out, const play::GameResult& result, std::uint32_t game,
                    std::string_view steps) const {
  const std::uint64_t top = play::on_top(result);
  const std::size_t first_word = std::has_single_bit(top) ? 0 : 1;
  std::size_t place = batch_.first_player(game);
  const std::size_t before = out.size();
  const auto write = [&](char* text, std::size_t) {
    char* at = put(text + before, begin_);
    const char* const number = at;
    at = put(at, tournament::number_of(game));
    const std::string_view digits(number, static_cast<std::size_t>(at - number));
    at = put(put(at, after_name_), digits);
    const std::uint32_t deal = batch_.deal(game);
    at = put_hex(put(at, after_number_), batch_.luck.deal(deal).key());
    at = put(put(at, after_luck_), deal);
    at = put(put(at, after_deal_), result.decisions);
    at = put(at, after_decisions_);
    for (std::size_t seat = 0; seat < result.points.size(); ++seat) {
      if (seat > 0) at = put(at, between_seats_);
      at = put(put(at, bots_[place]), result.points[seat]);
      at = put(at, results_[(top >> seat & 1) != 0 ? first_word : 2][result.left >> seat & 1]);
      if (++place == bots_.size()) place = 0;
    }
    at = put(at, end_);
    if (steps.empty()) at = put(put(at, no_steps_), "\n");
    return static_cast<std::size_t>(at - text);
  };
  out.resize_and_overwrite(before + bytes_max_, write);
  if (steps.empty()) return;
  out.append(before_steps_).append(steps);
  out += form_ == GamesForm::json_lines ? "]}\n" : "\n";
}

std::expected<std::string, Problem> GameLines::steps_of(std::string_view record) const {
  std::string steps;
  while (!record.empty()) {
    const auto step = take_step(record);
    if (!step) return std::unexpected(Problem{"it is not what Hilltop writes"});
    form_ == GamesForm::json_lines ? add_json(steps, *step) : add_text(steps, *step);
  }
  return form_ == GamesForm::csv ? csv_cell(steps) : steps;
}

std::string games_head(GamesForm form, std::size_t seats, bool moves) {
  if (form == GamesForm::json_lines) return {};
  std::string head = "game,fixture,number,stage,luck,deal,decisions";
  for (std::size_t seat = 0; seat < seats; ++seat)
    head += fmt::format(",bot_{0},points_{0},result_{0},forfeited_{0}", seat);
  return head + (moves ? ",steps\n" : "\n");
}

}  // namespace hilltop::report
