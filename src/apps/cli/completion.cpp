#include "apps/cli/completion.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <sstream>
#include <stdexcept>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "core/text.hpp"

namespace hilltop::cli {
namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

void sort_and_unite(std::vector<std::string>& words) {
  std::ranges::sort(words);
  const auto rest = std::ranges::unique(words);
  words.erase(rest.begin(), rest.end());
}

using arena::GameModule;

bool seat_bots(const GameModule& game) { return !game.house_bots.empty(); }
bool has_solver(const GameModule& game) { return game.solve != nullptr; }
bool has_puzzles(const GameModule& game) { return game.puzzles != nullptr; }
bool has_processes(const GameModule& game) { return game.has_processes; }

std::vector<std::string> games_that(bool (*wanted)(const GameModule&)) {
  std::vector<std::string> names;
  for (const GameModule& game : arena::catalog())
    if (wanted(game)) names.emplace_back(game.info->name);
  return names;
}

std::vector<std::string> rule_sets() {
  std::vector<std::string> names;
  for (const GameModule& game : arena::catalog())
    for (const RuleSet& rules : game.info->rule_sets) names.emplace_back(rules.name);
  sort_and_unite(names);
  return names;
}

// The completions of parameters with this name or this value name. The first matching rule applies.
struct OfferRule {
  std::string_view command;  // empty: any
  std::string_view name;
  Offer offer;
};

std::vector<OfferRule> offer_rules(const Usage& usage) {
  const Offer nothing, files{.files = true}, folders{.folders = true};
  const Offer bots{.bots = true, .folders = true};
  const Offer seats{.words = {"human"}, .bots = true, .folders = true};
  const Offer contest_or_file{.listing = "contests", .files = true};
  return {{"run", "CONTEST", contest_or_file},
          {"watch", "CONTEST", contest_or_file},
          {"serve", "CONTEST", contest_or_file},
          {"shard", "WORDS", contest_or_file},
          {"slurm", "WORDS", contest_or_file},
          {"", "CONTEST", {.listing = "contests"}},
          {"play", "BOT", seats},
          {"", "--against", seats},
          {"", "BOT", folders},
          {"", "A", bots},
          {"", "B", bots},
          {"play", "GAME", {.words = games_that(seat_bots)}},
          {"compare", "GAME", {.words = games_that(seat_bots)}},
          {"solve", "GAME", {.words = games_that(has_solver)}},
          {"puzzle", "GAME", {.words = games_that(has_puzzles)}},
          {"", "NUMBER", nothing},
          {"", "GAME", {.words = games_that(has_processes)}},
          {"analyse", "WHAT", files},
          {"", "--rules", {.words = rule_sets()}},
          {"", "COMMAND", {.words = usage.command_names()}},
          {"", "LANGUAGE", {.listing = "languages"}},
          {"", "DIR", folders},
          {"", "FILE", files},
          {"", "STORE", files},
          {"", "STORES", files},
          {"", "PAIRING", nothing},
          {"", "POSITION", files},
          {"", "MOVE", nothing},
          {"", "N", nothing},
          {"", "SEED", nothing},
          {"", "DATABASE", nothing},
          {"", "SECONDS", nothing},
          {"", "PERCENT", nothing},
          {"", "P", nothing},
          {"", "ELO", nothing},
          {"", "HEX", nothing},
          {"", "HOST", nothing},
          {"", "IP", nothing},
          {"", "PATH", nothing},
          {"", "LIST", nothing},
          {"", "OPTION", nothing},
          {"", "LINE", nothing},
          {"", "STONES", nothing},
          {"", "NAMES", nothing},
          {"", "NAME=VALUE", nothing}};
}

}  // namespace

Offer offer_for(const Usage& usage, const CommandUsage& command, const Parameter& parameter) {
  if (parameter.value.find('|') != std::string::npos) return {.words = split(parameter.value, '|')};
  for (OfferRule& rule : offer_rules(usage))
    if ((rule.command.empty() || rule.command == command.name) &&
        (rule.name == parameter.name || rule.name == parameter.value))
      return std::move(rule.offer);
  throw std::logic_error(fmt::format("completion.cpp has no rule for {} {} {}", command.name,
                                     parameter.name, parameter.value));
}

std::string offer_arguments(const Offer& offer, std::string (*quoted)(const std::string&)) {
  std::string text;
  if (offer.files) text += " -f";
  if (offer.folders) text += " -d";
  if (offer.bots) text += " -b";
  if (!offer.listing.empty()) text += " -l " + offer.listing;
  for (const std::string& word : offer.words) text += ' ' + quoted(word);
  return text;
}

std::vector<GameBots> house_bots() {
  std::vector<GameBots> all;
  GameBots any;
  for (const GameModule& game : arena::catalog()) {
    all.push_back({std::string(game.info->name), {}});
    for (const auto& bot : game.house_bots) {
      all.back().bots.push_back(bot.name);
      any.bots.push_back(bot.name);
    }
  }
  sort_and_unite(any.bots);
  all.push_back(std::move(any));
  return all;
}

std::string bots_function(std::string_view line, std::string_view print) {
  std::string text = fmt::format(
      "# Prints the house bots of the game that the line names; of every game if it names none.\n"
      "_hilltop_bots() {{\n  case \" {} \" in\n",
      line);
  for (const GameBots& game : house_bots()) {
    text += game.game.empty() ? "    *) " : fmt::format("    *' {} '*) ", game.game);
    text += print;
    for (const std::string& bot : game.bots) text += ' ' + shell_word(bot);
    text += " ;;\n";
  }
  return text + "  esac\n}\n\n";
}

Outcome completion(const CompletionArguments& arguments, const Usage& usage) {
  struct Shell {
    std::string_view name;
    std::string (*script)(const Usage&);
  };
  static constexpr std::array shells{Shell{"bash", bash_completion}, Shell{"zsh", zsh_completion},
                                     Shell{"fish", fish_completion}};
  const auto* const shell = std::ranges::find(shells, arguments.shell, &Shell::name);
  if (shell == shells.end()) {
    std::vector<std::string> known;
    for (const Shell& each : shells) known.emplace_back(each.name);
    return std::unexpected(Problem{fmt::format("no completion is made for '{}'{}", arguments.shell,
                                               suggestion(arguments.shell, known))});
  }
  fmt::print("{}", shell->script(usage));
  return Exit::ran;
}

}  // namespace hilltop::cli
