// Orders and answers as text, and a service that plays in another process by them alone.

#include "play/order_text.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/catalog_venue.hpp"
#include "arena/run.hpp"
#include "core/build_for_test.hpp"
#include "core/source_dir_for_test.hpp"
#include "play/threads.hpp"

namespace hilltop::arena::order_text_test {
namespace {

namespace fs = std::filesystem;

// An order with every part.
play::GameOrder full_order() {
  play::GameOrder order{{.luck = play::FixtureLuck({play::ChanceKeys::Secret{1, 2, 3, 255}, true}),
                         .first_game = 12,
                         .games = 30,
                         .rotates = false,
                         .first_seat = 1,
                         .mirrored = true}};
  play::GameTerms terms{.game = "pazaak",
                        .rules = "koth",
                        .switches = {{"side_cards", std::int64_t{5}},
                                     {"flag", true},
                                     {"word", "a\"b"},
                                     {"list", std::vector<std::int64_t>{-1, 2}}}};
  terms.faults.illegal = play::Sanction::substitute;
  terms.time.move_ms = std::chrono::milliseconds(77);
  terms.limits.memory_mb = 64;
  order.terms = std::make_shared<const play::GameTerms>(terms);
  order.contestants = {
      {"kid", "The Kid", play::HousePlayer{"kid", true, {{"nodes", -7}}}},
      {"mine+a=1", "mine",
       play::FolderBot{"mine", runner::ContentHash{9}, runner::StateScope::folder, {{"a", 1}}}},
      {"other", "", play::FolderBot{"other", std::nullopt, runner::StateScope::pairing, {}}}};
  order.records = order.answers = order.starts_anew = true;
  order.games_a_part = 5;
  order.recorded = {{12, "move 0 END\n", {1, 2}, "0 crashed 1\n"}};
  return order;
}

play::Answer full_answer() {
  play::Answer answer{7, {}, false};
  tournament::BatchResult& result = answer.played.result;
  result = tournament::BatchResult::none(12, 2);
  result.games = 3;
  result.tallies[0] = {3, 2, 1, 1, -20, 5};
  result.add({1,
              13,
              {FaultKind::timeout, "after 5 ms", "\xff\n", "asked", "said",
               std::chrono::milliseconds(4), true}});
  result.disqualified = result.notes.front();
  result.bytes = {'\n', 255, 0};
  result.traces = {~std::uint64_t{0}, 1};
  result.records = {{13, "retire 0\n"}};
  result.layers = 5;
  result.timings = {{2, std::chrono::nanoseconds(9), std::chrono::nanoseconds(5)}};
  answer.played.log = "a log\n";
  answer.played.reports = {
      {13, {1, 0}, {20, -3}, {{{"boxes", "ones", 3}}, {{"", "total", std::nullopt}}}, {}}};
  answer.played.answers = {{{1, std::chrono::nanoseconds(2), std::chrono::nanoseconds(2)},
                            {},
                            {{13, "turn", std::chrono::nanoseconds(2)}}}};
  answer.played.misfit = {14, "it has no record"};
  answer.failure = std::make_exception_ptr(std::runtime_error("the machine"));
  return answer;
}

std::string eight_times(std::string_view text) {
  std::string all;
  for (int i = 0; i < 8; ++i) all += text;
  return all;
}

// The form is a promise to other machines: a change raises its number.
TEST(OrderText, IsPinned) {
  EXPECT_EQ(
      write(full_order()),
      R"({"form":"hilltop.order/1","terms":{"game":"pazaak","rules":"koth","switches":{"flag":true,"list":[-1,2],"side_cards":5,"word":"a\"b"},"illegal":0,"broken":1,"patience_s":60,"time":{"move_ms":77,"start_ms":5000,"game_ms":0,"move_nodes":0},"limits":{"memory_mb":64}},"contestants":[{"name":"kid","title":"The Kid","house":"kid","remembers":true,"settings":[["nodes",-7]]},{"name":"mine+a=1","title":"mine","bot":"mine","content":"0900000000000000000000000000000000000000000000000000000000000000","state":2,"settings":[["a",1]]},{"name":"other","title":"","bot":"other","content":null,"state":1,"settings":[]}],"luck":{"secret":"010203ff000000000000000000000000","one_key":true},"first_game":12,"games":30,"rotates":false,"first_seat":1,"mirrored":true,"records":true,"logs":false,"reports":false,"answers":true,"games_a_part":5,"starts_anew":true,"recorded":[{"game":12,"text":"move 0 END\n","result":"0102","faults":"0 crashed 1\n"}]})");
}

TEST(AnswerText, IsPinned) {
  EXPECT_EQ(
      write(full_answer()),
      R"({"form":"hilltop.answer/3","order":7,"played":{"result":{"first_game":12,"games":3,"tallies":[{"games":3,"won":2,"tied":1,"faults":1,"sum":-20,"best":5},{"games":0,"won":0,"tied":0,"faults":1,"sum":0,"best":null}],"notes":[{"place":1,"game":13,"fault":{"kind":"no answer in time","detail":"61667465722035206d73","error_output":"ff0a","asked":"61736b6564","said":"73616964","delay_ms":4,"overloaded":true}}],"fault_counts":[{"game":13,"place":1,"kind":"no answer in time","overloaded":true,"faults":1}],"disqualified":{"place":1,"game":13,"fault":{"kind":"no answer in time","detail":"61667465722035206d73","error_output":"ff0a","asked":"61736b6564","said":"73616964","delay_ms":4,"overloaded":true}},"traces":2,"records":[{"game":13,"text":"retire 0\n","result":"","faults":""}],"layers":5,"timings":[[2,9,5]],"words":[],"bytes":3,"rare":0},"log":"a log\n","reports":[{"game":13,"contestants":[1,0],"points":[20,-3],"figures":[[["boxes","ones",3]],[["","total",null]]],"faults":[]}],"answers":[{"first":[1,2,2],"later":[0,0,0],"slowest":[[13,"turn",2]]}],"misfit":[14,"it has no record"]},"ended":false,"failure":"the machine"})" +
          std::string("\t\xffn\xff") + 'e' + std::string(1, 0) +
          eight_times("\xff"
                      "e") +
          '\1' + std::string(7, 0));
}

TEST(OrderText, IsReadAsItWasWritten) {
  const play::GameOrder order = full_order();
  const auto read = play::read_order(write(order));
  ASSERT_TRUE(read.has_value()) << read.error().text;
  EXPECT_EQ(write(*read), write(order));
  EXPECT_EQ(static_cast<const play::Series&>(*read), static_cast<const play::Series&>(order));
}

TEST(AnswerText, IsReadAsItWasWritten) {
  const play::Answer answer = full_answer();
  const auto read = play::read_answer(write(answer));
  ASSERT_TRUE(read.has_value()) << read.error().text;
  EXPECT_EQ(write(*read), write(answer));
  EXPECT_EQ(read->played.result.notes.front().fault, answer.played.result.notes.front().fault);
  EXPECT_EQ(read->played.result.bytes, answer.played.result.bytes);
  EXPECT_EQ(read->played.result.traces, answer.played.result.traces);
}

TEST(AnswerText, IsALineWhateverBytesItHas) {
  play::Answer answer = full_answer();
  std::mt19937 random(1);
  for (std::size_t size = 0; size < 600; size += sanitized ? 7 : 1) {
    auto& bytes = answer.played.result.bytes;
    bytes.clear();
    constexpr std::array<std::uint8_t, 5> edges{'\n', '\t', 0xff, 'n', 'e'};
    for (std::size_t i = 0; i < size; ++i)
      bytes.push_back(i % 2 == 0 ? edges[random() % edges.size()] : static_cast<std::uint8_t>(i));
    const std::string line = write(answer);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    const auto read = play::read_answer(line);
    ASSERT_TRUE(read.has_value()) << read.error().text;
    EXPECT_EQ(read->played.result.bytes, bytes);
  }
}

TEST(AnswerText, HasAByteForEachGameIfFewResultsDiffer) {
  play::Answer answer = full_answer();
  auto& bytes = answer.played.result.bytes;
  bytes = {2, 0, 9, 0, 0, 2, 9, 0, 2, 0, 9, 0};
  const std::string line = write(answer);
  EXPECT_NE(line.find(R"("words":["02000900","00020900"],"bytes":3,"rare":0)"), std::string::npos)
      << line;
  const auto read = play::read_answer(line);
  ASSERT_TRUE(read.has_value()) << read.error().text;
  EXPECT_EQ(read->played.result.bytes, bytes);
  std::string other = line;
  other[line.find('\t') + 1] = 3;
  EXPECT_FALSE(play::read_answer(other).has_value()) << "there is no third word";
}

TEST(AnswerText, RefusesResultsThatAreCutOff) {
  const std::string line = write(full_answer());
  for (std::size_t cut = 0; cut < line.size(); ++cut)
    EXPECT_FALSE(play::read_answer(line.substr(0, cut)).has_value()) << cut;
  EXPECT_FALSE(play::read_answer(line + 'x').has_value());
  EXPECT_FALSE(play::read_answer(line + '\xff').has_value());
}

// Whatever byte of a document is lost or changed, it is refused or is another document.
TEST(OrderText, RefusesWhatIsNone) {
  const std::string order = write(full_order()), answer = write(full_answer());
  for (const std::string& text : {std::string(), std::string("{}"), std::string("[]"),
                                  std::string("null"), std::string(100'000, '['), answer})
    EXPECT_FALSE(play::read_order(text).has_value()) << text.substr(0, 40);
  EXPECT_FALSE(play::read_answer(order).has_value());
  for (std::size_t cut = 0; cut < order.size(); ++cut)
    EXPECT_FALSE(play::read_order(order.substr(0, cut)).has_value()) << cut;
  std::mt19937 random(1);
  for (int i = 0; i < (sanitized ? 800 : 20'000); ++i) {
    std::string text = i % 2 == 0 ? order : answer;
    text[random() % text.size()] = static_cast<char>(random() % 256);
    (void)play::read_order(text);
    (void)play::read_answer(text);
  }
}

// Plays in another process, which gets orders as lines of text and answers with lines. Answers come
// in a random order; some are lost, so that their orders are given again, and some come twice.
class Elsewhere final : public play::GameService {
 public:
  Elsewhere() {
    std::signal(SIGPIPE, SIG_IGN);
    int to[2], from[2];
    if (pipe(to) != 0 || pipe(from) != 0) throw std::runtime_error("no pipe");
    child_ = fork();
    if (child_ == 0) {
      close(to[1]);
      close(from[0]);
      work(fdopen(to[0], "r"), fdopen(from[1], "w"));
      _exit(0);
    }
    close(to[0]);
    close(from[1]);
    to_ = fdopen(to[1], "w");
    from_ = fdopen(from[0], "r");
  }
  ~Elsewhere() override {
    std::fclose(to_);
    std::fclose(from_);
    waitpid(child_, nullptr, 0);
  }

  void start(play::OrderId id, play::GameOrder order) override {
    waiting_[++started] = {id, write(order)};
  }

  play::Answer next() override {
    while (true) {
      while (answers_.empty()) exchange();  // all of them may be lost
      play::Answer answer = std::move(answers_.back());
      answers_.pop_back();
      const auto order = waiting_.find(answer.order);
      if (order == waiting_.end()) continue;  // it came twice
      answer.order = order->second.id;
      waiting_.erase(order);
      return answer;
    }
  }

  void cancel() override {
    for (const auto& [number, waiting] : waiting_) {
      const play::GameOrder order = play::read_order(waiting.text).value();
      answers_.push_back(
          {number,
           {.result = tournament::BatchResult::none(order.first_game, order.contestants.size())},
           true});
    }
  }

  std::size_t started = 0, lost = 0, doubled = 0;

 private:
  // Has some orders played; that few texts fit into a pipe.
  void exchange() {
    constexpr std::size_t at_once = 8;
    std::size_t sent = 0;
    for (const auto& [number, waiting] : waiting_) {
      if (sent == at_once) break;
      std::fprintf(to_, "%llu %s\n", static_cast<unsigned long long>(number), waiting.text.c_str());
      ++sent;
    }
    std::fflush(to_);
    for (; sent > 0; --sent) {
      play::Answer answer = play::read_answer(line(from_)).value();
      const auto luck = random_() % 8;
      if (luck == 0) {
        ++lost;
        continue;
      }
      if (luck == 1) {
        ++doubled;
        answers_.push_back(answer);
      }
      answers_.push_back(std::move(answer));
    }
    std::ranges::shuffle(answers_, random_);
  }

  static std::string line(std::FILE* file) {
    std::string line;
    for (int byte; (byte = std::fgetc(file)) != EOF && byte != '\n';)
      line += static_cast<char>(byte);
    return line;
  }

  static void work(std::FILE* orders, std::FILE* answers) {
    const play::BotHost host;
    const CatalogVenue venue(host, {});
    play::Threads threads(1, venue);
    for (std::string text; !(text = line(orders)).empty();) {
      const std::size_t space = text.find(' ');
      threads.start(std::stoull(text),
                    play::read_order(std::string_view(text).substr(space + 1)).value());
      play::Answer answer = threads.next();
      while (!answer.ended) {
        play::Answer more = threads.next();
        answer.played.add(std::move(more.played));
        answer.ended = more.ended;
      }
      const std::string said = write(answer) + '\n';  // it has bytes of every value
      std::fwrite(said.data(), 1, said.size(), answers);
      std::fflush(answers);
    }
  }

  pid_t child_ = -1;
  std::FILE *to_ = nullptr, *from_ = nullptr;
  struct Waiting {
    play::OrderId id;
    std::string text;
  };
  // By a number of its own: the ids of orders that have ended come again.
  std::map<play::OrderId, Waiting> waiting_;
  std::vector<play::Answer> answers_;
  std::mt19937 random_{5};
};

TEST(Elsewhere, PlaysTheSameContestsByTextAlone) {
  std::size_t lost = 0, doubled = 0;
  for (const char* file : {"contests/koth-pazaak.toml", "examples/contests/swiss.toml",
                           "examples/contests/everyone.toml", "contests/koth-yahtzee.toml"}) {
    SCOPED_TRACE(file);
    auto contest = read_contest(source_dir() / file, fs::path());
    ASSERT_TRUE(contest.has_value()) << contest.error().text;
    contest->plan.games = std::min(contest->plan.games, sanitized ? 60u : 200u);
    Elsewhere service;
    const ContestReport elsewhere = run_contest(*contest, {.service = &service});
    const ContestReport here = run_contest(*contest, {.jobs = 2});
    EXPECT_EQ(elsewhere.digest, here.digest);
    EXPECT_TRUE(elsewhere.complete);
    EXPECT_GT(service.started, 0u);
    lost += service.lost;
    doubled += service.doubled;
    ASSERT_EQ(elsewhere.rows.size(), here.rows.size());
    for (std::size_t row = 0; row < here.rows.size(); ++row)
      EXPECT_EQ(elsewhere.rows[row].entry, here.rows[row].entry);
  }
  EXPECT_GT(lost, 0u);
  EXPECT_GT(doubled, 0u);
}

}  // namespace
}  // namespace hilltop::arena::order_text_test
