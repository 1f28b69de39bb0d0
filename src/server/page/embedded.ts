// A contest that is kept in a page: what src/report/page/data.cpp writes, as pages about contests
// take it.

import type { BotDetails, Contest, ContestApi, KeptGame, KeptGames, Measured, StoredGame } from './api';
import { changed } from './changes';
import { printed_command } from './command';
import type { Schemas } from './generated/schemas';
import { Refusal } from './request';

export type PackedGame = Schemas['KeptGame'];
export type PageData = Schemas['ReportPage'];

export function unpacked(game: PackedGame): StoredGame {
  let scene!: Schemas['Scene'];
  return {
    ...game,
    steps: game.steps.map(({ changes, scene: whole, ...step }) => {
      scene = changes ? changed(scene, changes) : whole!;
      return { ...step, scene };
    }),
  };
}

function kept_games_of(data: PageData, of_games: number): KeptGames {
  const games = data.games.map((game): KeptGame => ({
    name: game.name,
    players: game.players.map((player) => player.bot),
    points: data.unit ? game.points : null,
    winners: game.winners,
  }));
  return { games, of_games, cut: data.games_cut };
}

export function embedded(data: PageData): ContestApi & { document: Contest } {
  const bots = data.contest.standings.map((line) => line.bot);
  const document: Contest = {
    ...data.contest,
    pairs: data.pairs.map(([a, b, games, a_won, b_won]) => ({
      a: bots[a]!, b: bots[b]!, games, a_won, b_won, tied: games - a_won - b_won,
    })),
  };
  const games = new Map(data.games.map((game) => [game.name, game]));
  const names = [...games.keys()];
  const measured: Measured = {
    ...data.measured,
    unit: data.unit,
    bots: data.bots.map((of, place) => ({ bot: bots[place]!, ...of })),
  };
  return {
    document,
    measured,
    kept_games: kept_games_of(data, document.live.games),
    contest: async () => document,
    bot_details: async (_, bot): Promise<BotDetails> => {
      const found = measured.bots.find((one) => one.bot === bot);
      const { points, decisions } = found ?? { points: [], decisions: [] };
      return { measured_games: measured.games, of_games: measured.of_games, points, decisions };
    },
    contest_luck: async () => ({ luck: data.contest.luck ?? [], luck_missing: data.contest.luck_missing ?? [] }),
    entries: null,
    bot_choices: null,
    stored_game: async (contest, name) => {
      const found = games.get(name);
      if (!found) throw new Refusal(404, { text: `This page does not have the game. To print it: ${printed_command('replay', [name, contest])}` });
      return unpacked(found);
    },
    neighbours: (name) => {
      const at = names.indexOf(name);
      return { before: names[at - 1] ?? null, after: at < 0 ? null : (names[at + 1] ?? null) };
    },
    has_game: (name) => games.has(name),
    watch_contest: () => () => {},
  };
}
