#pragma once
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "match/golden.hpp"
#include "match/scene.hpp"

namespace hilltop {

inline constexpr std::array moments{Moment::before, Moment::deciding, Moment::after};

// Calls `look(onlooker)` for every seat and for a stranger, at a moment.
template <class Look>
void for_every_onlooker(int seats, ToMove to_move, Moment moment, Look&& look) {
  look(Onlooker{{}, moment, to_move});
  for (int seat = 0; seat < seats; ++seat)
    look(Onlooker{Seat(static_cast<std::uint8_t>(seat)), moment, to_move});
}

// Events name what happened and have no words for people: strings are names for programs.
template <class Expect>
void check_events(const Json& events, std::string_view game, int seats, Expect&& expect) {
  expect(events.is_array(), "events are an array");
  for (const Json& event : events) {
    const std::string key = event.at("key");
    expect(key.starts_with(std::string(game) + '.'), key);
    if (event.contains("seat"))
      expect(0 <= event["seat"] && event["seat"] < seats, key + " names a seat");
    for (const auto& [name, value] : event.items())
      if (value.is_string())
        expect(value.template get<std::string>().find(' ') == std::string::npos, key + ' ' + name);
  }
}

// With the environment variable HILLTOP_SCENES, adds scenes to GAME.jsonl in the folder that it
// names, where the test of the schemas finds them (tests/scenes_test.py).
class SceneFile {
 public:
  explicit SceneFile(std::string_view game) {
    if (const char* folder = std::getenv("HILLTOP_SCENES"))
      file_.open(std::filesystem::path(folder) / (std::string(game) + ".jsonl"), std::ios::app);
  }
  void add(const Json& scene, const Json& events) {
    if (file_.is_open()) file_ << Json{{"scene", scene}, {"events", events}}.dump() << '\n';
  }

 private:
  std::ofstream file_;
};

// Checks by random play what a scene owes to a page: only the seat that decides has answers, all
// that are offered are legal, and every legal move can be made of them. `compose(table, move)`
// returns what the page sends for a move, and `offered(table)` everything that it offers, or a part
// if that is too much.
template <class S, class Sc, Enumerable R, class Compose, class Offered, class Expect>
  requires Screen<Sc, R> && Scene<S, R>
void check_scenes(std::string_view game, const R& rules, int seats, std::uint64_t seed,
                  Compose&& compose, Offered&& offered, Expect&& expect) {
  const Chance chance(seed, 0);
  Draw pick = Chance(~seed, 0).on(0);
  const std::vector<std::string> names(static_cast<std::size_t>(seats), "Ann");
  Session<R> session(rules, seats, chance);
  typename S::Teller teller(rules, seats, chance);
  Json events = teller.opening();
  check_events(events, game, seats, expect);
  SceneFile kept(game);
  const auto check_who_answers = [&](Moment moment) {
    for_every_onlooker(seats, session.pending(), moment, [&](const Onlooker& onlooker) {
      const Json scene = scene_of<S>(game, session, teller, onlooker.seat, moment, names);
      expect(scene["table"]["answers"].is_null() == !onlooker.decides(),
             "the seat that decides has answers, and nobody else");
      expect(scene["result"].is_null() == bool(session.pending()), "the end has a result");
    });
  };
  Draw looks = Chance(~seed, 0).on(2);
  while (const ToMove seat = session.pending()) {
    // At one moment of each decision: scenes of all would take most of the time.
    check_who_answers(moments[looks.below(moments.size())]);
    auto&& view = session.view(*seat);
    const Json scene = scene_of<S>(game, session, teller, *seat, Moment::deciding, names);
    kept.add(scene, events);
    const Json& table = scene["table"];
    const auto legal = rules.legal_moves(view);
    for (const Move<R>& move : legal) {
      const std::string line = compose(table, move);
      const auto read = Sc::read(view, line);
      expect(read && *read == move, "a page can make every legal move: " + line);
    }
    for (const std::string& line : offered(table)) {
      const auto read = Sc::read(view, line);
      expect(read && rules.refusal(view, *read).empty(), "what is offered is legal: " + line);
    }
    const Move<R> move = legal[pick.below(static_cast<std::uint32_t>(legal.size()))];
    session.play(*seat, move);
    events = teller.played(*seat, move);
    check_events(events, game, seats, expect);
  }
  for (const Moment moment : moments) check_who_answers(moment);
  kept.add(scene_of<S>(game, session, teller, {}, Moment::after, names), events);
}

// Checks that what a seat may not know leaves its tables equal, and a stranger's if no seat may
// know it. `disguise(state, seat, pick)` changes only what `seat` may not know.
template <class S, Enumerable R, class Disguise, class Expect>
  requires Scene<S, R>
void check_scene_secrets(const R& rules, int seats, std::uint64_t seed, Disguise&& disguise,
                         Expect&& expect) {
  Draw pick = Chance(~seed, 0).on(1);
  Session<R> session(rules, seats, Chance(seed, 0));
  typename S::Teller teller(rules, seats, Chance(seed, 0));
  teller.opening();
  while (const ToMove seat = session.pending()) {
    const auto look = [&](const Onlooker& onlooker) {
      State<R> twin = session.state();
      for (int other = 0; other < seats; ++other) {
        const Seat looking{static_cast<std::uint8_t>(other)};
        if (!onlooker.seat || looking == *onlooker.seat) disguise(twin, looking, pick);
      }
      const Seat looks = onlooker.seat.value_or(Seat(0));
      expect(S::table(session.view(looks), onlooker, teller.history()) ==
                 S::table(rules.view(twin, looks), onlooker, teller.history()),
             "what an onlooker may not know does not show");
    };
    for (const Moment moment : moments) for_every_onlooker(seats, seat, moment, look);
    const std::vector<Move<R>> legal = rules.legal_moves(session.view(*seat));
    const Move<R> move = legal[pick.below(static_cast<std::uint32_t>(legal.size()))];
    session.play(*seat, move);
    teller.played(*seat, move);
  }
}

inline constexpr int at_the_end = -1;

// A position of a golden game, of which a scene is kept.
struct ScenePosition {
  std::string name, record;  // the record's stem
  int step;                  // number of steps that were played, or at_the_end
  std::optional<Seat> seat = {};
  Moment moment = Moment::deciding;
};

// Returns a scene and the events of the last step, as {"scene": …, "events": …}.
template <Game R, class T, class S, class Under>
  requires Scene<S, R>
Json scene_at(std::string_view game, const std::filesystem::path& folder,
              const ScenePosition& position, Under&& under) {
  const std::string file = position.record + ".game";
  const Record record = read_record(content(folder / file), file).value();
  const R rules = under(record.rules, record.switches).value();
  const int seats = static_cast<int>(record.players.size());
  Session<R> session(rules, seats, record.chance());
  typename S::Teller teller(rules, seats, record.chance());
  Json events = teller.opening();
  const std::size_t steps =
      position.step == at_the_end ? record.steps.size() : static_cast<std::size_t>(position.step);
  for (std::size_t i = 0; i < steps; ++i) {
    const Record::Step& step = record.steps.at(i);
    const auto seat = Seat(static_cast<std::uint8_t>(step.seat));
    if (step.move) {
      const auto move = T::read(*step.move).value();
      session.play(seat, move);
      events = teller.played(seat, move);
    } else {
      session.retire(seat);
      events = teller.retired(seat);
    }
  }
  return {{"scene",
           scene_of<S>(game, session, teller, position.seat, position.moment, names_of(record))},
          {"events", std::move(events)}};
}

// Checks the scenes of golden games against scenes.json in their folder, which the pages' tests and
// the test of the schemas read too. With HILLTOP_WRITE_GOLDEN set, writes the file instead.
template <Game R, class T, class S, class Under, class Expect>
  requires Scene<S, R>
void check_golden_scenes(std::string_view game, const std::filesystem::path& folder,
                         const std::vector<ScenePosition>& positions, Under&& under,
                         Expect&& expect) {
  std::string text;
  for (const ScenePosition& position : positions)
    text += (text.empty() ? "{\n" : ",\n") + Json(position.name).dump() + ": " +
            scene_at<R, T, S>(game, folder, position, under).dump();
  text += "\n}\n";
  const auto file = folder / "scenes.json";
  if (writes_golden()) std::ofstream(file) << text;
  expect(content(file) == text, file.string() + " differs; HILLTOP_WRITE_GOLDEN=1 writes it");
}

}  // namespace hilltop
