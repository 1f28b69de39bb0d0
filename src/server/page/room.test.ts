import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keep_keys } from './keys';
import { RoomConnection } from './room.svelte';
import { MockApi, room_state } from './samples/mock_api';

let api: MockApi;
let room: RoomConnection;

beforeEach(() => {
  vi.useFakeTimers();
  api = new MockApi();
  keep_keys('r1', ['key0']);
  room = new RoomConnection(api, 'r1');
});
afterEach(() => {
  room.close();
  vi.useRealTimers();
});

test('its first message has the keys, and the first state opens it', () => {
  expect(room.ask({ do: 'save' })).toBe(false);
  api.socket.accept();
  expect(api.socket.sent).toEqual([{ keys: ['key0'] }]);
  expect(room.connected).toBe('connecting');
  api.socket.say(room_state());
  expect(room.connected).toBe('open');
  expect(room.ask({ do: 'answer', seat: 0, text: 'hold 1', position: '0.0.0' })).toBe(true);
  expect(api.socket.sent[1]).toEqual({ do: 'answer', seat: 0, text: 'hold 1', position: '0.0.0', id: 1 });
});

test('a step takes one move, until the server has answered', () => {
  api.socket.accept();
  api.socket.say(room_state());
  const move = () => room.ask({ do: 'answer', seat: 0, text: 'hold 1', position: '0.0.0' });
  expect([room.moving, move(), room.moving, move()]).toEqual([false, true, true, false]);
  expect(room.ask({ do: 'confirm', seat: 0, position: '0.0.0' })).toBe(false);
  expect(room.ask({ do: 'hint', seat: 0, position: '0.0.0' })).toBe(true);
  api.socket.say({ type: 'refused', id: 2, text: 'nobody can advise' });
  expect(room.moving).toBe(true);
  api.socket.say({ type: 'refused', id: 1, text: 'no such box' });
  expect([room.moving, move(), room.moving]).toEqual([false, true, true]);
  api.socket.say(room_state({ step: 1 }));
  expect([room.moving, move()]).toEqual([false, true]);
});

test('a move that was lost with the connection can be sent again', () => {
  api.socket.accept();
  api.socket.say(room_state());
  const move = () => room.ask({ do: 'answer', seat: 0, text: 'hold 1', position: '0.0.0' });
  move();
  api.socket.close();
  expect(room.moving).toBe(false);
});

test('a lost connection is made again, each time later', async () => {
  api.socket.accept();
  api.socket.say(room_state());
  const made: number[] = [];
  for (const wait_ms of [500, 1000, 2000]) {
    api.socket.close();
    await vi.advanceTimersByTimeAsync(wait_ms - 1);
    expect(room.connected).toBe('lost');
    expect(room.ask({ do: 'save' })).toBe(false);
    const before = api.sockets.length;
    await vi.advanceTimersByTimeAsync(1);
    made.push(api.sockets.length - before);
    api.socket.accept();
  }
  expect(made).toEqual([1, 1, 1]);
  api.socket.accept();
  api.socket.say(room_state({ step: 5 }));
  expect(room.connected).toBe('open');
  expect(room.state?.step).toBe(5);
});

test('where one way does not lead to the room the other one is tried, and whom to ask is said in the end', async () => {
  api.socket.close(); // before it opened
  await vi.advanceTimersByTimeAsync(1);
  expect(api.ways).toEqual(['socket', 'events']);
  api.socket.accept();
  api.socket.say(room_state());
  expect([room.connected, room.hindered]).toEqual(['open', false]);
  // The way that led there is kept.
  api.socket.close();
  await vi.advanceTimersByTimeAsync(500);
  expect(api.ways.at(-1)).toBe('events');
  // Ten seconds and more for each attempt, by turns.
  await vi.advanceTimersByTimeAsync(20_000);
  expect(room.hindered).toBe(false);
  await vi.advanceTimersByTimeAsync(120_000);
  expect([room.hindered, new Set(api.ways.slice(-4))]).toEqual([true, new Set(['socket', 'events'])]);
  api.socket.accept();
  api.socket.say(room_state());
  expect(room.hindered).toBe(false);
});

test('a connection that does not come about is given up', async () => {
  await vi.advanceTimersByTimeAsync(10_001);
  await vi.advanceTimersByTimeAsync(1);
  expect(api.ways).toEqual(['socket', 'events']);
});

test('a network that is back is used at once', async () => {
  api.socket.accept();
  api.socket.say(room_state());
  api.socket.close();
  await vi.advanceTimersByTimeAsync(1);
  window.dispatchEvent(new Event('online'));
  expect(api.sockets).toHaveLength(2);
});

test('a room that is not there is not asked for again', async () => {
  api.rooms = false;
  api.socket.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(room.connected).toBe('missing');
  expect(api.sockets).toHaveLength(1);
});

test('advice is of the position that it was asked for', () => {
  api.socket.accept();
  api.socket.say(room_state({ step: 3, position: '0.0.3' }));
  const advice = { seat: 0, position: '0.0.3', by: 'The solved game', unit: '', note: '', choices: [] };
  api.socket.say({ type: 'advice', ...advice });
  expect(room.advice?.by).toBe('The solved game');
  for (const [step, position] of [[4, '0.0.4'], [3, '0.1.3'], [3, '1.0.3']] as const) {
    api.socket.say(room_state({ step, position }));
    expect(room.advice, position).toBeNull();
  }
});

test('a save that fails is told in the course’s words, with the reason', () => {
  api.socket.accept();
  api.socket.say(room_state());
  room.ask({ do: 'undo', seat: 0 });
  room.ask({ do: 'save' });
  api.socket.say({ type: 'refused', id: 2, text: 'the disk is full' });
  expect(room.notice).toMatchObject({ good: false, text: 'Error saving game. No game saved.', detail: { text: 'the disk is full' } });
  api.socket.say({ type: 'refused', id: 1, text: 'nothing to undo' });
  expect(room.notice).toMatchObject({ good: false, text: { text: 'nothing to undo' }, detail: '' });
  api.socket.say({ type: 'saved', text: 'Game saved' });
  expect(room.notice).toEqual({ good: true, text: 'Game saved', detail: '' });
});
