-- What plugins of a client keep. Times are milliseconds since 1970.
CREATE TABLE IF NOT EXISTS holdfast_answer (
  key TEXT NOT NULL PRIMARY KEY,
  body BLOB NOT NULL,
  cursor TEXT,
  fetched_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS holdfast_answer_expires_at ON holdfast_answer (expires_at);
CREATE TABLE IF NOT EXISTS holdfast_budget (
  key TEXT NOT NULL PRIMARY KEY,
  taken INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS holdfast_budget_expires_at ON holdfast_budget (expires_at);
CREATE TABLE IF NOT EXISTS holdfast_audit (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  label TEXT NOT NULL,
  provider TEXT NOT NULL,
  workspace TEXT NOT NULL,
  kind TEXT NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  failure TEXT,
  status INTEGER,
  requests INTEGER NOT NULL,
  stale INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS holdfast_audit_at ON holdfast_audit (at);
