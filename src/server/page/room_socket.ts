// What a room is spoken to by: a WebSocket or, where a network lets none through, a stream of events
// and requests (docs/http.md).

import { based } from './base';

export interface RoomSocket extends EventTarget {
  send(text: string): void;
  close(): void;
}

export type Way = 'socket' | 'events';

/** A stream of events that looks like a WebSocket. */
class EventSocket extends EventTarget implements RoomSocket {
  readonly #address: string;
  readonly #source: EventSource;
  #guest = '';
  #closed = false;
  #said: Promise<void> = Promise.resolve();

  constructor(address: string) {
    super();
    this.#address = address;
    this.#source = new EventSource(address);
    this.#source.addEventListener('state', (event) => this.#hear(String(event.data)));
    // It would connect again by itself, as another guest.
    this.#source.addEventListener('error', () => this.close());
  }

  /** Messages arrive in the order in which they are sent. */
  send(text: string): void {
    this.#said = this.#said.then(() => this.#say(text));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#source.close();
    this.dispatchEvent(new Event('close'));
  }

  #hear(data: string): void {
    const message = JSON.parse(data) as { type: string; guest?: string };
    if (message.type !== 'guest') {
      this.dispatchEvent(new MessageEvent('message', { data }));
      return;
    }
    this.#guest = message.guest!;
    this.dispatchEvent(new Event('open'));
  }

  async #say(text: string): Promise<void> {
    try {
      const headers = { 'Content-Type': 'application/json' };
      const { ok } = await fetch(`${this.#address}/${this.#guest}`, { method: 'POST', headers, body: text });
      if (!ok) this.close();
    } catch {
      this.close();
    }
  }
}

export function room_socket(room: string, way: Way): RoomSocket {
  const path = based(`/api/rooms/${encodeURIComponent(room)}`);
  return way === 'socket'
    ? new WebSocket(`${location.origin.replace(/^http/, 'ws')}${path}/socket`)
    : new EventSocket(`${path}/events`);
}
