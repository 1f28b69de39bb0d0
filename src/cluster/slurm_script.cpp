#include "cluster/slurm_script.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text.hpp"

namespace hilltop::cluster {
namespace {

// A shard may take this much longer than it was estimated to, and a while to start.
constexpr double slower_max = 3;
constexpr int minutes_min = 10;
constexpr int merge_minutes = 60;

std::string head_of(const SlurmTerms& terms, std::string_view name, int minutes,
                    std::string_view more) {
  std::string text = fmt::format(
      "#!/bin/bash\n"
      "#SBATCH --job-name={}\n"
      "{}"
      "#SBATCH --ntasks=1\n"
      "#SBATCH --cpus-per-task=1\n"
      "#SBATCH --time={}\n"
      "#SBATCH --requeue\n"
      "#SBATCH --open-mode=append\n",
      name, more, minutes);
  for (const std::string& option : terms.options) text += fmt::format("#SBATCH {}\n", option);
  text += '\n';
  for (const std::string& command : terms.before) text += command + '\n';
  return text;
}

// Puts the job back into the queue, so that it goes on or another node plays it.
std::string again(std::string_view id) {
  return fmt::format("if ((${{SLURM_RESTART_COUNT:-0}} < {})); then scontrol requeue \"{}\"; fi\n",
                     restarts_max, id);
}

// Problem: it would take a job away from its run, or is no option.
std::expected<void, Problem> check_sbatch_option(std::string_view option) {
  if (!option.starts_with('-') || option.find_first_of("\n\r") != std::string_view::npos ||
      !unprintable(option).empty())
    return std::unexpected(
        Problem{fmt::format("--sbatch '{}': it is no option of sbatch, as --partition=short is",
                            printable(option, 100))});
  // A long option may be shortened, as --arr; of a short one the value may follow at once.
  constexpr std::string_view of_the_run[] = {
      "--array",      "-a",     "--chdir",  "-D", "--job-name",  "-J",
      "--dependency", "-d",     "--output", "-o", "--open-mode", "--no-requeue",
      "--requeue",    "--wrap", "--wait",   "-W", "--parsable"};
  const std::string_view name = option.substr(0, option.find_first_of("= "));
  constexpr std::size_t shortened_min = 5;
  for (const std::string_view taken : of_the_run) {
    const bool is_long = taken.starts_with("--");
    if (is_long ? name == taken || (name.size() >= shortened_min && taken.starts_with(name))
                : !name.starts_with("--") && name.starts_with(taken))
      return std::unexpected(
          Problem{fmt::format("--sbatch '{}': the run sets '{}' itself", option, taken)});
  }
  return {};
}

}  // namespace

std::expected<void, Problem> check(const SlurmTerms& terms) {
  for (const std::string& option : terms.options)
    if (const auto ok = check_sbatch_option(option); !ok) return ok;
  for (const std::string& command : terms.before)
    if (!unprintable(command).empty())
      return std::unexpected(Problem{
          fmt::format("--before '{}': it has {}", printable(command, 100), unprintable(command))});
  // It stands in double quotes, so that the shell of a node puts in $TMPDIR.
  if (!unprintable(terms.scratch).empty() ||
      terms.scratch.find_first_of("\"`\\()") != std::string::npos)
    return std::unexpected(Problem{
        fmt::format("--scratch '{}': it is no folder, in which variables may stand, as in $TMPDIR",
                    printable(terms.scratch, 100))});
  return {};
}

std::string array_script(const SlurmTerms& terms, const SlurmArray& array) {
  const bool is_job = array.shards.size() == 1;
  const int minutes =
      std::max(minutes_min, static_cast<int>(std::ceil(slower_max * array.seconds / 60)));
  std::string more;
  if (!is_job) more = fmt::format("#SBATCH --array=0-{}\n", array.shards.size() - 1);
  // Answers are timed: no other job shares the core.
  if (terms.has_bots) more += "#SBATCH --hint=nomultithread\n";
  more += fmt::format("#SBATCH --signal=B:USR1@{}\n#SBATCH --output={}/%x{}.txt\n", warning_s,
                      slurm_folder, is_job ? "" : "-%a");
  const std::string shard =
      is_job ? fmt::format("shard={}", array.shards.front())
             : fmt::format("shards=({})\nshard=${{shards[$SLURM_ARRAY_TASK_ID]}}",
                           fmt::join(array.shards, " "));
  const std::string stage_option =
      terms.scratch.empty() ? "" : fmt::format(" --scratch \"{}\"", terms.scratch);
  return head_of(terms, array.name, minutes, more) +
         fmt::format(
             R"sh(
[ ! -e stage-{next} ] || exit 0  # the run has gone on without this task
{shard}

# Slurm tells this script alone that its time ends: the games under way are then kept.
trap 'told=warned; kill -TERM "$player" 2>/dev/null' USR1
trap 'told=cancelled; kill -TERM "$player" 2>/dev/null' TERM
told=
{program} shard run . "$shard" --jobs 1 --sandbox {sandbox}{scratch} &
player=$!
wait "$player"
code=$?
while kill -0 "$player" 2>/dev/null; do  # a signal ends `wait` too
  wait "$player"
  code=$?
done

case $code in
  0 | 2 | 126 | 127) exit "$code" ;;  # played, or a mistake that no other node mends
  3 | 130) [ "$told" = warned ] || exit "$code" ;;
esac
[ "$told" != cancelled ] || exit "$code"
{again}exit "$code"
)sh",
             fmt::arg("next", array.stage + 1), fmt::arg("shard", shard),
             fmt::arg("program", shell_word(terms.program)), fmt::arg("sandbox", terms.sandbox),
             fmt::arg("scratch", stage_option),
             fmt::arg("again", again(is_job ? "$SLURM_JOB_ID"
                                            : "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID")));
}

std::string merge_script(const SlurmTerms& terms, std::string_view name) {
  return head_of(terms, name, merge_minutes,
                 fmt::format("#SBATCH --output={}/%x.txt\n", slurm_folder)) +
         fmt::format(R"sh(
{program} slurm resume . --unattended
code=$?
case $code in
  0 | 3) exit 0 ;;  # the contest is over, or its games are in the queue
  2 | 126 | 127 | 130 | 143) exit "$code" ;;
esac
{again}exit "$code"
)sh",
                     fmt::arg("program", shell_word(terms.program)),
                     fmt::arg("sandbox", terms.sandbox), fmt::arg("again", again("$SLURM_JOB_ID")));
}

}  // namespace hilltop::cluster
