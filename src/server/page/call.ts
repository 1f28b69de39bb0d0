// Calls a person whose turn it is: by a sound, and by a notification to a person who looks elsewhere; each if the person asked for it.

import { keep, kept } from './keep';
import { sound } from './sounds';

const kept_as = 'calls';
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

/** Sounds, and shows a call if nobody looks at the page; a later one takes its place. Returns how to take it back. */
export function call(text: string): () => void {
  sound('turn');
  if (!calls() || !document.hidden) return () => {};
  const shown = new Notification(text, { tag: 'hilltop' });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
  return () => shown.close();
}
