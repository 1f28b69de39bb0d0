import { beforeEach, expect, test, vi } from 'vitest';
import type { PlayedGame } from './api';
import { MockApi, room_state } from './samples/mock_api';
import { button, change, click, eventually, field, show, text } from './samples/show';
import SampleBoard from './samples/SampleBoard.svelte';

vi.mock('./boards', () => ({ page_of: async () => ({ Board: SampleBoard, points: null }) }));

let api: MockApi;
beforeEach(() => {
  localStorage.clear();
  api = new MockApi();
});
const line = { name: 'Ann', mine: true, known: true, left: false, in_time: true, rank: 1, points: 231, lost: 17.25 };

test('a try of today is begun under a name that is kept', async () => {
  await show(api, '/daily');
  await eventually(() => text().includes('2 tries today'));
  expect(text()).toContain('ab'.repeat(32));
  change(field('Your name in the list'), ' Ann ');
  click(button("Play today's game Yahtzee"));
  await eventually(() => location.pathname === '/room/r1');
  expect(api.begun_days).toEqual([{ game: 'yahtzee', day: '2026-11-28', name: 'Ann' }]);
  await show(api, '/daily');
  await eventually(() => field('Your name in the list').value === 'Ann');
});

test('what the server refuses is said, and a try that is over leads to its list', async () => {
  api.refusal = 'as many people as this server can count play today; try a past day';
  await show(api, '/daily');
  await eventually(() => text().includes('2 tries today'));
  click(button("Play today's game Yahtzee"));
  await eventually(() => text().includes('Try a past day.'));
  api.days_now.games[0]!.state = 'over';
  await show(api, '/daily');
  await eventually(() => document.querySelector('a.button[href="/daily/yahtzee/2026-11-28"]'));
});

test('the list comes after the own game, with what best play would have got', async () => {
  await show(api, '/daily/yahtzee/2026-11-28');
  await eventually(() => text().includes('The list is shown once your own game is over'));
  expect(document.querySelector('table')).toBeNull();
  api.day_now = { ...api.day_now, mine: { room: 'r1', over: true, line }, list: [line, { ...line, name: 'Bob', mine: false, known: false, rank: null, points: 190, lost: null }] };
  await show(api, '/daily/yahtzee/2026-11-28');
  await eventually(() => text().includes('You: 231. Best play from where you were: 248.3. Your choices gave up 17.3.'));
  expect([...document.querySelectorAll('tbody tr')].map((row) => row.textContent?.replaceAll(/\s+/g, ' ').trim())).toEqual([
    '1 Ann (you) 231 248.3 17.3', '– Bob 190 – –',
  ].map((row) => expect.stringMatching(new RegExp(row.replaceAll(/[()]/g, '\\$&').split(' ').join('\\s?')))));
  expect(document.querySelector('a[href="/room/r1/review?step=0"]')).not.toBeNull();
  expect(text()).not.toContain('--seed');
});

test('after the day its seed is shown with the commands, and a late or new try says why it has no rank', async () => {
  api.day_now = { ...api.day_now, is_over: true, seed: '0AB-CD', mine: { room: 'r1', over: true, line: { ...line, rank: null, in_time: false } }, list: [] };
  await show(api, '/daily/yahtzee/2026-11-28');
  await eventually(() => text().includes('hilltop play yahtzee human --rules cab201-advanced --seed 0AB-CD'));
  expect(text()).toContain('printf %s 0AB-CD | b2sum -l 256');
  expect(text()).toContain('ended after midnight');
  expect(text()).toContain('Nobody has finished');
  click(button('Play this game Yahtzee'));
  await eventually(() => location.pathname === '/room/r1');
});

test('a cards game tells the result in words, and its loss in percent', async () => {
  api.day_now = { ...api.day_now, game: 'pazaak', title: 'Simple Pazaak', players: ['human', 'kid'], unit: 'share', mine: { room: 'r1', over: true, line: { ...line, points: -2, lost: 0.07, known: false, rank: null } }, list: [] };
  await show(api, '/daily/pazaak/2026-11-28');
  await eventually(() => text().includes('You lost. Your choices gave up 7.0 % of winning.'));
  expect(text()).toContain('new here today');
  expect(text()).toContain('against The Cincinnati Kid');
});

test('a room of a daily game says so, and leads to the list at its end', async () => {
  history.replaceState(null, '', '/room/r1');
  const shown = show(api, '/room/r1');
  await eventually(() => api.sockets.length > 0);
  api.socket.accept();
  api.socket.say(room_state({ day: '2026-11-28', over: { points: [5, 3], winners: [0] }, moment: 'over' }));
  await shown;
  await eventually(() => document.querySelector('a.button[href="/daily/yahtzee/2026-11-28"]'));
  expect(text()).toContain('daily game of November 28, 2026');
  expect([...document.querySelectorAll('button')].some((one) => one.textContent === 'Play another game')).toBe(false);
});

const played = (changes: Partial<PlayedGame>): PlayedGame => ({
  room: 'r', ended: '2026-11-28T12:00:00Z', game: 'yahtzee', title: 'Yahtzee', rules: 'koth', seat: 0, players: [{ name: 'Ann', player: 'human' }, { name: 'greedy', player: 'greedy' }],
  points: [200, 150], winners: [0], aided: false, unit: 'points', decisions: 10, lost: 20, ...changes,
});

test('the own numbers wait until all games are judged, and can be forgotten', async () => {
  await show(api, '/numbers');
  await eventually(() => text().includes('No game is finished yet.'));
  api.played_now.games = [played({}), played({ winners: [1], points: [90, 180], decisions: 10, lost: 0 }), played({ aided: true })];
  let asked = 0;
  const { played: answer } = api;
  api.played = async () => ({ ...(await answer()), waiting: asked++ === 0 ? 2 : 0 });
  await show(api, '/numbers');
  await eventually(() => text().includes('A choice gave up 1.00 points on average, in 2 games.'));
  expect(asked).toBe(2);
  expect(document.querySelector('tbody tr')?.textContent?.replaceAll(/\s+/g, '')).toBe('Greedy21145.0200');
  expect(text()).toContain('1 game with hints');
  expect(document.querySelector('svg[role=img]')?.getAttribute('aria-label')).toContain('2 games');
  click(button('Forget my games'));
  await eventually(() => [...document.querySelectorAll('button')].filter((one) => one.textContent?.trim() === 'Forget my games').length > 0 && text().includes('Shall the server'));
  click([...document.querySelectorAll('button')].filter((one) => one.textContent?.trim() === 'Forget my games').at(-1)!);
  await eventually(() => text().includes('No game is finished yet.'));
});

test('the title calls when others have moved', async () => {
  localStorage.setItem('hilltop.keys', JSON.stringify({ r1: ['key0'] }));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  api.mine = [{ room: 'r1', game: 'pazaak', title: 'Simple Pazaak', rules: 'koth', players: ['Ann', 'Bob'], mine: [0], turn: 1 }];
  await show(api, '/');
  await eventually(() => text().includes('Your games'));
  expect(document.title).toBe('Hilltop');
  api.mine[0]!.turn = 0;
  await vi.advanceTimersByTimeAsync(5000);
  await eventually(() => document.title.startsWith('Your turn'));
  vi.useRealTimers();
});
