import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fill } from './fill';
import { en } from './words.en';
import { ja } from './words.ja';

const views = join(import.meta.dirname, '../views');
const sources = readdirSync(views).map((name) => ({ name, text: readFileSync(join(views, name), 'utf8') }));
const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

describe('the catalogue', () => {
  it('has the same keys in both languages', () => {
    expect(Object.keys(ja).sort(), 'a key is missing in one language').toEqual(Object.keys(en).sort());
  });

  it('has the same holes in both languages', () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect(holes(ja[key]), `${key} takes other values in Japanese`).toEqual(holes(en[key]));
    }
  });

  it('holds no key that nothing shows', () => {
    const used = sources.map((source) => source.text).join('\n');
    for (const key of Object.keys(en)) {
      const family = `\`${key.split('.')[0]}.\${`;
      expect(used.includes(`'${key}'`) || used.includes(family), `${key} is shown nowhere`).toBe(true);
    }
  });

  it('is the only place with words: markup holds none', () => {
    for (const { name, text } of sources.filter((source) => source.name.endsWith('.svelte'))) {
      const markup = text.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').replace(/\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, '');
      const words = [...markup.matchAll(/>([^<>]*)</g)].map((match) => match[1]?.trim() ?? '');
      expect(words.filter((word) => /\p{L}/u.test(word)), `${name} has words of its own`).toEqual([]);
    }
  });
});

describe('fill', () => {
  it('puts values into their holes and leaves unknown holes to be seen', () => {
    expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
  });
});
