#include "report/json.hpp"

#include "report/lists.hpp"
#include "report/luck.hpp"
#include "report/schemas.hpp"

namespace hilltop::report {
namespace {

void add(Json& document, std::vector<List> lists) {
  for (List& list : lists) document[list.name] = std::move(list.objects);
}

Json document_of(const Summary& summary, std::string_view schema) {
  const arena::Contest& contest = summary.contest;
  Json out{{"schema", schema},
           {"contest", summary.name},
           {"game", contest.game->info->name},
           {"rules", contest.rules},
           {"seed", or_null(summary.shown_seed())},
           {"commitment", or_null(summary.commitment())},
           {"digest", summary.report.digest}};
  if (contest.game->has_traces) {
    const auto distinct = summary.distinct_games();
    out["distinct_games"] = distinct ? Json(*distinct) : Json();
  }
  add(out, outcome_lists(summary));
  out["sandbox"] = layer_names(summary.report.sandbox);
  if (summary.stored != nullptr) add(out, detail_lists(summary));
  if (summary.luck) add(out, luck_lists(*summary.luck));
  return out;
}

}  // namespace

Json document(const Summary& summary) {
  return document_of(summary, summary.stored == nullptr ? schema::ranking : schema::show);
}

std::string json(const Summary& summary) { return written(document(summary)); }

std::string json(const List& list, std::string_view schema) {
  return written(Json{{"schema", schema}, {list.name, list.objects}});
}

std::string full_json(const Summary& summary) {
  Json out = document_of(summary, schema::report);
  add(out, {fixture_list(summary)});
  out["complete"] = summary.report.complete;
  return written(out);
}

std::string written(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace hilltop::report
