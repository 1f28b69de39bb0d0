#include "server/workers.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>

namespace hilltop::server {

struct Workers::Pool {
  boost::asio::thread_pool threads;
};

Workers::Workers(int threads) : pool_(std::make_unique<Pool>(static_cast<std::size_t>(threads))) {}
Workers::~Workers() = default;
void Workers::post(Job job) { boost::asio::post(pool_->threads, std::move(job)); }
void Workers::finish() { pool_->threads.join(); }

struct Strand::Queue {
  boost::asio::strand<boost::asio::thread_pool::executor_type> strand;
};

Strand::Strand(Workers& workers)
    : queue_(std::make_unique<Queue>(boost::asio::make_strand(workers.pool_->threads))) {}
Strand::~Strand() = default;
void Strand::post(Job job) { boost::asio::post(queue_->strand, std::move(job)); }

}  // namespace hilltop::server
