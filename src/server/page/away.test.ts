import { afterEach, expect, test, vi } from 'vitest';
import { is_away } from './away.svelte';
import { answered } from './request';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a server that reaches no request is away until it answers', async () => {
  vi.useFakeTimers();
  const fetched = vi.fn().mockRejectedValue(new TypeError('refused'));
  vi.stubGlobal('fetch', fetched);
  await expect(answered('/api/games', {})).rejects.toThrow('does not answer');
  expect(is_away()).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(is_away()).toBe(true);
  fetched.mockResolvedValue(new Response('ok'));
  await vi.advanceTimersByTimeAsync(2000);
  expect(is_away()).toBe(false);
  const asked = fetched.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched.mock.calls.length).toBe(asked);
});
