import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');

const token = (theme: string, name: string): string =>
  new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(theme)?.[1] ?? `no --${name}`;

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** WCAG 2.2, 1.4.3. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const pairs: [string, string][] = [
  ['text', 'surface'], ['text', 'surface-sunk'], ['text-quiet', 'surface'], ['text-quiet', 'surface-sunk'],
  ['text-quiet', 'neutral-soft'], ['accent-text', 'accent'], ['you', 'surface'], ['agent', 'surface'],
  ['replay', 'surface'], ['good', 'good-soft'], ['bad', 'bad-soft'], ['warn', 'warn-soft'],
];

it.each([['light', light], ['dark', dark]])('every pair reads well in %s', (name, theme) => {
  for (const [front, back] of pairs) {
    const ratio = contrast(token(theme, front), token(theme, back));
    expect(ratio, `${front} on ${back} in ${name} is only ${ratio.toFixed(2)}`).toBeGreaterThanOrEqual(4.5);
  }
});

it('colours come from the tokens only', () => {
  const views = join(import.meta.dirname, '../views');
  for (const name of readdirSync(views)) {
    const loose = readFileSync(join(views, name), 'utf8').match(/#[0-9a-fA-F]{3,8}\b|rgba?\(/g);
    expect(loose, `${name} has a colour of its own`).toBeNull();
  }
});

it('only one file knows Tauri', () => {
  const source = join(import.meta.dirname, '..');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.(ts|svelte)$/.test(name));
  const knowing = files.filter((name) => /from '@tauri-apps/.test(readFileSync(join(source, name), 'utf8')));
  expect(knowing).toEqual([join('shared', 'host.ts')]);
});
