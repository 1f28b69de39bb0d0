#pragma once
#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// HTTP as the server's modules see it: plain values and two interfaces. Only listener.cpp and
// connection.cpp know the library behind them.
namespace hilltop::server {

enum class Method { get, post, put, remove, other };

struct Request {
  Method method = Method::get;
  std::string path;                          // decoded; begins with a slash
  std::string encoded_path;                  // as sent; a step's own slashes are %2F
  std::map<std::string, std::string> query;  // decoded
  std::string body;
  std::string host;       // the header as sent
  std::string origin;     // the header as sent; empty if there is none
  std::string cookies;    // the header as sent
  std::string bearer;     // of the header Authorization; empty if there is none
  std::string address;    // network_of() the client, or of what a trusted proxy says it is
  bool upgrades = false;  // asks for a WebSocket
  bool accepts_gzip = false;
  bool accepts_html = false;  // by name, as browsers do for a page
  std::string if_none_match;
};

// Messages to a client that stays: a WebSocket, or a stream of events. Safe from any thread.
class Channel {
 public:
  virtual ~Channel() = default;
  // Sends a state, in the place of the one that still waits, if any.
  virtual void show(std::shared_ptr<const std::string> state) = 0;
  // Sends a message in its turn. A client that takes none is disconnected.
  virtual void tell(std::string message) = 0;
  virtual void close() = 0;
  // Closes it because the client's message was not understood.
  virtual void refuse() = 0;
};

// What hears a client that stays. It is called by one thread at a time.
class Peer {
 public:
  virtual ~Peer() = default;
  // `heard` is to be called once, from any thread. The next message is read after that.
  virtual void hear(std::string_view message, std::function<void()> heard) = 0;
  // Is called once, last.
  virtual void gone() = 0;
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
  // If set, the client stays: with a WebSocket if it asked for one, else with a stream of events.
  // The function is called once, when the channel is open.
  std::function<std::shared_ptr<Peer>(std::shared_ptr<Channel>)> stays = {};
};

// Answers one request, from any thread. If it is destroyed without an answer, that is an internal
// error, and the client hears so.
class Responder {
 public:
  using Send = std::function<void(Response)>;
  explicit Responder(Send send) : send_(std::move(send)) {}
  Responder(Responder&& other) noexcept : send_(std::exchange(other.send_, nullptr)) {}
  Responder& operator=(Responder&&) = delete;
  ~Responder();

  void operator()(Response response) { std::exchange(send_, nullptr)(std::move(response)); }

 private:
  Send send_;
};

// What a listener serves. Its functions are called by the listener's thread and must not block.
class Site {
 public:
  virtual ~Site() = default;
  // The largest body that a request of an encoded path may have, and whether anyone may send it.
  struct BodyMax {
    std::size_t bytes = 0;
    bool of_anyone = true;
  };
  virtual BodyMax body_max(Method method, std::string_view path) const = 0;
  // Returns the answer to a request that is refused whatever its body, which then is not read;
  // nullopt for any other. `head` has no body yet.
  virtual std::optional<Response> refusal(const Request& head) = 0;
  virtual void answer(Request request, Responder reply) = 0;
  // Hears that a connection was dropped because of an error of ours.
  virtual void connection_failed(const std::exception& failure) = 0;
};

// Returns why paths cannot begin with this; empty if they can: steps of letters, digits, '-', '_'
// and
// '.', each after a slash.
std::string base_refusal(std::string_view base);

// Takes the base from the front of a request's paths. A proxy may have taken it already.
void leave_base(std::string_view base, Request& request);

// Returns a decoded part of a target. nullopt if it is malformed or has a control character.
std::optional<std::string> percent_decoded(std::string_view text, bool plus_is_space);

// Fills in both paths and `query`. Returns false for a target that no route has: too long,
// malformed, or with a step up (`..`).
bool read_target(std::string_view target, Request& request);

// Returns the value of a cookie; empty if there is none.
std::string_view cookie(std::string_view cookies, std::string_view name);

// The text for a client after an error of ours, whose own text may have paths of this machine.
constexpr const char* our_error = "the server made an error; its log says which";

// {"error": {"text": …}}
Response error(int status, std::string_view text);

}  // namespace hilltop::server
