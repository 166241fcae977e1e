-- Holdfast on SQLite. Instants are milliseconds since 1970 in UTC; payloads are kept byte for byte.

CREATE TABLE holdfast_event (
  id         TEXT    NOT NULL PRIMARY KEY,
  type       TEXT    NOT NULL,
  payload    BLOB    NOT NULL,
  emitted_at INTEGER NOT NULL,
  -- An event emitted again under the same key is the first one.
  dedupe_key TEXT
) STRICT;

CREATE UNIQUE INDEX holdfast_event_dedupe ON holdfast_event (dedupe_key) WHERE dedupe_key IS NOT NULL;

CREATE TABLE holdfast_delivery (
  -- Never changes: the key by which a provider recognises a repeat.
  id              TEXT    NOT NULL PRIMARY KEY,
  event_id        TEXT    NOT NULL REFERENCES holdfast_event (id),
  -- The lane.
  subscriber      TEXT    NOT NULL,
  -- A held delivery is pending: what holds it is told by holdfast_breaker.
  state           TEXT    NOT NULL
    CHECK (state IN ('pending', 'running', 'parked', 'succeeded', 'failed', 'cancelled')),
  due_at          INTEGER NOT NULL,
  -- When its window began: at its event, or at an operator's retry.
  started_at      INTEGER NOT NULL,
  attempts        INTEGER NOT NULL DEFAULT 0,
  held_ms         INTEGER NOT NULL DEFAULT 0,
  -- Grows with every claim; whoever holds an older one may write nothing.
  token           INTEGER NOT NULL DEFAULT 0,
  lease_until     INTEGER,
  -- A call that is not safe to repeat may have gone out under the present lease.
  may_have_called INTEGER NOT NULL DEFAULT 0,
  failure_kind    TEXT,
  failure_code    TEXT,
  failure_status  INTEGER,
  finished_at     INTEGER
) STRICT;

-- Claims visit due rows only: never future, held or finished ones.
CREATE INDEX holdfast_delivery_due ON holdfast_delivery (subscriber, due_at, id) WHERE state = 'pending';
CREATE INDEX holdfast_delivery_lease ON holdfast_delivery (lease_until) WHERE state = 'running';

CREATE TABLE holdfast_breaker (
  connection     TEXT    NOT NULL PRIMARY KEY,
  -- Rises by one whenever the breaker opens or closes: odd while it is open.
  period         INTEGER NOT NULL,
  state          TEXT    NOT NULL CHECK (state IN ('closed', 'open', 'probing')),
  -- Attempts in a row that found the provider unavailable, while closed.
  run            INTEGER NOT NULL DEFAULT 0,
  opened_at      INTEGER,
  pause_ms       INTEGER,
  probe_at       INTEGER,
  -- The probe's lease is its delivery's own.
  probe_delivery TEXT,
  probe_token    INTEGER,
  -- When the latest outage ended: a delivery due later was not held by any.
  last_outage_ended_at INTEGER
) STRICT;

CREATE TABLE holdfast_outage (
  id                  INTEGER PRIMARY KEY AUTOINCREMENT,
  connection          TEXT    NOT NULL,
  period              INTEGER NOT NULL,
  opened_at           INTEGER NOT NULL,
  closed_at           INTEGER,
  -- When the release ramp ended; without a ramp, when it closed.
  ended_at            INTEGER,
  -- Of many processes one raises an alert: it is that one's until then.
  alert_claimed_until INTEGER,
  down_alerted_at     INTEGER,
  up_alerted_at       INTEGER,
  UNIQUE (connection, period)
) STRICT;

CREATE INDEX holdfast_outage_unalerted ON holdfast_outage (id) WHERE up_alerted_at IS NULL;
