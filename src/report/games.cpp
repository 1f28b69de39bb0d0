#include "report/games.hpp"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <future>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "arena/batch_of.hpp"
#include "play/game_results.hpp"
#include "play/in_order.hpp"
#include "play/threads.hpp"
#include "report/game_name.hpp"

namespace hilltop::report {
namespace {

using tournament::Fixture;
using tournament::GameRecord;
using tournament::Result;

// Games that are written at once.
constexpr std::uint32_t games_a_piece = 2048, games_with_moves_a_piece = 64;
// Pieces that wait per worker.
constexpr std::size_t pieces_ahead_a_worker = 4;

// Thrown where a Problem must leave a worker.
struct Damaged {
  Problem problem;
};

class Writer {
 public:
  Writer(const StoredContest& stored, const std::vector<Result>& results,
         const GamesOptions& options, const TakeGames& take)
      : stored_(stored),
        results_(results),
        options_(options),
        take_(take),
        has_records_(options.moves || options.content),
        games_a_piece_(has_records_ ? games_with_moves_a_piece : games_a_piece),
        terms_(terms_of(*stored.contest.any_game, stored.contest.conditions)),
        venue_(*stored.contest.any_game, stored.contest.conditions, stored.contest.entrants),
        threads_(options.workers, venue_) {
    for (const Result& result : results) seats_ = std::max(seats_, result.fixture.entries.size());
  }

  void write() {
    if (!options_.content) take_(games_head(options_.form, seats_, options_.moves), 0);
    for (std::size_t i = 0; i < results_.size() && !options_.stop.stop_requested();) {
      const Source source(*this, i);
      if (source.is_independent()) {
        i = write_independent(i);
        continue;
      }
      write_in_order(source);
      ++i;
    }
  }

 private:
  // A fixture, and what its lines are made of.
  struct Source {
    Source(const Writer& writer, std::size_t number)
        : stored(writer.stored_),
          fixture(writer.results_[number].fixture),
          batch(batch_of(stored.contest, fixture)),
          is_played(stored.cache().deterministic(fixture)),
          is_recalled(!is_played ||
                      (!writer.has_records_ && stored.cache().keeps_results(fixture))),
          lines(writer.options_.form, lined(writer, number), writer.seats_, writer.options_.moves) {
    }
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    // Returns whether its games are played again, each without those before it.
    bool is_independent() const { return !is_recalled && !batch.memory_lasts(); }

    LinedFixture lined(const Writer& writer, std::size_t number) const {
      std::vector<std::string> bots;
      for (const play::Entrant* const entrant : batch.entrants) bots.push_back(entrant->name);
      return {name_of_pairing(writer.stored_.contest, fixture), number + 1,
              fixture.stage == tournament::Stage::main ? "main" : "play-off", batch,
              std::move(bots)};
    }

    const StoredContest& stored;
    const Fixture& fixture;
    play::Batch batch;
    bool is_played;    // by house bots only, so that it can be played again
    bool is_recalled;  // from the results in the store
    GameLines lines;
  };

  // Appends games whose results are `bytes`. `records`: by game, at most one of each.
  void add_lines(std::string& out, const Source& source, std::uint32_t first_game,
                 std::uint32_t games, std::span<const std::uint8_t>& bytes,
                 const std::vector<GameRecord>& records) const {
    play::GameResult result{std::vector<int>(source.fixture.entries.size())};
    auto record = records.begin();
    for (std::uint32_t game = first_game; game < first_game + games; ++game) {
      if (!take_game(bytes, result))
        throw Damaged{{name(source, game) + ": its result is missing"}};
      const GameRecord* found = nullptr;
      for (; record != records.end() && record->game <= game; ++record)
        if (record->game == game) found = &*record;
      if (options_.content)
        out += content_of(source, game, found);
      else
        source.lines.add(out, result, game, found == nullptr ? "" : steps_of(source, *found));
    }
  }

  std::string content_of(const Source& source, std::uint32_t game, const GameRecord* record) const {
    if (record == nullptr) throw Damaged{{name(source, game) + ": it has no record of its moves"}};
    auto content = options_.content(stored_, source.fixture, *record);
    if (!content) throw Damaged{{name(source, game) + ": " + content.error().text}};
    return *std::move(content);
  }

  std::string steps_of(const Source& source, const GameRecord& record) const {
    auto steps = source.lines.steps_of(record.text);
    if (!steps)
      throw Damaged{{name(source, record.game) + ": its record is damaged: " + steps.error().text}};
    return *std::move(steps);
  }

  std::string name(const Source& source, std::uint32_t game) const {
    return name_of_game(stored_.contest, source.fixture, game);
  }

  // Writes the fixtures from `begin` on whose games are independent, on all workers. Returns the
  // number of the next fixture.
  std::size_t write_independent(std::size_t begin) {
    struct Part {
      std::unique_ptr<const Source> source;
      std::size_t first_piece;
    };
    std::vector<Part> parts;
    std::size_t pieces = 0;
    std::size_t end = begin;
    for (; end < results_.size() && parts.size() < fixtures_at_once; ++end) {
      auto source = std::make_unique<const Source>(*this, end);
      if (!source->is_independent()) break;
      const std::uint32_t games = source->fixture.games;
      parts.push_back({std::move(source), pieces});
      pieces += (games - 1) / games_a_piece_ + 1;
    }
    const auto source_of = [&](std::size_t piece) -> const Source& {
      return *std::prev(std::ranges::upper_bound(parts, piece, {}, &Part::first_piece))->source;
    };
    // Lines are made on threads of their own: it takes about as long as to play the games.
    std::deque<std::pair<std::future<std::string>, std::uint32_t>> texts;
    const auto hand_over = [&](std::size_t left) {
      for (; texts.size() > left; texts.pop_front())
        take_(texts.front().first.get(), texts.front().second);
    };
    play_in_order(threads_,
                  {.units = pieces,
                   .pieces =
                       [&](std::size_t i) {
                         const Part& part =
                             *std::prev(std::ranges::upper_bound(parts, i, {}, &Part::first_piece));
                         play::GameOrder order = order_for(*part.source);
                         const auto before =
                             static_cast<std::uint32_t>(i - part.first_piece) * games_a_piece_;
                         order.first_game += before;
                         order.games = std::min(games_a_piece_, order.games - before);
                         return std::vector<play::Piece>{std::move(order)};
                       },
                   .take =
                       [&](std::size_t i, play::PlayedGames played) {
                         const std::uint32_t games = played.result.games;
                         auto text = [this, &source = source_of(i),
                                      result = std::move(played.result)] {
                           return text_of(source, result);
                         };
                         texts.emplace_back(std::async(std::move(text)), games);
                         hand_over(static_cast<std::size_t>(options_.workers));
                         return !options_.stop.stop_requested();
                       },
                   .ahead_max = pieces_ahead_a_worker * static_cast<std::size_t>(options_.workers),
                   .stop = options_.stop});
    hand_over(0);
    return end;
  }

  play::GameOrder order_for(const Source& source) const {
    play::GameOrder order = order_of(stored_.contest, terms_, source.fixture);
    order.records = has_records_;
    return order;
  }

  std::string text_of(const Source& source, const tournament::BatchResult& result) const {
    std::string text;
    std::span<const std::uint8_t> bytes = result.bytes;
    add_lines(text, source, result.first_game, result.games, bytes, result.records);
    return text;
  }

  // Writes a fixture on this thread: from the store, or by playing all its games one after the
  // other.
  void write_in_order(const Source& source) {
    if (source.is_recalled)
      write_stored(source, stored_.games(source.fixture));
    else
      write_played(source);
  }

  // Writes games as they come, because no piece of them can be played without those before.
  void write_played(const Source& source) {
    play::GameOrder order = order_for(source);
    order.games_a_part = games_a_piece_;
    play_in_order(threads_, {.units = 1,
                             .pieces = [&](std::size_t) { return std::vector<play::Piece>{order}; },
                             .arrived =
                                 [&](std::size_t, play::PlayedGames& played, bool) {
                                   take_(text_of(source, played.result), played.result.games);
                                   played.result.bytes.clear();
                                   played.result.records.clear();
                                 },
                             .take = [](std::size_t, const play::PlayedGames&) { return true; },
                             .stop = options_.stop});
  }

  void write_stored(const Source& source, const StoredGames& stored) {
    const Fixture& fixture = source.fixture;
    std::span<const std::uint8_t> bytes = stored.bytes;
    for (std::uint32_t done = 0; done < fixture.games && !options_.stop.stop_requested();) {
      const std::uint32_t games = std::min(games_a_piece_, fixture.games - done);
      const std::uint32_t first = fixture.first_game + done;
      std::vector<GameRecord> records;
      if (has_records_) records = stored_.records(fixture, stored, first, first + games - 1);
      std::string text;
      add_lines(text, source, first, games, bytes, records);
      take_(text, games);
      done += games;
    }
  }

  // Bounds what is made ahead for a contest of very many fixtures.
  static constexpr std::size_t fixtures_at_once = 1024;

  const StoredContest& stored_;
  const std::vector<Result>& results_;
  const GamesOptions& options_;
  const TakeGames& take_;
  bool has_records_;
  std::uint32_t games_a_piece_;
  std::shared_ptr<const play::GameTerms> terms_;
  play::HomeVenue venue_;
  play::Threads threads_;
  std::size_t seats_ = 0;
};

}  // namespace

std::expected<void, Problem> write_games(const StoredContest& stored,
                                         const arena::ContestReport& report,
                                         const GamesOptions& options, const TakeGames& take) {
  try {
    Writer(stored, report.concluded.standings.results, options, take).write();
    return {};
  } catch (Damaged& damaged) {
    return std::unexpected(std::move(damaged).problem);
  }
}

}  // namespace hilltop::report
