#include "server/rooms/bot_threads.hpp"

#include <utility>

#include "server/refused.hpp"

namespace hilltop::server {

BotThreads::BotThreads(std::size_t all_max, std::size_t of_client_max)
    : rooms_(all_max, of_client_max), threads_(static_cast<int>(all_max)) {}

BotThreads::Place::Place(Workers& threads, Shares::Share share)
    : share_(std::move(share)), strand_(threads) {}

void BotThreads::Place::post(Job job) {
  strand_.post([self = shared_from_this(), job = std::move(job)]() mutable {
    job();
    job = nullptr;  // what it holds ends here, and then the place
  });
}

std::expected<std::shared_ptr<BotThreads::Place>, Problem> BotThreads::place_for(
    const std::string& client) {
  auto share = rooms_.take(client);
  if (share) return std::make_shared<Place>(threads_, *std::move(share));
  return refused(share.error() == Full::all
                     ? "too many games against bots in folders are under way; try again later"
                     : "too many games of your network against bots in folders are under way; end "
                       "one first");
}

void BotThreads::finish() { threads_.finish(); }

}  // namespace hilltop::server
