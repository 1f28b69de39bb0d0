#include "play/conversation.hpp"

#include <algorithm>
#include <charconv>
#include <utility>
namespace hilltop::play {
namespace {

// Returns the fault with the lines in it, cut to fault_line_bytes_max.
Fault with_lines(Fault fault, const Lines& lines) {
  fault.asked = lines.asked.substr(0, fault_line_bytes_max);
  fault.said = lines.said.substr(0, fault_line_bytes_max);
  return fault;
}

// Returns N of "ready 1 batch N"; 1 if the line has none.
std::uint32_t batch_in(std::string_view ready) {
  constexpr std::string_view before = "ready 1 batch ";
  std::uint32_t batch = 1;
  if (ready.starts_with(before))
    std::from_chars(ready.data() + before.size(), ready.data() + ready.size(), batch);
  return std::clamp(batch, 1u, batch_max);
}

// Returns the index of the question that a line answers. Questions are in the order of their games.
std::optional<std::size_t> question_of(std::string_view line,
                                       const std::vector<GameQuestion>& questions) {
  constexpr std::string_view before = "move ";
  if (!line.starts_with(before)) return std::nullopt;
  std::uint32_t game = 0;
  const char* const end = line.data() + line.size();
  const auto [rest, error] = std::from_chars(line.data() + before.size(), end, game);
  if (error != std::errc{} || rest == end || *rest != ' ') return std::nullopt;
  const auto found = std::ranges::lower_bound(questions, game, {}, &GameQuestion::game);
  if (found == questions.end() || found->game != game) return std::nullopt;
  return static_cast<std::size_t>(found - questions.begin());
}

std::string_view answer_in(std::string_view line) {
  return line.substr(line.find(' ', line.find(' ') + 1) + 1);
}

}  // namespace

Conversation::Conversation(Form form, const runner::Manifest& bot, const TimeLimits& time,
                           std::string hello,
                           std::function<std::unique_ptr<OutsidePlayer>()> make_player,
                           std::optional<runner::Layers>& sandbox, Patience* patience)
    : form_(form),
      bot_(bot),
      time_(time),
      patience_(patience),
      hello_(std::move(hello)),
      make_player_(std::move(make_player)),
      player_(make_player_()),
      sandbox_(sandbox) {}

std::uint32_t Conversation::batch() {
  // Only games that are asked about alone have a time of their own.
  if (!numbered() || bot_.state == runner::StateScope::folder || has_game_limit()) return 1;
  start({});
  return batch_;
}

void Conversation::begin(const Opening& opening) {
  used_ = {};
  game_ = opening.game;
  if (numbered()) {
    number_ = std::to_string(opening.game);
    std::string line = "begin " + number_ + " seats " + std::to_string(opening.seats) + " seed " +
                       std::to_string(opening.seed);
    if (conversing_) player_->tell(line);
    open_.insert_or_assign(opening.game, Open{std::move(line)});
    asked_together_ = false;
  } else if (conversing_) {
    begin_next(opening);
  }
  start(opening);
  lines_ = {};
  if (numbered() && conversing_) player_->play(static_cast<std::uint32_t>(open_.size()));
}

void Conversation::prepare(const Opening& opening) {
  if (!numbered() && !bot_.stays && bot_.state == runner::StateScope::none)
    player_->prepare(arguments_for(opening));
}

std::expected<void, Fault> Conversation::ask(std::string_view prompt,
                                             const Understand& understand) {
  if (refused_) return std::unexpected(*refused_);
  auto answer = answer_to(prompt, 0, understand);
  if (!answer) return std::unexpected(with_lines(std::move(answer).error(), lines_));
  return answer;
}

void Conversation::ask(std::vector<GameQuestion>& questions, const Understand& understand) {
  asked_together_ = true;
  if (broken_ && !refused_) forget();
  start({});
  std::vector<char> answered(questions.size());
  // A bot that aborted the last game would most likely end this conversation too.
  if (questions.size() > 1 && !refused_ && broken_in_a_row_ == 0)
    answered = ask_together(questions, understand);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    GameQuestion& question = questions[i];
    if (!answered[i]) ask_alone(question, i, understand);
    if (!question.fault) continue;
    open_.at(question.game).broken = true;
    question.fault = with_lines(*std::move(question.fault), question.lines);
  }
}

Fault Conversation::quoting(const std::string& answer, Fault fault, const Lines& lines) {
  fault.detail += "; got '" + answer + '\'';
  fault.error_output = error_output();
  return with_lines(std::move(fault), lines);
}

void Conversation::end(std::uint32_t game, const Points& points, const std::string& farewell) {
  bool broke = broken_ || refused_;
  if (const auto ended = open_.extract(game); ended && asked_together_)
    broke = ended.mapped().broken;
  broken_in_a_row_ = broke ? broken_in_a_row_ + 1 : 0;
  if (broken_ || refused_ || !conversing_) return forget();
  if (numbered()) {
    std::string line = "end " + std::to_string(game) + " points ";
    for (int seat = 0; seat < points.size(); ++seat)
      line += (seat == 0 ? "" : ",") + std::to_string(points[seat]);
    player_->tell(line);
    if (bot_.state == runner::StateScope::folder) leave();
  } else {
    if (bot_.stays) return player_->tell(farewell);
    player_->farewell(farewell);
    leaving_ = true;
  }
}

void Conversation::void_games() {
  forget();
  player_ = make_player_();
  open_.clear();
}

bool Conversation::gave_up() const {
  return broken_in_a_row_ >= broken_games_max ||
         (patience_ != nullptr && patience_->is_over(bot_.name));
}

void Conversation::abandon() {
  forget();
  open_.clear();
}

void Conversation::leave() {
  if (!conversing_ || leaving_) return;
  if (bot_.state == runner::StateScope::none && !broken_ && !refused_ && open_.empty() &&
      player_->rest(hello_, ready_)) {
    conversing_ = false;
    return;
  }
  leaving_ = true;
  player_->farewell("bye");
}

void Conversation::finish(Deadline by) {
  if (!leaving_) return;
  player_->finish(by);
  conversing_ = false;
  forget();
}

std::expected<void, Fault> Conversation::answer_to(std::string_view prompt, std::size_t i,
                                                   const Understand& understand) {
  const auto text = heard(prompt);
  if (!text) return std::unexpected(text.error());
  return understood(understand, i, lines_.said, *text);
}

// Asks, and returns the answer without the number of the game.
std::expected<std::string, Fault> Conversation::heard(std::string_view prompt) {
  if (!numbered()) return asked(std::string(prompt));
  const std::string question = "turn " + number_ + ' ' + std::string(prompt);
  auto line = asked(question);
  // Whether the start or the question took the time of the start.
  if (line && took_of_start_ && asks_again()) line = asked(question);
  if (!line) return line;
  remember(game_, question);
  const std::string before = "move " + number_ + ' ';
  if (!line->starts_with(before)) return malformed("expected 'move " + number_ + " …',", *line);
  line->erase(0, before.size());
  return line;
}

// Begins a conversation if there is none. A failed start is not repeated in the same game.
void Conversation::start(const Opening& opening) {
  if (conversing_ || refused_) return;
  if (gave_up()) {
    refused_ = fault_of_giving_up();
    return;
  }
  if (numbered() || bot_.stays)
    if (auto ready = player_->resume(hello_)) {
      conversing_ = true;
      start_left_ = {};
      sandbox_ = runner::of_all(sandbox_, player_->layers());
      return numbered() ? converse(*std::move(ready)) : begin_next(opening);
    }
  const auto begun = player_->now();
  if (auto started = player_->start(arguments_for(opening)); !started) {
    refused_ = std::move(started).error();
    if (patience_ != nullptr) patience_->silent(bot_.name, *refused_, player_->now() - begun);
    return;
  }
  conversing_ = true;
  sandbox_ = runner::of_all(sandbox_, player_->layers());
  start_left_ = time_.start_ms;
  if (!numbered()) return;
  auto ready = asked(hello_);
  start_left_ = std::max<std::chrono::nanoseconds>(time_.start_ms - took_, {});
  if (!ready)
    refused_ = with_lines(ready.error(), lines_);
  else if (*ready != "ready 1" && !ready->starts_with("ready 1 "))
    refused_ = with_lines(malformed("expected 'ready 1',", *ready).error(), lines_);
  if (!refused_) rehearse();
  if (!refused_) converse(*std::move(ready));
}

// After a fault in games that are asked about together, puts a question to the new process that an
// earlier one has answered, in the time of the start, so that the next question needs none of it.
// Nothing follows from the answer.
void Conversation::rehearse() {
  if (!rehearsal_ || !asked_together_) return;
  player_->tell(rehearsal_->begin);
  player_->tell(rehearsal_->turn);
  const auto begun = player_->send();
  const auto limit = time_.move_ms + std::exchange(start_left_, {});
  auto answer = hear(begun + limit);
  if (answer) return;
  refused_ = with_limit(std::move(answer).error(), limit, false);
  if (patience_ != nullptr) patience_->silent(bot_.name, *refused_, player_->now() - begun);
}

// Remembers the first question that was answered, for rehearse().
void Conversation::remember(std::uint32_t game, const std::string& turn) {
  if (!rehearsal_ && bot_.state == runner::StateScope::none)
    rehearsal_ = Rehearsal{open_.at(game).line, turn};
}

// Announces another game to a player that stays from game to game. Its first answer may take as
// long as that of a new one, so that no result depends on where a process began.
void Conversation::begin_next(const Opening& opening) {
  std::string line = "NEW " + std::to_string(opening.seed);
  for (std::size_t i = 0; i < opening.opponents.size(); ++i)
    line += (i == 0 ? ' ' : '\t') + opening.opponents[i];
  player_->tell(line);
  player_->play(1);
  start_left_ = time_.start_ms;
}

// Announces the open games to a player that said it is ready.
void Conversation::converse(std::string ready) {
  ready_ = std::move(ready);
  batch_ = batch_in(ready_);
  for (const auto& [game, open] : open_) player_->tell(open.line);
  if (!open_.empty()) player_->play(static_cast<std::uint32_t>(open_.size()));
}

Fault Conversation::fault_of_giving_up() const {
  if (patience_ != nullptr)
    if (const auto why = patience_->is_over(bot_.name))
      return {FaultKind::refused_to_start, *why + "; its later games in this run are forfeited"};
  return {FaultKind::refused_to_start, "aborted " + std::to_string(broken_games_max) +
                                           " games in a row; the remaining games are forfeited"};
}

// Asks about several games at once. Returns which questions are dealt with: those before a fault
// that ends the conversation.
std::vector<char> Conversation::ask_together(std::vector<GameQuestion>& questions,
                                             const Understand& understand) {
  std::vector<char> dealt_with(questions.size());
  for (GameQuestion& question : questions) {
    question.lines.asked = "turn " + std::to_string(question.game) + ' ' + question.prompt;
    player_->tell(question.lines.asked);
  }
  const auto begun = player_->send();
  const auto of_start = std::exchange(start_left_, {});
  Deadline heard_at = begun, first_heard_at = begun;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const bool first = i == 0 && of_start.count() != 0;
    const auto line = hear(heard_at + answer_time() + (first ? of_start : of_start.zero()));
    const auto answered = line ? question_of(*line, questions) : std::nullopt;
    if (!answered || dealt_with[*answered]) {
      broken_ = true;
      if (patience_ != nullptr && !line)
        patience_->silent(bot_.name, line.error(), player_->now() - heard_at);
      return dealt_with;
    }
    if (patience_ != nullptr && i == 0) patience_->answered(bot_.name);
    const auto took = player_->now() - std::exchange(heard_at, player_->now());
    GameQuestion& question = questions[*answered];
    if (answered_) answered_({question.game, question.lines.asked, took, first});
    if (first) first_heard_at = heard_at;
    if (first && took > answer_time() && asks_again()) continue;  // alone
    remember(question.game, question.lines.asked);
    open_.at(question.game).said = question.lines.said = *line;
    question.note = note_;
    if (auto answer = understood(understand, *answered, *line, answer_in(*line)); !answer)
      question.fault = std::move(answer).error();
    dealt_with[*answered] = true;
  }
  timing_.add(heard_at - first_heard_at, questions.size() - (of_start.count() == 0 ? 0 : 1));
  return dealt_with;
}

// Asks about one of several open games.
void Conversation::ask_alone(GameQuestion& question, std::size_t i, const Understand& understand) {
  if (refused_ || broken_) forget();
  if (gives_up_before(question.game)) {
    question.fault = fault_of_giving_up();
    return;
  }
  start({});
  if (refused_) {
    question.lines = {refused_->asked, refused_->said};
    question.fault = *refused_;
    return;
  }
  game_ = question.game;
  number_ = std::to_string(question.game);
  std::string& said = open_.at(question.game).said;
  lines_.said = said;
  if (auto answer = answer_to(question.prompt, i, understand); !answer)
    question.fault = std::move(answer).error();
  said = lines_.said;
  question.lines = lines_;
  question.note = note_;
}

// Returns whether the bot has aborted broken_games_max games in a row, all of them before this open
// game, which it forfeits then.
bool Conversation::gives_up_before(std::uint32_t later_game) const {
  int broken_in_a_row = broken_in_a_row_;
  if (patience_ != nullptr && patience_->is_over(bot_.name)) return true;
  for (const auto& [game, open] : open_) {
    if (broken_in_a_row >= broken_games_max || game >= later_game) break;
    broken_in_a_row = open.broken ? broken_in_a_row + 1 : 0;
  }
  return broken_in_a_row >= broken_games_max;
}

std::vector<std::string> Conversation::arguments_for(const Opening& opening) const {
  if (numbered()) return {};
  std::vector<std::string> arguments = opening.opponents;
  arguments.push_back(std::to_string(opening.seed));
  return arguments;
}

// Returns the time that is left for the answers to this game.
std::chrono::nanoseconds Conversation::game_time_left() const {
  return std::max<std::chrono::nanoseconds>(time_.game_ms - used_, std::chrono::nanoseconds(0));
}

// Returns the time for the next answer, without that of a start.
std::chrono::nanoseconds Conversation::answer_time() const {
  const std::chrono::nanoseconds limit = time_.move_ms;
  return has_game_limit() ? std::min(limit, game_time_left()) : limit;
}

// Returns whether an answer that took time of the start is asked for again, in the time of one
// answer. Where a process begins then depends on workers and batches, and must not decide which
// bot is late: a bot that needs as long each time is late, and one that was starting is not.
bool Conversation::asks_again() const {
  return asked_together_ || bot_.state == runner::StateScope::none;
}

std::expected<std::string, Fault> Conversation::asked(const std::string& line) {
  const auto of_start = std::exchange(start_left_, {});
  lines_.asked = line;
  player_->tell(line);
  const auto begun = player_->send();
  const bool game_is_short = has_game_limit() && game_time_left() < time_.move_ms;
  const auto limit = answer_time() + of_start;
  auto answer = hear(begun + limit);
  took_ = player_->now() - begun;
  const bool first = of_start.count() != 0;
  took_of_start_ = first && took_ > limit - of_start;
  if (!first) timing_.add(took_);
  used_ += std::max<std::chrono::nanoseconds>(took_ - of_start, {});  // that of a start is free
  if (answer) {
    if (answered_) answered_({game_, line, took_, first});
    if (patience_ != nullptr && line != hello_) patience_->answered(bot_.name);
    lines_.said = *answer;
    return answer;
  }
  broken_ = true;
  if (patience_ != nullptr) patience_->silent(bot_.name, answer.error(), took_);
  return std::unexpected(with_limit(std::move(answer).error(), limit, game_is_short));
}

// Hears the next line that is not a note, and remembers the last note before it.
std::expected<std::string, Fault> Conversation::hear(Deadline by) {
  note_.reset();
  for (int notes = 0;; ++notes) {
    auto line = player_->hear(by);
    if (!line || notes == notes_max || !line->starts_with(note_begins)) return line;
    const auto note = read_search_note(std::string_view(*line).substr(note_begins.size()));
    if (!note) return line;
    note_ = note;
  }
}

// Adds the limit to the detail of a timeout: "after 500 ms (no output)", or "used up its 60000 ms
// for the game (no output)".
Fault Conversation::with_limit(Fault fault, std::chrono::nanoseconds limit,
                               bool game_is_short) const {
  if (fault.kind != FaultKind::timeout) return fault;
  if (game_is_short) {
    fault.detail = "used up its " + std::to_string(time_.game_ms.count()) + " ms for the game (" +
                   fault.detail + ')';
    return fault;
  }
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(limit).count();
  fault.detail = "after " + std::to_string(ms) + " ms (" + fault.detail + ')';
  return fault;
}

// `expected`: what the bot should have said, with the punctuation after it.
std::unexpected<Fault> Conversation::malformed(const std::string& expected,
                                               const std::string& line) {
  broken_ = true;
  const std::string said =
      line.size() <= said_bytes_max ? line : line.substr(0, said_bytes_max) + "…";
  return std::unexpected(
      Fault{FaultKind::malformed, expected + " got '" + said + '\'', error_output()});
}

std::expected<void, Fault> Conversation::understood(const Understand& understand, std::size_t i,
                                                    const std::string& line,
                                                    std::string_view answer) {
  if (auto taken = understand(i, answer); !taken) return malformed(taken.error() + ';', line);
  return {};
}

void Conversation::forget() {
  if (std::exchange(conversing_, false)) player_->drop();
  refused_.reset();
  broken_ = leaving_ = false;
}

}  // namespace hilltop::play
