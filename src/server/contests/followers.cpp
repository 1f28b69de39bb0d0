#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <unistd.h>

#include "server/contests/contests.hpp"

// Clients that follow a contest, and the look at the store for them.
namespace hilltop::server {
namespace {

// The store is looked at this often, also if no change of its files is heard of.
constexpr int look_every_ms = 1000;

// For whom a contest is reported to its followers.
const std::string of_the_server;

}  // namespace

// One client that follows a contest.
class Contests::Follower final : public Peer {
 public:
  Follower(Contests& contests, std::string contest, std::shared_ptr<Known> known,
           std::shared_ptr<Channel> channel)
      : contests_(contests),
        contest_(std::move(contest)),
        known_(std::move(known)),
        channel_(std::move(channel)) {}
  void hear(std::string_view, std::function<void()> heard) override { heard(); }
  void gone() override {
    const std::scoped_lock lock(contests_.mutex_);
    std::erase(known_->followers, channel_);
    contests_.forget_unless_needed(contest_, *known_);
  }

 private:
  Contests& contests_;
  const std::string contest_;
  const std::shared_ptr<Known> known_;
  const std::shared_ptr<Channel> channel_;
};

Response Contests::follow(const std::string& contest, bool expected) {
  if (!expected)
    if (const auto found = document(contest); !found) return not_found(found.error());
  Response response;
  response.stays = [this, contest](std::shared_ptr<Channel> channel) {
    return add_follower(contest, std::move(channel));
  };
  return response;
}

void Contests::show_version(Channel& channel, const Known& known) {
  channel.show(
      std::make_shared<const std::string>(fmt::format(R"({{"version":{}}})", known.page.newest())));
}

std::shared_ptr<Peer> Contests::add_follower(const std::string& contest,
                                             std::shared_ptr<Channel> channel) {
  std::shared_ptr<Known> followed;
  {
    const std::scoped_lock lock(mutex_);
    auto& known = contests_[contest];
    if (!known) known = std::make_shared<Known>();
    followed = known;
    followed->followers.push_back(channel);
  }
  background_.post(of_the_server, [this, contest, channel] {
    try {
      if (!document(contest)) return;
      const auto known = this->known(contest);
      const std::scoped_lock alone(known->making);
      show_version(*channel, *known);
    } catch (const std::exception& failure) {
      log_.write("report_failed", {{"contest", contest}, {"text", failure.what()}});
    }
  });
  return std::make_shared<Follower>(*this, contest, std::move(followed), std::move(channel));
}

void Contests::refresh(const std::string& contest) {
  try {
    (void)document(contest);  // a request that needs the document gets the problem
  } catch (const std::exception& failure) {
    log_.write("report_failed", {{"contest", contest}, {"text", failure.what()}});
  }
}

void Contests::watch(const std::stop_token& stop) {
  std::array<pollfd, 2> sources{{{changes_.number(), POLLIN, 0}, {woken_.number(), POLLIN, 0}}};
  std::map<std::string, std::pair<std::uint64_t, SteadyClock::time_point>> asked;
  int wait_ms = look_every_ms;
  while (!stop.stop_requested()) {
    ::poll(sources.data(), sources.size(), wait_ms);
    std::array<char, 4096> heard;
    while (changes_.open() && ::read(changes_.number(), heard.data(), heard.size()) > 0) {}
    if (stop.stop_requested()) return;
    wait_ms = look_every_ms;
    std::vector<std::pair<std::string, SteadyClock::duration>> followed;  // with their pauses
    {
      const std::scoped_lock lock(mutex_);
      for (const auto& [name, known] : contests_)
        if (!known->followers.empty()) followed.emplace_back(name, pause_of(*known));
    }
    std::erase_if(asked, [&](const auto& entry) {
      return std::ranges::find(followed, entry.first,
                               &std::pair<std::string, SteadyClock::duration>::first) ==
             followed.end();
    });
    if (followed.empty()) continue;
    std::uint64_t now = 0;
    try {
      now = version();
    } catch (const std::exception& failure) {
      log_.write("store_unreadable", {{"text", failure.what()}});
    }
    for (const auto& [name, pause] : followed) {
      auto& [version, at] = asked[name];
      const SteadyClock::time_point time = SteadyClock::now();
      if (version == now && time - at < quiet_s) continue;
      if (time - at < pause) {  // it is made when its time has come
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(pause - (time - at));
        wait_ms = std::min(wait_ms, static_cast<int>(left.count()) + 1);
        continue;
      }
      version = now;
      at = time;
      background_.post(of_the_server, [this, contest = name] { refresh(contest); });
    }
  }
}

}  // namespace hilltop::server
