#pragma once
#include "core/numbered_actions.hpp"
#include "games/yahtzee/rules.hpp"
#include "games/yahtzee/solver/natural_scores.hpp"

namespace hilltop::yahtzee {

// Actions 0 to 31 keep the dice whose bits are set, bit 0 for the first one on the table; 32 to 44
// fill the boxes, in the order of `categories`.
struct Actions {
  using Begun = NothingBegun;
  static constexpr int keeps_first = 0, boxes_first = 1 << dice_rolled;
  static constexpr int score_max = 50, total_max = 2000;

  static int count(const Rules&) { return boxes_first + boxes_on_card; }
  static std::string name(const Rules&, int action) {
    if (action >= boxes_first) return "score " + std::string(yahtzee::name(category_of(action)));
    std::string text = "keep";
    for (int die = 0; die < dice_rolled; ++die)
      if ((action >> die & 1) != 0) text += ' ' + std::to_string(die);
    return text;
  }
  static void mark_legal(const Rules&, const View& view, Begun, std::span<std::uint8_t> legal) {
    const bool may_roll = view.stage != last_stage;
    for (std::size_t keep = 0; keep < boxes_first; ++keep) legal[keep] = may_roll;
    const auto boxes = legal.subspan(boxes_first);
    if (is_yahtzee(view.dice)) [[unlikely]] {  // it may be a joker
      for (const Category category : categories)
        boxes[static_cast<std::size_t>(index(category))] = refusal(view, category).empty();
      return;
    }
    for (const Category category : categories)
      boxes[static_cast<std::size_t>(index(category))] = view.card.open(category);
  }
  static std::optional<Move> take(const Rules&, const View&, Begun&, int action) {
    if (action >= boxes_first) return score_moves[static_cast<std::size_t>(action - boxes_first)];
    return keep_moves[static_cast<std::size_t>(action)];
  }
  // Of the keeps that hold the same dice in another order, one has a number, so that the order of
  // the dice after it may differ; nothing else does.
  static std::vector<int> actions_of(const Rules&, const View&, const Move& move) {
    if (const auto* score = std::get_if<Score>(&move))
      return {boxes_first + index(score->category)};
    const Keep& keep = std::get<Keep>(move);
    int bits = 0;
    for (std::size_t i = 0; i < keep.count; ++i) bits |= 1 << keep.dice[i];
    return {bits};
  }
  static std::vector<ViewField> fields(const Rules& rules, int seats) {
    std::vector<ViewField> fields{
        {"round", {}, 0, rounds, "from 0"},
        {"stage", {}, 0, last_stage, "0, 1, 2: after the first, second, third roll"},
        {"dice", {dice_rolled}, 0, faces, "faces in their order on the table"},
        {"faces", {faces}, 0, dice_rolled, "dice of each face, 1 to 6"},
        {"card", {boxes_on_card}, Card::blank, score_max, "my boxes; -1: open"},
        {"options",
         {boxes_on_card},
         Card::blank,
         score_max,
         "what each box would score now, without bonuses; -1: it may not be filled"},
        {"score", {}, 0, total_max, "my total"},
        {"upper", {}, 0, total_max, "sum of my upper boxes, without the bonus"},
        {"upper_bonus", {}, 0, upper_bonus_score, "my bonus for the upper boxes"},
        {"yahtzee_bonus", {}, 0, total_max, "my bonuses for Yahtzees"},
        {"totals", {seats}, 0, total_max, "totals of all seats, lowest first"}};
    if (rules.options().for_people) {
      fields.push_back({"seat", {}, 0, seats - 1, "my seat"});
      fields.push_back(
          {"cards", {seats, boxes_on_card}, Card::blank, score_max, "the boxes of all seats"});
    }
    return fields;
  }
  static void write(const Rules&, const View& view, Seat, Begun, std::span<ViewNumber> numbers) {
    ViewNumbers out(numbers);
    out.add(view.round);
    out.add(view.stage);
    out.add_all(view.dice);
    const DiceCounts counts(view.dice);
    for (int face = 1; face <= faces; ++face) out.add(counts.of(face));
    add(out, view.card);
    add_options(out, view);
    for (const int sum : {view.card.total(), view.card.upper_score(), view.card.upper_bonus(),
                          view.card.yahtzee_bonus()})
      out.add(sum);
    out.add_all(view.totals);
    if (!view.seat) return;
    out.add(index(*view.seat));
    for (const Card& card : view.cards) add(out, card);
  }

 private:
  static Category category_of(int action) {
    return categories[static_cast<std::size_t>(action - boxes_first)];
  }
  // Dice that are not all alike are no joker: then the table of their scores is enough.
  static void add_options(ViewNumbers& out, const View& view) {
    const int roll = keeps.number(view.dice);
    if (keeps.is_yahtzee(roll)) [[unlikely]] {
      for (const Category category : categories)
        out.add(refusal(view, category).empty() ? worth(view, category) : Card::blank);
      return;
    }
    const auto& scores = natural_scores()[static_cast<std::size_t>(roll - first_roll)];
    static_assert(Card::blank == -1);  // has all bits, so that no branch is guessed wrong
    for (const Category category : categories)
      out.add(scores[static_cast<std::size_t>(category)] | -!view.card.open(category));
  }
  static void add(ViewNumbers& out, const Card& card) {
    for (const Category category : categories) out.add(card.box(category));
  }
};

static_assert(NumberedActions<Actions, Rules>);

}  // namespace hilltop::yahtzee
