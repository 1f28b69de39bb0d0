import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const started: string[] = [];
let made = 0;
let state = 'running';
class FakeNode {
  gain = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
  frequency = { value: 0 };
  buffer = null;
  type = '';
  constructor(readonly kind: string) {}
  connect = () => {};
  start = () => void started.push(this.kind);
  stop = () => {};
}
class FakeContext {
  currentTime = 0;
  sampleRate = 8000;
  destination = {};
  get state() {
    return state;
  }
  constructor() {
    ++made;
  }
  resume = async () => {};
  createGain = () => new FakeNode('gain');
  createOscillator = () => new FakeNode('tone');
  createBiquadFilter = () => new FakeNode('filter');
  createBufferSource = () => new FakeNode('noise');
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
}

let touched = true;
beforeEach(() => {
  localStorage.clear();
  started.length = made = 0;
  [state, touched] = ['running', true];
  vi.resetModules();
  vi.stubGlobal('AudioContext', FakeContext);
  Object.defineProperty(navigator, 'userActivation', { configurable: true, get: () => ({ hasBeenActive: touched }) });
});
afterEach(() => vi.unstubAllGlobals());

test('sounds are off at first, and their choice is kept', async () => {
  const { sound, sounds, turn_sounds } = await import('./sounds');
  expect(sounds()).toBe(false);
  sound('dice');
  expect(made).toBe(0);
  expect(turn_sounds(true)).toBe(true);
  expect(started).toEqual(['tone', 'tone']);
  expect(sounds()).toBe(true);
  sound('dice');
  sound('stone');
  expect(started.filter((kind) => kind === 'noise')).toHaveLength(6);
  expect(made, 'one context').toBe(1);
  expect(turn_sounds(false)).toBe(false);
  const before = started.length;
  sound('won');
  expect(started).toHaveLength(before);
});

test('nothing sounds before the page was touched, nor while the browser keeps it silent', async () => {
  localStorage.setItem('hilltop.sounds', 'on');
  const { sound } = await import('./sounds');
  touched = false;
  sound('card');
  expect(made).toBe(0);
  [touched, state] = [true, 'suspended'];
  sound('card');
  expect([made, started]).toEqual([1, []]);
  state = 'running';
  sound('card');
  expect(started).toEqual(['noise']);
});
