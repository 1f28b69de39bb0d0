import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newest, unpacked_contest, watch, type ContestPage } from './contest_source';
import { Refusal } from './request';

const packed = (wins: number, complete = false) => ({
  contest: 'x', bots: [{ bot: 'a' }, { bot: 'b' }, { bot: 'c' }], complete, standings: [],
  pairs: { games: [4, 0, 4], a_won: [wins, 0, 1], tied: [0, 0, 1] },
}) as unknown as ContestPage;

let asked: string[];
let answers: (object | null)[];
class Source extends EventTarget {
  static open: Source[] = [];
  readonly address: string;
  constructor(address: string) {
    super();
    this.address = address;
    Source.open.push(this);
  }
  close() { Source.open = Source.open.filter((one) => one !== this); }
}

let number = 0;
const name = () => `contest${number}`;

beforeEach(() => {
  ++number;
  asked = [];
  answers = [];
  Source.open = [];
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const answer = answers.shift();
    return answer ? new Response(JSON.stringify(answer)) : new Response('{"error":{"text":"no"}}', { status: 404 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('pairs get their names', () => {
  expect(unpacked_contest(packed(3)).pairs).toEqual([
    { a: 'a', b: 'b', games: 4, a_won: 3, b_won: 1, tied: 0 },
    { a: 'b', b: 'c', games: 4, a_won: 1, b_won: 2, tied: 1 },
  ]);
});

test('after the whole document only changes are asked for', async () => {
  answers = [{ version: 5, document: packed(1) }, { version: 5, changes: [] }, { version: 7, changes: [['pairs', 'a_won', 0, 2]] }, { version: 9, document: packed(4) }];
  const first = await newest(name());
  expect(await newest(name())).toBe(first);
  expect((await newest(name())).pairs![0]!.a_won).toBe(2);
  expect((await newest(name())).pairs![0]!.a_won).toBe(4);
  expect(asked.map((address) => /\d+$/.exec(address)![0])).toEqual(['0', '5', '5', '7']);
});

test('a page without the stream asks from time to time, also for a contest that is not there yet', async () => {
  const heard = vi.fn();
  answers = [{ version: 0, changes: [] }, { version: 1, document: packed(1) }, { version: 2, changes: [['complete', true]] }, { version: 2, changes: [] }];
  const stop = watch(name(), heard);
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3000);
  expect(heard).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(3000);
  expect(heard).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(asked).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(1000);
  expect([asked.length, heard.mock.calls.length, Source.open.length]).toEqual([4, 2, 0]);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(4);
});

test('the page that has the stream follows it to the end of the contest', async () => {
  vi.stubGlobal('navigator', { locks: { request: async (_: string, __: object, held: (lock: object) => Promise<unknown>) => held({}) } });
  const heard = vi.fn();
  answers = [{ version: 1, document: packed(1) }, { version: 2, changes: [['pairs', 'a_won', 0, 2]] }, { version: 3, changes: [['complete', true]] }];
  const stop = watch(name(), heard);
  await vi.advanceTimersByTimeAsync(0);
  expect(Source.open).toHaveLength(1);
  for (const calls of [2, 3]) {
    Source.open[0]!.dispatchEvent(new Event('state'));
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toHaveBeenCalledTimes(calls);
  }
  expect(Source.open).toHaveLength(0);
  stop();
});

test('a page that nobody sees asks nothing', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  answers = [{ version: 1, document: packed(1) }];
  const heard = vi.fn();
  const stop = watch(name(), heard);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toHaveBeenCalledTimes(1);
  stop();
  hidden.mockRestore();
});

test('a refusal is one', async () => {
  await expect(newest(name())).rejects.toBeInstanceOf(Refusal);
});
