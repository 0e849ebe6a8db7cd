// Written by `cargo xtask codegen` from the crate baton-api. Do not edit.

export type Code = "unauthorized" | "forbidden" | "unknown_command" | "bad_arguments" | "not_found" | "workspace_invalid" | "storage" | "internal";

export type ApiError = { 
/**
 * What kind of refusal this is.
 */
code: Code, 
/**
 * What happened, in a sentence.
 */
message: string, 
/**
 * What to do next, in a sentence.
 */
hint: string, 
/**
 * Facts that fit no sentence; `null` when there are none.
 */
details: unknown, };

export type Version = { 
/**
 * Always "Baton".
 */
name: string, 
/**
 * The engine's own version, as `baton --version` says it.
 */
version: string, 
/**
 * The version of the command list.
 */
api: number, };

export type Engine = { 
/**
 * Its process.
 */
pid: number, 
/**
 * Where it listens, as `127.0.0.1:port`.
 */
address: string, 
/**
 * When it started, in Unix milliseconds.
 */
started_ms: number, 
/**
 * The workspace's folder.
 */
workspace: string, };

export type TargetRow = { 
/**
 * Its name in `baton.yaml`.
 */
name: string, 
/**
 * What it is, such as `web`.
 */
kind: string, 
/**
 * Where it is: a base URL or an app.
 */
place: string, 
/**
 * `demo`, `test`, `staging` or `production`.
 */
environment: string, };

export type ApprovalState = "draft" | "approved" | "changed_since" | "invalid";

export type ScenarioRow = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its name for people.
 */
title: string, 
/**
 * Its file, from the workspace's folder.
 */
file: string, 
/**
 * Whether it may run unattended.
 */
approval: ApprovalState, 
/**
 * Why it cannot be read, in a sentence.
 */
problem: string | null, };

export type WorkspaceView = { 
/**
 * The folder's name.
 */
name: string, 
/**
 * The folder.
 */
root: string, 
/**
 * False when the folder holds no `baton.yaml` yet.
 */
has_config: boolean, 
/**
 * What is automated here, by name; absent when this engine cannot tell.
 */
targets: Array<TargetRow> | null, 
/**
 * The scenarios here, by name; absent when this engine cannot tell.
 */
scenarios: Array<ScenarioRow> | null, };

export type RunKind = "success" | "business_outcome" | "failure" | "escalated";

export type RunsQuery = { 
/**
 * Only this scenario's.
 */
scenario: string | null, 
/**
 * At most so many, newest first; 50 when not given.
 */
limit: number | null, };

export type RunRow = { 
/**
 * Its id.
 */
id: string, 
/**
 * The scenario it replayed.
 */
scenario: string, 
/**
 * The target it ran on.
 */
target: string, 
/**
 * How it ended; absent while it runs, or when its engine died under it.
 */
kind: RunKind | null, 
/**
 * The failure's or the outcome's code.
 */
code: string | null, 
/**
 * When it started, in Unix milliseconds.
 */
started_ms: number, 
/**
 * How long it took.
 */
duration_ms: number | null, };

export const API_VERSION = 1;

export interface Commands {
  /** Who answers. */
  version: { takes: null; gives: Version };
  /** The workspace's running engines. */
  engines: { takes: null; gives: Array<Engine> };
  /** Targets and scenarios. */
  workspace: { takes: null; gives: WorkspaceView };
  /** Runs, newest first. */
  runs: { takes: RunsQuery; gives: Array<RunRow> | null };
}
