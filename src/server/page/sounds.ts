// Short sounds that the browser makes itself. They are off until the reader turns them on, and silent until the page was touched: browsers
// allow no sound before.

import { keep, kept } from './keep';

export type Sound = 'turn' | 'dice' | 'card' | 'stone' | 'won';

const kept_as = 'sounds';
const volume = 0.12;

/** A tone of so many hertz, or a knock of noise around them, that fades away. */
interface Part {
  kind: 'tone' | 'noise';
  hz: number;
  at_s: number;
  lasts_s: number;
}

const tones = (all_hz: number[], each_s: number): Part[] => all_hz.map((hz, place) => ({ kind: 'tone', hz, at_s: place * each_s, lasts_s: each_s * 1.5 }));

const parts: Record<Sound, Part[]> = {
  turn: tones([660, 880], 0.12),
  dice: [0, 0.07, 0.13, 0.22, 0.34].map((at_s, place) => ({ kind: 'noise', hz: 1400 + 250 * (place % 3), at_s, lasts_s: 0.05 })),
  card: [{ kind: 'noise', hz: 3200, at_s: 0, lasts_s: 0.14 }],
  stone: [{ kind: 'noise', hz: 900, at_s: 0, lasts_s: 0.03 }, { kind: 'tone', hz: 210, at_s: 0, lasts_s: 0.09 }],
  won: tones([523, 659, 784, 1047], 0.11),
};

export function sounds(): boolean {
  return kept(kept_as) === 'on';
}

/** Turns sounds on, with one that shows what they are like, or off. Returns whether they are on. */
export function turn_sounds(on: boolean): boolean {
  keep(kept_as, on ? 'on' : 'off');
  sound('turn');
  return on;
}

let context: AudioContext | null = null;

function noise(of: AudioContext, lasts_s: number): AudioBufferSourceNode {
  const source = of.createBufferSource();
  source.buffer = of.createBuffer(1, Math.ceil(of.sampleRate * lasts_s), of.sampleRate);
  const samples = source.buffer.getChannelData(0);
  for (let i = 0; i < samples.length; ++i) samples[i] = 2 * Math.random() - 1;
  return source;
}

function play(of: AudioContext, { kind, hz, at_s, lasts_s }: Part): void {
  const from = of.currentTime + at_s;
  const fades = of.createGain();
  fades.gain.setValueAtTime(volume, from);
  fades.gain.exponentialRampToValueAtTime(volume / 100, from + lasts_s);
  fades.connect(of.destination);
  if (kind === 'tone') {
    const tone = of.createOscillator();
    tone.frequency.value = hz;
    tone.connect(fades);
    tone.start(from);
    tone.stop(from + lasts_s);
  } else {
    const filter = of.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = hz;
    filter.connect(fades);
    const source = noise(of, lasts_s);
    source.connect(filter);
    source.start(from);
  }
}

export function sound(name: Sound): void {
  if (!sounds() || !('AudioContext' in window) || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  // One that a browser has put to sleep wakes up after a touch only; what is late is not made up for.
  if (context.state === 'suspended') return void context.resume();
  for (const part of parts[name]) play(context, part);
}
