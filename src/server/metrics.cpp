#include "server/metrics.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

namespace hilltop::server {
namespace {

using prometheus::Histogram;

double seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

const Histogram::BucketBoundaries& buckets() {
  static const Histogram::BucketBoundaries bounds{0.0005, 0.001, 0.002, 0.005, 0.01, 0.02,
                                                  0.05,   0.1,   0.2,   0.5,   1,    5};
  return bounds;
}

}  // namespace

struct Metrics::Impl {
  prometheus::Registry registry;
  prometheus::Family<prometheus::Counter>& answers =
      prometheus::BuildCounter()
          .Name("hilltop_http_answers_total")
          .Help("Answers to HTTP requests, by route and status.")
          .Register(registry);
  prometheus::Family<Histogram>& answer_seconds =
      prometheus::BuildHistogram()
          .Name("hilltop_http_answer_seconds")
          .Help("Time from a whole request to its answer, by route.")
          .Register(registry);
  Histogram& move_seconds = prometheus::BuildHistogram()
                                .Name("hilltop_move_seconds")
                                .Help("Time from a person's move to the new states on their way.")
                                .Register(registry)
                                .Add({}, buckets());
  prometheus::Gauge& connections = prometheus::BuildGauge()
                                       .Name("hilltop_connections")
                                       .Help("Open connections of clients.")
                                       .Register(registry)
                                       .Add({});
  prometheus::Gauge& rooms = prometheus::BuildGauge()
                                 .Name("hilltop_rooms")
                                 .Help("Games of people that somebody looks at.")
                                 .Register(registry)
                                 .Add({});
};

Metrics::Metrics() : impl_(std::make_unique<Impl>()) {}
Metrics::~Metrics() = default;

void Metrics::answered(std::string_view route, int status, std::chrono::nanoseconds took) {
  const std::string name(route);
  impl_->answers.Add({{"route", name}, {"status", std::to_string(status)}}).Increment();
  impl_->answer_seconds.Add({{"route", name}}, buckets()).Observe(seconds(took));
}

void Metrics::moved(std::chrono::nanoseconds took) { impl_->move_seconds.Observe(seconds(took)); }

std::string Metrics::text(const Now& now) {
  impl_->connections.Set(now.connections);
  impl_->rooms.Set(now.rooms);
  return prometheus::TextSerializer().Serialize(impl_->registry.Collect());
}

}  // namespace hilltop::server
