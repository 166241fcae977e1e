-- What plugins of a client keep. Times are milliseconds since 1970.
CREATE TABLE IF NOT EXISTS holdfast_answer (
  key TEXT NOT NULL PRIMARY KEY,
  body BYTEA NOT NULL,
  cursor TEXT,
  fetched_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS holdfast_answer_expires_at ON holdfast_answer (expires_at);
CREATE TABLE IF NOT EXISTS holdfast_budget (
  key TEXT NOT NULL PRIMARY KEY,
  taken BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS holdfast_budget_expires_at ON holdfast_budget (expires_at);
CREATE TABLE IF NOT EXISTS holdfast_audit (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at BIGINT NOT NULL,
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
  duration_ms BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS holdfast_audit_at ON holdfast_audit (at);
