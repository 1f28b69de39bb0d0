#include "games/yahtzee/text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <span>

#include "core/text.hpp"
#include "core/winners.hpp"

namespace hilltop::yahtzee {
namespace {

constexpr std::string_view white_space = " \t\r\n\v\f";

constexpr std::array<std::string_view, boxes_on_card> short_names{
    "1s", "2s", "3s", "4s", "5s", "6s", "3k", "4k", "fh", "ss", "ls", "y", "ch"};

std::string allowed() {
  std::string text = "say 'keep' and up to five dice indexes (0 to 4), or 'score' and one of";
  for (const Category category : categories)
    text.append(category == categories.front() ? " " : ", ").append(name(category));
  return text;
}

std::string_view name(Joker joker) {
  switch (joker) {
    case Joker::none: return "none";
    case Joker::forced: return "forced";
    case Joker::free: return "free";
  }
  return "unknown";
}

std::string text_of(const Options& options) {
  std::string text = "jokers ";
  text += name(options.joker);
  if (options.joker_after_zero) text += " joker_after_zero";
  if (options.yahtzee_bonus) text += " yahtzee_bonus";
  if (options.for_people) text += " for_people";
  return text;
}

std::string text_of(const Card& card) {
  std::string text = "card";
  for (const Category category : categories)
    text += card.open(category) ? " -" : ' ' + std::to_string(card.box(category));
  return text + " bonus " + std::to_string(card.yahtzee_bonus());
}

std::expected<Move, std::string> read_keep(std::span<const std::string_view> indexes) {
  if (indexes.size() > dice_rolled) return std::unexpected(allowed());
  Keep keep;
  for (const std::string_view word : indexes) {
    const auto die = number_in<std::uint8_t>(word);
    if (!die || (word.size() > 1 && word.front() == '0')) return std::unexpected(allowed());
    keep.add(*die);
  }
  return keep;
}

std::expected<Move, std::string> read_score(std::span<const std::string_view> words) {
  if (words.size() != 1) return std::unexpected(allowed());
  const auto category = category_named(words.front());
  if (!category) return std::unexpected(allowed());
  return Score{*category};
}

}  // namespace

std::string text_of(const Dice& dice) {
  std::string text;
  for (const int face : dice) text.append(text.empty() ? "" : " ").append(std::to_string(face));
  return text;
}

std::string Text::write(const View& view) {
  std::string text = "dice " + text_of(view.dice) + " stage " + std::to_string(view.stage) +
                     " round " + std::to_string(view.round) + ' ' + text_of(view.card) + " totals";
  for (const int total : view.totals) text += ' ' + std::to_string(total);
  text += ' ' + text_of(view.options);
  if (view.seat) text += " seat " + std::to_string(index(*view.seat));
  for (const Card& card : view.cards) text += ' ' + text_of(card);
  return text;
}

std::string Text::write(const Move& move) {
  if (const auto* score = std::get_if<Score>(&move))
    return "score " + std::string(yahtzee::name(score->category));
  const Keep& keep = std::get<Keep>(move);
  std::string text = "keep";
  for (std::size_t i = 0; i < keep.count; ++i) text += ' ' + std::to_string(keep.dice[i]);
  return text;
}

std::expected<Move, std::string> Text::read(std::string_view text) {
  const std::vector<std::string_view> words = words_of(text);
  if (words.empty()) return std::unexpected(allowed());
  const auto rest = std::span(words).subspan(1);
  if (words[0] == "keep") return read_keep(rest);
  if (words[0] == "score") return read_score(rest);
  return std::unexpected(allowed());
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = text.find_first_not_of(white_space); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(white_space, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(white_space, end);
  }
  return words;
}

std::string_view short_name(Category category) {
  return short_names[static_cast<std::size_t>(category)];
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text.append(i == 0 ? "" : i + 1 == names.size() ? " and " : ", ").append(names[i]);
  return text;
}

std::string verdict(const Points& points, std::uint64_t left,
                    const std::vector<std::string>& names) {
  const std::uint64_t top = on_top({points.begin(), points.end()}, left);
  if (top == 0) return "Nobody wins: everybody left";
  std::vector<std::string> winners;
  for (int seat = 0; seat < points.size(); ++seat)
    if ((top >> seat & 1) != 0) winners.push_back(names[static_cast<std::size_t>(seat)]);
  return listed(winners) + (winners.size() == 1 ? " wins with " : " tie with ") +
         std::to_string(points[std::countr_zero(top)]);
}

}  // namespace hilltop::yahtzee
