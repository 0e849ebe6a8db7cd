-- Version 2: runs that gc must keep, and lists by scenario and by kind that stay flat however many runs there are.
ALTER TABLE "runs" ADD COLUMN "pinned" INTEGER NOT NULL DEFAULT 0;
CREATE INDEX "runs_by_scenario" ON "runs" ("scenario", "wall_ms");
CREATE INDEX "runs_by_kind" ON "runs" ("kind", "wall_ms");
CREATE INDEX "runs_by_scenario_and_kind" ON "runs" ("scenario", "kind", "wall_ms");
