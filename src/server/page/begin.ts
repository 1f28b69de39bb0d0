// Begins a game, however it was chosen.

import type { Api, Game } from './api';
import { keep_keys, keys_in } from './keys';
import { address, go } from './route.svelte';
import { keep_setup, new_room, type Setup } from './setup';

/** Opens a room, keeps its keys and the choice, and shows it. Throws a Refusal if the server opens none. */
export async function begin(api: Api, game: Game, setup: Setup, files: Record<string, string> = {}): Promise<void> {
  const opened = await api.open_room(new_room(game, setup, files));
  keep_setup(game.name, setup);
  keep_keys(opened.room, keys_in(opened.keys));
  go(address.room(opened.room));
}
