#include "games/yahtzee/rules.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace hilltop::yahtzee {
namespace {

constexpr int seats_most_of_people = 6;

// Number of ordered lists of different indices of five dice: 1 + 5 + 5*4 + … + 5!.
constexpr std::size_t keeps = 326;

constexpr std::array<Refusal, faces> own_upper_box{
    "this Yahtzee is a joker: the box of its face is open, so five 1s must be scored in aces",
    "this Yahtzee is a joker: the box of its face is open, so five 2s must be scored in twos",
    "this Yahtzee is a joker: the box of its face is open, so five 3s must be scored in threes",
    "this Yahtzee is a joker: the box of its face is open, so five 4s must be scored in fours",
    "this Yahtzee is a joker: the box of its face is open, so five 5s must be scored in fives",
    "this Yahtzee is a joker: the box of its face is open, so five 6s must be scored in sixes",
};

// Returns whether the dice are a joker (Y17). They must not have been scored yet.
bool is_joker(const View& view) {
  const int held = view.card.box(Category::yahtzee);
  if (held == Card::blank || view.options.joker == Joker::none || !is_yahtzee(view.dice))
    return false;
  return held == yahtzee_score || view.options.joker_after_zero;
}

bool earns_yahtzee_bonus(const View& view) {
  return view.options.yahtzee_bonus && view.card.box(Category::yahtzee) == yahtzee_score &&
         is_yahtzee(view.dice);
}

// Refuses boxes that a forced joker may not take (Y18).
Refusal forced(const View& view, Category category) {
  const int face = view.dice[0];
  if (view.card.open(upper_box(face)))
    return category == upper_box(face) ? Refusal{}
                                       : own_upper_box[static_cast<std::size_t>(face - 1)];
  if (view.card.lower_open() && is_upper(category))
    return "this Yahtzee is a joker: the box of its face is filled and a lower box is open, so a "
           "lower box must be scored";
  return {};
}

Refusal refuse_keep(const View& view, const Keep& keep) {
  if (view.stage == last_stage) return "no roll is left after the third: score an open category";
  if (keep.count > dice_rolled) return "there are five dice: keep at most five indexes";
  unsigned kept = 0;
  for (std::size_t i = 0; i < keep.count; ++i) {
    if (keep.dice[i] >= dice_rolled) return "no such die: indexes are 0 to 4";
    if (kept >> keep.dice[i] & 1) return "a die is kept once: list each index at most once";
    kept |= 1u << keep.dice[i];
  }
  return {};
}

constexpr std::array<Keep, keeps> list_keeps() {
  std::array<Keep, keeps> list{};
  std::size_t size = 1;  // the first list is empty
  for (std::size_t shorter = 0; shorter < size; ++shorter)
    for (std::uint8_t die = 0; die < dice_rolled; ++die) {
      Keep longer = list[shorter];
      if (std::find(longer.dice.begin(), longer.dice.begin() + longer.count, die) !=
          longer.dice.begin() + longer.count)
        continue;
      longer.add(die);
      list[size++] = longer;
    }
  return list;
}

constexpr std::array<Keep, keeps> every_keep = list_keeps();

// Changes one of the sorted totals from `before` to `after`; those in between move down. A position
// that somebody wrote may lack `before`: then the last one changes.
void grow(std::span<int> totals, int before, int after) {
  auto place = totals.begin();
  while (place + 1 != totals.end() && *place != before) ++place;
  for (; place + 1 != totals.end() && place[1] < after; ++place) *place = place[1];
  *place = after;
}

// Dice as the bytes of a number, the first one lowest.
std::uint64_t listed_dice(std::span<const std::uint8_t> listed) {
  std::uint64_t bytes = 0;
  for (std::size_t die = 0; die < listed.size(); ++die)
    bytes |= std::uint64_t{listed[die]} << (8 * die);
  return bytes;
}

// Rolls `count` dice: what below(faces) of the stream gives, one after another. Each takes a word,
// or else all are rolled again with the words that fairness needs.
std::uint64_t fresh_dice(const Chance& chance, std::uint32_t occasion, std::uint32_t mover,
                         std::size_t count) {
  Draw luck = chance.on(occasion, mover);
  std::uint64_t bytes = 0;
  bool is_fair = true;
  const auto fall = [&](unsigned die) {
    const std::uint64_t scaled = std::uint64_t{luck.word32()} * faces;
    is_fair &= (scaled & 0xffffffff) >= faces;
    bytes |= ((scaled >> 32) + 1) << (8 * die);
  };
  // Four words are a block, which costs as much as one of them.
  fall(0);
  fall(1);
  fall(2);
  fall(3);
  if (count == dice_rolled) fall(4);
  if (is_fair) [[likely]]
    return bytes & ((std::uint64_t{1} << (8 * count)) - 1);
  bytes = 0;
  luck = chance.on(occasion, mover);
  for (std::size_t die = 0; die < count; ++die)
    bytes |= std::uint64_t{luck.below(faces) + 1} << (8 * die);
  return bytes;
}

// Lets the dice that are not kept fall where they lay.
void put_in_place(Dice& dice, const Keep& keep, std::uint64_t fallen) {
  unsigned kept = 0;
  for (std::size_t i = 0; i < keep.count; ++i) kept |= 1u << keep.dice[i];
  for (std::size_t die = 0; die < dice_rolled; ++die) {
    if (kept >> die & 1) continue;
    dice[die] = static_cast<std::uint8_t>(fallen);
    fallen >>= 8;
  }
}

std::expected<Options, Problem> options_of(std::string_view rule_set, SwitchReader& switches) {
  if (rule_set == "koth")
    return Options{.joker_after_zero = switches.flag("joker_after_zero", true)};
  if (rule_set == "cab201-basic")
    return Options{Joker::none, /*joker_after_zero=*/false, /*yahtzee_bonus=*/false,
                   /*for_people=*/true};
  if (rule_set == "cab201-advanced") return Options{.joker = Joker::free, .for_people = true};
  std::vector<std::string> known;
  for (const RuleSet& set : rule_sets) known.emplace_back(set.name);
  return std::unexpected(Problem{"unknown rule set '" + std::string(rule_set) + "' of yahtzee" +
                                 suggestion(rule_set, known)});
}

}  // namespace

DiceRanOut::DiceRanOut(std::size_t held, int round, Seat seat)
    : ListRanOut("the list of dice holds " + std::to_string(held) +
                 " numbers and ran out in round " + std::to_string(round + 1) +
                 ", in the turn of player " + std::to_string(index(seat) + 1)) {}

Rules::Rules(const Options& options, std::vector<std::uint8_t> dice)
    : options_(options), dice_(std::move(dice)) {}

std::expected<Rules, Problem> Rules::under(std::string_view rule_set, const Switches& switches) {
  SwitchReader reader(switches);
  const auto options = options_of(rule_set, reader);
  if (!options) return std::unexpected(options.error());
  const std::vector<int> numbers = reader.numbers("dice", 1, faces);
  if (const auto problem = reader.problem()) return std::unexpected(*problem);
  if (numbers.empty() && switches.contains("dice"))
    return std::unexpected(
        Problem{"switch 'dice' is an empty list: give the numbers, or leave it "
                "out to roll by chance"});
  return Rules(*options, std::vector<std::uint8_t>(numbers.begin(), numbers.end()));
}

SeatRange Rules::seats() const {
  return {1, options_.for_people ? seats_most_of_people : seats_max};
}

Switches Rules::switches() const {
  Switches switches;
  if (!options_.for_people) switches.emplace("joker_after_zero", options_.joker_after_zero);
  if (!dice_.empty())
    switches.emplace("dice", std::vector<std::int64_t>(dice_.begin(), dice_.end()));
  return switches;
}

State Rules::start(int seats, const Chance& chance) const {
  if (!this->seats().holds(seats))
    throw std::logic_error("yahtzee: the number of seats is out of range");
  State state;
  state.seats = seats;
  roll(state, {}, chance);
  return state;
}

ToMove Rules::turn(const State& state) const {
  if (state.round == rounds) return std::nullopt;
  return Seat(state.mover);
}

View Rules::view(const State& state, Seat seat) const {
  const auto seats = static_cast<std::size_t>(state.seats);
  View view{.dice = state.dice,
            .stage = state.stage,
            .round = state.round,
            .card = state.cards[static_cast<std::size_t>(seat)],
            .totals = {state.totals.data(), seats},
            .options = options_,
            .cards = {},
            .seat = {}};
  if (options_.for_people) {
    view.cards = {state.cards.data(), seats};
    view.seat = seat;
  }
  return view;
}

Refusal Rules::refusal(const View& view, const Move& move) {
  if (const auto* keep = std::get_if<Keep>(&move)) return refuse_keep(view, *keep);
  return yahtzee::refusal(view, std::get<Score>(move).category);
}

void Rules::apply(State& state, const Move& move, const Chance& chance) const {
  if (const auto* keep = std::get_if<Keep>(&move)) return apply_keep(state, *keep, chance);
  apply_score(state, std::get<Score>(move), chance);
}

void Rules::apply_keep(State& state, const Keep& keep, const Chance& chance) const {
  ++state.stage;
  roll(state, keep, chance);
}

void Rules::apply_score(State& state, const Score& score, const Chance& chance) const {
  Card& card = state.cards[static_cast<std::size_t>(state.mover)];
  const View now = view(state, Seat(state.mover));
  const int before = card.total();
  const bool bonus = earns_yahtzee_bonus(now);
  card.fill(score.category, worth(now, score.category));
  if (bonus) card.add_yahtzee_bonus();
  grow({state.totals.data(), static_cast<std::size_t>(state.seats)}, before, card.total());
  pass(state, chance);
}

// Rolls the dice that are not kept.
void Rules::roll(State& state, const Keep& keep, const Chance& chance) const {
  const auto fresh = static_cast<std::size_t>(dice_rolled - keep.count);
  if (!dice_.empty() && state.fallen + fresh > dice_.size())
    throw DiceRanOut(dice_.size(), state.round, Seat(state.mover));
  const std::uint64_t fallen =
      dice_.empty()
          ? fresh_dice(chance, static_cast<std::uint32_t>(state.round * rolls_a_turn + state.stage),
                       static_cast<std::uint32_t>(state.mover), fresh)
          : listed_dice(std::span(dice_).subspan(state.fallen, fresh));
  state.fallen += static_cast<std::uint32_t>(fresh);
  fall(state, keep, fallen);
}

void Rules::fall(State& state, const Keep& keep, std::uint64_t fallen) const {
  const auto fresh = static_cast<std::size_t>(dice_rolled - keep.count);
  if (options_.for_people) return put_in_place(state.dice, keep, fallen);
  // A byte per die, so that they are written at once: a View reads them at once.
  std::uint64_t dice = fallen;
  for (std::size_t i = 0; i < keep.count; ++i)
    dice |= std::uint64_t{state.dice[keep.dice[i]]} << (8 * (fresh + i));
  for (std::size_t die = 0; die < dice_rolled; ++die)
    state.dice[die] = static_cast<std::uint8_t>(dice >> (8 * die));
}

// Passes the turn to the next seat that still plays; without one, ends the game.
void Rules::pass(State& state, const Chance& chance) const {
  do {
    if (++state.mover == state.seats) state.mover = 0;
    if (state.mover == 0 && ++state.round == rounds) return;
  } while (state.retired >> state.mover & 1);
  state.stage = 0;
  roll(state, {}, chance);
}

void Rules::retire(State& state, Seat seat, const Chance& chance) const {
  state.retired |= std::uint64_t{1} << index(seat);
  if (turn(state) == seat) pass(state, chance);
}

Points Rules::points(const State& state) const {
  return {state.seats,
          [&](int seat) { return state.cards[static_cast<std::size_t>(seat)].total(); }};
}

std::vector<Move> Rules::legal_moves(const View& view) const {
  std::vector<Move> moves;
  if (view.stage < last_stage) moves.assign(every_keep.begin(), every_keep.end());
  for (const Category category : categories)
    if (yahtzee::refusal(view, category).empty()) moves.emplace_back(Score{category});
  return moves;
}

Refusal refusal(const View& view, Category category) {
  if (index(category) >= boxes_on_card) return "no such category";
  if (!view.card.open(category)) return "that category is filled already: score an open one";
  if (view.options.joker == Joker::forced && is_joker(view)) return forced(view, category);
  return {};
}

int worth(const View& view, Category category) {
  const bool stands_in = is_joker(view) && !view.card.open(upper_box(view.dice[0]));
  return stands_in ? joker_score(category, view.dice) : natural_score(category, view.dice);
}

std::vector<Figure> figures(const State& state, Seat seat) {
  const Card& card = state.cards[static_cast<std::size_t>(seat)];
  std::vector<Figure> list{{"", "total", card.total()},
                           {"", "upper_bonus", card.upper_bonus()},
                           {"", "yahtzee_bonus", card.yahtzee_bonus()}};
  for (const Category category : categories)
    list.push_back({"boxes", std::string(name(category)),
                    card.open(category) ? std::nullopt : std::optional(card.box(category))});
  return list;
}

}  // namespace hilltop::yahtzee
