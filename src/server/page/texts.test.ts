import { describe, expect, test } from 'vitest';
import type { Text, TextTable } from './text';
import { best_language, languages, load_texts } from './texts';

const tables = import.meta.glob<TextTable>(['./texts/*.json', '../../games/*/page/texts/*.json'], { eager: true, import: 'default' });
const sources = import.meta.glob<string>(
  ['./**/*.{svelte,ts}', '!./**/*.test.ts', '!./samples/**', '!./built/**', '!./node_modules/**', '../../games/*/page/**/*.svelte'],
  { eager: true, query: '?raw', import: 'default' },
);

const folders = [...new Set(Object.keys(tables).map((file) => file.replace(/[^/]+$/, '')))];

function forms(text: Text): string[] {
  return typeof text === 'string' ? [text] : Object.entries(text).filter(([key]) => key !== 'by').map(([, form]) => form);
}

function placeholders(text: Text): string[] {
  return [...new Set(forms(text).flatMap((form) => form.match(/\{[^}]*\}/g) ?? []))].sort();
}

test('there are three languages', () => expect(languages).toEqual(expect.arrayContaining(['en', 'hi', 'ja'])));

describe.each(folders)('%s', (folder) => {
  const english = tables[`${folder}en.json`]!;
  test.each(languages)('has every text in %s', (language) => {
    const table = tables[`${folder}${language}.json`];
    expect(Object.keys(table ?? {}).sort()).toEqual(Object.keys(english).sort());
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(table!)) {
      expect(forms(text).every((form) => form.trim() !== ''), key).toBe(true);
      expect(placeholders(text), key).toEqual(placeholders(english[key]!));
      if (typeof text === 'string') continue;
      expect(Object.keys(text).filter((name) => name !== 'by').sort(), key).toEqual([...categories].sort());
      expect(text.by, key).toBe((english[key] as { by?: string }).by);
    }
  });
});

const all_english = Object.assign({}, ...folders.map((folder) => tables[`${folder}en.json`])) as TextTable;
const code = Object.entries(sources);

test('every key in the code has a text', () => {
  const used = code.flatMap(([file, source]) =>
    [...source.matchAll(/\bt\(\s*'((?:[^'\\]|\\.)+)'/g)].map((found) => [file, found[1]!] as const),
  );
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter(([, key]) => !Object.hasOwn(all_english, key))).toEqual([]);
});

test('every beginning of a key in the code has texts', () => {
  const used = code.flatMap(([file, source]) =>
    [...source.matchAll(/\bt\(\s*`([\w.]+\.)\$\{/g)].map((found) => [file, found[1]!] as const),
  );
  expect(used.length).toBeGreaterThan(2);
  expect(used.filter(([, start]) => !Object.keys(all_english).some((key) => key.startsWith(start)))).toEqual([]);
});

test('the best language is the first that there are texts for', () => {
  expect(best_language(['fr-FR', 'ja-JP', 'en'])).toBe('ja');
  expect(best_language(['xx'])).toBe('en');
});

test('the texts of a language are loaded', async () => {
  const t = await load_texts('hi');
  expect(t('menu.new')).toBe('नया');
});
