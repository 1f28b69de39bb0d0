#include "apps/gomocup/player.hpp"
#include "apps/gomocup/prompt.hpp"
#include "fuzz/fuzz.hpp"
#include "games/gomoku/wire.hpp"
#include "match/session.hpp"

namespace hilltop::fuzz {
namespace {

// A longer game adds nothing new.
constexpr int answers_max = 12;

using gomocup::Trouble;

// An engine that says one line after the other, whatever it hears: an empty line lets its time
// expire, "!" ends it.
class Babbler final : public gomocup::Brain {
 public:
  explicit Babbler(Bytes& lines) : lines_(lines) {}

  void say(std::string_view) override {}
  std::expected<std::string, Trouble> hear(Deadline by) override {
    const std::string_view line = lines_.text('\n');
    if (line == "!") return std::unexpected(Trouble{false, "exited with status 1"});
    if (!line.empty()) return std::string(line);
    now = std::max(now, by);
    return std::unexpected(Trouble{true, "did not answer in time"});
  }

  Deadline now{};

 private:
  Bytes& lines_;
};

}  // namespace

// Plays a game of the contest with an engine behind hilltop-gomocup.
void engine(std::string_view input) {
  Bytes bytes(input);
  const std::uint8_t how = bytes.byte();
  const bool koth = how & 1;
  const gomoku::Rules rules = gomoku::Rules::under(koth ? "koth" : "swap2", {}).value();
  const Chance chance(bytes.byte(), 0);
  Draw draw = Chance(bytes.byte(), 1).on(0);
  Session<gomoku::Rules> session(rules, 2, chance);
  const Seat own = how & 2 ? Seat{1} : Seat{0};

  Babbler babbler(bytes);
  gomocup::Terms terms;
  terms.first_to_move = koth ? gomoku::FirstToMove::black : gomoku::FirstToMove::balance;
  terms.book = how >= 224;  // takes a second with sanitizers
  terms.game_ms = how & 8 ? 2000 : 0;
  gomocup::EnginePlayer player(
      babbler, terms, how, [](std::string_view) {}, [&] { return babbler.now; });
  if (!player.begin("/bots/babbler")) return;
  for (int answers = 0; answers < answers_max && session.pending();) {
    const ToMove seat = session.pending();
    const auto& view = session.view(*seat);
    if (*seat != own) {
      const auto moves = rules.legal_moves(view);
      (void)session.play(*seat, moves[draw.below(static_cast<std::uint32_t>(moves.size()))]);
      continue;
    }
    ++answers;
    const auto prompt = gomocup::read_prompt(gomoku::Wire::prompt(view));
    demand(prompt.has_value(), "the conditions's own line is not understood");
    const auto answer = player.answer(*prompt);
    if (!answer) return demand(!answer.error().empty(), "a failure without a word");
    const auto move = gomoku::Wire::answer(view, *answer);
    if (!move || !session.play(*seat, *move).empty()) return;
  }
  player.end();
}

}  // namespace hilltop::fuzz
