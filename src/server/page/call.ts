// Calls a person whose turn it is: by a sound, and by a notification to a person who looks elsewhere; each if the person asked for it.

import { keep, kept } from './keep';

const kept_as = 'calls';
const sounds_kept_as = 'sounds';
/** The frequencies of the sound, one after the other. */
const tones_hz = [660, 880];
const tone_s = 0.12;

/** Whether this browser can call at all: pages that came without TLS from another machine cannot. */
export function can_call(): boolean {
  return 'Notification' in window && window.isSecureContext && Notification.permission !== 'denied';
}

export function calls(): boolean {
  return can_call() && Notification.permission === 'granted' && kept(kept_as) === 'on';
}

/** Turns calls on or off; the browser asks its user. Returns whether they are on. */
export async function turn_calls(on: boolean): Promise<boolean> {
  if (on && (await Notification.requestPermission()) !== 'granted') return false;
  keep(kept_as, on ? 'on' : 'off');
  return on;
}

export function sounds(): boolean {
  return kept(sounds_kept_as) === 'on';
}

/** Turns sounds on, with one that shows what they are like, or off. Returns whether they are on. */
export function turn_sounds(on: boolean): boolean {
  keep(sounds_kept_as, on ? 'on' : 'off');
  sound();
  return on;
}

function sound(): void {
  if (!sounds() || !('AudioContext' in window)) return;
  const context = new AudioContext();
  const volume = context.createGain();
  volume.gain.value = 0.1;
  volume.connect(context.destination);
  tones_hz.forEach((frequency, place) => {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start(context.currentTime + place * tone_s);
    tone.stop(context.currentTime + (place + 1) * tone_s);
    if (place === tones_hz.length - 1) tone.onended = () => void context.close();
  });
}

/** Sounds, and shows a call if nobody looks at the page; a later one takes its place. Returns how to take it back. */
export function call(text: string): () => void {
  sound();
  if (!calls() || !document.hidden) return () => {};
  const shown = new Notification(text, { tag: 'hilltop' });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
  return () => shown.close();
}
