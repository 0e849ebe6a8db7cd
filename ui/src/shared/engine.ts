// The engine, as any page sees it: one command list over HTTP. The cookie set with the first page says who asks.
import type { ApiError, Commands } from './api';

export class Refused extends Error {
  constructor(readonly error: ApiError) {
    super(error.message);
  }
}

export async function ask<Name extends keyof Commands>(
  name: Name,
  takes: Commands[Name]['takes'],
): Promise<Commands[Name]['gives']> {
  const response = await fetch(`/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(takes),
  });
  const body: unknown = await response.json();
  if (!response.ok) throw new Refused(body as ApiError);
  return body as Commands[Name]['gives'];
}

/** Resolves when the engine ends: it holds this response open for as long as it lives. */
export async function untilGone(): Promise<void> {
  try {
    const response = await fetch('/alive');
    const reader = response.body?.getReader();
    while (reader && !(await reader.read()).done);
  } catch {
    // A broken connection is the engine's end as well.
  }
}
