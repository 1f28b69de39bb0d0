#pragma once
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <functional>

#include "server/http.hpp"

// The library's side of a client that stays. Included by listener.cpp and connection.cpp only.
namespace hilltop::server {

// For an operation of a coroutine: its error is a part of its result.
inline constexpr auto quietly = boost::asio::as_tuple(boost::asio::use_awaitable);

using Stream = boost::beast::tcp_stream;
using WireRequest = boost::beast::http::request<boost::beast::http::string_body>;

// Serve a client that stays until it leaves. `heard`: what was read after its request, the
// beginning of what it says. `on_close`: takes a function that may be called from the listener's
// thread to disconnect the client.
using OnClose = std::function<void(std::function<void()>)>;
boost::asio::awaitable<void> serve_socket(Stream stream, WireRequest request,
                                          boost::beast::flat_buffer heard, Response response,
                                          OnClose on_close);
boost::asio::awaitable<void> serve_events(Stream client, Response response, OnClose on_close);

// Ends a connection after its last answer. Bytes that are not read reset a connection when it is
// closed, and then the client may lose the answer; so what it still sends is dropped until it ends,
// within dropped_bytes_max and dropped_ms.
boost::asio::awaitable<void> take_leave(Stream& stream);

}  // namespace hilltop::server
