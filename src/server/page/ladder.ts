// The ladder of a game: its house bots from the weakest to the strongest, as scripts/ladders measured
// them, and a star for each that a person has beaten in this browser.

import type { Game, HouseBot, RoomState } from './api';
import { keep, kept_json } from './keep';

export interface Step {
  bot: HouseBot;
  /** How many of 100 games the bot wins against the other house bots; null if that was not measured. */
  wins: number | null;
}

const measured = import.meta.glob<{ bot: string; wins: number }[]>('../../games/*/page/ladder.json', { eager: true, import: 'steps' });

/** The weakest bot comes first, and bots that were not measured come last. */
export function ladder_of(game: Game): Step[] {
  const steps = measured[`../../games/${game.name}/page/ladder.json`] ?? [];
  const wins = (bot: HouseBot) => steps.find((step) => step.bot === bot.name)?.wins ?? null;
  return game.house_bots.map((bot) => ({ bot, wins: wins(bot) })).sort((one, other) => (one.wins ?? Infinity) - (other.wins ?? Infinity));
}

/** The names of the game's house bots that were beaten in this browser. */
export function stars_of(game: string): string[] {
  const value = kept_json(`stars.${game}`);
  return Array.isArray(value) ? value.filter((bot) => typeof bot === 'string') : [];
}

/** The first bot of the ladder without a star; with all stars, the strongest. */
export function next_bot(game: Game): HouseBot | undefined {
  const stars = stars_of(game.name);
  const steps = ladder_of(game);
  return (steps.find(({ bot }) => !stars.includes(bot.name)) ?? steps.at(-1))?.bot;
}

/** The house bots that the person at this browser has beaten: of a game without other people that the person won. */
export function beaten(state: Pick<RoomState, 'players' | 'over'>): string[] {
  const { players, over } = state;
  const winners = over?.winners ?? [];
  const won = winners.some((seat) => players[seat]?.person && players[seat].mine);
  if (!won || players.some((player) => player.person && !player.mine)) return [];
  return players.filter((player, seat) => !player.person && !player.player.startsWith('bot:') && !winners.includes(seat)).map(({ player }) => player);
}

/** Keeps a star for each of the bots; returns those that had none. */
export function give_stars(game: string, bots: readonly string[]): string[] {
  const stars = stars_of(game);
  const gained = [...new Set(bots)].filter((bot) => !stars.includes(bot));
  if (gained.length > 0) keep(`stars.${game}`, JSON.stringify([...stars, ...gained]));
  return gained;
}
