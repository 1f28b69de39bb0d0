// A browser's connection to a room: the newest state of the game, and what may be asked of it.

import type { Advice } from './board';
import type { Api, RoomMessage, RoomRequest, RoomState, SeatKey } from './api';
import { keys_of } from './keys';
import type { RoomSocket, Way } from './room_socket';
import type { Message } from './text';

const first_wait_ms = 500;
const wait_max_ms = 15_000;
/** After so long a connection that does not come about is given up. */
const opening_max_ms = 10_000;
/** After so many attempts in a row the server answers, and yet neither way to a room leads there. */
const hindered_after = 4;

export type Connected = 'connecting' | 'open' | 'lost' | 'missing';

/** `text` is what the server said, or the key of a text; `detail` says more, or is empty. */
export interface Notice {
  good: boolean;
  text: string | Message;
  detail: string | Message;
}

const refusals: Partial<Record<RoomRequest['do'], string>> = { save: 'Error saving game. No game saved.' };

export class RoomConnection {
  state = $state.raw<RoomState | null>(null);
  connected = $state<Connected>('connecting');
  /** Whether the server answers, but something between holds up what a game needs. */
  hindered = $state(false);
  notice = $state.raw<Notice | null>(null);
  /** The newest invitation that was asked for. */
  link = $state.raw<SeatKey | null>(null);
  #advice = $state.raw<Advice | null>(null);
  /** The request with a move to which no state and no refusal came yet. */
  #moving = $state.raw<number | null>(null);

  readonly room: string;
  readonly #api: Api;
  #socket: RoomSocket | null = null;
  #way: Way = 'socket';
  #failed = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait_ms = first_wait_ms;
  #closed = false;
  #requests = new Map<number, RoomRequest['do']>();
  #last_id = 0;

  constructor(api: Api, room: string) {
    this.#api = api;
    this.room = room;
    this.#connect();
    window.addEventListener('online', this.#connect_now);
  }

  /** What the adviser says of the position that is shown; null if it was not asked. */
  get advice(): Advice | null {
    return this.#advice && this.#advice.position === this.state?.position ? this.#advice : null;
  }

  /** A move was sent, and the state that is shown is the one before it. */
  get moving(): boolean {
    return this.#moving !== null;
  }

  /** How many requests that lead to another position were sent (once.ts). */
  moves = 0;

  /** Sends a request. A connection that is lost takes none, and a position only one move: false is
      returned. */
  ask(request: RoomRequest): boolean {
    if (this.connected !== 'open' || !this.#socket) return false;
    const moves = request.do === 'answer' || request.do === 'confirm';
    if (moves && this.moving) return false;
    const id = ++this.#last_id;
    if (moves) this.#moving = id;
    if (moves || request.do === 'undo' || request.do === 'again') ++this.moves;
    this.#requests.set(id, request.do);
    this.notice = null;
    this.#socket.send(JSON.stringify({ ...request, id }));
    return true;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    window.removeEventListener('online', this.#connect_now);
    this.#socket?.close();
  }

  #connect_now = () => {
    if (this.connected !== 'lost') return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  #connect(): void {
    const socket = this.#api.room_socket(this.room, this.#way);
    this.#socket = socket;
    let opened = false;
    const opening = setTimeout(() => socket.close(), opening_max_ms);
    socket.addEventListener('open', () => {
      opened = true;
      clearTimeout(opening);
      socket.send(JSON.stringify({ keys: keys_of(this.room) }));
    });
    socket.addEventListener('message', (event) => this.#take(JSON.parse(String((event as MessageEvent).data)) as RoomMessage));
    socket.addEventListener('close', () => {
      clearTimeout(opening);
      void this.#lost(opened);
    });
  }

  async #lost(opened: boolean): Promise<void> {
    if (this.#closed) return;
    let wait_ms = this.#wait_ms;
    if (!opened) {
      const reached = await this.#api.reach_room(this.room);
      if (this.#closed) return;
      if (reached === 'missing' && !this.state) {
        this.connected = 'missing';
        return;
      }
      if (reached === 'there') {
        // The other way may lead there, and at once.
        this.#way = this.#way === 'socket' ? 'events' : 'socket';
        if (++this.#failed === 1) wait_ms = 0;
        this.hindered = this.#failed >= hindered_after;
      }
    }
    this.connected = 'lost';
    this.#requests.clear();
    this.#moving = null;
    this.#timer = setTimeout(() => this.#connect(), wait_ms);
    this.#wait_ms = Math.min(this.#wait_ms * 2, wait_max_ms);
  }

  #take(message: RoomMessage): void {
    switch (message.type) {
      case 'state':
        this.#wait_ms = first_wait_ms;
        this.#failed = 0;
        this.hindered = false;
        this.connected = 'open';
        this.#moving = null;
        this.state = message;
        return;
      case 'advice':
        this.#advice = message;
        return;
      case 'link':
        this.link = { seat: message.seat, key: message.key };
        return;
      case 'saved':
        this.notice = { good: true, text: message.text, detail: '' };
        return;
      case 'refused': {
        const asked = this.#requests.get(message.id as number);
        const refusal = asked && refusals[asked];
        if (message.id === this.#moving) this.#moving = null;
        this.notice = refusal
          ? { good: false, text: refusal, detail: message }
          : { good: false, text: message, detail: '' };
      }
    }
  }
}
