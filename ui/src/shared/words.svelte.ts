// Every word the UI shows, by key and language. A key missing in one language does not compile.
import { fill } from './fill';
import { en } from './words.en';
import { ja } from './words.ja';

export type Key = keyof typeof en;
export type Catalogue = Record<Key, string>;
export type Language = 'en' | 'ja';

const catalogues: Record<Language, Catalogue> = { en, ja };
const REMEMBERED = 'baton.language';

function first(): Language {
  const remembered = localStorage.getItem(REMEMBERED);
  if (remembered === 'en' || remembered === 'ja') return remembered;
  return navigator.language.startsWith('ja') ? 'ja' : 'en';
}

class Chosen {
  now = $state<Language>(first());

  choose(language: Language): void {
    this.now = language;
    localStorage.setItem(REMEMBERED, language);
    document.documentElement.lang = language;
  }
}

export const language = new Chosen();

/** The words of a key, with `{name}` replaced by what it is given. */
export function say(key: Key, values: Record<string, string | number> = {}): string {
  return fill(catalogues[language.now][key], values);
}
