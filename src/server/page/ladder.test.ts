import { beforeEach, expect, test, vi } from 'vitest';
import type { Game, RoomState } from './api';
import { keep_keys } from './keys';
import { beaten, give_stars, ladder_of, next_bot, stars_of } from './ladder';
import games from './samples/games.json';
import { MockApi, room_state } from './samples/mock_api';
import SampleBoard from './samples/SampleBoard.svelte';
import { button, eventually, show, text } from './samples/show';

vi.mock('./boards', () => ({ page_of: async () => ({ Board: SampleBoard, points: null }) }));

const [, pazaak] = games.games as unknown as [Game, Game, Game];
const person = { name: 'Ann', player: 'human', person: true, mine: true, present: true, clients: 1, hints: 0, left: false };
const other = { ...person, name: 'Bob', mine: false };
const bot = (player: string) => ({ name: player, player, person: false, mine: false, present: true, clients: 1, hints: 0, left: false });
const over = (players: RoomState['players'], winners: number[]) => ({ players, over: { points: players.map(() => 0), winners } });

let api: MockApi;
beforeEach(() => {
  localStorage.clear();
  api = new MockApi();
});

test('a ladder begins with the weakest bot, and what was not measured is its end', () => {
  const steps = ladder_of({ ...pazaak, house_bots: [{ name: 'new', title: 'New', about: '' }, ...[...pazaak.house_bots].reverse()] });
  expect(steps.map((step) => step.bot.name)).toEqual(['bold', 'kid', 'solver', 'new']);
  expect(steps.at(-1)!.wins).toBeNull();
});

test('the next bot is the weakest without a star, at last the strongest', () => {
  expect(next_bot(pazaak)?.name).toBe('bold');
  expect(give_stars('pazaak', ['bold', 'bold'])).toEqual(['bold']);
  expect(give_stars('pazaak', ['bold'])).toEqual([]);
  expect(next_bot(pazaak)?.name).toBe('kid');
  give_stars('pazaak', ['solver', 'kid']);
  expect(next_bot(pazaak)?.name).toBe('solver');
});

test.each(['{', '7', '[1, null]'])('damaged stars are none: %s', (kept) => {
  localStorage.setItem('hilltop.stars.pazaak', kept);
  expect(stars_of('pazaak')).toEqual([]);
});

test('stars last as long as the page if the storage takes nothing', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => { throw new Error('full'); });
  give_stars('pig', ['timid']);
  expect(stars_of('pig')).toEqual(['timid']);
  full.mockRestore();
});

test.each([
  ['a bot that a person beats', over([person, bot('kid')], [0]), ['kid']],
  ['a bot that wins', over([person, bot('kid')], [1]), []],
  ['a tie', over([person, bot('kid')], [0, 1]), []],
  ['a game under way', { players: [person, bot('kid')], over: null }, []],
  ['a game with another person', over([person, other, bot('kid')], [0]), []],
  ['the game of another person', over([other, bot('kid')], [0]), []],
  ['a bot in a folder', over([person, bot('bot:mine')], [0]), []],
  ['several bots, one of which shares the win', over([person, bot('kid'), bot('bold')], [0, 1]), ['bold']],
])('%s', (_, state, bots) => expect(beaten(state)).toEqual(bots));

test('the first page offers the next bot, and begins its game at once', async () => {
  await show(api, '/');
  const now = await eventually(() => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Play Dumb Bold Player at Simple Pazaak now'));
  now.click();
  await eventually(() => location.pathname === '/room/r1');
  expect(api.opened).toEqual([{ game: 'pazaak', rules: 'koth', players: [{ player: 'human', name: 'Player 1' }, { player: 'bold' }] }]);
});

test('the first page offers what was played last', async () => {
  localStorage.setItem('hilltop.last', 'yahtzee');
  localStorage.setItem('hilltop.setup.yahtzee', JSON.stringify({ rules: 'koth', players: [{ player: 'human', name: 'Ann' }, { player: 'greedy', name: '' }] }));
  await show(api, '/');
  await eventually(() => text().includes('Play again: Yahtzee, Ann and Greedy'));
  button('Play again: Yahtzee, Ann and Greedy').click();
  await eventually(() => api.opened.length > 0);
  expect(api.opened[0]).toMatchObject({ game: 'yahtzee', rules: 'koth', players: [{ player: 'human', name: 'Ann' }, { player: 'greedy' }] });
});

test('a game that the server refuses says why', async () => {
  api.refusal = 'too many games';
  await show(api, '/play/pazaak');
  await eventually(() => document.querySelector('[aria-label="Play The Cincinnati Kid"]'));
  button('Play The Cincinnati Kid').click();
  await eventually(() => text().includes('too many games'));
  expect(location.pathname).toBe('/play/pazaak');
});

test('a bot that was beaten has a star at once, on its step, and the next one is offered', async () => {
  keep_keys('r1', ['key0']);
  const shown = show(api, '/room/r1');
  await eventually(() => api.sockets.length > 0);
  api.socket.accept();
  api.socket.say(room_state({ game: 'pazaak', rules: 'koth', moment: 'over', seat: 0, ...over([person, { ...bot('bold'), name: 'Dumb Bold Player' }], [0]) }));
  await shown;
  await eventually(() => text().includes('★ You have beaten Dumb Bold Player.'));
  button('Play The Cincinnati Kid at Simple Pazaak now').click();
  await eventually(() => api.opened.length > 0);
  document.body.replaceChildren();
  await show(api, '/play/pazaak');
  const first = await eventually(() => document.querySelector('[aria-labelledby=ladder] li'));
  expect(first.textContent).toContain('★');
  expect(first.textContent).toContain('beaten');
});
