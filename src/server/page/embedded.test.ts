import { afterEach, expect, test } from 'vitest';
import { changed } from './changes';
import { embedded, type PackedGame, type PageData } from './embedded';
import type { Schemas } from './generated/schemas';
import { address, fragments, route_of, set_query, use_addresses, current_path, follow_addresses, query_value } from './route.svelte';
import pazaak from './samples/contest_pazaak.json';

const game = (name: string, number: number): PackedGame => ({
  name, game: 'pazaak', rules: 'koth', number, first_number: 1, games: 1000, seat: null, points: [1, 0], winners: [0],
  players: [{ bot: 'bold', name: 'bold' }, { bot: 'kid', name: 'kid' }],
  steps: [
    { scene: { table: { cards: [1, 2], to: null } } as unknown as Schemas['Scene'], events: [] },
    { changes: [['table', 'cards', 1, 5]], events: [], seat: 0 },
    { changes: [['table', 'to', { x: 1 }], ['table', 'cards', [7]]], events: [], seat: 1 },
  ],
});

const { pairs, ...contest } = pazaak;
const data = {
  contest, unit: 'hands', measured: { games: 20, of_games: 15_000 }, games: [game('bold-kid:1', 1), game('bold-kid:7', 7)], games_cut: false,
  pairs: [[0, 1, 10, 6, 3]],
  bots: contest.standings.map(() => ({ points: [[1, 20]], decisions: [[30, 20]] })),
} as unknown as PageData;

test('changes give the next scene and leave the one before', () => {
  const before = { a: [1, { b: 2 }], c: null };
  expect(changed(before, [['a', 1, 'b', 3], ['c', [4]]])).toEqual({ a: [1, { b: 3 }], c: [4] });
  expect(before).toEqual({ a: [1, { b: 2 }], c: null });
  expect(changed(before, [['a', 2, 9]])).toEqual({ a: [1, { b: 2 }, 9], c: null });
  expect(changed(before, [['new']])).toBe('new');
});

test('a kept game has all its scenes', async () => {
  const { steps } = await embedded(data).stored_game('koth-pazaak', 'bold-kid:7');
  expect(steps.map(({ scene }) => scene)).toEqual([
    { table: { cards: [1, 2], to: null } }, { table: { cards: [1, 5], to: null } }, { table: { cards: [7], to: { x: 1 } } },
  ]);
});

test('a game that is not kept is refused with the command that prints it', async () => {
  const api = embedded(data);
  expect(api.has_game('bold-kid:2')).toBe(false);
  await expect(api.stored_game('koth-pazaak', 'bold-kid:2')).rejects.toThrow('hilltop replay bold-kid:2 koth-pazaak');
});

test('the neighbours of a kept game are the kept ones', async () => {
  const api = embedded(data);
  const stored = await api.stored_game('koth-pazaak', 'bold-kid:1');
  expect(api.neighbours('bold-kid:1', stored)).toEqual({ before: null, after: 'bold-kid:7' });
  expect(api.neighbours('bold-kid:7', stored)).toEqual({ before: 'bold-kid:1', after: null });
});

test('pairs are named by the places in the standings', () => {
  const [first, second] = contest.standings;
  expect(embedded(data).document.pairs).toEqual([{ a: first!.bot, b: second!.bot, games: 10, a_won: 6, b_won: 3, tied: 1 }]);
});

let stop = () => {};
afterEach(() => stop());

test('a page in a file has addresses in its fragment', () => {
  const form = fragments('koth');
  use_addresses(form);
  history.replaceState(null, '', '#game=bold-kid%3A1/12');
  stop = follow_addresses();
  expect(route_of(current_path())).toEqual({ page: 'game', contest: 'koth', game: 'bold-kid:1' });
  expect(query_value('step')).toBe('12');
  set_query('step', '13');
  expect(location.hash).toBe('#game=bold-kid:1/13');
  expect(address.step(3)).toBe('#game=bold-kid:1/3');
  expect(address.bot('koth', 'a/b:7#%')).toBe('#bot=a%2Fb:7%23%25');
  expect(address.contests()).toBeNull();
  for (const hostile of ['</script>', '#', '%', 'a/b', '../..', 'x?with=y', '日本', ' ']) {
    history.replaceState(null, '', address.game('koth', hostile));
    const { path } = form.read();
    expect(route_of(path)).toEqual({ page: 'game', contest: 'koth', game: hostile });
  }
  history.replaceState(null, '', '#game=%E0%A4%A');
  expect(route_of(form.read().path)).toEqual({ page: 'missing' });
  history.replaceState(null, '', '#faults');
  expect(route_of(form.read().path)).toEqual({ page: 'contest', contest: 'koth' });
});
