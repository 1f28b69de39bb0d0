// hilltop-gomocup: a bot of the Gomoku contest whose moves are those of a Gomocup engine, which it
// runs as its child. Exit status 0: the games were played; 1: the engine failed; 2: wrong usage.
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/gomocup/arguments.hpp"
#include "apps/gomocup/engine.hpp"
#include "apps/gomocup/limits.hpp"
#include "apps/gomocup/logged_brain.hpp"
#include "apps/gomocup/player.hpp"
#include "core/streams.hpp"

namespace {

using namespace hilltop::gomocup;

constexpr int exit_usage = 2;

std::string name_of(const std::vector<std::string>& engine) {
  return std::filesystem::path(engine[0]).filename().string();
}

// Reports what the engine did wrong. On stdout it is half a line, which the arena does not take for
// an answer, but quotes in the fault of the crash that follows.
int engine_failed(const Arguments& arguments, const std::string& what) {
  const std::string name = name_of(arguments.engine);
  std::cerr << "hilltop-gomocup: " << name << ' ' << what << std::endl;
  std::cout << name << ' ' << what << std::flush;
  return EXIT_FAILURE;
}

// An engine at work, and its player. It plays one game, and more if the arena goes on with NEW.
class Table {
 public:
  // Begins the first game. Error: why the engine plays none.
  static std::expected<std::unique_ptr<Table>, std::string> begin(const Arguments& arguments,
                                                                  const NewGame& game) {
    auto engine = Engine::start(arguments.engine);
    if (!engine) return std::unexpected(engine.error());
    std::unique_ptr<Table> table(new Table(arguments, *std::move(engine), game));
    if (!table->log(game)) return std::unexpected(table->log_failure_);
    const auto begun = table->player_.begin(std::filesystem::current_path().string());
    if (!begun) return std::unexpected(begun.error());
    return table;
  }

  // Begins another game; false if the engine does not.
  bool begin_again(const NewGame& game) { return log(game) && player_.begin_again(game.seed); }

  EnginePlayer& player() { return player_; }

  void end() {
    player_.end();
    engine_->finish(Clock::now() + end_time_max);
  }

 private:
  Table(const Arguments& arguments, std::unique_ptr<Engine> engine, const NewGame& game)
      : arguments_(arguments),
        engine_(std::move(engine)),
        logged_(*engine_),
        player_(logged_, arguments.terms, game.seed,
                [](std::string_view line) { std::cerr << (std::string(line) += '\n'); }) {}

  // Begins the log of a game, if there is to be one.
  bool log(const NewGame& game) {
    if (arguments_.log.empty()) return true;
    const auto begun =
        logged_.append(arguments_.log, name_of(arguments_.engine) + " against " + game.opponent +
                                           ", seed " + std::to_string(game.seed));
    if (begun) return true;
    log_failure_ = "is not logged: --log cannot write '" + arguments_.log + "': " + begun.error();
    return false;
  }

  const Arguments& arguments_;
  std::unique_ptr<Engine> engine_;
  LoggedBrain logged_;
  EnginePlayer player_;
  std::string log_failure_;
};

// Answers the arena's question; returns the exit status if that is not possible.
std::optional<int> answer(const Arguments& arguments, EnginePlayer& player,
                          const std::string& line) {
  const auto prompt = read_prompt(line, arguments.terms.size);
  if (!prompt) {
    std::cerr << "hilltop-gomocup: the arena sent '" << line << "'\n";
    return EXIT_FAILURE;
  }
  const auto answer = player.answer(*prompt);
  if (!answer) return engine_failed(arguments, answer.error());
  if (!player.search().empty())
    std::cout << hilltop::note_begins << hilltop::write(player.search()) << '\n';
  std::cout << *answer << std::endl;
  return std::nullopt;
}

int run(const Arguments& arguments) {
  auto table = Table::begin(arguments, {arguments.seed, arguments.opponent});
  if (!table) return engine_failed(arguments, table.error());
  for (std::string line; std::getline(std::cin, line) && line != "bye";) {
    if (line.starts_with("EXIT ")) continue;
    const auto game = read_new_game(line);
    if (!game) {
      if (const auto failed = answer(arguments, (*table)->player(), line)) return *failed;
    } else if (!(*table)->begin_again(*game)) {
      (*table)->end();
      table = Table::begin(arguments, *game);
      if (!table) return engine_failed(arguments, table.error());
    }
  }
  (*table)->end();
  return EXIT_SUCCESS;
}

int act(const std::vector<std::string>& words) {
  const auto arguments = read_arguments(words);
  if (!arguments) {
    std::cerr << "hilltop-gomocup: " << arguments.error() << "\n\n" << usage;
    return exit_usage;
  }
  if (!arguments->help) return run(*arguments);
  std::cout << usage;
  return EXIT_SUCCESS;
}

}  // namespace

int main(int count, char** words) {
  hilltop::open_standard_streams();
  std::ios::sync_with_stdio(false);  // else a board is read byte by byte
  hilltop::hear_of_failed_writes();  // the engine's other pipe shows its end
  try {
    const int code = act(std::vector<std::string>(words + 1, words + count));
    if (std::cout.flush()) return code;
    std::cerr << "hilltop-gomocup: cannot write to stdout\n";
    return EXIT_FAILURE;
  } catch (const std::exception& error) {
    std::cerr << "hilltop-gomocup: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
