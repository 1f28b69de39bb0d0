#pragma once

namespace hilltop::cluster {

// What the functions of the queue raise (SQLSTATE) for a worker that the server does not know, and
// for one that gets no more batches.
constexpr const char *worker_unknown = "HQ001", *worker_banned = "HQ002";

// Makes the tables and functions of a queue, in one transaction (without BEGIN). A queue holds
// nothing that outlives its runs, so another form of it has another name and needs no migration.
//
// Workers call the functions alone: they see neither what others have answered, nor which of their
// batches are played a second time.
extern const char* const queue_schema;

}  // namespace hilltop::cluster
