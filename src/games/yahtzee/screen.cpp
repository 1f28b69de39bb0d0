#include "games/yahtzee/screen.hpp"

#include <algorithm>
#include <iterator>
#include <span>

#include "games/yahtzee/picture.hpp"
#include "games/yahtzee/score_cards.hpp"
#include "games/yahtzee/text.hpp"

namespace hilltop::yahtzee {
namespace {

constexpr int help_columns = 80, help_indent = 14;

std::vector<Category> allowed_boxes(const View& view) {
  std::vector<Category> boxes;
  std::ranges::copy_if(card_order, std::back_inserter(boxes),
                       [&](Category category) { return refusal(view, category).empty(); });
  return boxes;
}

std::string would_score(const View& view) {
  std::vector<std::string> items;
  for (const Category category : allowed_boxes(view))
    items.push_back(std::string(title(category)) + ' ' + std::to_string(worth(view, category)));
  return in_lines("Would score now", items);
}

std::string dice_row(const Dice& dice) {
  std::string numbers = "Die ", faces_up = "    ";
  for (std::size_t die = 0; die < dice.size(); ++die) {
    numbers += "   " + std::to_string(die + 1) + ' ';
    faces_up += "  [" + std::to_string(dice[die]) + ']';
  }
  numbers.pop_back();
  return numbers + '\n' + faces_up + '\n';
}

std::string open_cards(const View& view, const std::vector<std::string>& names) {
  std::vector<std::string> totals;
  for (std::size_t seat = 0; seat < view.cards.size(); ++seat)
    totals.push_back(names[seat] + ' ' + std::to_string(view.cards[seat].total()));
  return score_cards(view.cards, names) + '\n' + in_lines("Grand Totals", totals);
}

std::string own_card(const View& view) {
  static const std::string you = "You";
  std::vector<std::string> totals;
  for (const int total : view.totals) totals.push_back(std::to_string(total));
  return score_cards({&view.card, 1}, {&you, 1}) + '\n' +
         in_lines("Grand Totals of all players, lowest first", totals);
}

// Returns "Aces (1s)", …: the boxes that may be filled now, with what to type.
std::vector<std::string> named_boxes(const View& view) {
  std::vector<std::string> boxes;
  for (const Category category : allowed_boxes(view))
    boxes.push_back(std::string(title(category)) + " (" + std::string(short_name(category)) + ')');
  return boxes;
}

std::unexpected<std::string> wrong(const std::string& what) { return std::unexpected(what); }

// Parses dice by the numbers people give them; "1 3", "1,3" and "13" are the same.
std::expected<Keep, std::string> dice_named(std::span<const std::string_view> words) {
  Keep named;
  for (const std::string_view word : words)
    for (const char typed : word) {
      if (typed == ',') continue;
      if (typed < '1' || typed > '5') return std::unexpected("Dice are numbered 1 to 5");
      const auto die = static_cast<std::uint8_t>(typed - '1');
      const auto end = named.dice.begin() + named.count;
      if (std::find(named.dice.begin(), end, die) != end)
        return std::unexpected("Die " + std::string(1, typed) + " is named twice");
      named.add(die);
    }
  return named;
}

Keep all_but(const Keep& rolled) {
  Keep kept;
  const auto end = rolled.dice.begin() + rolled.count;
  for (std::uint8_t die = 0; die < dice_rolled; ++die)
    if (std::find(rolled.dice.begin(), end, die) == end) kept.add(die);
  return kept;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& letter : lower) {
    if ('A' <= letter && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    if (letter == '_' || letter == '-') letter = ' ';
  }
  return lower;
}

std::expected<Move, std::string> read_hold(const View& view,
                                           std::span<const std::string_view> words) {
  if (view.stage == last_stage) return wrong("No roll is left: score in a box, such as ch");
  const auto held = dice_named(words);
  if (!held) return wrong(held.error());
  if (held->count == 0) return wrong("Say which dice to hold");
  return *held;
}

std::expected<Move, std::string> read_roll(const View& view,
                                           std::span<const std::string_view> words) {
  if (view.stage == last_stage) return wrong("No roll is left: score in a box, such as ch");
  const auto rolled = dice_named(words);
  if (!rolled) return wrong(rolled.error());
  return rolled->count == 0 ? Keep{} : all_but(*rolled);
}

// Returns the boxes that the input may mean: one by its short or full name, or all whose names
// begin with it.
std::vector<Category> boxes_meant(const std::string& typed) {
  std::vector<Category> begun;
  if (typed.empty()) return begun;
  for (const Category category : categories) {
    const std::string full = lower_case(title(category));
    if (typed == short_name(category) || typed == full) return {category};
    if (full.starts_with(typed)) begun.push_back(category);
  }
  return begun;
}

std::expected<Move, std::string> read_score(const View& view,
                                            std::span<const std::string_view> words) {
  std::string typed;
  for (const std::string_view word : words) typed.append(typed.empty() ? "" : " ").append(word);
  const std::vector<Category> meant = boxes_meant(typed);
  if (meant.empty()) return wrong("There is no such answer");
  if (meant.size() > 1) {
    std::string choices;
    for (const Category category : meant)
      choices.append(choices.empty() ? "" : " or ").append(title(category));
    return wrong("That could be " + choices);
  }
  if (!view.card.open(meant[0])) return wrong(std::string(title(meant[0])) + " is filled");
  if (const Refusal why = refusal(view, meant[0]); !why.empty())
    return wrong("Sorry, " + std::string(why));
  return Score{meant[0]};
}

}  // namespace

std::string Screen::before(const View& view) { return view.stage == 0 ? "Roll 1" : ""; }

std::string Screen::show(const View& view, const std::vector<std::string>& names) {
  std::string text = "Round " + std::to_string(view.round + 1) + " of " + std::to_string(rounds);
  if (view.seat) text += ": " + names[static_cast<std::size_t>(*view.seat)];
  return text + "\n\n" + dice_row(view.dice) + '\n' +
         (view.options.for_people ? open_cards(view, names) : own_card(view)) + would_score(view);
}

DrawnTable Screen::draw(const View& view, const std::vector<std::string>& names,
                        const Canvas& canvas) {
  return drawn(view, names, canvas);
}

std::string Screen::question(const View& view) {
  switch (view.stage) {
    case 0: return "Roll 2 or choose a combination to score";
    case 1: return "Roll 3 or choose a combination to score";
    default: return "Choose a combination to score";
  }
}

std::string Screen::help(const View& view) {
  const std::string rolls =
      "  hold 1 3    holds dice 1 and 3 and rolls the others\n"
      "  roll        rolls all five dice; 'roll 2 4' rolls only these\n";
  return (view.stage == last_stage ? "" : rolls) +
         in_lines("  score NAME  fills a box and ends the turn", named_boxes(view), help_columns,
                  help_indent);
}

std::vector<std::string> Screen::words(const View& view) {
  std::vector<std::string> words{"score"};
  if (view.stage != last_stage) words.insert(words.begin(), {"hold", "roll"});
  for (const Category category : allowed_boxes(view)) {
    words.push_back(lower_case(title(category)));
    words.emplace_back(short_name(category));
  }
  return words;
}

std::string Screen::typed(const View&, const Move& move) {
  if (const auto* score = std::get_if<Score>(&move))
    return std::string(short_name(score->category));
  Keep keep = std::get<Keep>(move);
  if (keep.count == 0) return "roll";
  std::sort(keep.dice.begin(), keep.dice.begin() + keep.count);
  std::string text = "hold";
  for (std::size_t i = 0; i < keep.count; ++i) text += ' ' + std::to_string(keep.dice[i] + 1);
  return text;
}

std::expected<Move, std::string> Screen::read(const View& view, std::string_view line) {
  const std::string typed = lower_case(line);
  const std::vector<std::string_view> words = words_of(typed);
  if (words.empty())
    return wrong(view.stage == last_stage
                     ? "Score in a box, such as ch"
                     : "Hold dice, such as hold 1 3, or score in a box, such as ch");
  const auto rest = std::span(words).subspan(1);
  if (words[0] == "hold") return read_hold(view, rest);
  if (words[0] == "roll") return read_roll(view, rest);
  if (words[0] == "score") return read_score(view, rest);
  return read_score(view, words);
}

std::string Screen::after(const View&, const Move& move) {
  return std::holds_alternative<Score>(move) ? "Your turn has ended - click OK" : "";
}

std::string Screen::ending(const Rules& rules, const State& state,
                           const std::vector<std::string>& names) {
  return score_cards({state.cards.data(), static_cast<std::size_t>(state.seats)}, names) + '\n' +
         verdict(rules.points(state), state.retired, names) + '\n';
}

}  // namespace hilltop::yahtzee
