#include "server/workers.hpp"

#include <atomic>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <list>
#include <mutex>

namespace hilltop::server {

struct Workers::Pool {
  explicit Pool(int count) : threads(static_cast<std::size_t>(count)) {}

  boost::asio::thread_pool threads;
  std::mutex mutex;  // of the timers
  std::atomic<bool> finished = false;
  std::list<boost::asio::steady_timer> timers;  // each used under the mutex
};

Workers::Workers(int threads) : pool_(std::make_unique<Pool>(threads)) {}
Workers::~Workers() = default;
void Workers::post(Job job) {
  if (!pool_->finished) boost::asio::post(pool_->threads, std::move(job));
}
void Workers::post_after(std::chrono::milliseconds delay, Job job) {
  const std::scoped_lock lock(pool_->mutex);
  if (pool_->finished) return;
  const auto timer = pool_->timers.emplace(pool_->timers.end(), pool_->threads, delay);
  timer->async_wait([pool = pool_.get(), timer,
                     job = std::move(job)](const boost::system::error_code& cancelled) {
    {
      const std::scoped_lock ended(pool->mutex);
      pool->timers.erase(timer);
    }
    if (!cancelled) job();
  });
}
void Workers::finish() {
  {
    const std::scoped_lock lock(pool_->mutex);
    pool_->finished = true;
    for (auto& timer : pool_->timers) timer.cancel();
  }
  pool_->threads.join();
}

struct Strand::Queue {
  const std::atomic<bool>& finished;
  boost::asio::strand<boost::asio::thread_pool::executor_type> strand;
};

Strand::Strand(Workers& workers)
    : queue_(std::make_unique<Queue>(workers.pool_->finished,
                                     boost::asio::make_strand(workers.pool_->threads))) {}
Strand::~Strand() = default;
void Strand::post(Job job) {
  if (!queue_->finished) boost::asio::post(queue_->strand, std::move(job));
}

}  // namespace hilltop::server
