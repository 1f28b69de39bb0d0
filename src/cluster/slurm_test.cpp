#include <gtest/gtest.h>

#include "cluster/slurm_queue.hpp"
#include "cluster/slurm_script.hpp"

namespace hilltop::cluster {
namespace {

TEST(SlurmJobs, AreReadAsSqueuePrintsThem) {
  const auto jobs = read_jobs(
      "hilltop-1f-1.1|12|0|RUNNING|None|w1\n"
      "hilltop-1f-1.1|12|7|PENDING|launch_failed_requeued_held|\n"
      "another|13|N/A|RUNNING|None|w2\n"
      "hilltop-1f-1-merge|14|N/A|PENDING|Dependency|\n"
      "hilltop-1f-half a line",
      "hilltop-1f-");
  ASSERT_EQ(jobs.size(), 3u);
  EXPECT_EQ(jobs[0].called(), "12_0");
  EXPECT_EQ(jobs[0].nodes, "w1");
  EXPECT_EQ(jobs[1].task, 7u);
  EXPECT_EQ(jobs[1].reason, "launch_failed_requeued_held");
  EXPECT_EQ(jobs[2].called(), "14");
}

TEST(SlurmController, IsBusyWhenTheSameCommandMaySucceedLater) {
  EXPECT_TRUE(is_busy("sbatch: error: Batch job submission failed: Socket timed out on send/recv"));
  EXPECT_TRUE(
      is_busy("slurm_load_jobs error: Unable to contact slurm controller (connect failure)"));
  EXPECT_FALSE(is_busy("sbatch: error: invalid partition specified: nowhere"));
}

TEST(SlurmScript, EndsWithThePlayerAndIsBounded) {
  const SlurmTerms terms{.program = "/opt/it's/hilltop", .has_bots = true};
  const std::string text = array_script(terms, {"hilltop-1f-1.1", 2, {3, 9}, 700});
  for (const char* const line :
       {"#SBATCH --array=0-1\n", "#SBATCH --time=35\n", "#SBATCH --hint=nomultithread\n",
        "#SBATCH --signal=B:USR1@60\n", "shards=(3 9)\n", "[ ! -e stage-3 ] || exit 0",
        "'/opt/it'\\''s/hilltop' shard run . \"$shard\"", "SLURM_RESTART_COUNT:-0} < 5",
        "scontrol requeue \"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\""})
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
}

TEST(SlurmScript, OfOneShardNeedsNoArray) {
  const std::string text =
      array_script({.program = "/opt/hilltop"}, {"hilltop-1f-1.1", 2, {9}, 700});
  EXPECT_EQ(text.find("ARRAY"), std::string::npos);
  EXPECT_EQ(text.find("--array"), std::string::npos);
  for (const char* const line :
       {"\nshard=9\n", "#SBATCH --output=slurm/%x.txt\n", "scontrol requeue \"$SLURM_JOB_ID\""})
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
}

TEST(SlurmTerms, RefuseWhatLeavesItsPlaceInAScript) {
  EXPECT_TRUE(check({.options = {"--partition=short", "-A x", "--account=y", "--mem=1G"}}));
  for (const char* const option :
       {"--array=1-2", "--arr=1", "-a1", "-D/tmp", "--chdir=/", "--dependency=x", "--job-name=x",
        "--out=x", "x", "--mem=1\ntouch x", ""})
    EXPECT_FALSE(check({.options = {option}})) << option;
  EXPECT_TRUE(check({.scratch = "$TMPDIR/bots of mine"}));
  for (const char* const folder : {"\"; x", "$(x)", "`x`", "a\nb"})
    EXPECT_FALSE(check({.scratch = folder})) << folder;
}

}  // namespace
}  // namespace hilltop::cluster
