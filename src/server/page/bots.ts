// What bots are called.

import type { Game } from './api';

/** The title of a house bot of `game`, the name of a bot in a folder; else the player as records name it. */
export function bot_title(player: string, game: Pick<Game, 'house_bots'> | undefined): string {
  if (player.startsWith('bot:')) return decodeURIComponent(player.slice('bot:'.length));
  return game?.house_bots.find(({ name }) => name === player)?.title ?? player;
}
