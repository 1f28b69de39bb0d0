// The keys of the seats that this browser plays. The holder of a seat's key plays it (docs/http.md).

import { keep, kept_json, lasts } from './keep';
import type { SeatKey } from './api';
import { address } from './route.svelte';

/** The keys by room, the newest room last. */
export type Kept = Record<string, string[]>;

export function all_keys(): Kept {
  const value = kept_json('keys');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(([, keys]) => Array.isArray(keys) && keys.every((key) => typeof key === 'string')),
  ) as Kept;
}

export function keys_of(room: string): string[] {
  return all_keys()[room] ?? [];
}

/** Adds keys to those of the room. None is ever dropped: nobody else can give a seat back. */
export function keep_keys(room: string, keys: readonly string[]): void {
  const { [room]: known = [], ...others } = all_keys();
  keep('keys', JSON.stringify({ ...others, [room]: [...new Set([...known, ...keys])] }));
}

/** Whether the keys outlast the page. */
export function keys_last(): boolean {
  return lasts('keys');
}

export function keys_in(opened: readonly SeatKey[]): string[] {
  return opened.map(({ key }) => key);
}

/** Takes the key of an invitation, /room/ID#key=…, out of the address bar, where others may read it. */
export function take_invitation(room: string): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (!key) return;
  keep_keys(room, [key]);
  history.replaceState(history.state, '', location.pathname + location.search);
}

export function invitation(room: string, key: string): string {
  return `${location.origin}${address.room(room)}#key=${encodeURIComponent(key)}`;
}
