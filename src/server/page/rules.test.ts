import { beforeEach, expect, test, vi } from 'vitest';
import { MockApi, room_state } from './samples/mock_api';
import { keep_keys } from './keys';
import SampleBoard from './samples/SampleBoard.svelte';
import { change, click, eventually, field, show, text } from './samples/show';

vi.mock('./boards', () => ({ page_of: async () => ({ Board: SampleBoard, points: null }) }));

let api: MockApi;
beforeEach(() => {
  localStorage.clear();
  api = new MockApi();
});

const link = () => document.querySelector<HTMLAnchorElement>('a[href^="/rules/"]');

test('the rules in a minute follow the rule set', async () => {
  await show(api, '/rules/yahtzee');
  await eventually(() => text().includes('the rules in a minute'));
  expect(text()).toContain('A second Yahtzee earns nothing extra');
  expect(document.querySelectorAll('main svg').length).toBeGreaterThan(20);
  change(field('Rules'), 'cab201-advanced');
  await eventually(() => text().includes('is a joker'));
  expect(location.search).toBe('?rules=cab201-advanced');
});

test.each(['gomoku', 'pazaak', 'yahtzee'])('every rule set of %s is told in words', async (game) => {
  const { games } = await api.games();
  for (const { name: rules } of games.find(({ name }) => name === game)!.rules) {
    await show(api, `/rules/${game}?rules=${rules}`);
    await eventually(() => document.querySelectorAll('main li').length > 3);
    expect(text()).not.toMatch(/\w+\.minute\./);
    document.body.replaceChildren();
  }
});

test('a game that is not there has no rules', async () => {
  await show(api, '/rules/chess');
  await eventually(() => text().includes('There is no game “chess” here'));
});

test('the choices before a game lead to the rules that are chosen', async () => {
  await show(api, '/play/yahtzee');
  await eventually(link);
  change(field('Rules'), 'koth');
  expect(link()!.getAttribute('href')).toBe('/rules/yahtzee?rules=koth');
});

test('a game in play leads to its rules', async () => {
  keep_keys('r1', ['key0']);
  const shown = show(api, '/room/r1');
  await eventually(() => api.sockets.length > 0);
  api.socket.accept();
  api.socket.say(room_state());
  await shown;
  await eventually(link);
  expect(link()!.getAttribute('href')).toBe('/rules/yahtzee?rules=cab201-basic&room=r1');
  click(link()!);
  const back = await eventually(() => document.querySelector<HTMLAnchorElement>('main .row a.main'));
  expect([back.textContent, back.getAttribute('href')]).toEqual(['Back to the game', '/room/r1']);
  change(field('Rules'), 'koth');
  expect(document.querySelector('main a')?.getAttribute('href')).toBe('/room/r1');
});
