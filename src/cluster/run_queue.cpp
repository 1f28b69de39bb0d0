#include "cluster/run_queue.hpp"

#include <fmt/format.h>

#include "cluster/queue_schema.hpp"

namespace hilltop::cluster {
namespace {

// Answers that are fetched at once, and the bytes of games after which no other is.
constexpr int answers_at_once = 32;
constexpr int answer_bytes_at_once = 64 << 20;
// How often workers are told that the run lives; they believe it for ten minutes.
constexpr std::chrono::seconds seen_every{30};
// SQLSTATE of a schema that another program has just made.
constexpr std::string_view schema_is_there = "42P06";

void make_queue(PostgreSql& database) {
  if (!database.run("SELECT to_regnamespace('hilltop_queue_1')").text(0, 0).empty()) return;
  try {
    database.run_all(queue_schema);
  } catch (const DatabaseRefused& refused) {
    if (refused.code != schema_is_there) throw;
  }
}

// Removes the rows of a run.
void drop_run(PostgreSql& database, long long run) {
  database.run_all(
      fmt::format("DROP TABLE IF EXISTS hilltop_queue_1.batch_{0}, hilltop_queue_1.answer_{0};"
                  "DELETE FROM hilltop_queue_1.run WHERE id = {0};"
                  "DELETE FROM hilltop_queue_1.bot b WHERE NOT EXISTS"
                  " (SELECT FROM hilltop_queue_1.run r WHERE b.content = ANY (r.bots));"
                  "DELETE FROM hilltop_queue_1.worker WHERE seen < now() - interval '1 day'",
                  run)
          .c_str());
}

// Removes what coordinators have left that ended without a word.
void drop_dead_runs(PostgreSql& database) {
  const SqlRows dead =
      database.run("SELECT id FROM hilltop_queue_1.run WHERE seen < now() - interval '1 day'");
  for (std::size_t row = 0; row < dead.size(); ++row) drop_run(database, dead.number(row, 0));
}

// Returns the statement for answers of a run that delivered_in() reads. It names the run's own
// table, since a run asks far more often than it is answered, and to plan a statement for all runs
// takes longer than to execute it.
std::string delivered_where(long long run, std::string_view condition) {
  return fmt::format(
      "SELECT a.id::text, a.batch::text, a.worker::text, w.machine, a.seconds::text,"
      " a.failed::text, a.games FROM hilltop_queue_1.answer_{} a"
      " JOIN hilltop_queue_1.worker w ON w.id = a.worker WHERE {}",
      run, condition);
}

DeliveredBatch delivered_in(const SqlRows& rows, std::size_t row) {
  return {rows.number(row, 0), rows.number(row, 1),
          rows.number(row, 2), std::string(rows.text(row, 3)),
          rows.real(row, 4),   rows.text(row, 5) == "true",
          rows.bytes(row, 6)};
}

}  // namespace

void RunQueue::begin(std::string_view build, std::string_view what, std::chrono::seconds lease,
                     const std::map<std::string, std::string>& bots) {
  std::string contents = "{";
  for (const auto& [content, folder] : bots) contents += (contents.size() > 1 ? "," : "") + content;
  contents += '}';
  run_ = link_.ask(
      [&](PostgreSql& database) {
        make_queue(database);
        drop_dead_runs(database);
        // The run stands before its bots, so that another run's end does not remove them.
        const long long number =
            database
                .run(
                    "INSERT INTO hilltop_queue_1.run (build, what, lease, bots) "
                    "VALUES ($1, $2, make_interval(secs => $3), $4) RETURNING id",
                    {build, what, lease.count(), contents})
                .number(0, 0);
        for (const auto& [content, folder] : bots)
          database.run("INSERT INTO hilltop_queue_1.bot VALUES ($1, $2) ON CONFLICT DO NOTHING",
                       {content, SqlValue::bytes(folder)});
        database.run_all(
            fmt::format("CREATE TABLE hilltop_queue_1.batch_{0} PARTITION OF hilltop_queue_1.batch"
                        " FOR VALUES IN ({0}) WITH (fillfactor = 70);"
                        "CREATE TABLE hilltop_queue_1.answer_{0} PARTITION OF"
                        " hilltop_queue_1.answer FOR VALUES IN ({0})"
                        // Its long values are written once and dropped with it.
                        " WITH (toast.autovacuum_enabled = false)",
                        number)
                .c_str());
        return number;
      },
      stop_);
}

void RunQueue::end() {
  if (run_ == 0) return;
  std::stop_source at_once;
  at_once.request_stop();
  link_.ask([&](PostgreSql& database) { return drop_run(database, run_), true; },
            at_once.get_token());
  run_ = 0;
}

void RunQueue::add(std::span<const QueuedBatch> batches) {
  std::string statement = "INSERT INTO hilltop_queue_1.batch (run, id, orders, seconds) VALUES ";
  std::vector<SqlValue> values{run_};
  for (const QueuedBatch& batch : batches) {
    const std::size_t next = values.size() + 1;
    statement +=
        fmt::format("{}($1, ${}, ${}, ${})", next > 2 ? ", " : "", next, next + 1, next + 2);
    values.emplace_back(batch.number);
    values.push_back(SqlValue::bytes(batch.orders));
    values.emplace_back(batch.seconds);
  }
  run((statement + " ON CONFLICT DO NOTHING").c_str(), values);
}

std::vector<DeliveredBatch> RunQueue::delivered() {
  if (const auto now = std::chrono::steady_clock::now(); now >= seen_next_) {
    run("UPDATE hilltop_queue_1.run SET seen = now() WHERE id = $1", {run_});
    seen_next_ = now + seen_every;
  }
  const SqlRows rows = run_for_bytes(
      delivered_where(
          run_, fmt::format("NOT a.taken AND a.id IN"
                            " (SELECT id FROM (SELECT id, sum(octet_length(games)) OVER (ORDER BY"
                            "   id) - octet_length(games) AS bytes_before"
                            "   FROM hilltop_queue_1.answer_{} WHERE NOT taken"
                            "   ORDER BY id LIMIT $1) n WHERE bytes_before < $2)"
                            " ORDER BY a.id",
                            run_))
          .c_str(),
      {answers_at_once, answer_bytes_at_once});
  std::vector<DeliveredBatch> all;
  for (std::size_t row = 0; row < rows.size(); ++row) all.push_back(delivered_in(rows, row));
  return all;
}

void RunQueue::acknowledge(const std::vector<long long>& ids) {
  run("UPDATE hilltop_queue_1.answer SET taken = true WHERE run = $1 AND id = ANY ($2::bigint[])",
      {run_, sql_array(ids)});
}

QueueState RunQueue::state() {
  const SqlRows rows =
      run("SELECT count(*) FILTER (WHERE answers = 0 AND (leased_until IS NULL OR leased_until < "
          "now())),"
          " count(*) FILTER (WHERE leased_until >= now())"
          " FROM hilltop_queue_1.batch WHERE run = $1 AND answers < wanted",
          {run_});
  return {rows.number(0, 0), rows.number(0, 1)};
}

void RunQueue::withdraw() {
  run("UPDATE hilltop_queue_1.batch SET wanted = 0 WHERE run = $1 AND answers = 0", {run_});
}

void RunQueue::play_twice(BatchNumber batch) {
  run("UPDATE hilltop_queue_1.batch SET wanted = 2, leased_until = NULL"
      " WHERE run = $1 AND id = $2 AND wanted < 2",
      {run_, batch});
}

void RunQueue::play_no_more(BatchNumber batch) {
  run("UPDATE hilltop_queue_1.batch SET wanted = answers WHERE run = $1 AND id = $2",
      {run_, batch});
}

void RunQueue::ban(WorkerNumber worker, std::string_view why,
                   const std::vector<long long>& voided) {
  run("UPDATE hilltop_queue_1.worker SET banned = $2 WHERE id = $1", {worker, why});
  // One statement, so that a repeated call finds nothing to do.
  run("WITH void AS (DELETE FROM hilltop_queue_1.answer WHERE run = $1 AND worker = $2"
      " RETURNING batch, failed)"
      " UPDATE hilltop_queue_1.batch b SET answers = answers - 1, leased_until = NULL,"
      " wanted = CASE WHEN b.id = ANY ($3::bigint[]) THEN 1 ELSE wanted END"
      " FROM (SELECT DISTINCT batch FROM void WHERE NOT failed) v"
      " WHERE b.run = $1 AND b.id = v.batch AND b.wanted > 0",
      {run_, worker, sql_array(voided)});
  run("UPDATE hilltop_queue_1.answer SET taken = false"
      " WHERE run = $1 AND batch = ANY ($2::bigint[])",
      {run_, sql_array(voided)});
  run("UPDATE hilltop_queue_1.batch SET leased_until = NULL"
      " WHERE run = $1 AND answers < wanted AND leases[cardinality(leases)] = $2",
      {run_, worker});
}

std::optional<DeliveredBatch> RunQueue::answer(BatchNumber batch, WorkerNumber worker) {
  const SqlRows rows = run_for_bytes(delivered_where(run_,
                                                     "a.batch = $1 AND a.worker = $2"
                                                     " AND NOT a.failed ORDER BY a.id LIMIT 1")
                                         .c_str(),
                                     {batch, worker});
  if (rows.size() == 0) return std::nullopt;
  return delivered_in(rows, 0);
}

std::string RunQueue::orders(BatchNumber batch) {
  return run_for_bytes("SELECT orders FROM hilltop_queue_1.batch WHERE run = $1 AND id = $2",
                       {run_, batch})
      .bytes(0, 0);
}

}  // namespace hilltop::cluster
