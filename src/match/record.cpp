#include "match/record.hpp"

#include <charconv>
#include <cstdio>
#include <utility>

#include "core/text.hpp"

namespace hilltop {
namespace {

constexpr std::string_view first_line = "hilltop record 1";
constexpr std::string_view bot_prefix = "bot:";
constexpr std::int64_t time_ms_max = 1'000'000'000'000;  // per step

std::string text_of(const SwitchValue& value) {
  struct {
    std::string operator()(bool on) const { return on ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(const std::string& word) const { return '"' + word + '"'; }
    std::string operator()(const std::vector<std::int64_t>& list) const {
      std::string text = "[";
      for (const std::int64_t number : list)
        text += (text.size() == 1 ? "" : ",") + std::to_string(number);
      return text + "]";
    }
  } write;
  return std::visit(write, value);
}

template <class Number>
bool parse(std::string_view text, Number& number, int base = 10) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return error == std::errc{} && end == text.data() + text.size();
}

// Removes the first word and the space after it from `rest`; returns the word.
std::string_view word(std::string_view& rest) {
  const std::size_t space = rest.find(' ');
  const std::string_view first = rest.substr(0, space);
  rest = space == std::string_view::npos ? std::string_view{} : rest.substr(space + 1);
  return first;
}

std::optional<SwitchValue> switch_value(std::string_view text) {
  if (text == "true") return true;
  if (text == "false") return false;
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    return std::string(text.substr(1, text.size() - 2));
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
    std::vector<std::int64_t> list;
    text = text.substr(1, text.size() - 2);
    while (!text.empty()) {
      const std::size_t comma = text.find(',');
      if (!parse(text.substr(0, comma), list.emplace_back())) return std::nullopt;
      text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
    }
    return list;
  }
  if (std::int64_t number = 0; parse(text, number)) return number;
  return std::nullopt;
}

// Returns the time of the next step from a comment line "# 12.345 ms". nullopt if the line is none.
std::optional<std::chrono::microseconds> time_of(std::string_view line) {
  constexpr std::string_view before = "# ", after = " ms";
  if (!line.starts_with(before) || !line.ends_with(after)) return std::nullopt;
  line = line.substr(before.size(), line.size() - before.size() - after.size());
  const std::size_t point = line.find('.');
  std::int64_t ms = 0, us = 0;
  if (point == std::string_view::npos || line.size() != point + 4 ||
      !parse(line.substr(0, point), ms) || !parse(line.substr(point + 1), us) || ms < 0 || us < 0 ||
      ms > time_ms_max)
    return std::nullopt;
  return std::chrono::microseconds(1000 * ms + us);
}

// Returns the fault of the next step from a comment line "# crashed: exited with status 3". nullopt
// if the line is none.
std::optional<Fault> fault_of(std::string_view line) {
  constexpr std::string_view before = "# ", after = ": ";
  const std::size_t end = line.find(after);
  if (!line.starts_with(before) || end == line.npos) return std::nullopt;
  const auto kind = fault_kind(line.substr(before.size(), end - before.size()));
  if (!kind) return std::nullopt;
  return Fault{*kind, std::string(line.substr(end + after.size()))};
}

// Returns what a bot says of the next step from a comment line "# eval +34 depth 12". nullopt if
// the line is none.
std::optional<SearchNote> note_of(std::string_view line) {
  if (!line.starts_with(note_begins)) return std::nullopt;
  return read_search_note(line.substr(note_begins.size()));
}

// Adds one line to the record. Problem: says what is wrong with it.
std::expected<void, Problem> take(Record& record, std::string_view line) {
  const auto wrong = [](std::string what) { return std::unexpected(Problem{std::move(what)}); };
  std::string_view rest = line;
  const std::string_view kind = word(rest);
  const auto seat_of = [&](int& seat) {
    return parse(word(rest), seat) && 0 <= seat && seat < static_cast<int>(record.players.size());
  };
  if (kind == "game") {
    record.game = rest;
  } else if (kind == "rules") {
    record.rules = rest;
  } else if (kind == "switch") {
    const std::string name(word(rest));
    auto value = switch_value(rest);
    if (!value) return wrong("a switch is true, false, a whole number, \"a word\" or [1,2,3]");
    record.switches.insert_or_assign(name, *std::move(value));
  } else if (kind == "luck") {
    if (!parse(word(rest), record.luck_key, 16) || !parse(rest, record.luck_game))
      return wrong("luck is a key of hexadecimal digits and the number of a game");
  } else if (kind == "seat") {
    const std::string player(word(rest));
    if (player.empty() || rest.empty()) return wrong("a seat is a player and a name");
    if (player.starts_with(bot_prefix) && !bot_of_player(player))
      return wrong(
          "a bot in a folder is bot:NAME, with %20 for a space and %25 for a percent sign");
    if (record.players.size() == seats_max)
      return wrong("more seats than " + std::to_string(seats_max));
    record.players.push_back({player, std::string(rest)});
  } else if (kind == "undone") {
    if (!parse(rest, record.undone) || record.undone < 1)
      return wrong("undone takes a whole number from 1");
  } else if (kind == "move") {
    int seat = 0;
    if (!seat_of(seat) || rest.empty()) return wrong("a move is the number of a seat and the move");
    record.steps.push_back({seat, std::string(rest)});
  } else if (kind == "retire") {
    int seat = 0;
    if (!seat_of(seat) || !rest.empty()) return wrong("retire takes the number of a seat");
    record.steps.push_back({seat, std::nullopt});
  } else if (kind == "points") {
    record.points.clear();
    while (!rest.empty())
      if (!parse(word(rest), record.points.emplace_back()))
        return wrong("points are whole numbers, one per seat");
    if (record.points.size() != record.players.size())
      return wrong("points are one number per seat");
  } else {
    const std::vector<std::string> known{"game",   "rules", "switch", "luck",  "seat",
                                         "undone", "move",  "retire", "points"};
    return std::unexpected(
        worded("unknown word '{word}'{nearest}",
               {{"word", std::string(kind)}, {"nearest", suggestion(kind, known)}}));
  }
  return {};
}

// A line of a text with its number.
struct NumberedLine {
  std::string_view text;
  int number;
};

// Returns the number of the first line that differs from write(record), and what is wrong with it.
// nullopt if none differs.
std::optional<std::pair<int, Problem>> difference(const Record& record,
                                                  const std::vector<NumberedLine>& lines) {
  const std::string written = write(record);
  std::string_view rest = written;
  for (const NumberedLine& line : lines) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return {{line.number, {"no line is expected here"}}};
    if (line.text != rest.substr(0, end))
      return {{line.number,
               worded("'{line}' is expected here", {{"line", std::string(rest.substr(0, end))}})}};
    rest.remove_prefix(end + 1);
  }
  if (rest.empty()) return std::nullopt;
  return {{lines.back().number, worded("'{line}' is missing after this line",
                                       {{"line", std::string(rest.substr(0, rest.find('\n')))}})}};
}

}  // namespace

std::string write(const Record& record) {
  std::string text(first_line);
  text += "\ngame " + record.game + "\nrules " + record.rules + '\n';
  for (const auto& [name, value] : record.switches)
    text += "switch " + name + ' ' + text_of(value) + '\n';
  char luck[40];
  std::snprintf(luck, sizeof luck, "luck %016llx %u\n",
                static_cast<unsigned long long>(record.luck_key), record.luck_game);
  text += luck;
  for (const Record::Player& player : record.players)
    text += "seat " + player.player + ' ' + player.name + '\n';
  if (record.undone > 0) text += "undone " + std::to_string(record.undone) + '\n';
  for (const Record::Step& step : record.steps) text += write(step);
  if (!record.points.empty()) {
    text += "points";
    for (const int points : record.points) text += ' ' + std::to_string(points);
    text += '\n';
  }
  return text;
}

std::string write(const Record::Step& step) {
  std::string text;
  if (step.took) {
    const std::string us = std::to_string(step.took->count() % 1000);
    text = "# " + std::to_string(step.took->count() / 1000) + '.' +
           std::string(3 - us.size(), '0') + us + " ms\n";
  }
  if (step.note) text.append(note_begins).append(write(*step.note)) += '\n';
  if (step.fault)
    text.append("# ").append(name(step.fault->kind)).append(": ") +=
        printable(step.fault->detail, fault_detail_bytes_max) + '\n';
  return text + (step.move ? "move " : "retire ") + std::to_string(step.seat) +
         (step.move ? ' ' + *step.move : "") + '\n';
}

std::expected<Record, Problem> read_record(std::string_view text, std::string_view source) {
  Record record;
  const auto bad = [&](int line, Problem what) {
    return std::unexpected(
        worded("{source}:{line}: {what}", {{"source", Problem{std::string(source)}},
                                           {"line", std::int64_t{line}},
                                           {"what", std::move(what)}}));
  };
  if (text.size() > record_bytes_max) return bad(1, {"a record is at most 1 MiB"});
  text = without_byte_order_mark(text);
  int line_number = 0;
  std::vector<NumberedLine> lines;                // without comments and empty lines
  std::optional<NumberedLine> time, note, fault;  // of the next step
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (++line_number == 1) {
      if (line != first_line)
        return bad(1, {"not a record: the first line must be '" + std::string(first_line) + "'"});
      lines.push_back({line, 1});
      continue;
    }
    if (time_of(line)) time = {line, line_number};
    if (note_of(line)) note = {line, line_number};
    if (fault_of(line)) fault = {line, line_number};
    if (line.empty() || line.front() == '#') continue;
    if (line.find('\r') != std::string_view::npos)
      return bad(line_number, {"a carriage return is allowed only at the end of a line"});
    const std::size_t steps = record.steps.size();
    if (auto taken = take(record, line); !taken) return bad(line_number, std::move(taken).error());
    if (time && record.steps.size() > steps) {
      record.steps.back().took = time_of(time->text);
      lines.push_back(*time);
    }
    if (note && record.steps.size() > steps && record.steps.back().move) {
      record.steps.back().note = note_of(note->text);
      lines.push_back(*note);
    }
    if (fault && record.steps.size() > steps && !record.steps.back().move) {
      record.steps.back().fault = fault_of(fault->text);
      lines.push_back(*fault);
    }
    time.reset();
    note.reset();
    fault.reset();
    lines.push_back({line, line_number});
  }
  if (line_number == 0) return bad(1, {"not a record: the file is empty"});
  if (record.game.empty() || record.rules.empty() || record.players.empty())
    return bad(line_number, {"the record breaks off: it has no game, rules or seats"});
  if (auto differs = difference(record, lines))
    return bad(differs->first, std::move(differs->second));
  return record;
}

std::string player_of_bot(std::string_view name) {
  std::string player(bot_prefix);
  for (const char letter : name)
    if (letter == ' ')
      player += "%20";
    else if (letter == '%')
      player += "%25";
    else
      player += letter;
  return player;
}

std::optional<std::string> bot_of_player(std::string_view player) {
  if (!player.starts_with(bot_prefix)) return std::nullopt;
  std::string name;
  for (std::string_view rest = player.substr(bot_prefix.size()); !rest.empty();) {
    const bool space = rest.starts_with("%20"), percent = rest.starts_with("%25");
    name += space ? ' ' : rest.front();
    rest.remove_prefix(space || percent ? 3 : 1);
  }
  if (name.empty() || player_of_bot(name) != player) return std::nullopt;
  return name;
}

std::vector<std::string> names_of(const Record& record) {
  std::vector<std::string> names;
  for (const Record::Player& player : record.players) names.push_back(player.name);
  return names;
}

}  // namespace hilltop
