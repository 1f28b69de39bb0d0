#include "apps/cli/slurm_run.hpp"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <random>

#include "core/file.hpp"
#include "core/json.hpp"

namespace hilltop::cli {
namespace {

constexpr std::size_t slurm_bytes_max = 256 << 20;

std::filesystem::path slurm_file(const std::filesystem::path& folder) {
  return folder / "slurm.json";
}

std::unexpected<Problem> bad_record(const std::filesystem::path& folder, std::string_view why) {
  return std::unexpected(Problem{fmt::format("{}: {}", slurm_file(folder).string(), why)});
}

}  // namespace

std::string SlurmRun::array_name(std::size_t submission, std::size_t array) const {
  return fmt::format("{}{}.{}", begin_of_names(), submission, array);
}

std::string SlurmRun::merge_name(std::size_t submission) const {
  return fmt::format("{}{}-merge", begin_of_names(), submission);
}

std::optional<SlurmRun::ArrayPlace> SlurmRun::array_of(const std::string& name) const {
  for (std::size_t i = 0; i < submissions.size(); ++i)
    for (std::size_t array = 0; array < submissions[i].arrays.size(); ++array)
      if (array_name(i + 1, array + 1) == name)
        return ArrayPlace{submissions[i].stage, submissions[i].arrays[array]};
  return std::nullopt;
}

SlurmRun new_slurm_run() {
  SlurmRun run;
  run.id = fmt::format("{:08x}", std::random_device()());
  return run;
}

std::expected<std::optional<SlurmRun>, Problem> read_slurm_run(
    const std::filesystem::path& folder) {
  if (!leads_to_file(slurm_file(folder))) return std::nullopt;
  const auto text = read_file(slurm_file(folder), slurm_bytes_max);
  if (!text) return bad_record(folder, text.error());
  SlurmRun run;
  try {
    const Json at = Json::parse(*text);
    if (at.at("form") != slurm_form) return bad_record(folder, "it is of another version");
    run.id = at.at("id");
    run.terms = {.program = at.at("program"),
                 .options = at.at("options"),
                 .before = at.at("before"),
                 .scratch = at.at("scratch"),
                 .sandbox = at.at("sandbox")};
    for (const Json& each : at.at("submissions"))
      run.submissions.push_back({each.at("stage"), each.at("missing"), each.at("arrays")});
  } catch (const Json::exception&) {
    return bad_record(folder, "it is damaged; remove it, and the run can be submitted again");
  }
  return run;
}

std::expected<void, Problem> write(const SlurmRun& run, const std::filesystem::path& folder) {
  Json submissions = Json::array();
  for (const SlurmRun::Submission& each : run.submissions)
    submissions.push_back(
        {{"stage", each.stage}, {"missing", each.missing}, {"arrays", each.arrays}});
  const Json json{{"form", slurm_form},           {"id", run.id},
                  {"program", run.terms.program}, {"options", run.terms.options},
                  {"before", run.terms.before},   {"scratch", run.terms.scratch},
                  {"sandbox", run.terms.sandbox}, {"submissions", std::move(submissions)}};
  if (const auto written = replace_file(slurm_file(folder), json.dump() + '\n'); !written)
    return bad_record(folder, written.error());
  return {};
}

}  // namespace hilltop::cli
