// Daily games: what a page tells of a try.

import type { DailyGameOfDay, DailyLine, Game } from './api';
import { bot_title } from './bots';
import { printed_command } from './command';

/** What best play would have got from where the person was; null if that is not known, or not told in points. */
export function par({ unit }: Pick<DailyGameOfDay, 'unit'>, line: Pick<DailyLine, 'points' | 'lost'>): number | null {
  return unit === 'points' && line.points !== null && line.lost !== null ? line.points + line.lost : null;
}

/** Returns the titles of the bots that play against the person. */
export function opponents_of({ game, players }: Pick<DailyGameOfDay, 'game' | 'players'>, games: readonly Game[]): string[] {
  const of = games.find(({ name }) => name === game);
  return players.filter((player) => player !== 'human').map((player) => bot_title(player, of));
}

/** Returns the command that plays the game of a day that is over. */
export function terminal_command({ game, players, rules, seed }: Pick<DailyGameOfDay, 'game' | 'players' | 'rules' | 'seed'>): string {
  return printed_command('play', [game, ...players], ['--rules', rules, '--seed', seed ?? '']);
}

/** Returns the command that computes the hash of a seed. */
export function hash_command(seed: string): string {
  return `printf %s ${seed} | b2sum -l 256`;
}
