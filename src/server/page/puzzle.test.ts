import { beforeEach, expect, test, vi } from 'vitest';
import { keep } from './keep';
import { keep_try, next_puzzle, tries_of } from './puzzle';
import { MockApi } from './samples/mock_api';
import { button, click, eventually, said, show, text } from './samples/show';
import SampleBoard from './samples/SampleBoard.svelte';

vi.mock('./boards', () => ({ page_of: async () => ({ Board: SampleBoard, points: null }) }));

beforeEach(() => localStorage.clear());

test('the first try of a puzzle is kept, and what is damaged is not believed', () => {
  keep_try({ game: 'pig', number: 2 }, false);
  keep_try({ game: 'pig', number: 2 }, true);
  keep_try({ game: 'pig', number: 1 }, true);
  expect(tries_of('pig')).toEqual({ 1: true, 2: false });
  expect(tries_of('yahtzee')).toEqual({});
  for (const damaged of ['[', '3', 'null', '{"x": true, "0": true, "1": 7}']) {
    keep('puzzles.pig', damaged);
    expect(tries_of('pig')).toEqual({});
  }
});

test('the next puzzle is the first one that was not tried', () => {
  expect(next_puzzle('pig', 3, 0)).toBe(1);
  for (const number of [1, 3]) keep_try({ game: 'pig', number }, true);
  expect(next_puzzle('pig', 3, 1)).toBe(2);
  expect(next_puzzle('pig', 3, 3)).toBe(2);
  keep_try({ game: 'pig', number: 2 }, true);
  expect(next_puzzle('pig', 3, 1)).toBeNull();
});

test('a puzzle is asked, refused, judged and counted', async () => {
  const api = new MockApi();
  await show(api, '/puzzles/yahtzee/2');
  await eventually(() => text().includes('One choice is much better'));
  expect(text()).toContain('1 of 3 house bots find it.');
  expect(text()).toContain('position 2');
  api.refusal = 'not so';
  click(button('hold'));
  await eventually(() => text().includes('not so'));
  expect(tries_of('yahtzee')).toEqual({});
  api.refusal = '';
  click(button('hold'));
  await eventually(() => text().includes('costs 7.5 points'));
  expect(said()).toContain('No:');
  expect(tries_of('yahtzee')).toEqual({ 2: false });
  expect(document.querySelector('a[href="/puzzles/yahtzee/3"]')).not.toBeNull();
  api.judged = { ...api.judged, right: true, choice: api.judged.best[0]! };
  click(button('Try again'));
  click(button('hold'));
  await eventually(() => text().includes('Right:'));
  expect(tries_of('yahtzee')).toEqual({ 2: false });
});

test('puzzles of the day are on the first page, and the stock has a page', async () => {
  const api = new MockApi();
  await show(api, '/');
  await eventually(() => document.querySelector('a[href="/puzzles/yahtzee/2"]'));
  keep_try({ game: 'yahtzee', number: 1 }, true);
  await show(api, '/puzzles');
  await eventually(() => text().includes('1 of 1 tried ones solved at once; there are 3.'));
  expect(document.querySelectorAll('a[href="/puzzles/yahtzee/2"]').length).toBe(2);
});
