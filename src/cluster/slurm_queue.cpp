#include "cluster/slurm_queue.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <sstream>
#include <thread>
#include <unistd.h>
#include <utility>

#include "core/text.hpp"

namespace hilltop::cluster {
namespace {

// Waits before a busy controller is asked again. Its own commands wait, too: about two minutes in
// all.
constexpr std::array waits_s = {1, 2, 4, 8, 16, 32};
constexpr std::size_t error_bytes_shown_max = 500;
// Jobs that one call of scancel names.
constexpr std::size_t cancelled_at_once_max = 500;

std::vector<std::string> split(std::string_view line, char at) {
  std::vector<std::string> parts{""};
  for (const char c : line) {
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

// Returns what a command that failed has said, in one line.
std::string said(const CommandOutput& output, std::string_view name) {
  std::string text;
  for (const std::string& line : split(trimmed(output.error), '\n'))
    text += (text.empty() ? "" : "; ") + printable(line, error_bytes_shown_max);
  return text.empty() ? fmt::format("{} has ended with exit code {}", name, output.code) : text;
}

}  // namespace

std::vector<SlurmJob> read_jobs(std::string_view printed, std::string_view begin_of_name) {
  constexpr std::size_t columns = 6;
  std::vector<SlurmJob> jobs;
  for (const std::string& line : split(printed, '\n')) {
    if (!line.starts_with(begin_of_name)) continue;
    auto parts = split(line, '|');
    if (parts.size() != columns) continue;
    jobs.push_back({std::move(parts[0]), std::move(parts[1]), number_in<std::size_t>(parts[2]),
                    std::move(parts[3]), printable(parts[4], error_bytes_shown_max),
                    printable(parts[5], error_bytes_shown_max)});
  }
  return jobs;
}

bool is_busy(std::string_view error_output) {
  constexpr std::string_view words[] = {"Socket timed out",   "Unable to contact",
                                        "Connection refused", "Connection timed out",
                                        "Connection reset",   "Zero Bytes were transmitted",
                                        "temporarily",        "Insane message length",
                                        "Transport endpoint", "please retry",
                                        "try again",          "in standby mode"};
  return std::ranges::any_of(words, [&](std::string_view each) {
    return error_output.find(each) != std::string_view::npos;
  });
}

std::expected<std::string, Problem> SlurmQueue::ask(
    const std::vector<std::string>& words,
    const std::function<std::optional<std::string>()>& done_meanwhile) {
  for (std::size_t attempt = 0;; ++attempt) {
    const auto output = command_output(words, folder_);
    if (!output) return std::unexpected(output.error());
    if (output->code == 0) return output->out;
    const std::string why = said(*output, words[0]);
    if (!is_busy(output->error) || attempt == waits_s.size()) return std::unexpected(Problem{why});
    waiting_(fmt::format("{}; asks again in {} s", why, waits_s[attempt]));
    std::this_thread::sleep_for(std::chrono::seconds(waits_s[attempt]));
    if (done_meanwhile)
      if (auto done = done_meanwhile()) return *std::move(done);
  }
}

std::expected<std::string, Problem> SlurmQueue::submit(const std::filesystem::path& script,
                                                       const std::string& name,
                                                       std::span<const std::string> after) {
  std::vector<std::string> words{"sbatch", "--parsable"};
  if (!after.empty())
    words.push_back(fmt::format("--dependency=afterany:{}", fmt::join(after, ":")));
  words.push_back(script.string());
  // A controller that gave no answer in time may have the job all the same.
  const auto is_there = [&]() -> std::optional<std::string> {
    const auto there = jobs(name);
    if (!there || there->empty()) return std::nullopt;
    return there->front().id;
  };
  const auto printed = ask(words, is_there);
  if (!printed) return printed;
  // "12" or "12;cluster"
  return std::string(trimmed(printed->substr(0, printed->find(';'))));
}

std::expected<std::vector<SlurmJob>, Problem> SlurmQueue::jobs(std::string_view begin_of_name) {
  const auto printed = ask({"squeue", "--noheader", "--array", fmt::format("--user={}", getuid()),
                            "--format=%j|%F|%K|%T|%r|%N"});
  if (!printed) return std::unexpected(printed.error());
  auto jobs = read_jobs(*printed, begin_of_name);
  std::erase_if(jobs, [](const SlurmJob& job) { return job.state == "COMPLETING"; });
  return jobs;
}

std::expected<std::size_t, Problem> SlurmQueue::array_tasks_max() {
  const auto printed = ask({"scontrol", "show", "config"});
  if (!printed) return std::unexpected(printed.error());
  // "MaxArraySize            = 1001": indexes begin at 0
  std::istringstream lines(*printed);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("MaxArraySize")) continue;
    const auto size = number_in<std::size_t>(trimmed(line.substr(line.find('=') + 1)));
    if (size) return *size;
  }
  return std::unexpected(Problem{"scontrol show config names no MaxArraySize"});
}

std::expected<void, Problem> SlurmQueue::cancel(std::span<const SlurmJob> jobs) {
  std::set<std::string> ids;
  for (const SlurmJob& job : jobs) ids.insert(job.id);
  const std::vector<std::string> all(ids.begin(), ids.end());
  for (std::size_t begin = 0; begin < all.size(); begin += cancelled_at_once_max) {
    std::vector<std::string> words{"scancel"};
    for (std::size_t i = begin; i < std::min(begin + cancelled_at_once_max, all.size()); ++i)
      words.push_back(all[i]);
    if (const auto ended = ask(words); !ended) return std::unexpected(ended.error());
  }
  return {};
}

}  // namespace hilltop::cluster
