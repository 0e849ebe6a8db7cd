-- Version 1 of the journal. Never edited: a change is another step.
CREATE TABLE "sessions" (
  "id" TEXT PRIMARY KEY,
  "at_us" INTEGER NOT NULL,
  "wall_ms" INTEGER NOT NULL,
  "purpose" TEXT NOT NULL,
  "target" TEXT NOT NULL,
  "device" TEXT NOT NULL
);
CREATE TABLE "segments" (
  row INTEGER PRIMARY KEY,
  "session" TEXT NOT NULL,
  "ordinal" INTEGER NOT NULL,
  "at_us" INTEGER NOT NULL,
  "wall_ms" INTEGER NOT NULL,
  "why" TEXT NOT NULL
);
CREATE TABLE "runs" (
  "id" TEXT PRIMARY KEY,
  "session" TEXT,
  "at_us" INTEGER NOT NULL,
  "wall_ms" INTEGER NOT NULL,
  "scenario" TEXT NOT NULL,
  "version" INTEGER,
  "seal" TEXT,
  "target" TEXT NOT NULL,
  "ended_us" INTEGER,
  "kind" TEXT,
  "code" TEXT,
  "side_effect" TEXT
);
CREATE TABLE "steps" (
  row INTEGER PRIMARY KEY,
  "run" TEXT NOT NULL,
  "ordinal" INTEGER NOT NULL,
  "step" TEXT NOT NULL,
  "at_us" INTEGER NOT NULL,
  "ended_us" INTEGER NOT NULL,
  "action" TEXT NOT NULL,
  "outcome" TEXT NOT NULL,
  "attempts" INTEGER NOT NULL,
  "rung" INTEGER,
  "asserted" INTEGER NOT NULL,
  "landed" TEXT,
  "code" TEXT,
  "told" TEXT
);
CREATE TABLE "acts" (
  row INTEGER PRIMARY KEY,
  "session" TEXT NOT NULL,
  "run" TEXT,
  "step" TEXT,
  "at_us" INTEGER NOT NULL,
  "holder" TEXT NOT NULL,
  "action" TEXT NOT NULL,
  "element" TEXT,
  "risk" TEXT NOT NULL,
  "observation" INTEGER
);
CREATE TABLE "verdicts" (
  "act" INTEGER PRIMARY KEY,
  "at_us" INTEGER NOT NULL,
  "delivery" TEXT NOT NULL,
  "landed" TEXT,
  "code" TEXT,
  "changed" INTEGER,
  "side_effect" TEXT NOT NULL,
  "observation" INTEGER,
  "told" TEXT
);
CREATE TABLE "observations" (
  row INTEGER PRIMARY KEY,
  "session" TEXT NOT NULL,
  "run" TEXT,
  "at_us" INTEGER NOT NULL,
  "tree" TEXT NOT NULL,
  "identity" TEXT NOT NULL,
  "state" TEXT NOT NULL,
  "address" TEXT NOT NULL,
  "elements" INTEGER NOT NULL,
  "frame" INTEGER
);
CREATE TABLE "actuations" (
  row INTEGER PRIMARY KEY,
  "act" INTEGER NOT NULL,
  "at_us" INTEGER NOT NULL,
  "event" TEXT NOT NULL,
  "frame" INTEGER,
  "delivery" TEXT NOT NULL
);
CREATE TABLE "pictures" (
  row INTEGER PRIMARY KEY,
  "session" TEXT NOT NULL,
  "run" TEXT,
  "step" TEXT,
  "at_us" INTEGER NOT NULL,
  "blob" TEXT NOT NULL,
  "moment" TEXT NOT NULL,
  "width_px" INTEGER NOT NULL,
  "height_px" INTEGER NOT NULL
);
CREATE TABLE "refusals" (
  row INTEGER PRIMARY KEY,
  "session" TEXT NOT NULL,
  "run" TEXT,
  "step" TEXT,
  "at_us" INTEGER NOT NULL,
  "holder" TEXT NOT NULL,
  "action" TEXT NOT NULL,
  "door" TEXT NOT NULL,
  "why" TEXT NOT NULL
);
CREATE TABLE "leases" (
  row INTEGER PRIMARY KEY,
  "session" TEXT NOT NULL,
  "at_us" INTEGER NOT NULL,
  "was" TEXT NOT NULL,
  "becomes" TEXT NOT NULL,
  "who" TEXT NOT NULL,
  "why" TEXT NOT NULL
);
CREATE TABLE "detectors" (
  row INTEGER PRIMARY KEY,
  "run" TEXT NOT NULL,
  "step" TEXT,
  "at_us" INTEGER NOT NULL,
  "detector" TEXT NOT NULL,
  "class" TEXT NOT NULL,
  "code" TEXT,
  "payload" TEXT
);
CREATE TABLE "recoveries" (
  row INTEGER PRIMARY KEY,
  "run" TEXT NOT NULL,
  "step" TEXT,
  "at_us" INTEGER NOT NULL,
  "ended_us" INTEGER NOT NULL,
  "recoverer" TEXT NOT NULL,
  "outcome" TEXT NOT NULL,
  "attempt" INTEGER NOT NULL
);
CREATE TABLE "approvals" (
  row INTEGER PRIMARY KEY,
  "session" TEXT,
  "run" TEXT,
  "at_us" INTEGER NOT NULL,
  "wall_ms" INTEGER NOT NULL,
  "scenario" TEXT NOT NULL,
  "seal" TEXT NOT NULL,
  "who" TEXT NOT NULL,
  "comment" TEXT,
  "action" TEXT
);
CREATE TABLE "tokens" (
  "nonce" TEXT PRIMARY KEY,
  "run" TEXT NOT NULL,
  "at_us" INTEGER NOT NULL,
  "wall_ms" INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE "idempotency" (
  "scenario" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "inputs" TEXT NOT NULL,
  "run" TEXT NOT NULL,
  "at_us" INTEGER NOT NULL,
  PRIMARY KEY (scenario, key)
) WITHOUT ROWID;
CREATE TABLE "network" (
  row INTEGER PRIMARY KEY,
  "session" TEXT NOT NULL,
  "run" TEXT,
  "at_us" INTEGER NOT NULL,
  "method" TEXT NOT NULL,
  "url" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "status" INTEGER,
  "duration_us" INTEGER NOT NULL,
  "size_bytes" INTEGER,
  "error" TEXT
);
CREATE TABLE "console" (
  row INTEGER PRIMARY KEY,
  "session" TEXT NOT NULL,
  "run" TEXT,
  "at_us" INTEGER NOT NULL,
  "level" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  "place" TEXT
);
CREATE TABLE "results" (
  "run" TEXT PRIMARY KEY,
  "at_us" INTEGER NOT NULL,
  "json" TEXT NOT NULL
);
CREATE TABLE "handoffs" (
  row INTEGER PRIMARY KEY,
  "session" TEXT NOT NULL,
  "run" TEXT,
  "step" TEXT,
  "at_us" INTEGER NOT NULL,
  "reason" TEXT NOT NULL,
  "event" TEXT NOT NULL,
  "until_us" INTEGER,
  "told" TEXT NOT NULL
);
CREATE TABLE "trees" (
  "hash" TEXT PRIMARY KEY,
  "zstd" BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX "segments_by_session" ON "segments" ("session");
CREATE INDEX "runs_by_session" ON "runs" ("session");
CREATE INDEX "steps_by_run" ON "steps" ("run");
CREATE INDEX "acts_by_run" ON "acts" ("run");
CREATE INDEX "acts_by_session" ON "acts" ("session");
CREATE INDEX "observations_by_run" ON "observations" ("run");
CREATE INDEX "observations_by_session" ON "observations" ("session");
CREATE INDEX "actuations_by_act" ON "actuations" ("act");
CREATE INDEX "pictures_by_run" ON "pictures" ("run");
CREATE INDEX "pictures_by_session" ON "pictures" ("session");
CREATE INDEX "refusals_by_run" ON "refusals" ("run");
CREATE INDEX "refusals_by_session" ON "refusals" ("session");
CREATE INDEX "leases_by_session" ON "leases" ("session");
CREATE INDEX "detectors_by_run" ON "detectors" ("run");
CREATE INDEX "recoveries_by_run" ON "recoveries" ("run");
CREATE INDEX "approvals_by_run" ON "approvals" ("run");
CREATE INDEX "approvals_by_session" ON "approvals" ("session");
CREATE INDEX "tokens_by_run" ON "tokens" ("run");
CREATE INDEX "idempotency_by_run" ON "idempotency" ("run");
CREATE INDEX "network_by_run" ON "network" ("run");
CREATE INDEX "network_by_session" ON "network" ("session");
CREATE INDEX "console_by_run" ON "console" ("run");
CREATE INDEX "console_by_session" ON "console" ("session");
CREATE INDEX "handoffs_by_run" ON "handoffs" ("run");
CREATE INDEX "handoffs_by_session" ON "handoffs" ("session");
CREATE INDEX "observations_by_tree" ON "observations" ("tree");
CREATE INDEX "runs_by_time" ON "runs" ("wall_ms");
