import { expect, test } from 'vitest';
import { Attempt } from './attempt.svelte';
import { Refusal } from './request';

test('one is made at a time, and why it failed is told until the next one', async () => {
  const attempt = new Attempt();
  let refuse = (_: Error) => {};
  let made = 0;
  const first = attempt.make(() => (++made, new Promise<void>((_, reject) => (refuse = reject))));
  expect(attempt.is_under_way).toBe(true);
  await attempt.make(() => void ++made);
  expect(made).toBe(1);
  refuse(new Refusal(503, { text: 'all rooms of this server are in use; try again later' }));
  await first;
  expect([attempt.is_under_way, attempt.problem]).toEqual([false, 'all rooms of this server are in use; try again later']);
  await attempt.make(() => void ++made);
  expect([made, attempt.problem]).toEqual([2, '']);
});
