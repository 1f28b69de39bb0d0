#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "play/conditions.hpp"
#include "play/idle_processes.hpp"
#include "play/outside_player.hpp"
#include "runner/lane.hpp"
#include "runner/process.hpp"

namespace hilltop::play {

// A bot in a folder as a player: each conversation is one process of the bot, under one warden.
class ProcessPlayer final : public OutsidePlayer {
 public:
  // `lane`: cores to play on. Null: those of the thread that starts a process. `idle`: where
  // conversations rest. Null: nowhere.
  ProcessPlayer(const runner::Manifest& bot, const Conditions& conditions, const runner::Lane* lane,
                IdleProcesses* idle, OutsideListener listener);

  std::expected<void, Fault> start(const std::vector<std::string>& arguments) override;
  // Starts the next process on a spare core. Only for a bot that remembers nothing: another's next
  // process would miss the files that this game's process is yet to write, or think with it.
  void prepare(const std::vector<std::string>& arguments) override;
  void tell(std::string_view line) override;
  Deadline send() override;
  std::expected<std::string, Fault> hear(Deadline by) override;
  Deadline now() const override;
  void play(std::uint32_t games) override;
  void pause() override;
  bool rest(std::string_view hello, std::string_view ready) override;
  std::optional<std::string> resume(std::string_view hello) override;
  void farewell(std::string_view line) override;
  void finish(Deadline by) override;
  void drop() override;
  std::string error_output() override;
  std::optional<runner::Layers> layers() const override;

 private:
  using Started = std::expected<HousedProcess, Fault>;
  Started started_with(const std::vector<std::string>& arguments);
  bool can_start_again();
  bool plays_in_lodging() const;
  Started prepared();
  void attend();

  // A process that waits for its game, or the fault of its start.
  struct Prepared {
    std::vector<std::string> arguments;
    Started started;
  };

  const runner::Manifest& bot_;
  const BotHost& host_;
  std::vector<std::string> arguments_;  // the bot's own
  const runner::Lane* lane_;
  IdleProcesses* idle_;
  OutsideListener listener_;
  HousedProcess now_;      // of this conversation, if there is one
  HousedProcess resting_;  // has ended and can be started again, if there is one
  std::optional<Prepared> next_;
};

// Makes the player of a bot: a ProcessPlayer, unless the host makes another. The host overhears the
// bot's standard error as it chose.
std::unique_ptr<OutsidePlayer> make_outside_player(const runner::Manifest& bot,
                                                   const Conditions& conditions,
                                                   const runner::Lane* lane, IdleProcesses* idle,
                                                   OutsideListener listener);

}  // namespace hilltop::play
