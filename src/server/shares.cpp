#include "server/shares.hpp"

#include <mutex>
#include <unordered_map>

namespace hilltop::server {

struct Shares::Counts {
  const std::size_t max, of_client_max;
  std::mutex mutex;
  std::size_t in_use = 0;
  std::unordered_map<std::string, std::size_t> of_client = {};

  void give_back(const std::string& client) {
    const std::scoped_lock lock(mutex);
    --in_use;
    if (const auto of = of_client.find(client); --of->second == 0) of_client.erase(of);
  }
};

Shares::Shares(std::size_t max, std::size_t of_client_max)
    : counts_(new Counts{.max = max, .of_client_max = of_client_max, .mutex = {}}) {}

std::expected<Shares::Share, Full> Shares::take(const std::string& client) {
  const std::scoped_lock lock(counts_->mutex);
  if (counts_->in_use >= counts_->max) return std::unexpected(Full::all);
  std::size_t& of_client = counts_->of_client[client];
  if (!client.empty() && of_client >= counts_->of_client_max) return std::unexpected(Full::client);
  ++counts_->in_use;
  ++of_client;
  return Share(counts_.get(),
               [counts = counts_, client](const void*) { counts->give_back(client); });
}

std::size_t Shares::in_use() const {
  const std::scoped_lock lock(counts_->mutex);
  return counts_->in_use;
}

}  // namespace hilltop::server
