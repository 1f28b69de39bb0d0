#include "play/order_text.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "core/hex.hpp"
#include "core/json.hpp"
#include "play/packed_results.hpp"
#include "runner/policy.hpp"

namespace hilltop::play {
namespace {

// What is not in the form that is read. It never leaves this file.
struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Returns a whole number within its type, and within `most`.
template <class T>
T whole(const Json& at, T most = std::numeric_limits<T>::max()) {
  if (at.is_number_unsigned()) {
    if (std::in_range<T>(at.get<std::uint64_t>()) && at.get<T>() <= most) return at.get<T>();
  } else if (at.is_number_integer() && std::in_range<T>(at.get<std::int64_t>())) {
    return at.get<T>();
  }
  throw Malformed("'" + at.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 40) +
                  "' is not a number that may stand there");
}

std::vector<std::uint8_t> bytes(const Json& at) {
  auto read = from_hex(at.get_ref<const std::string&>());
  if (!read) throw Malformed("bytes are not hexadecimal");
  return *std::move(read);
}

template <class Array>
Array array_of_bytes(const Json& at) {
  const std::vector<std::uint8_t> read = bytes(at);
  Array array;
  if (read.size() != array.size()) throw Malformed("there are too few bytes, or too many");
  std::ranges::copy(read, array.begin());
  return array;
}

template <class T, class Read>
std::vector<T> list(const Json& at, Read&& read) {
  if (!at.is_array()) throw Malformed("a list is missing");
  std::vector<T> values;
  for (const Json& each : at) values.push_back(read(each));
  return values;
}

template <class T, class Write>
Json list_of(const std::vector<T>& values, Write&& write) {
  Json list = Json::array();
  for (const T& value : values) list.push_back(write(value));
  return list;
}

// Times are whole nanoseconds.
Json json_of(std::chrono::nanoseconds time) { return time.count(); }
std::chrono::nanoseconds time(const Json& at) {
  return std::chrono::nanoseconds(whole<std::int64_t>(at));
}

Json json_of(const Setting& setting) { return {setting.name, setting.value}; }
Setting setting(const Json& at) { return {at.at(0).get<std::string>(), whole<int>(at.at(1))}; }

SwitchValue switch_value(const Json& at) {
  if (at.is_boolean()) return at.get<bool>();
  if (at.is_string()) return at.get<std::string>();
  if (at.is_array())
    return list<std::int64_t>(at, [](const Json& each) { return whole<std::int64_t>(each); });
  return whole<std::int64_t>(at);
}

Sanction sanction(const Json& at) {
  return static_cast<Sanction>(
      whole<std::uint8_t>(at, static_cast<std::uint8_t>(Sanction::disqualify)));
}

Json json_of(const GameTerms& terms) {
  Json switches = Json::object(), limits = Json::object(), time = Json::object();
  for (const auto& [name, value] : terms.switches)
    switches[name] = std::visit([](const auto& set) { return Json(set); }, value);
  for (const TimeSwitch& limit : time_switches)
    time[std::string(limit.name)] = limit.get(terms.time);
  for (const runner::LimitKey& key : runner::limit_keys)
    if (const auto& limit = terms.limits.*key.limit) limits[std::string(key.name)] = *limit;
  return {{"game", terms.game},
          {"rules", terms.rules},
          {"switches", std::move(switches)},
          {"illegal", static_cast<int>(terms.faults.illegal)},
          {"broken", static_cast<int>(terms.faults.broken)},
          {"patience_s", terms.faults.patience_s.count()},
          {"time", std::move(time)},
          {"limits", std::move(limits)}};
}

GameTerms terms(const Json& at) {
  GameTerms terms{.game = at.at("game"), .rules = at.at("rules")};
  for (const auto& [name, value] : at.at("switches").items())
    terms.switches[name] = switch_value(value);
  terms.faults.illegal = sanction(at.at("illegal"));
  terms.faults.broken = sanction(at.at("broken"));
  terms.faults.patience_s = std::chrono::seconds(whole<std::int64_t>(at.at("patience_s")));
  for (const TimeSwitch& limit : time_switches)
    limit.set(terms.time,
              whole<std::int64_t>(at.at("time").at(std::string(limit.name)), limit.max));
  for (const runner::LimitKey& key : runner::limit_keys)
    if (const auto found = at.at("limits").find(std::string(key.name));
        found != at.at("limits").end())
      terms.limits.*key.limit = whole<int>(*found, key.most);
  return terms;
}

Json json_of(const Contestant& contestant) {
  Json json{{"name", contestant.name}, {"title", contestant.title}};
  if (const auto* house = std::get_if<HousePlayer>(&contestant.player)) {
    json["house"] = house->bot;
    json["remembers"] = house->remembers;
    json["settings"] = list_of(house->settings, [](const Setting& each) { return json_of(each); });
    return json;
  }
  const auto& bot = std::get<FolderBot>(contestant.player);
  json["bot"] = bot.bot;
  json["content"] = bot.content ? Json(to_hex(*bot.content)) : Json();
  json["state"] = static_cast<int>(bot.state);
  json["settings"] = list_of(bot.parameters, [](const Setting& each) { return json_of(each); });
  return json;
}

Contestant contestant(const Json& at) {
  Contestant contestant{at.at("name"), at.at("title"), {}};
  std::vector<Setting> settings = list<Setting>(at.at("settings"), setting);
  if (at.contains("house")) {
    contestant.player = HousePlayer{at.at("house"), at.at("remembers"), std::move(settings)};
    return contestant;
  }
  FolderBot bot{.bot = at.at("bot")};
  if (!at.at("content").is_null())
    bot.content = array_of_bytes<std::array<std::uint8_t, 32>>(at.at("content"));
  bot.state = static_cast<runner::StateScope>(
      whole<int>(at.at("state"), static_cast<int>(runner::StateScope::folder)));
  bot.parameters = std::move(settings);
  contestant.player = std::move(bot);
  return contestant;
}

Json json_of(const FixtureLuck::Root& root) {
  if (const auto* number = std::get_if<std::uint64_t>(&root.key))
    return {{"key", *number}, {"one_key", root.deals_follow_one_another}};
  return {{"secret", to_hex(std::get<ChanceKeys::Secret>(root.key))},
          {"one_key", root.deals_follow_one_another}};
}

FixtureLuck luck(const Json& at) {
  FixtureLuck::Root root{.deals_follow_one_another = at.at("one_key")};
  if (at.contains("key"))
    root.key = whole<std::uint64_t>(at.at("key"));
  else
    root.key = array_of_bytes<ChanceKeys::Secret>(at.at("secret"));
  return FixtureLuck(root);
}

Json json_of(const tournament::GameRecord& record) {
  return {{"game", record.game},
          {"text", record.text},
          {"result", to_hex(record.result)},
          {"faults", record.faults}};
}

tournament::GameRecord game_record(const Json& at) {
  return {whole<std::uint32_t>(at.at("game")), at.at("text"), bytes(at.at("result")),
          at.at("faults")};
}

// A bot's bytes may be any.
Json json_of(const Fault& fault) {
  const auto hex = [](const std::string& said) {
    return to_hex({reinterpret_cast<const std::uint8_t*>(said.data()), said.size()});
  };
  return {{"kind", name(fault.kind)},
          {"detail", hex(fault.detail)},
          {"error_output", hex(fault.error_output)},
          {"asked", hex(fault.asked)},
          {"said", hex(fault.said)},
          {"delay_ms", fault.delay ? Json(fault.delay->count()) : Json()},
          {"overloaded", fault.overloaded}};
}

FaultKind kind(const Json& at) {
  const auto kind = fault_kind(at.get_ref<const std::string&>());
  if (!kind) throw Malformed("there is no such fault");
  return *kind;
}

Fault fault(const Json& at) {
  const auto text = [&](const char* key) {
    const std::vector<std::uint8_t> read = bytes(at.at(key));
    return std::string(read.begin(), read.end());
  };
  Fault fault{kind(at.at("kind")), text("detail"), text("error_output"), text("asked"),
              text("said")};
  if (const Json& delay = at.at("delay_ms"); !delay.is_null())
    fault.delay = std::chrono::milliseconds(whole<std::int64_t>(delay));
  fault.overloaded = at.at("overloaded");
  return fault;
}

Json json_of(const tournament::FaultNote& note) {
  return {{"place", note.entry}, {"game", note.game}, {"fault", json_of(note.fault)}};
}
tournament::FaultNote note(const Json& at) {
  return {whole<int>(at.at("place")), whole<std::uint32_t>(at.at("game")), fault(at.at("fault"))};
}

Json json_of(const tournament::Tally& tally) {
  return {{"games", tally.games}, {"won", tally.won},
          {"tied", tally.tied},   {"faults", tally.faults},
          {"sum", tally.sum},     {"best", tally.best ? Json(*tally.best) : Json()}};
}
tournament::Tally tally(const Json& at) {
  const auto number = [&](const char* key) { return whole<std::int64_t>(at.at(key)); };
  tournament::Tally tally{number("games"),  number("won"), number("tied"),
                          number("faults"), number("sum"), {}};
  if (!at.at("best").is_null()) tally.best = whole<int>(at.at("best"));
  return tally;
}

Json json_of(const Timing& timing) {
  return {timing.answers, json_of(timing.total), json_of(timing.slowest)};
}
Timing timing(const Json& at) {
  return {whole<std::uint64_t>(at.at(0)), time(at.at(1)), time(at.at(2))};
}

Json json_of(const tournament::BatchResult& result) {
  return {{"first_game", result.first_game},
          {"games", result.games},
          {"tallies", list_of(result.tallies, [](const auto& each) { return json_of(each); })},
          {"notes", list_of(result.notes, [](const auto& each) { return json_of(each); })},
          {"fault_counts", list_of(result.fault_counts,
                                   [](const tournament::FaultCount& count) -> Json {
                                     return {{"game", count.game},
                                             {"place", count.entry},
                                             {"kind", name(count.kind)},
                                             {"overloaded", count.overloaded},
                                             {"faults", count.faults}};
                                   })},
          {"disqualified", result.disqualified ? json_of(*result.disqualified) : Json()},
          {"traces", result.traces.size()},
          {"records", list_of(result.records, [](const auto& each) { return json_of(each); })},
          {"layers", result.layers ? Json(*result.layers) : Json()},
          {"timings", list_of(result.timings, [](const auto& each) { return json_of(each); })}};
}

tournament::BatchResult batch_result(const Json& at) {
  tournament::BatchResult result;
  result.first_game = whole<std::uint32_t>(at.at("first_game"));
  result.games = whole<std::uint32_t>(at.at("games"));
  result.tallies = list<tournament::Tally>(at.at("tallies"), tally);
  result.notes = list<tournament::FaultNote>(at.at("notes"), note);
  result.fault_counts = list<tournament::FaultCount>(at.at("fault_counts"), [](const Json& each) {
    return tournament::FaultCount{whole<std::uint32_t>(each.at("game")),
                                  whole<int>(each.at("place")), kind(each.at("kind")),
                                  each.at("overloaded"), whole<std::uint32_t>(each.at("faults"))};
  });
  if (const Json& out = at.at("disqualified"); !out.is_null()) result.disqualified = note(out);
  result.records = list<tournament::GameRecord>(at.at("records"), game_record);
  if (const Json& layers = at.at("layers"); !layers.is_null())
    result.layers = whole<std::uint32_t>(layers);
  result.timings = list<Timing>(at.at("timings"), timing);
  return result;
}

Json json_of(const GameReport& report) {
  Json figures = Json::array(), faults = Json::array();
  for (const std::vector<Figure>& of_seat : report.figures)
    figures.push_back(list_of(of_seat, [](const Figure& figure) -> Json {
      return {figure.group, figure.name, figure.value ? Json(*figure.value) : Json()};
    }));
  for (const SeatFault& each : report.faults)
    faults.push_back({{"seat", index(each.seat)}, {"fault", json_of(each.fault)}});
  return {{"game", report.game},
          {"contestants", report.entrants},
          {"points", report.points},
          {"figures", std::move(figures)},
          {"faults", std::move(faults)}};
}

GameReport game_report(const Json& at) {
  const auto figure = [](const Json& each) {
    return Figure{each.at(0), each.at(1),
                  each.at(2).is_null() ? std::nullopt : std::optional(whole<int>(each.at(2)))};
  };
  return {whole<std::uint32_t>(at.at("game")),
          list<std::size_t>(at.at("contestants"),
                            [](const Json& each) { return whole<std::size_t>(each); }),
          list<int>(at.at("points"), [](const Json& each) { return whole<int>(each); }),
          list<std::vector<Figure>>(at.at("figures"),
                                    [&](const Json& each) { return list<Figure>(each, figure); }),
          list<SeatFault>(at.at("faults"), [](const Json& each) {
            return SeatFault{Seat(whole<std::uint8_t>(each.at("seat"))), fault(each.at("fault"))};
          })};
}

Json json_of(const AnswerTimes& times) {
  return {{"first", json_of(times.first)},
          {"later", json_of(times.later)},
          {"slowest", list_of(times.slowest, [](const AnswerTimes::Slow& slow) -> Json {
             return {slow.game, slow.asked, json_of(slow.took)};
           })}};
}
AnswerTimes answer_times(const Json& at) {
  return {timing(at.at("first")), timing(at.at("later")),
          list<AnswerTimes::Slow>(at.at("slowest"), [](const Json& each) {
            return AnswerTimes::Slow{whole<std::uint32_t>(each.at(0)), each.at(1),
                                     time(each.at(2))};
          })};
}

Json json_of(const PlayedGames& played) {
  return {{"result", json_of(played.result)},
          {"log", played.log},
          {"reports", list_of(played.reports, [](const auto& each) { return json_of(each); })},
          {"answers", list_of(played.answers, [](const auto& each) { return json_of(each); })},
          {"misfit", played.misfit ? Json{played.misfit->game, played.misfit->why} : Json()}};
}

PlayedGames played(const Json& at) {
  PlayedGames played{batch_result(at.at("result")), at.at("log"),
                     list<GameReport>(at.at("reports"), game_report),
                     list<AnswerTimes>(at.at("answers"), answer_times)};
  if (const Json& misfit = at.at("misfit"); !misfit.is_null())
    played.misfit = {whole<std::uint32_t>(misfit.at(0)), misfit.at(1)};
  return played;
}

std::string what(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& known) {
    return known.what();
  } catch (...) {
    return "an unknown failure";
  }
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// What ends the document of an answer.
constexpr char tail_begins = '\t';

// Returns the tail of an answer, and says in `json` what it has.
std::string tail_of(const tournament::BatchResult& result, Json& json) {
  auto packed = pack_results(result.bytes, result.tallies.size());
  if (!packed)
    packed = PackedResults{{}, std::string(result.bytes.begin(), result.bytes.end()), {}};
  json["words"] = list_of(packed->words, [](const auto& word) -> Json { return to_hex(word); });
  json["bytes"] = packed->games.size();
  json["rare"] = packed->rare.size();
  std::string tail = std::move(packed->games);
  tail += packed->rare;
  for (const tournament::GameTrace trace : result.traces)
    for (std::size_t byte = 0; byte < sizeof trace; ++byte)
      tail += static_cast<char>(trace >> 8 * byte);
  return tail;
}

// Reads the tail of an answer. `json`: what tail_of() says of it.
void read_tail(std::string_view line, const Json& json, tournament::BatchResult& result) {
  const auto of_games = whole<std::size_t>(json.at("bytes"), line.size());
  const auto size = of_games + whole<std::size_t>(json.at("rare"), line.size());
  const auto traces = whole<std::size_t>(json.at("traces"), line.size());
  auto tail = bytes_of_line(line);
  if (!tail || tail->size() != size + traces * sizeof(tournament::GameTrace))
    throw Malformed("it has more bytes of results than it says, or fewer");
  result.traces.resize(traces);
  for (std::size_t at = size; at < tail->size(); ++at)
    result.traces[(at - size) / sizeof(tournament::GameTrace)] |=
        static_cast<tournament::GameTrace>(static_cast<std::uint8_t>((*tail)[at]))
        << 8 * ((at - size) % sizeof(tournament::GameTrace));
  PackedResults packed{list<std::vector<std::uint8_t>>(json.at("words"), bytes),
                       {},
                       tail->substr(of_games, size - of_games)};
  tail->resize(of_games);
  packed.games = *std::move(tail);
  if (packed.words.empty() && packed.rare.empty()) {
    result.bytes.assign(packed.games.begin(), packed.games.end());
    return;
  }
  auto unpacked = unpack_results(packed, result.tallies.size());
  if (!unpacked) throw Malformed("its results are not packed as it says");
  result.bytes = *std::move(unpacked);
}

// Reads a document of a form with `read`.
template <class Read>
auto read_form(std::string_view text, std::string_view form, Read&& read)
    -> std::expected<std::invoke_result_t<Read, const Json&>, Problem> {
  const auto refusal = [&](const std::string& why) {
    return std::unexpected(Problem{"not a document of the form " + std::string(form) + ": " + why});
  };
  try {
    const Json json = Json::parse(text);
    if (json.at("form") != form) return refusal("it has another form");
    return read(json);
  } catch (const Json::exception& error) {
    return refusal(error.what());
  } catch (const Malformed& error) {
    return refusal(error.what());
  }
}

}  // namespace

std::string write(const GameTerms& terms) { return json_of(terms).dump(); }

std::string write(const GameOrder& order) {
  return text_of(
      {{"form", order_form},
       {"terms", json_of(*order.terms)},
       {"contestants", list_of(order.contestants, [](const auto& each) { return json_of(each); })},
       {"luck", json_of(order.luck.root())},
       {"first_game", order.first_game},
       {"games", order.games},
       {"rotates", order.rotates},
       {"first_seat", order.first_seat},
       {"mirrored", order.mirrored},
       {"records", order.records},
       {"logs", order.logs},
       {"reports", order.reports},
       {"answers", order.answers},
       {"games_a_part", order.games_a_part},
       {"starts_anew", order.starts_anew},
       {"recorded", order.recorded
                        ? list_of(*order.recorded, [](const auto& each) { return json_of(each); })
                        : Json()}});
}

std::expected<GameOrder, Problem> read_order(std::string_view text) {
  return read_form(text, order_form, [](const Json& at) {
    GameOrder order;
    order.terms = std::make_shared<const GameTerms>(terms(at.at("terms")));
    order.contestants = list<Contestant>(at.at("contestants"), contestant);
    order.luck = luck(at.at("luck"));
    order.first_game = whole<std::uint32_t>(at.at("first_game"), tournament::games_max);
    order.games = whole<std::uint32_t>(at.at("games"), tournament::games_max - order.first_game);
    order.rotates = at.at("rotates");
    order.first_seat = whole<int>(at.at("first_seat"));
    order.mirrored = at.at("mirrored");
    order.records = at.at("records");
    order.logs = at.at("logs");
    order.reports = at.at("reports");
    order.answers = at.at("answers");
    order.games_a_part = whole<std::uint32_t>(at.at("games_a_part"));
    order.starts_anew = at.at("starts_anew");
    if (const Json& recorded = at.at("recorded"); !recorded.is_null())
      order.recorded = list<tournament::GameRecord>(recorded, game_record);
    if (order.first_seat < 0 || std::cmp_greater_equal(order.first_seat, order.contestants.size()))
      throw Malformed("first_seat is none of the contestants");
    return order;
  });
}

std::string write(const Answer& answer) {
  Json played = json_of(answer.played);
  const std::string tail = tail_of(answer.played.result, played["result"]);
  std::string line = text_of({{"form", answer_form},
                              {"order", answer.order},
                              {"played", std::move(played)},
                              {"ended", answer.ended},
                              {"failure", answer.failure ? Json(what(answer.failure)) : Json()}});
  line.reserve(line.size() + tail.size() + 1);
  line += tail_begins;
  append_bytes(line, tail);
  return line;
}

std::expected<Answer, Problem> read_answer(std::string_view text) {
  const std::size_t end = std::min(text.find(tail_begins), text.size());
  return read_form(text.substr(0, end), answer_form, [&](const Json& at) {
    if (end == text.size()) throw Malformed("it is cut off");
    Answer answer{whole<OrderId>(at.at("order")), played(at.at("played")), at.at("ended")};
    read_tail(text.substr(end + 1), at.at("played").at("result"), answer.played.result);
    if (const Json& failure = at.at("failure"); !failure.is_null())
      answer.failure = std::make_exception_ptr(std::runtime_error(failure.get<std::string>()));
    return answer;
  });
}

}  // namespace hilltop::play
