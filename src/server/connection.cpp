#include "server/connection.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffered_read_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "server/limits.hpp"
#include "server/rate.hpp"

namespace hilltop::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;

// Wakes a coroutine of the listener's thread from any thread. It may outlive the listener.
class Bell final : public std::enable_shared_from_this<Bell> {
 public:
  explicit Bell(asio::any_io_executor executor)
      : executor_(std::move(executor)), sleeper_(std::in_place, executor_) {}

  // What is rung before the wait is not lost.
  void ring() {
    const std::scoped_lock lock(mutex_);
    rung_ = true;
    if (!std::exchange(sleeps_, false)) return;
    asio::post(executor_, [self = shared_from_this()] {
      if (self->sleeper_) self->sleeper_->cancel();
    });
  }

  // Waits until it is rung, or at most so long. Only for the listener's thread.
  asio::awaitable<void> wait(SteadyClock::duration at_most) {
    {
      const std::scoped_lock lock(mutex_);
      if (std::exchange(rung_, false)) co_return;
      sleeps_ = true;
    }
    sleeper_->expires_after(at_most);
    co_await sleeper_->async_wait(quietly);
    const std::scoped_lock lock(mutex_);
    sleeps_ = rung_ = false;
  }

  // Lets go of the listener. Only for the listener's thread.
  void end() {
    const std::scoped_lock lock(mutex_);
    sleeps_ = false;
    sleeper_.reset();
  }

 private:
  asio::any_io_executor executor_;
  std::optional<asio::steady_timer> sleeper_;  // the listener's thread only
  std::mutex mutex_;
  bool rung_ = false, sleeps_ = false;
};

// What waits for one client. The listener's thread takes it; any thread adds to it.
class Mailbox final : public Channel {
 public:
  using Message = std::shared_ptr<const std::string>;

  explicit Mailbox(const asio::any_io_executor& executor)
      : come_(std::make_shared<Bell>(executor)), heard_(std::make_shared<Bell>(executor)) {}

  void show(Message state) override {
    const std::scoped_lock lock(mutex_);
    state_ = std::move(state);
    come_->ring();
  }
  void tell(std::string message) override {
    const std::scoped_lock lock(mutex_);
    if (messages_.size() >= messages_waiting_max)
      end_with({websocket::close_code::policy_error, "too many messages wait to be read"});
    else
      messages_.push_back(std::make_shared<const std::string>(std::move(message)));
    come_->ring();
  }
  void close() override { close({websocket::close_code::going_away}); }
  void refuse() override { close({websocket::close_code::bad_payload}); }
  // Only the first reason counts.
  void close(websocket::close_reason why) {
    const std::scoped_lock lock(mutex_);
    end_with(std::move(why));
    come_->ring();
  }

  // Closes it, and lets go of the listener, which it may outlive. Only for the listener's thread.
  void end() {
    close();
    come_->end();
    heard_->end();
  }

  // Returns the next message; null if there is none.
  Message take() {
    const std::scoped_lock lock(mutex_);
    if (!messages_.empty()) {
      Message message = std::move(messages_.front());
      messages_.pop_front();
      return message;
    }
    return std::exchange(state_, nullptr);
  }
  bool closed() const { return why_closed().has_value(); }
  std::optional<websocket::close_reason> why_closed() const {
    const std::scoped_lock lock(mutex_);
    return closed_;
  }

  // Is rung when something has come.
  Bell& come() const { return *come_; }
  // Is rung when the client's last message has been heard.
  const std::shared_ptr<Bell>& heard() const { return heard_; }

 private:
  void end_with(websocket::close_reason why) {
    if (!closed_) closed_ = std::move(why);
  }

  const std::shared_ptr<Bell> come_, heard_;
  mutable std::mutex mutex_;
  std::deque<Message> messages_;
  Message state_;
  std::optional<websocket::close_reason> closed_;
};

// Tells the peer at the end that the client is gone, however the end comes.
class Farewell {
 public:
  Farewell(std::shared_ptr<Mailbox> mailbox, std::shared_ptr<Peer> peer)
      : mailbox_(std::move(mailbox)), peer_(std::move(peer)) {}
  ~Farewell() {
    mailbox_->end();
    peer_->gone();
  }
  Farewell(const Farewell&) = delete;
  Farewell& operator=(const Farewell&) = delete;

 private:
  std::shared_ptr<Mailbox> mailbox_;
  std::shared_ptr<Peer> peer_;
};

// A stream whose first bytes have been read already.
struct BegunStream : beast::buffered_read_stream<Stream, beast::flat_buffer> {
  using buffered_read_stream::buffered_read_stream;
};
// The library asks for it by name where a socket ends.
template <typename Handler>
void async_teardown(beast::role_type role, BegunStream& stream, Handler&& handler) {
  using websocket::async_teardown;
  async_teardown(role, stream.next_layer(), std::forward<Handler>(handler));
}

using Socket = websocket::stream<BegunStream>;

// Writes what waits until the channel is closed or the client takes no more. What was told before
// the channel was closed is still written.
asio::awaitable<void> write_messages(std::shared_ptr<Socket> socket,
                                     std::shared_ptr<Mailbox> mailbox) {
  std::optional<websocket::close_reason> why_closed;
  while (!why_closed) {
    why_closed = mailbox->why_closed();
    while (const auto message = mailbox->take()) {
      const auto [failed, size] = co_await socket->async_write(asio::buffer(*message), quietly);
      if (failed) co_return;
    }
    if (!why_closed) co_await mailbox->come().wait(std::chrono::hours(1));
  }
  co_await socket->async_close(*why_closed, quietly);
}

// Closes the channel of a stream of events as soon as the client ends the connection. What the
// client still says is dropped.
asio::awaitable<void> close_with_client(std::shared_ptr<Stream> stream,
                                        std::shared_ptr<Mailbox> mailbox) {
  std::array<char, 512> dropped;
  while (true) {
    const auto [ended, size] =
        co_await stream->socket().async_read_some(asio::buffer(dropped), quietly);
    if (ended) break;
  }
  mailbox->close();
}

// Disconnects a client that does not take the goodbye.
asio::awaitable<void> disconnect(std::shared_ptr<Socket> socket) {
  asio::steady_timer pause(co_await asio::this_coro::executor, 2 * goodbye_ms);
  co_await pause.async_wait(quietly);
  beast::get_lowest_layer(*socket).close();
}

}  // namespace

asio::awaitable<void> serve_socket(Stream stream, WireRequest request, beast::flat_buffer heard,
                                   Response response, OnClose on_close) {
  stream.expires_never();  // the socket has timeouts of its own
  const auto socket = std::make_shared<Socket>(std::move(stream));
  socket->next_layer().buffer() = std::move(heard);
  auto timeouts = websocket::stream_base::timeout::suggested(beast::role_type::server);
  timeouts.idle_timeout = idle_ms;
  timeouts.handshake_timeout = goodbye_ms;
  socket->set_option(timeouts);
  socket->read_message_max(message_bytes_max);
  socket->text(true);
  socket->auto_fragment(false);
  const auto [refused] = co_await socket->async_accept(request, quietly);
  if (refused) co_return co_await take_leave(beast::get_lowest_layer(*socket));
  const auto executor = co_await asio::this_coro::executor;
  const auto mailbox = std::make_shared<Mailbox>(executor);
  on_close([mailbox, socket, executor] {
    mailbox->close();
    asio::co_spawn(executor, disconnect(socket), asio::detached);
  });
  const auto peer = response.stays(mailbox);
  const Farewell farewell(mailbox, peer);
  asio::co_spawn(executor, write_messages(socket, mailbox), asio::detached);
  beast::flat_buffer buffer;
  Bucket allowed(messages_burst, messages_per_second, SteadyClock::now());
  while (true) {
    const auto [failed, size] = co_await socket->async_read(buffer, quietly);
    if (failed) break;
    if (!socket->got_text()) {
      mailbox->close({websocket::close_code::unknown_data, "messages are text"});
      break;
    }
    // A client that says too much waits.
    while (!allowed.take(SteadyClock::now()) && !mailbox->closed()) {
      asio::steady_timer pause(executor, message_pause_ms);
      co_await pause.async_wait(quietly);
    }
    const auto data = buffer.cdata();
    peer->hear({static_cast<const char*>(data.data()), data.size()},
               [bell = mailbox->heard()] { bell->ring(); });
    buffer.consume(buffer.size());
    co_await mailbox->heard()->wait(std::chrono::hours(1));
  }
}

asio::awaitable<void> serve_events(Stream client, Response response, OnClose on_close) {
  const auto executor = co_await asio::this_coro::executor;
  const auto stream = std::make_shared<Stream>(std::move(client));
  const auto mailbox = std::make_shared<Mailbox>(executor);
  on_close([mailbox] { mailbox->close(); });
  const auto peer = response.stays(mailbox);
  const Farewell farewell(mailbox, peer);
  asio::co_spawn(executor, close_with_client(stream, mailbox), asio::detached);
  while (!mailbox->closed()) {
    Mailbox::Message message = mailbox->take();
    std::array<asio::const_buffer, 3> parts;
    static constexpr std::string_view before = "event: state\ndata: ", after = "\n\n",
                                      nothing = ":\n\n";
    if (message)
      parts = {asio::buffer(before), asio::buffer(*message), asio::buffer(after)};
    else
      parts[0] = asio::buffer(nothing);
    stream->expires_after(write_ms);
    const auto [failed, size] = co_await asio::async_write(*stream, parts, quietly);
    if (failed) break;
    co_await mailbox->come().wait(heartbeat_ms);
  }
  stream->close();
}

asio::awaitable<void> take_leave(Stream& stream) {
  beast::error_code gone;
  stream.socket().shutdown(asio::socket_base::shutdown_send, gone);
  std::vector<char> dropped(64 << 10);
  stream.expires_after(dropped_ms);
  for (std::size_t bytes = 0; bytes < dropped_bytes_max;) {
    const auto [ended, size] = co_await stream.async_read_some(asio::buffer(dropped), quietly);
    if (ended) co_return;
    bytes += size;
  }
}

}  // namespace hilltop::server
