// Sentences of what happened.

import type { GameEvent } from './api';
import type { Translate } from './text';

/**
 * Returns the sentence of an event in words. In its text `{seat}` and `{other}` are players' names,
 * and `{seats}` a list of them.
 */
export function sentence(event: GameEvent, names: readonly string[], t: Translate): string {
  const name = (seat: unknown) => (typeof seat === 'number' ? (names[seat] ?? '') : seat);
  const { seat, other, seats, ...params } = event;
  return t(event.key, {
    ...params,
    seat: name(seat),
    other: name(other),
    seats: Array.isArray(seats) ? seats.map(name) : seats,
  });
}
