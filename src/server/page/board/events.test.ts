// The sentences of the games' events, against the schemas of the events.

import { expect, test } from 'vitest';
import { translator, type TextTable } from '../text';
import { sentence_params } from './sentence_params_for_test';

const tables = import.meta.glob<TextTable>('../../../games/*/page/texts/*.json', { eager: true, import: 'default' });
const schemas = import.meta.glob<{ properties: { events: { items: { oneOf: EventSchema[] } } } }>(
  '../../../../docs/schema/scene-*.json',
  { eager: true, import: 'default' },
);
interface EventSchema {
  properties: Record<string, { const?: string; enum?: string[] }>;
}

const games = [...new Set(Object.keys(tables).map((file) => /games\/(\w+)\//.exec(file)![1]!))];
const table = (game: string, language: string) => tables[`../../../games/${game}/page/texts/${language}.json`]!;

test('every game with scenes has texts', () => {
  expect(games).toHaveLength(Object.keys(schemas).length);
});

test.each(games)('%s tells every event in every language', (game) => {
  const schema = schemas[`../../../../docs/schema/scene-${game}.json`]!;
  for (const { properties } of schema.properties.events.items.oneOf)
    for (const language of ['en', 'ja', 'hi']) {
      const key = properties['key']!.const!;
      expect(table(game, language), `${language} ${key}`).toHaveProperty([key]);
      const t = translator(language, [table(game, language)]);
      for (const params of sentence_params(properties)) {
        const told = t(key, params);
        expect(told).not.toContain('{');
        expect(told).not.toContain(`${game}.`);
        expect(told).not.toContain('undefined');
      }
    }
});
