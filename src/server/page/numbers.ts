// What the finished games of a browser add up to.

import type { PlayedGame } from './api';

/** The games against one opponent, or of several, or alone. */
export interface Against {
  /** Their names: of bots as records name them, people as one; empty: nobody. */
  opponents: string[];
  games: number;
  won: number;
  mean: number;
  best: number;
}

export interface Numbers {
  game: string;
  title: string;
  unit: PlayedGame['unit'];
  against: Against[];
  /** The loss of each decision on average, by game, the oldest first. */
  losses: number[];
  /** The same of all decisions; null if none is judged. */
  loss: number | null;
  /** Games with hints, or in which something was taken back: they count nowhere. */
  aided: number;
}

/** A person's opponents: how bots are named, and one word for people. */
function opponents(game: PlayedGame): string[] {
  const others = game.players.filter((_, seat) => seat !== game.seat).map(({ player }) => player);
  return [...new Set(others)].sort();
}

function against(games: readonly PlayedGame[]): Against[] {
  const by_opponents = new Map<string, PlayedGame[]>();
  for (const game of games) {
    const key = JSON.stringify(opponents(game));
    by_opponents.set(key, [...(by_opponents.get(key) ?? []), game]);
  }
  return [...by_opponents].map(([key, of]) => {
    const points = of.map((game) => game.points[game.seat] ?? 0);
    return {
      opponents: JSON.parse(key) as string[],
      games: of.length,
      won: of.filter((game) => game.winners.includes(game.seat)).length,
      mean: points.reduce((sum, one) => sum + one, 0) / of.length,
      best: Math.max(...points),
    };
  });
}

/** The numbers of each game that was played, the one of the newest game first. */
export function numbers_of(games: readonly PlayedGame[]): Numbers[] {
  const names = [...new Set(games.map(({ game }) => game).reverse())];
  return names.map((name) => {
    const all = games.filter(({ game }) => game === name);
    const counted = all.filter(({ aided }) => !aided);
    const judged = counted.filter(({ decisions, lost }) => decisions && lost !== null);
    const decisions = judged.reduce((sum, game) => sum + game.decisions!, 0);
    return {
      game: name,
      title: all[0]!.title,
      unit: all[0]!.unit,
      against: against(counted),
      losses: judged.map(({ lost, decisions: of }) => lost! / of!),
      loss: decisions > 0 ? judged.reduce((sum, { lost }) => sum + lost!, 0) / decisions : null,
      aided: all.length - counted.length,
    };
  });
}

/** The mean of each value and the `width` - 1 before it. */
export function running_means(values: readonly number[], width: number): number[] {
  return values.map((_, place) => {
    const window = values.slice(Math.max(0, place - width + 1), place + 1);
    return window.reduce((sum, one) => sum + one, 0) / window.length;
  });
}
