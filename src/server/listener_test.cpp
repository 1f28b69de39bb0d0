#include "server/listener.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <utility>
#include <vector>

#include "core/descriptor.hpp"

namespace hilltop::server::listener_test {
namespace {

// Hears messages on a thread of its own, and counts those under way.
class SlowPeer final : public Peer {
 public:
  void hear(std::string_view, std::function<void()> heard) override {
    const std::scoped_lock lock(mutex_);
    most_ = std::max(most_, ++under_way_);
    waiting_.push_back(std::move(heard));
    come_.notify_all();
  }
  void gone() override {
    const std::scoped_lock lock(mutex_);
    gone_ = true;
    come_.notify_all();
  }

  void wait_for_the_end() {
    std::unique_lock lock(mutex_);
    come_.wait(lock, [this] { return gone_; });
  }
  int most() const { return most_; }
  int all() const { return all_; }

 private:
  void work(const std::stop_token& over) {
    std::unique_lock lock(mutex_);
    while (come_.wait(lock, over, [this] { return !waiting_.empty(); })) {
      const auto heard = std::move(waiting_.front());
      waiting_.pop_front();
      --under_way_;
      ++all_;
      lock.unlock();
      heard();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable_any come_;
  std::deque<std::function<void()>> waiting_;
  int under_way_ = 0, most_ = 0, all_ = 0;
  bool gone_ = false;
  std::jthread worker_{[this](const std::stop_token& over) { work(over); }};
};

struct SiteOfOne final : Site {
  BodyMax body_max(Method, std::string_view path) const override {
    if (path == "/fails") throw std::runtime_error("it has no limit");
    return {};
  }
  std::optional<Response> refusal(const Request&) override { return std::nullopt; }
  void connection_failed(const std::exception& failure) override {
    failures.emplace_back(failure.what());
  }
  void answer(Request request, Responder reply) override {
    if (request.path == "/fails-later") throw std::runtime_error("it has no answer");
    Response response;
    response.stays = [this](const std::shared_ptr<Channel>&) { return peer; };
    reply(std::move(response));
  }
  std::shared_ptr<SlowPeer> peer = std::make_shared<SlowPeer>();
  std::vector<std::string> failures;  // of the listener's thread
};

Descriptor connected(std::uint16_t port) {
  Descriptor client(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(connect(client.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address),
            0);
  return client;
}

// A short text message of a client, masked with zeros (RFC 6455 §5.2).
std::string frame(std::string_view text) {
  return std::string{'\x81', static_cast<char>(0x80 | text.size()), 0, 0, 0, 0} + std::string(text);
}

std::string received(const Descriptor& client) {
  std::string bytes(4096, '\0');
  const auto size = recv(client.number(), bytes.data(), bytes.size(), 0);
  bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  return bytes;
}

// A listener at work, and its clients that stay.
class Listening {
 public:
  explicit Listening(Address address) : listener_(address, site_) {}
  ~Listening() {
    listener_.stop();
    serving_.join();
  }

  // Returns a client that asks for a stream of events.
  Descriptor streaming(const std::string& headers = "") const {
    Descriptor client = connected(listener_.port());
    const std::string asked = "GET / HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
    EXPECT_EQ(send(client.number(), asked.data(), asked.size(), MSG_NOSIGNAL), std::ssize(asked));
    return client;
  }
  SlowPeer& peer() { return *site_.peer; }

 private:
  SiteOfOne site_;
  Listener listener_;
  std::jthread serving_{[this] { listener_.run(); }};
};

TEST(Listener, AStreamEndsWithItsClient) {
  Listening listening({.port = 0});
  const Descriptor client = listening.streaming();
  ASSERT_EQ(shutdown(client.number(), SHUT_WR), 0);
  std::string all;
  while (true) {
    const std::string more = received(client);
    if (more.empty()) break;
    all += more;
    // The second comment would come with the next heartbeat.
    if (all.find(":\n\n") != all.rfind(":\n\n")) break;
  }
  listening.peer().wait_for_the_end();
  EXPECT_EQ(all.find(":\n\n"), all.rfind(":\n\n"));
}

TEST(Listener, AFailureEndsItsConnectionAndIsReported) {
  SiteOfOne site;
  Listener listener({.port = 0}, site);
  std::jthread serving([&] { listener.run(); });
  const auto answer_at = [&](const std::string& path) {
    const Descriptor client = connected(listener.port());
    const std::string asked = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    EXPECT_EQ(send(client.number(), asked.data(), asked.size(), 0), std::ssize(asked));
    return received(client);
  };
  EXPECT_EQ(answer_at("/fails"), "");
  EXPECT_TRUE(answer_at("/fails-later").starts_with("HTTP/1.1 500"));
  listener.stop();
  serving.join();
  EXPECT_EQ(site.failures, (std::vector<std::string>{"it has no limit", "it has no answer"}));
}

TEST(Listener, AnAddressHasSoManyConnections) {
  const Listening listening({.port = 0, .connections_of_address = 1});
  const Descriptor first = listening.streaming();
  EXPECT_TRUE(received(first).starts_with("HTTP/1.1 200"));
  EXPECT_EQ(received(listening.streaming("X-Forwarded-For: 192.0.2.7\r\n")), "");
}

TEST(Listener, BehindAProxyEachClientHasSoManyConnections) {
  Listening listening({.port = 0, .behind_proxy = true, .connections_of_address = 1});
  const std::string ann = "X-Forwarded-For: 192.0.2.7\r\n", bob = "X-Forwarded-For: 192.0.2.8\r\n";
  const Descriptor bobs = listening.streaming(bob);
  EXPECT_TRUE(received(bobs).starts_with("HTTP/1.1 200"));
  {
    const Descriptor anns = listening.streaming(ann);
    EXPECT_TRUE(received(anns).starts_with("HTTP/1.1 200"));
    EXPECT_TRUE(received(listening.streaming(ann)).starts_with("HTTP/1.1 429"));
  }
  listening.peer().wait_for_the_end();
  EXPECT_TRUE(received(listening.streaming(ann)).starts_with("HTTP/1.1 200"));
}

TEST(Listener, BehindAProxyAClientIsItsNetworkAsTheProxyNamesItLast) {
  const Listening listening({.port = 0, .behind_proxy = true, .connections_of_address = 1});
  const Descriptor first = listening.streaming("X-Forwarded-For: 2001:db8::1\r\n");
  EXPECT_TRUE(received(first).starts_with("HTTP/1.1 200"));
  for (const char* same : {"2001:DB8:0::ffff:2", "192.0.2.7, 2001:db8::1",
                           "192.0.2.8\r\nX-Forwarded-For: 2001:db8::3"})
    EXPECT_TRUE(received(listening.streaming("X-Forwarded-For: " + std::string(same) + "\r\n"))
                    .starts_with("HTTP/1.1 429"))
        << same;
  EXPECT_TRUE(received(listening.streaming("X-Forwarded-For: 2001:db8:0:1::1\r\n"))
                  .starts_with("HTTP/1.1 200"));
  // What is no address is the proxy's.
  const Descriptor unknown = listening.streaming("X-Forwarded-For: unknown\r\n");
  EXPECT_TRUE(received(unknown).starts_with("HTTP/1.1 200"));
  EXPECT_TRUE(received(listening.streaming()).starts_with("HTTP/1.1 429"));
}

TEST(Listener, ReadsAMessageOnceTheOneBeforeWasHeard) {
  SiteOfOne site;
  Listener listener({.port = 0}, site);
  std::jthread serving([&] { listener.run(); });
  {
    const Descriptor client = connected(listener.port());
    const std::string asked =
        "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    ASSERT_EQ(send(client.number(), asked.data(), asked.size(), 0), std::ssize(asked));
    std::string answer(1024, '\0');  // a client waits for it before it says more
    ASSERT_GT(recv(client.number(), answer.data(), answer.size(), 0), 0);
    std::string said;
    for (int i = 0; i < 100; ++i) said += frame("{}");
    said += std::string("\x88\x80\0\0\0\0", 6);  // goodbye
    ASSERT_EQ(send(client.number(), said.data(), said.size(), 0), std::ssize(said));
    while (recv(client.number(), answer.data(), answer.size(), 0) > 0) continue;
  }
  site.peer->wait_for_the_end();
  listener.stop();
  serving.join();
  EXPECT_EQ(site.peer->all(), 100);
  EXPECT_EQ(site.peer->most(), 1);
}

}  // namespace
}  // namespace hilltop::server::listener_test
