#include "apps/cli/shared_options.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace hilltop::cli {

Parameter store(Optional& to) {
  return {"--store", "FILE", &to, "The store (hilltop.db; a file or postgresql://…)"};
}

Parameter stored_contest(Optional& to) {
  return {"CONTEST", "", &to, "A stored contest, by name or file (the one that was run last)"};
}

Parameter game(Optional& to) {
  return {"GAME", "", &to, "The game (see `hilltop list games`)", required};
}

Parameter bots_game(Optional& to) {
  return {"--game", "GAME", &to, "The game (the one that its bot.toml says)"};
}

Parameter rules(Optional& to) { return {"--rules", "NAME", &to, "The rule set"}; }

Parameter set(std::vector<std::string>& to) {
  return {"--set", "NAME=VALUE", &to,
          "A switch of the rules, as side_cards=5, or a limit, as move_ms=500"};
}

Parameter seed(Optional& to, std::string_view otherwise) {
  return {"--seed", "SEED", &to,
          fmt::format("The seed from which everything follows ({})", otherwise)};
}

Parameter format(std::string& to, std::string_view forms) {
  return {"--format", std::string(forms), &to, "How the result is printed (text)"};
}

Parameter sandbox(GuardArguments& to) {
  return {"--sandbox", "require|best|off", &to.sandbox,
          "The sandbox around bots in folders (best)"};
}

Parameter shown_errors(GuardArguments& to, std::string_view otherwise) {
  return {"--stderr", "none|faults|all", &to.error_output,
          fmt::format("Whose standard error is shown ({})", otherwise)};
}

Parameter kept_results(Optional& to) {
  return {"--store", "FILE", &to,
          "Play what FILE lacks and store it there (hilltop.db; none; postgresql://…)"};
}

std::vector<Parameter> queue_options(QueueArguments& to) {
  return {
      {"--workers", "DATABASE", &to.workers,
       "Have workers play, by a queue in this database (postgresql://HOST/NAME)"},
      {"--recheck", "PERCENT", &to.recheck,
       "with --workers: play this share of all batches on a second worker (0)"},
      {"--batch", "SECONDS", &to.batch, "with --workers: how long one core plays a batch (120)"},
      {"--lease", "SECONDS", &to.lease,
       "with --workers: a batch whose games stand still for so long is lost (300)"}};
}

Parameter fresh(bool& to) {
  return {"--fresh", "", &to, "Play everything again, ignoring stored results"};
}

void add_game_option(CommandUsage& command, const arena::GameModule& game, std::string_view name,
                     std::string_view about, std::string_view value,
                     std::map<std::string, Optional>& to) {
  const std::string option = fmt::format("--{}", name);
  const std::string line = fmt::format("{}: {}", game.info->title, about);
  const auto shared = std::ranges::find(command.options, option, &Parameter::name);
  if (shared != command.options.end())
    shared->about += "; " + line;
  else
    command.options.push_back({option, std::string(value), &to[std::string(name)], line});
}

void add_switch_files(CommandUsage& command, std::map<std::string, Optional>& to, bool many_games) {
  for (const arena::GameModule& game : arena::catalog())
    for (const SwitchFile& file : game.switch_files)
      if (!many_games || !file.is_for_one_game)
        add_game_option(command, game, file.name, file.about, "FILE", to);
}

void add_options(CommandUsage& command, std::vector<Parameter> options) {
  std::ranges::move(options, std::back_inserter(command.options));
}

std::string one_of_words(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, "|"));
}

}  // namespace hilltop::cli
