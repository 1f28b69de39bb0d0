#include "server/listener.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <exception>
#include <expected>
#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

#include "core/text.hpp"
#include "server/admission.hpp"
#include "server/client.hpp"
#include "server/connection.hpp"
#include "server/limits.hpp"

namespace hilltop::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Tcp = asio::ip::tcp;
using Parser = http::request_parser<http::string_body>;
using WireResponse = http::response<http::string_body>;

// What a page may do, and what others may do with it. Scripts and styles come from files of ours
// only, and nothing is asked of another host.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> guards{{
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
     "connect-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'; "
     "frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()"},
}};

Method method_of(http::verb verb) {
  switch (verb) {
    case http::verb::get:
    case http::verb::head: return Method::get;
    case http::verb::post: return Method::post;
    case http::verb::put: return Method::put;
    case http::verb::delete_: return Method::remove;
    default: return Method::other;
  }
}

std::string_view text_of(beast::string_view text) { return {text.data(), text.size()}; }

// Returns the client's network as the nearest proxy names it: the last address of the last header,
// for a client may send headers of its own before.
std::string forwarded_for(const WireRequest& wire, const std::string& otherwise) {
  std::string_view list;
  const auto [begin, end] = wire.equal_range("X-Forwarded-For");
  for (auto header = begin; header != end; ++header) list = text_of(header->value());
  return network_of(trimmed(list.substr(list.rfind(',') + 1))).value_or(otherwise);
}

// Returns a request whose target is read.
Request read(WireRequest& wire, const std::string& address, Request request) {
  request.method = method_of(wire.method());
  request.body = std::move(wire.body());
  request.host = text_of(wire[http::field::host]);
  request.origin = text_of(wire[http::field::origin]);
  request.cookies = text_of(wire[http::field::cookie]);
  const std::string_view credentials = trimmed(text_of(wire[http::field::authorization]));
  const std::size_t scheme = std::min(credentials.find(' '), credentials.size());
  if (beast::iequals(credentials.substr(0, scheme), "bearer"))
    request.bearer = trimmed(credentials.substr(scheme));
  request.address = address;
  request.upgrades = beast::websocket::is_upgrade(wire);
  request.accepts_gzip =
      text_of(wire[http::field::accept_encoding]).find("gzip") != std::string_view::npos;
  request.accepts_html =
      text_of(wire[http::field::accept]).find("text/html") != std::string_view::npos;
  request.if_none_match = text_of(wire[http::field::if_none_match]);
  return request;
}

WireResponse written(const Response& response, unsigned version, bool keep_alive) {
  WireResponse wire(static_cast<http::status>(response.status), version);
  for (const auto& [name, value] : guards)
    wire.set(beast::string_view(name.data(), name.size()),
             beast::string_view(value.data(), value.size()));
  wire.set(http::field::cache_control, "no-store");
  if (!response.type.empty()) wire.set(http::field::content_type, response.type);
  for (const auto& [name, value] : response.headers) wire.set(name, value);
  wire.keep_alive(keep_alive);
  return wire;
}

}  // namespace

struct Listener::Impl {
  Impl(const Address& address, Site& served)
      : site(served),
        base(address.base),
        behind_proxy(address.behind_proxy),
        admission(address.connections_of_address) {
    beast::error_code failed;
    const auto ip = asio::ip::make_address(address.host, failed);
    if (failed) throw std::runtime_error("'" + address.host + "' is not an IP address");
    const Tcp::endpoint endpoint(ip, address.port);
    acceptor.open(endpoint.protocol());
    acceptor.set_option(asio::socket_base::reuse_address(true));
    acceptor.bind(endpoint, failed);
    if (!failed) acceptor.listen(asio::socket_base::max_listen_connections, failed);
    if (failed)
      throw std::runtime_error("cannot listen on " + address.host + " port " +
                               std::to_string(address.port) + ": " + failed.message());
    port = acceptor.local_endpoint().port();
  }

  asio::awaitable<void> accept() {
    while (!stopping) {
      auto [failed, socket] = co_await acceptor.async_accept(quietly);
      if (stopping) co_return;
      if (failed) {  // no descriptor is free: one will be
        asio::steady_timer pause(io, std::chrono::milliseconds(100));
        co_await pause.async_wait(quietly);
        continue;
      }
      beast::error_code unknown;
      const auto remote = socket.remote_endpoint(unknown);
      if (unknown) continue;
      const std::string address = network_of(remote.address().to_string()).value_or("");
      const bool is_ours = remote.address().is_loopback() && !behind_proxy;
      const bool has_all = !behind_proxy && admission.connections.has_all(address);
      if (open.size() >= connections_max || has_all) continue;
      socket.set_option(Tcp::no_delay(true), unknown);
      asio::co_spawn(io, converse(Stream(std::move(socket)), address, is_ours),
                     [this](const std::exception_ptr& failure) { report(failure); });
    }
  }

  // A connection ends with its failure, and the others go on.
  void report(const std::exception_ptr& failure) {
    try {
      if (failure) std::rethrow_exception(failure);
    } catch (const std::exception& failed) {
      site.connection_failed(failed);
    }
  }

  // One entry in the list of connections, while it lives.
  struct Entry {
    explicit Entry(Impl& of) : impl(of) {
      impl.open.emplace(number, nullptr);
      impl.connections = impl.open.size();
    }
    ~Entry() {
      impl.open.erase(number);
      impl.connections = impl.open.size();
      if (impl.stopping && impl.open.empty()) impl.deadline.cancel();
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    Impl& impl;
    std::uint64_t number = impl.next++;
  };

  // Answers the requests of a connection, one after another.
  asio::awaitable<void> converse(Stream stream, std::string address, bool ours) {
    const Entry entry(*this);
    // A proxy's connections are those of many clients, each of which has a place while it is
    // answered.
    std::optional<Allotment::Part> place;
    if (!behind_proxy) place.emplace(admission.connections, address, 1);
    beast::flat_buffer buffer;
    for (bool first = true; !stopping; first = false) {
      Parser parser;
      if (!co_await read_head(stream, buffer, parser, entry, first ? header_ms : idle_ms))
        co_return;
      const std::string from = behind_proxy ? forwarded_for(parser.get(), address) : address;
      if (auto refused = head_refusal(parser.get(), from, ours))
        co_return co_await refuse(stream, *std::move(refused));
      std::optional<Allotment::Part> client;
      if (behind_proxy) client.emplace(admission.connections, from, 1);
      if (client && !client->fits()) {
        client.reset();
        co_return co_await refuse(stream,
                                  refusal(429, "too many connections of one address; close some"));
      }
      auto wanted = wanted_by(parser, from);
      if (!wanted) co_return co_await refuse(stream, std::move(wanted).error());
      // A body of unknown size may become as large as it may be.
      const std::uint64_t bytes =
          parser.content_length().value_or(parser.chunked() ? wanted->body_max.bytes : 0);
      std::optional<Allotment::Part> held(
          std::in_place,
          wanted->body_max.of_anyone ? admission.bodies_of_anyone : admission.bodies_with_token,
          from, bytes <= small_body_bytes_max ? 0 : bytes);
      if (!held->fits(/*has_limit=*/!ours)) {
        held.reset();  // while it is refused it takes no room from others
        co_return co_await refuse(stream,
                                  refusal(503, "too many bodies at once; try again in a moment"));
      }
      if (!co_await read_body(stream, buffer, parser, wanted->body_max.bytes)) co_return;
      WireRequest wire = parser.release();
      const bool keep_alive = wire.keep_alive() && !stopping;
      Response response = co_await answered(read(wire, from, std::move(wanted->target)));
      if (response.stays)
        co_return co_await stay(std::move(stream), std::move(wire), std::move(buffer),
                                std::move(response), entry);
      if (!co_await send(stream, wire, std::move(response), keep_alive)) break;
    }
    co_await take_leave(stream);
  }

  // Waits for a request and reads its headers. Returns false if there is nothing to answer.
  asio::awaitable<bool> read_head(Stream& stream, beast::flat_buffer& buffer, Parser& parser,
                                  const Entry& entry, std::chrono::milliseconds patience) {
    parser.header_limit(header_bytes_max);
    parser.body_limit(boost::none);  // which depends on what the headers say
    open[entry.number] = [&stream] { stream.cancel(); };
    stream.expires_after(patience);
    const auto [unread, size] = co_await http::async_read_header(stream, buffer, parser, quietly);
    open[entry.number] = nullptr;
    if (unread == http::error::header_limit)
      co_await refuse(stream, refusal(431, "the headers are too long"));
    else if (is_malformed(unread))
      co_await refuse(stream, refusal(400, "that is not HTTP/1.1: " + unread.message()));
    co_return !unread;
  }

  // Returns the answer to headers that are refused before their target is read.
  std::optional<Response> head_refusal(const http::request_header<>& header,
                                       const std::string& from, bool ours) {
    if (const auto wrong = framing_fault(header)) return refusal(wrong->status, wrong->why);
    if (!ours && !admission.requests.take(from, SteadyClock::now()))
      return refusal(429, "too many requests; try again in a second");
    return std::nullopt;
  }

  // What a request asks for, and the body that it may have.
  struct Wanted {
    Request target;
    Site::BodyMax body_max;
  };

  // Error: the answer to a request that is refused whatever its body.
  std::expected<Wanted, Response> wanted_by(Parser& parser, const std::string& from) {
    Wanted wanted;
    if (!read_target(text_of(parser.get().target()), wanted.target))
      return std::unexpected(refusal(400, "the target of the request is malformed"));
    leave_base(base, wanted.target);
    wanted.body_max = site.body_max(method_of(parser.get().method()), wanted.target.encoded_path);
    if (parser.content_length().value_or(0) > wanted.body_max.bytes)
      return std::unexpected(too_large(wanted.body_max.bytes));
    if (parser.content_length().value_or(0) > 0 || parser.chunked())
      if (auto refused = site.refusal(read(parser.get(), from, wanted.target)))
        return std::unexpected(*std::move(refused));
    return wanted;
  }

  // Returns false if there is nothing to answer.
  static asio::awaitable<bool> read_body(Stream& stream, beast::flat_buffer& buffer, Parser& parser,
                                         std::size_t bytes_max) {
    parser.body_limit(bytes_max);
    stream.expires_after(body_ms);
    if (beast::iequals(parser.get()[http::field::expect], "100-continue")) {
      const std::string go_on = "HTTP/1.1 100 Continue\r\n\r\n";
      const auto [unsaid, said] = co_await asio::async_write(stream, asio::buffer(go_on), quietly);
      if (unsaid) co_return false;
    }
    const auto [cut, rest] = co_await http::async_read(stream, buffer, parser, quietly);
    if (cut == http::error::body_limit)
      co_await refuse(stream, too_large(bytes_max));
    else if (is_malformed(cut))
      co_await refuse(stream, refusal(400, "the body is not HTTP/1.1: " + cut.message()));
    co_return !cut;
  }

  // Answers a request. Returns whether the client may ask more.
  static asio::awaitable<bool> send(Stream& stream, const WireRequest& wire, Response response,
                                    bool keep_alive) {
    WireResponse back = written(response, wire.version(), keep_alive);
    back.content_length(response.body.size());
    if (wire.method() != http::verb::head) back.body() = std::move(response.body);
    stream.expires_after(write_ms);
    const auto [unsent, sent] = co_await http::async_write(stream, back, quietly);
    co_return !unsent && keep_alive;
  }

  // Serves a client that stays, with a WebSocket or a stream of events. `heard`: what was read
  // after the request.
  asio::awaitable<void> stay(Stream stream, WireRequest wire, beast::flat_buffer heard,
                             Response response, const Entry& entry) {
    const auto on_close = [&](std::function<void()> close) {
      open[entry.number] = std::move(close);
    };
    if (beast::websocket::is_upgrade(wire))
      co_return co_await serve_socket(std::move(stream), std::move(wire), std::move(heard),
                                      std::move(response), on_close);
    response.type = "text/event-stream";
    response.headers.emplace_back("X-Accel-Buffering", "no");  // what a proxy is to keep back
    WireResponse header = written(response, wire.version(), false);
    header.chunked(false);
    http::response_serializer<http::string_body> serializer(header);
    serializer.split(true);
    stream.expires_after(write_ms);
    const auto [unsent, sent] = co_await http::async_write_header(stream, serializer, quietly);
    if (!unsent) co_await serve_events(std::move(stream), std::move(response), on_close);
  }

  // Returns whether what was read breaks the rules of HTTP, and did not only end.
  static bool is_malformed(beast::error_code error) {
    return error && error.category() == beast::error_code(http::error::bad_method).category() &&
           error != http::error::end_of_stream && error != http::error::partial_message &&
           error != http::error::header_limit && error != http::error::body_limit;
  }

  struct FramingFault {
    int status;
    std::string why;
  };

  // Returns why a proxy might take the request, or its end, for another than this server does
  // (RFC 9112, 3.2 and 6.3).
  static std::optional<FramingFault> framing_fault(const http::request_header<>& header) {
    const auto count = [&](http::field name) {
      const auto [begin, end] = header.equal_range(name);
      return std::distance(begin, end);
    };
    if (count(http::field::host) > 1) return FramingFault{400, "there is more than one Host"};
    const auto encodings = count(http::field::transfer_encoding);
    if (encodings > 1 ||
        (encodings == 1 && !beast::iequals(header[http::field::transfer_encoding], "chunked")))
      return FramingFault{501, "of the values of Transfer-Encoding only chunked is known"};
    return std::nullopt;
  }

  static Response refusal(int status, std::string_view why) {
    Response response = error(status, why);
    if (status == 429) response.headers.emplace_back("Retry-After", "1");
    return response;
  }
  static Response too_large(std::size_t bytes_max) {
    return refusal(413, "the body is too large: at most " + std::to_string(bytes_max) +
                            " bytes are taken here");
  }

  // Answers a request that is not read to its end.
  static asio::awaitable<void> refuse(Stream& stream, Response response) {
    WireResponse wire = written(response, 11, false);
    wire.body() = std::move(response.body);
    wire.prepare_payload();
    stream.expires_after(write_ms);
    const auto [unsent, sent] = co_await http::async_write(stream, wire, quietly);
    if (!unsent) co_await take_leave(stream);
  }

  asio::awaitable<Response> answered(Request request) {
    const auto begin = [&](auto handler, Request asked) {
      const auto held = std::make_shared<decltype(handler)>(std::move(handler));
      const auto executor = asio::get_associated_executor(*held, io.get_executor());
      try {
        site.answer(std::move(asked), Responder([held, executor](Response response) {
                      asio::post(executor, [held, response = std::move(response)]() mutable {
                        (*held)(std::move(response));
                      });
                    }));
      } catch (const std::exception& failure) {  // the Responder has told the client
        site.connection_failed(failure);
      }
    };
    co_return co_await asio::async_initiate<const asio::use_awaitable_t<>, void(Response)>(
        begin, asio::use_awaitable, std::move(request));
  }

  void stop() {
    if (std::exchange(stopping, true)) return;
    beast::error_code ignored;
    acceptor.close(ignored);
    for (const auto& [number, close] : open)
      if (close) close();
    deadline.expires_after(farewell_ms);
    deadline.async_wait([this](const beast::error_code& failed) {
      if (!failed) io.stop();
    });
    if (open.empty()) deadline.cancel();
  }

  Site& site;
  const std::string base;
  const bool behind_proxy;
  Admission admission;
  bool stopping = false;
  std::uint16_t port = 0;
  std::uint64_t next = 0;
  // Closes each idle connection; null while an answer is made.
  std::map<std::uint64_t, std::function<void()>> open;
  std::atomic<std::size_t> connections = 0;
  // Ends before what its connections use.
  asio::io_context io{1};
  Tcp::acceptor acceptor{io};
  asio::steady_timer deadline{io};
};

Listener::Listener(const Address& address, Site& site)
    : impl_(std::make_unique<Impl>(address, site)) {}
Listener::~Listener() = default;

std::uint16_t Listener::port() const { return impl_->port; }
void Listener::run() {
  asio::co_spawn(impl_->io, impl_->accept(), [](const std::exception_ptr& failure) {
    if (failure) std::rethrow_exception(failure);  // out of run()
  });
  impl_->io.run();
}
void Listener::stop() {
  asio::post(impl_->io, [impl = impl_.get()] { impl->stop(); });
}
std::size_t Listener::connections() const { return impl_->connections; }

}  // namespace hilltop::server
