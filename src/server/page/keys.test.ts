import { beforeEach, expect, test, vi } from 'vitest';
import { invitation, keep_keys, keys_last, keys_of, take_invitation } from './keys';

beforeEach(() => localStorage.clear());

test('the keys of a room are kept, each once', () => {
  keep_keys('r1', ['a', 'b']);
  keep_keys('r1', ['b', 'c']);
  keep_keys('r2', ['d']);
  expect(keys_of('r1')).toEqual(['a', 'b', 'c']);
  expect(keys_of('r2')).toEqual(['d']);
  expect(keys_of('r3')).toEqual([]);
});

test('an invitation is taken out of the address', () => {
  const link = new URL(invitation('r1', 'secret/+='));
  history.replaceState(null, '', link.pathname + link.hash);
  take_invitation('r1');
  expect(keys_of('r1')).toEqual(['secret/+=']);
  expect(location.hash).toBe('');
  expect(location.pathname).toBe('/room/r1');
});

test('no room is dropped', () => {
  for (let room = 0; room < 300; ++room) keep_keys(`r${room}`, ['k']);
  expect([keys_of('r0'), keys_of('r299'), keys_last()]).toEqual([['k'], ['k'], true]);
});

test('where the storage is blocked, keys are kept as long as the page', () => {
  const storage = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  keep_keys('r1', ['a']);
  keep_keys('r2', ['b']);
  expect([keys_of('r1'), keys_of('r2'), keys_last()]).toEqual([['a'], ['b'], false]);
  storage.mockRestore();
  keep_keys('r3', ['c']);
  expect([keys_of('r1'), keys_of('r3'), keys_last()]).toEqual([['a'], ['c'], true]);
});

test.each(['{', '[]', '{"r1":"a"}', '{"r1":[1]}', 'null'])('what was kept may be damaged: %s', (damaged) => {
  localStorage.setItem('hilltop.keys', damaged);
  expect(keys_of('r1')).toEqual([]);
  keep_keys('r1', ['a']);
  expect(keys_of('r1')).toEqual(['a']);
});
