// The schemas of documents with a ranking (docs/schema/). Their parts that follow from the columns,
// the units of the catalog's games and the formats are made here, and compared with the files;
// HILLTOP_WRITE_GOLDEN=1 writes them.
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "arena/catalog.hpp"
#include "core/file.hpp"
#include "core/source_dir_for_test.hpp"
#include "report/columns.hpp"
#include "tournament/formats.hpp"

namespace hilltop::report::schemas_test {
namespace {

constexpr std::size_t schema_bytes_max = 1 << 20;

Json type_of(CellKind kind, bool can_lack) {
  const char* const type = kind == CellKind::text     ? "string"
                           : kind == CellKind::number ? "number"
                                                      : "integer";
  return can_lack ? Json{type, "null"} : Json(type);
}

Json schema_of(CellKind kind, bool can_lack, const std::string& about) {
  Json schema{{"type", type_of(kind, can_lack)}};
  if (kind == CellKind::count) schema["minimum"] = 0;
  if (!about.empty()) schema["description"] = about;
  return schema;
}

// Returns the units of all games, each once.
std::vector<Unit> units() {
  std::vector<Unit> units;
  for (const arena::GameModule& game : arena::catalog())
    if (std::ranges::find(units, game.info->unit.name, &Unit::name) == units.end())
      units.push_back(game.info->unit);
  return units;
}

// Returns the schemas of all units' figures by key.
Json figures() {
  Json figures = Json::object();
  for (const Unit& unit : units())
    for (const UnitFigure& figure : unit_figures(unit))
      figures[figure.key] = schema_of(figure.kind, /*can_lack=*/!unit.adds_up, figure.about);
  return figures;
}

Json standing() {
  Json properties = Json::object();
  std::map<std::string, std::size_t> games_with;
  for (const arena::GameModule& game : arena::catalog())
    for (const Column& column : all_columns(game.info->unit))
      if ((column.forms & in_data) != 0) {
        ++games_with[column.key];
        properties[column.key] = schema_of(column.kind, column.can_lack, column.about);
      }
  properties.update(figures());
  Json required = Json::array();
  for (const auto& [key, schema] : properties.items())
    if (games_with[key] == arena::catalog().size()) required.push_back(key);
  return {{"type", "object"},
          {"additionalProperties", false},
          {"required", required},
          {"properties", properties}};
}

// Returns an object's schema with its required properties, then these, then `last`.
Json with(Json schema, const Json& more, const std::vector<std::string>& last = {}) {
  const Json before = schema["properties"];
  Json properties = Json::object();
  for (const Json& key : schema["required"])
    properties[key.get<std::string>()] = before[key.get<std::string>()];
  properties.update(more);
  for (const std::string& key : last) properties[key] = before[key];
  schema["properties"] = properties;
  return schema;
}

// Returns the sums of both bots of a pair.
Json sums_of_pairs() {
  Json sums = Json::object();
  for (const Unit& unit : units())
    for (const char* side : {"a_", "b_"})
      if (unit.adds_up)
        sums[side + std::string(unit.name)] =
            schema_of(CellKind::whole, false, "the sum of the games' " + std::string(unit.name));
  return sums;
}

// Returns the matches of rounds: one form for each word by which a format counts their scores.
Json meetings() {
  std::vector<std::string> words;
  const auto add = [&](std::string_view word) {
    if (std::ranges::find(words, word) == words.end()) words.emplace_back(word);
  };
  for (const tournament::FormatTraits& format : tournament::formats())
    if (!format.score.empty()) add(format.score);
  for (const Unit& unit : units())
    if (unit.amounts_count) add(unit.name);
  Json forms = Json::array();
  for (const std::string& word : words) {
    const bool is_amount =
        std::ranges::any_of(units(), [&](const Unit& unit) { return unit.name == word; });
    const Json score =
        schema_of(is_amount ? CellKind::whole : CellKind::count, false,
                  is_amount ? "the sum of the games' " + word : word + " of the match");
    forms.push_back(
        {{"type", "object"},
         {"additionalProperties", false},
         {"required", {"a", "b", "a_" + word, "b_" + word, "winner"}},
         {"properties",
          {{"a", schema_of(CellKind::text, false,
                           "the better seed of a cup, the champion of the hill, or the better "
                           "placed in a Swiss tournament")},
           {"b", schema_of(CellKind::text, false, "")},
           {"a_" + word, score},
           {"b_" + word, score},
           {"winner", schema_of(CellKind::text, /*can_lack=*/true,
                                "null if a match of a Swiss tournament was tied")}}}});
  }
  return {{"anyOf", forms}};
}

// Returns the schema with its parts made anew.
Json made(Json schema) {
  Json& parts = schema["$defs"];
  parts["standing"] = standing();
  parts["pair"] = with(parts["pair"], sums_of_pairs(), {"distinct_games"});
  parts["round"]["properties"]["meetings"]["items"] = meetings();
  if (parts.contains("seat")) parts["seat"] = with(parts["seat"], figures());
  if (parts.contains("fixture")) {
    Json& bots = parts["fixture"]["properties"]["bots"]["items"];
    bots = with(bots, figures());
  }
  return schema;
}

TEST(Schemas, HaveTheColumnsUnitsAndFormatsOfTheProgram) {
  const bool writes = std::getenv("HILLTOP_WRITE_GOLDEN") != nullptr;
  for (const char* name : {"ranking", "show", "report"}) {
    const auto file = source_dir() / "docs/schema" / (std::string(name) + ".json");
    const auto text = read_file(file, schema_bytes_max);
    ASSERT_TRUE(text) << text.error();
    const std::string wanted = made(Json::parse(*text)).dump(2) + '\n';
    if (writes) std::ofstream(file, std::ios::binary) << wanted;
    EXPECT_TRUE(writes || *text == wanted)
        << file
        << " differs: HILLTOP_WRITE_GOLDEN=1 report_test --gtest_filter=Schemas.* writes it";
  }
}

// Two figures of one key would be one column.
TEST(Units, OfAllGamesHaveOneMeaningEach) {
  std::map<std::string_view, bool> known;
  for (const arena::GameModule& game : arena::catalog()) {
    const Unit& unit = game.info->unit;
    const auto [found, is_new] = known.emplace(unit.name, unit.adds_up);
    EXPECT_TRUE(is_new || found->second == unit.adds_up) << unit.name;
    EXPECT_TRUE(!unit.name.empty() || (!unit.adds_up && !unit.amounts_count)) << game.info->name;
    std::set<std::string> keys;
    for (const Column& column : all_columns(unit))
      EXPECT_TRUE(keys.insert(column.key).second)
          << game.info->name << ": another column is called " << column.key;
  }
}

}  // namespace
}  // namespace hilltop::report::schemas_test
