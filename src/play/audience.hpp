#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "match/record.hpp"
#include "match/session.hpp"
#include "play/batch.hpp"
#include "play/module_parts.hpp"

namespace hilltop::play {

// Returns the table as Observer::table takes it. `last`: the seat that moved last.
template <class E>
std::string table_of(const Session<typename E::Rules>& session,
                     const std::vector<std::string>& titles, Seat last) {
  if constexpr (HasScreen<E>) {
    const ToMove next = session.pending();
    return E::Screen::show(session.view(next ? *next : last), titles);
  } else {
    return {};
  }
}

// The Session's observer of one game of a batch: tells it to an Observer, and keeps its steps if
// the batch keeps records.
template <class E>
class Audience {
  using R = typename E::Rules;

 public:
  // `observer`: may be null. `waits`: it is told only by tell_all(), since other games are under
  // way.
  Audience(const Batch& batch, const SeatedGame& game, const Observer* observer,
           const Session<R>& session, TraceObserver<E>& trace, bool waits)
      : observer_(observer),
        session_(session),
        trace_(trace),
        waits_(waits),
        records_(batch.records) {
    if (observer == nullptr || (!observer->log && !observer->table)) return;
    for (const std::size_t entrant : game.entrants)
      titles_.push_back(batch.entrants[entrant]->title);
    log_.emplace(session.rules(), titles_, batch.luck.deal(batch.deal(game.number)));
    tell(log_->opening());
  }

  void played(Seat seat, const Move<R>& move) {
    last_ = seat;
    trace_.played(seat, move);
    if (log_) tell(log_->played(seat, move));
    if (records_) steps.played(seat, move);
  }
  void forfeits(Seat seat, const Fault& fault) {
    if (log_) tell(log_->retired(seat, described(fault)));
  }
  void closes() {
    if (log_) tell(log_->closing());
  }
  void tell_all() {
    for (const auto& [text, table] : untold_) observer_->tell(text, table);
    untold_.clear();
  }

  StepLog<R, typename E::Text> steps{};

 private:
  // Passes on a part of the log, and the table as it is now.
  void tell(std::string text) {
    std::string table = observer_->table ? table_of<E>(session_, titles_, last_) : std::string();
    if (waits_)
      untold_.emplace_back(std::move(text), std::move(table));
    else
      observer_->tell(text, table);
  }

  const Observer* observer_;
  const Session<R>& session_;
  TraceObserver<E>& trace_;
  const bool waits_;
  const bool records_;
  std::vector<std::string> titles_;
  std::optional<typename E::Log> log_;                       // nullopt: the Observer takes no log
  std::vector<std::pair<std::string, std::string>> untold_;  // parts of the log, and tables
  Seat last_{};
};

}  // namespace hilltop::play
