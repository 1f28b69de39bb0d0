import { beforeEach, expect, test, vi } from 'vitest';
import type { RoomState } from './api';
import { keep_keys, keys_of } from './keys';
import { MockApi, room_state } from './samples/mock_api';
import { button, click, eventually, said, show, text } from './samples/show';
import SampleBoard from './samples/SampleBoard.svelte';

vi.mock('./boards', () => ({ page_of: async () => ({ Board: SampleBoard, points: null }) }));

let api: MockApi;
beforeEach(() => {
  localStorage.clear();
  api = new MockApi();
});

const can = room_state().can;
const bob = (changes: Partial<RoomState['players'][number]>) =>
  room_state().players.map((player, seat) => (seat === 0 ? player : { ...player, mine: false, ...changes }));

/** Ann's browser, at a table with Bob's. */
async function at_table(changes: Partial<RoomState>, path = '/room/r1') {
  keep_keys('r1', ['key0']);
  history.replaceState(null, '', path);
  const shown = show(api, path);
  await eventually(() => api.sockets.length > 0);
  api.socket.accept();
  api.socket.say(room_state({ among_people: true, players: bob({}), ...changes }));
  await shown;
  await eventually(() => document.querySelector('[data-testid=board]'));
}
const sent = () => api.socket.sent.at(-1);

test('who opens a link is told who waits, and the other whom to wait for', async () => {
  await at_table({});
  expect(text()).toContain('Bob is waiting for you.');
  api.socket.say(room_state({ players: bob({ present: false }) }));
  await eventually(() => text().includes('Bob is not here yet.'));
  api.socket.say(room_state({ players: bob({ present: false }).map((player, seat) => ({ ...player, mine: false, present: seat === 0 })), watchers: 1 }));
  await eventually(() => text().includes('Ann is waiting for Bob.'));
  expect(text()).toContain('1 person is looking on.');
  api.socket.say(room_state({ among_people: true, players: bob({}), step: 3, watchers: 50 }));
  await eventually(() => text().includes('50 or more people are looking on.'));
  expect(text()).not.toContain('is waiting');
});

test('hints are allowed by both', async () => {
  await at_table({});
  expect(text()).toContain('Hints are off.');
  click(button('Allow hints'));
  expect(sent()).toMatchObject({ do: 'hints', on: true });
  api.socket.say(room_state({ among_people: true, players: bob({}), hints: [0] }));
  await eventually(() => text().includes('They are off until all players do.'));
  expect(button('Allow hints').getAttribute('aria-pressed')).toBe('true');
  api.socket.say(room_state({ among_people: true, players: bob({}), hints: [0, 1] }));
  await eventually(() => text().includes('Hints are on for all players'));
  click(button('Allow hints'));
  expect(sent()).toMatchObject({ do: 'hints', on: false });
});

test('a draw is offered, declined and agreed on', async () => {
  await at_table({ can: { ...can, draw: true } });
  click(button('Offer a draw'));
  expect(sent()).toMatchObject({ do: 'draw', on: true });
  api.socket.say(room_state({ among_people: true, players: bob({}), draw: [0] }));
  await eventually(() => text().includes('A draw is offered.'));
  click(button('Take it back'));
  expect(sent()).toMatchObject({ do: 'draw', on: false });
  api.socket.say(room_state({ among_people: true, players: bob({}), draw: [1], can: { ...can, draw: true } }));
  await eventually(() => text().includes('Bob offers a draw.'));
  await eventually(() => said().includes('Bob offers a draw.'));
  click(button('Play on'));
  expect(sent()).toMatchObject({ do: 'draw', on: false });
  click(button('Agree'));
  expect(sent()).toMatchObject({ do: 'draw', on: true });
  api.socket.say(room_state({ among_people: true, players: bob({}), moment: 'over', pending: null, agreed: true, over: { points: [0, 0], winners: [0, 1] } }));
  await eventually(() => text().includes('Ann and Bob agreed on a draw.'));
});

test('a player who resigns is out after the move of the other, and is offered nothing until then', async () => {
  await at_table({ pending: 1, step: 3, can: { ...can, draw: true } });
  expect(button('Resign')).not.toBeNull();
  const gone = room_state().players.map((player, seat) => ({ ...player, mine: seat === 0, left: seat === 0 }));
  api.socket.say(room_state({ among_people: true, pending: 1, step: 3, players: gone, can: { ...can, draw: false } }));
  await eventually(() => text().includes('Ann resigns once Bob has moved.'));
  await eventually(() => said().includes('Ann resigns once Bob has moved.'));
  for (const name of ['Resign', 'Offer a draw', 'Allow hints']) expect([...document.querySelectorAll('button')].some((one) => one.textContent?.trim() === name), name).toBe(false);
  api.socket.say(room_state({ moment: 'over', pending: null, players: gone, over: { points: [0, 1], winners: [1] } }));
  await eventually(() => text().includes('Ann resigned. Bob wins.'));
  expect(text()).not.toContain('once Bob has moved');
});

test('a player who resigns is named', async () => {
  await at_table({ moment: 'over', pending: null, players: bob({ left: true }), over: { points: [1, 0], winners: [0] } });
  expect(text()).toContain('Bob resigned. Ann wins.');
});

const over: Partial<RoomState> = { among_people: true, moment: 'over', pending: null, over: { points: [1, 0], winners: [0] }, can: { ...can, rematch: true } };

test('a rematch is begun with the keys of this browser', async () => {
  await at_table(over);
  click(button('Rematch, seats swapped'));
  await eventually(() => api.opened.length > 0);
  expect(api.opened[0]).toEqual({ rematch: 'r1', keys: ['key0'] });
});

test('a rematch takes a player along', async () => {
  await at_table(over);
  api.socket.say(room_state({ players: bob({}), ...over, rematch: 'r2' }));
  await eventually(() => location.pathname === '/room/r2');
  expect(keys_of('r2')).toEqual(['key0']);
});

test('a player who comes back to a finished game stays, and can go to its rematch', async () => {
  await at_table({ ...over, rematch: 'r2' });
  expect(location.pathname).toBe('/room/r1');
  click(button('To the rematch'));
  await eventually(() => location.pathname === '/room/r2');
});
