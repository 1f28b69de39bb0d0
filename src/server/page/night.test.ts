import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Contest, StoredGame } from './api';
import { moment_of, time_left } from './night';
import { MockApi, sample_scene } from './samples/mock_api';
import { host_token } from './samples/mock_host';
import { button, change, click, eventually, said, show, text } from './samples/show';
import SampleBoard from './samples/SampleBoard.svelte';

vi.mock('./boards', () => ({ page_of: async () => ({ Board: SampleBoard, points: null }) }));

let api: MockApi;
let still = false;
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  api = new MockApi();
  still = false;
  vi.stubGlobal('matchMedia', (asked: string) => ({ matches: asked.includes('reduced-motion') && still, addEventListener: () => {}, removeEventListener: () => {} }));
});
afterEach(() => vi.unstubAllGlobals());

const pair = (a: string, b: string, games: number, a_won: number, tied = 0) => ({ a, b, games, a_won, b_won: games - a_won - tied, tied }) as NonNullable<Contest['pairs']>[number];
const upset = (winner: string, loser: string, by: number) => ({ winner, loser, by, games: 10, won: 7, tied: 0 });

test('the game of the moment is a new one, surprising or close, and none twice', () => {
  const pairs = [pair('ace', 'bee', 10, 6), pair('ace', 'cub', 10, 10), pair('bee', 'cub', 4, 1)];
  const now = { pairs, upsets: [upset('cub', 'bee', 100)] };
  expect(moment_of(now, null, new Set())).toEqual({ name: 'bee-cub:4', bots: ['bee', 'cub'], why: 'surprising' });
  expect(moment_of(now, null, new Set(['bee-cub:4']))).toMatchObject({ name: 'ace-bee:10', why: 'close' });
  // Only ace and cub have played since.
  const before = { pairs: [pairs[0]!, pair('ace', 'cub', 8, 8), pairs[2]!] };
  expect(moment_of(now, before, new Set())).toMatchObject({ name: 'ace-cub:10', why: 'close' });
  expect(moment_of({ pairs: [pair('ace', 'bee', 0, 0)] }, null, new Set())).toBeNull();
  expect(moment_of({ pairs: [pair('ace', 'bee', 90_000, 1)] }, null, new Set())).toMatchObject({ name: 'ace-bee:500' });
});

test('the time that is left is told whole', () => {
  expect(time_left(90_061)).toEqual({ days: 1, clock: '01:01:01' });
  expect(time_left(0.2)).toEqual({ days: 0, clock: '00:00:01' });
  expect(time_left(-5)).toEqual({ days: 0, clock: '00:00:00' });
});

const entries = [{ bot: 'pebble', title: 'Pebble', author: 'Ann' }, { bot: 'stone', title: '', author: '' }];

test('a contest has a page before it starts, with its entries and the time until then', async () => {
  api.contest_documents.clear();
  api.before = { ...api.before, hosted: true, starts: api.before.now + 3600, entries };
  await show(api, '/contests/friday');
  await eventually(() => text().includes('Before the start'));
  expect(document.querySelector('[role=timer]')?.textContent).toMatch(/(01:00:00|00:59:5\d)/);
  expect(text()).toContain('2 entries');
  expect(text()).toMatch(/Pebble by Ann/);
});

test('without a time the page says who begins', async () => {
  api.before = { ...api.before, hosted: true, entries };
  api.contest_documents.clear();
  await show(api, '/contests/friday');
  await eventually(() => text().includes('The host begins the contest'));
});

const game = (name: string): StoredGame => ({
  name, game: 'gomoku', rules: 'koth', players: [{ bot: 'greedy', name: 'Greedy' }, { bot: 'random', name: 'Random' }], points: [1, 0], number: 1, first_number: 1, games: 2,
  steps: [0, 1, 2].map((step) => ({ scene: sample_scene(`position ${step}`), events: [] })),
}) as unknown as StoredGame;
const spring = () => structuredClone(api.contest_documents.get('spring')!);

test('while a contest is played a game of it is shown, step by step, and stops when asked to', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const contest = api.contest_documents.get('spring')!;
    contest.live = { ...contest.live, running: true };
    contest.complete = false;
    api.stored_game = async (_, name) => game(name);
    await show(api, '/contests/spring');
    await eventually(() => document.querySelector('[data-testid=board]'));
    expect(document.querySelector('[data-testid=board]')?.textContent).toContain('position 0');
    await vi.advanceTimersByTimeAsync(1300);
    expect(document.querySelector('[data-testid=board]')?.textContent).toContain('position 1');
    click(button('Pause'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(document.querySelector('[data-testid=board]')?.textContent).toContain('position 1');
  } finally {
    vi.useRealTimers();
  }
});

test('the upsets of the day are told, and that there were none while it is played', async () => {
  const contest = api.contest_documents.get('spring')!;
  contest.upsets = [upset('clumsy', 'anvil', 80.4)];
  await show(api, '/contests/spring');
  await eventually(() => text().includes('clumsy beats anvil: 70 % of 10 games.'));
  expect(text()).toContain('rated 80 lower');
  api.changed!({ ...spring(), upsets: [] });
  await eventually(() => !text().includes('Upsets of the day'));
  api.changed!({ ...spring(), upsets: [], complete: false, live: { ...contest.live, running: true } });
  await eventually(() => text().includes('None in the last 24 hours.'));
});

test('with reduced motion the game stands still until its reader goes on', async () => {
  still = true;
  const contest = api.contest_documents.get('spring')!;
  contest.live = { ...contest.live, running: true };
  api.stored_game = async (_, name) => game(name);
  await show(api, '/contests/spring');
  await eventually(() => document.querySelector('[data-testid=board]'));
  expect(button('Play').getAttribute('aria-pressed')).toBe('false');
  click(document.querySelector<HTMLElement>('.moment .row button:nth-of-type(2)')!);
  await eventually(() => document.querySelector('[data-testid=board]')?.textContent?.includes('position 1'));
});

test('the end is told from the last place to the first', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const contest = api.contest_documents.get('spring')!;
    contest.complete = false;
    contest.live = { ...contest.live, running: true };
    await show(api, '/contests/spring');
    await eventually(() => api.changed);
    api.changed!({ ...spring(), complete: true, live: { ...contest.live, running: false } });
    await eventually(() => text().includes('The final ranking'));
    const places = () => [...document.querySelectorAll('section[aria-labelledby=reveal] li')].map((item) => item.textContent!.replace(/\s+/g, ' ').trim());
    const bots = contest.standings.map(({ bot }) => bot);
    expect(places().some((place) => bots.some((bot) => place.includes(bot)))).toBe(false);
    await vi.advanceTimersByTimeAsync(1450);
    expect(places().at(-1)).toContain(bots.at(-1));
    expect(places()[0]).not.toContain(bots[0]);
    expect(said()).toContain(bots.at(-1));
    await vi.advanceTimersByTimeAsync(1450 * bots.length);
    expect(places()[0]).toContain(bots[0]);
    click(button('The whole ranking'));
    await eventually(() => !text().includes('The final ranking'));
  } finally {
    vi.useRealTimers();
  }
});

test('with reduced motion the whole end is there at once', async () => {
  still = true;
  await show(api, '/contests/spring');
  await eventually(() => text().includes('Show the ranking from the last place'));
  click(button('Show the ranking from the last place to the first'));
  await eventually(() => text().includes('The final ranking'));
  const shown = document.querySelector('section[aria-labelledby=reveal]')!.textContent!;
  for (const { bot } of spring().standings) expect(shown).toContain(bot);
});

test('the host sets when the contest begins by itself', async () => {
  sessionStorage.setItem('hilltop.token', host_token);
  api.hosted = 'spring';
  await show(api, '/host');
  await eventually(() => text().includes('Begin by itself at'));
  change(document.querySelector<HTMLInputElement>('input[type=datetime-local]')!, '2027-01-02T20:00');
  click(button('Set'));
  const seconds = new Date('2027-01-02T20:00').getTime() / 1000;
  await eventually(() => api.hosting.asked.includes(`start at ${seconds}`));
  await eventually(() => text().includes('The contest begins on'));
  click(button('Do not begin by itself'));
  await eventually(() => api.hosting.asked.includes('start at null'));
});
