// Begins a game, however it was chosen.

import type { Api, Game, OpenedRoom } from './api';
import { keep_keys, keys_in, keys_of } from './keys';
import { address, go } from './route.svelte';
import { keep_setup, new_room, type Setup } from './setup';

/** Opens a room, keeps its keys and the choice, and shows it. Throws a Refusal if the server opens none. */
export async function begin(api: Api, game: Game, setup: Setup, files: Record<string, string> = {}): Promise<void> {
  const opened = await api.open_room(new_room(game, setup, files));
  keep_setup(game.name, setup);
  enter(opened);
}

/** Begins the finished game of a room again, from a step on. */
export async function begin_again(api: Api, room: string, step: number): Promise<void> {
  enter(await api.open_room({ room, step }));
}

/** Begins the finished game of a room once more, each player at the next seat. */
export async function begin_rematch(api: Api, room: string): Promise<void> {
  enter(await api.open_room({ rematch: room, keys: keys_of(room) }));
}

/** Goes along to a rematch, which the keys of its first game open. */
export function follow_rematch(room: string, rematch: string): void {
  keep_keys(rematch, keys_of(room));
  go(address.room(rematch));
}

/** Keeps the keys of a room and shows it. */
export function enter({ room, keys }: OpenedRoom): void {
  keep_keys(room, keys_in(keys));
  go(address.room(room));
}
