// What Home shows, fetched in one go and kept as one value.
import type { Engine, RunRow, Version, WorkspaceView } from '../shared/api';
import { ask } from '../shared/engine';

export interface Home {
  version: Version;
  engine: Engine | null;
  others: number;
  workspace: WorkspaceView;
  runs: RunRow[] | null;
}

export async function readHome(address: string): Promise<Home> {
  const [version, engines, workspace, runs] = await Promise.all([
    ask('version', null),
    ask('engines', null),
    ask('workspace', null),
    ask('runs', { scenario: null, limit: 10 }),
  ]);
  const engine = engines.find((one) => one.address === address) ?? null;
  return { version, engine, others: engines.length - (engine ? 1 : 0), workspace, runs };
}

/** Seconds with one decimal, the way run times are shown everywhere. */
export function seconds(duration_ms: number): string {
  return `${(duration_ms / 1000).toFixed(1)} s`;
}
