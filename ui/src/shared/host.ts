// What the window around the UI can do. This is the only file that may name @tauri-apps.
import { invoke } from '@tauri-apps/api/core';
import { listen } from '@tauri-apps/api/event';

export type EngineState =
  | { kind: 'starting' }
  | { kind: 'up' }
  | { kind: 'stopped' }
  | { kind: 'failed'; reason: string };

export interface Host {
  /** How the window's engine fares, now and on every change. */
  onEngine(tell: (state: EngineState) => void): void;
  restartEngine(): void;
}

/** The desktop window's host; `null` in a plain browser, where a person starts the engine. */
export function desktopHost(): Host | null {
  if (!('__TAURI_INTERNALS__' in window)) return null;
  return {
    onEngine(tell) {
      void listen<EngineState>('engine', (event) => tell(event.payload));
      void invoke<EngineState>('engine_state').then(tell);
    },
    restartEngine() {
      void invoke('restart_engine');
    },
  };
}
