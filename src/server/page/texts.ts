// The files of texts. English comes with the first view, because it is what other languages fall
// back to; of the others, each is one file, loaded when it is chosen.

import { translator, type TextTable, type Translate } from './text';

const english = Object.values(
  import.meta.glob<TextTable>(['./texts/en.json', '../../games/*/page/texts/en.json'], {
    eager: true,
    import: 'default',
  }),
);

const others = import.meta.glob<TextTable>(
  ['./texts/*.json', '../../games/*/page/texts/*.json', '!**/en.json'],
  { import: 'default' },
);

function language_of(file: string): string {
  return file.replace(/^.*\/|\.json$/g, '');
}

/** The languages that there is a file for, as BCP 47 tags, in the order of their tags. */
export const languages: readonly string[] = [
  ...new Set(['en', ...Object.keys(others).filter((file) => file.startsWith('./texts/')).map(language_of)]),
].sort();

/** Loads the texts of a language. */
export async function load_texts(language: string): Promise<Translate> {
  const tables = await Promise.all(
    Object.entries(others)
      .filter(([file]) => language_of(file) === language)
      .map(([, load]) => load()),
  );
  return translator(language, [...tables, ...english]);
}

/** Returns the first of `wanted` that there is a file for (`ja` for `ja-JP`), else English. */
export function best_language(wanted: readonly string[]): string {
  return wanted.map((tag) => tag.split('-')[0]!).find((tag) => languages.includes(tag)) ?? 'en';
}
