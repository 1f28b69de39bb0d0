#include "cluster/queue_schema.hpp"

namespace hilltop::cluster {

// Every time is the database's now(). A lease that has ended is given to another worker, but not
// before the server has been up for one lease: until then, workers may not have reached it.
const char* const queue_schema = R"sql(
CREATE SCHEMA hilltop_queue_1;
SELECT set_config('search_path', 'hilltop_queue_1', true);

CREATE TABLE run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  build text NOT NULL,
  what text NOT NULL,
  lease interval NOT NULL,
  seen timestamptz NOT NULL DEFAULT now(),  -- the last call of its coordinator
  bots text[] NOT NULL
);
CREATE TABLE bot (
  content text PRIMARY KEY,
  folder bytea NOT NULL
);
CREATE TABLE worker (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  build text NOT NULL,
  machine text NOT NULL,
  seen timestamptz NOT NULL DEFAULT now(),
  banned text  -- why
);
CREATE TABLE batch (
  run bigint NOT NULL,
  id bigint NOT NULL,
  orders bytea NOT NULL,
  seconds real NOT NULL,                -- as estimated
  wanted int NOT NULL DEFAULT 1,        -- answers
  answers int NOT NULL DEFAULT 0,
  leases bigint[] NOT NULL DEFAULT '{}',  -- workers; a lease's place is its fence
  leased_until timestamptz,
  games bigint NOT NULL DEFAULT 0,      -- played under the last lease
  failed_on text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (run, id)
) PARTITION BY LIST (run);
CREATE INDEX batch_open ON batch (run, id) WHERE answers < wanted;
CREATE SEQUENCE answer_id;
CREATE TABLE answer (
  id bigint NOT NULL DEFAULT nextval('answer_id'),
  run bigint NOT NULL,
  batch bigint NOT NULL,
  worker bigint NOT NULL,
  fence int NOT NULL,
  seconds real NOT NULL,
  failed boolean NOT NULL,
  games bytea NOT NULL,                 -- or the error
  hash bytea NOT NULL,                  -- not GENERATED, which copies the whole row
  taken boolean NOT NULL DEFAULT false,
  UNIQUE (run, batch, worker, fence, hash)
) PARTITION BY LIST (run);
ALTER TABLE answer ALTER games SET STORAGE EXTERNAL;  -- compressing takes longer than playing
CREATE INDEX answer_new ON answer (run, id) WHERE NOT taken;

CREATE FUNCTION is_live(seen timestamptz) RETURNS boolean LANGUAGE sql STABLE AS
$$ SELECT seen > now() - interval '10 minutes' $$;

CREATE FUNCTION join_queue(of_build text, of_machine text)
RETURNS TABLE (id bigint, token uuid) LANGUAGE sql SECURITY DEFINER
SET search_path = hilltop_queue_1, pg_temp AS
$$ INSERT INTO worker (build, machine) VALUES (of_build, of_machine) RETURNING worker.id, worker.token $$;

CREATE FUNCTION wanted_builds() RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = hilltop_queue_1, pg_temp AS
$$ SELECT DISTINCT build FROM run WHERE is_live(seen) $$;

CREATE FUNCTION member(of_token uuid) RETURNS worker LANGUAGE plpgsql SECURITY DEFINER
SET search_path = hilltop_queue_1, pg_temp AS $$
DECLARE me worker;
BEGIN
  UPDATE worker SET seen = now() WHERE token = of_token RETURNING * INTO me;
  IF NOT FOUND THEN RAISE EXCEPTION 'the queue does not know this worker' USING ERRCODE = 'HQ001'; END IF;
  IF me.banned IS NOT NULL THEN RAISE EXCEPTION '%', me.banned USING ERRCODE = 'HQ002'; END IF;
  RETURN me;
END $$;

CREATE FUNCTION claim(of_token uuid)
RETURNS TABLE (run bigint, batch bigint, fence int, orders bytea, seconds real, lease_s real, bots text[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = hilltop_queue_1, pg_temp AS $$
#variable_conflict use_column
DECLARE me worker := member(of_token);
BEGIN
  RETURN QUERY UPDATE batch b
  SET leases = b.leases || me.id, leased_until = now() + r.lease, games = 0
  FROM run r WHERE r.id = b.run AND (b.run, b.id) = (
    SELECT c.run, c.id FROM batch c JOIN run d ON d.id = c.run
    WHERE c.answers < c.wanted AND d.build = me.build AND is_live(d.seen)
      AND (c.leased_until IS NULL
           OR c.leased_until < now() AND pg_postmaster_start_time() + d.lease < now())
      AND me.machine <> ALL (c.failed_on)
      AND NOT EXISTS (SELECT FROM answer a WHERE a.run = c.run AND a.batch = c.id AND a.worker = me.id)
    ORDER BY c.run, c.id LIMIT 1 FOR UPDATE OF c SKIP LOCKED)
  RETURNING b.run, b.id, cardinality(b.leases), b.orders, b.seconds, extract(epoch FROM r.lease)::real, r.bots;
END $$;

-- Returns whether the games are still wanted.
CREATE FUNCTION renew(of_token uuid, of_run bigint, of_batch bigint, of_fence int, games_played bigint)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = hilltop_queue_1, pg_temp AS $$
DECLARE me worker := member(of_token);
BEGIN
  UPDATE batch b SET leased_until = now() + r.lease, games = games_played FROM run r
  WHERE r.id = b.run AND b.run = of_run AND b.id = of_batch AND b.answers < b.wanted
    AND cardinality(b.leases) = of_fence AND b.leases[of_fence] = me.id AND b.games < games_played;
  RETURN EXISTS (SELECT FROM batch b WHERE b.run = of_run AND b.id = of_batch AND b.answers < b.wanted);
END $$;

CREATE FUNCTION give_back(of_token uuid, of_run bigint, of_batch bigint, of_fence int)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = hilltop_queue_1, pg_temp AS $$
DECLARE me worker := member(of_token);
BEGIN
  UPDATE batch SET leased_until = NULL WHERE run = of_run AND id = of_batch
    AND cardinality(leases) = of_fence AND leases[of_fence] = me.id;
END $$;

-- Takes the games of a batch, or the error that ended it. Returns whether the queue still has the batch. A plan
-- that is made for its arguments would have copies of the games.
CREATE FUNCTION deliver(of_token uuid, of_run bigint, of_batch bigint, of_fence int, took_s real,
                                   has_failed boolean, of_games bytea)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = hilltop_queue_1, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  me worker := member(of_token);
  is_first boolean;
BEGIN
  PERFORM FROM batch WHERE run = of_run AND id = of_batch AND leases[of_fence] = me.id FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  is_first := NOT EXISTS (SELECT FROM answer WHERE run = of_run AND batch = of_batch AND worker = me.id
                          AND NOT failed);
  INSERT INTO answer (run, batch, worker, fence, seconds, failed, games, hash)
  VALUES (of_run, of_batch, me.id, of_fence, took_s, has_failed, of_games, sha256(of_games))
  ON CONFLICT DO NOTHING;
  UPDATE batch SET
    answers = answers + (is_first AND NOT has_failed)::int,
    failed_on = CASE WHEN has_failed THEN failed_on || me.machine ELSE failed_on END,
    leased_until = CASE WHEN cardinality(leases) = of_fence THEN NULL ELSE leased_until END
  WHERE run = of_run AND id = of_batch;
  RETURN true;
END $$;

CREATE FUNCTION bot_folder(of_content text) RETURNS bytea LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = hilltop_queue_1, pg_temp AS
$$ SELECT folder FROM bot WHERE content = of_content $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA hilltop_queue_1 FROM PUBLIC;
)sql";

}  // namespace hilltop::cluster
