import { expect, test } from 'vitest';
import { translator, type Message } from './text';

const en = translator('en', [
  {
    hello: 'Hello, {name}!',
    games: { one: '{count} game', other: '{count} games' },
    won: { by: 'points', one: '{name} wins {points} point', other: '{name} wins {points} points' },
    dice: 'The dice fall {dice}.',
    scored: '{name} scores {points} in {box|box}.',
    'box.fives': 'Fives',
    names: '{names}',
  },
]);

test('a text takes its parameters', () => {
  expect(en('hello', { name: 'Ann' })).toBe('Hello, Ann!');
  expect(en('hello', { name: '{name}' })).toBe('Hello, {name}!');
  expect(en('dice', { dice: [3, 2, 5] })).toBe('The dice fall 3 2 5.');
  expect(en('scored', { name: 'Ann', points: 15, box: 'fives' })).toBe('Ann scores 15 in Fives.');
});

test('a sentence of the server is its own key, without its numbers', () => {
  const ja = translator('ja', [{ 'holds at {1}': '{1}点で止まります', 'no number': '数なし', 'wins {1} of {2}': '{2}回のうち{1}回' }]);
  expect(ja('holds at 20')).toBe('20点で止まります');
  expect(ja('wins 3 of 20,000')).toBe('20,000回のうち3回');
  expect(ja('no number')).toBe('数なし');
  expect(ja('holds for 20')).toBe('holds for 20');
});

test('a message is told by its sentence, with values that are told themselves', () => {
  const ja = translator('ja', [{ "'{name}' {why}": '「{name}」：{why}', 'over {1} folders': 'フォルダー{1}段', plain: '素' }]);
  const said = (why: Message | string) => ja({ text: 'x', sentence: "'{name}' {why}", values: { name: '{why}', why } });
  expect(said('as it is')).toBe('「{why}」：as it is');
  expect(said({ text: 'over 8 folders' })).toBe('「{why}」：フォルダー8段');
  expect(said({ text: 'no text' })).toBe('「{why}」：no text');
  expect(ja({ text: 'plain' })).toBe('素');
  expect(ja({ text: 'new: 3', sentence: 'new: {count}', values: { count: 3 } })).toBe('new: 3');
});

test('numbers stand apart and names are listed in every language', () => {
  const texts = { dice: '{dice}', names: '{names}' };
  for (const language of ['en', 'ja', 'hi'])
    expect(translator(language, [texts])('dice', { dice: [3, 2, 5] })).toBe('3 2 5');
  expect(translator('ja', [texts])('names', { names: ['安', '文'] })).toBe('安、文');
  expect(en('names', { names: ['Ann', 'Bob', 'Cid'] })).toBe('Ann, Bob, and Cid');
});

test('a number chooses the form and is written as the language writes it', () => {
  expect(en('games', { count: 1 })).toBe('1 game');
  expect(en('games', { count: 12000 })).toBe('12,000 games');
  expect(en('won', { name: 'Bob', points: 1 })).toBe('Bob wins 1 point');
  const hi = translator('hi', [{ games: { one: '{count} खेल', other: '{count} खेल' } }]);
  expect(hi('games', { count: 1234567 })).toBe('12,34,567 खेल');
});

test('what a language lacks comes from the next table, and at last from the key', () => {
  const ja = translator('ja', [{ a: 'あ' }, { a: 'a', b: 'b' }]);
  expect(ja('a')).toBe('あ');
  expect(ja('b')).toBe('b');
  expect(ja('Game saved')).toBe('Game saved');
  expect(ja('toString')).toBe('toString');
});
