// What a person chooses before a game begins.

import type { Game, NewRoom, RosterBot, RuleSet, Seating } from './api';
import { keep, kept, kept_json } from './keep';

export const name_max_letters = 24;
const players_at_first = 2;

/** Limits of bots in folders, with what holds where none is set; null: no limit. */
export const limits = { move_ms: 500, start_ms: 5000, game_ms: null, move_nodes: null };
export type Limit = keyof typeof limits;

export interface Setup {
  rules: string;
  players: Required<Seating>[];
  switches: RuleSet['switches'];
  limits: Partial<Record<Limit, number>>;
  seed: string;
}

/** Whether a bot in a folder plays. */
export function has_limits(setup: Setup): boolean {
  return setup.players.some(({ player }) => player.startsWith('bot:'));
}

export function rule_set(game: Game, name: string): RuleSet {
  return game.rules.find((rules) => rules.name === name) ?? game.rules[0]!;
}

/** The rule set that a person is offered first. */
export function first_rules(game: Game): string {
  return (game.rules.find((rules) => rules.people) ?? game.rules[0]!).name;
}

/** Every kind of player that may take a seat of the game, as the API names it. */
export function kinds_of_players(game: Game, roster: readonly RosterBot[]): string[] {
  return [
    'human',
    ...game.house_bots.map((bot) => bot.name),
    ...roster.filter((bot) => bot.game === game.name || bot.game === '').map((bot) => bot.player),
  ];
}

/** People play each other, or, where two sit and bots are there, a bot. */
function first_kind(game: Game, rules: RuleSet, seat: number): string {
  const duel = rules.seats.max === 2;
  return duel && seat === 1 ? (game.house_bots[0]?.name ?? 'human') : 'human';
}

/** Returns as many players as are wanted, those that are there first. */
export function with_players(setup: Setup, game: Game, wanted: number, name: (seat: number) => string): Setup {
  const rules = rule_set(game, setup.rules);
  const count = Math.min(Math.max(Math.round(wanted) || rules.seats.min, rules.seats.min), rules.seats.max);
  const players = Array.from(
    { length: count },
    (_, seat) => setup.players[seat] ?? { player: first_kind(game, rules, seat), name: name(seat) },
  );
  return { ...setup, players };
}

/** Returns the setup under other rules: their switches, and a number of players that they allow. */
export function with_rules(setup: Setup, game: Game, wanted: string, name: (seat: number) => string): Setup {
  const rules = rule_set(game, wanted);
  const changed = { ...setup, rules: rules.name, switches: { ...rules.switches } };
  return with_players(changed, game, setup.players.length || players_at_first, name);
}

function is_object(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The setup of the last game in this browser, as far as it can still be played, else the game's first. */
export function first_setup(game: Game, kinds: readonly string[], name: (seat: number) => string): Setup {
  const before = kept_json(`setup.${game.name}`);
  const known = is_object(before) ? before : {};
  const players = Array.isArray(known.players) ? known.players : [];
  const wanted = game.rules.find((rules) => rules.name === known.rules)?.name ?? first_rules(game);
  const setup: Setup = {
    rules: '',
    players: players
      .filter((one) => is_object(one) && kinds.includes(String(one.player)) && typeof one.name === 'string')
      .map((one) => ({ player: String(one.player), name: String(one.name).slice(0, name_max_letters) })),
    switches: {},
    limits: {},
    seed: '',
  };
  return with_rules(setup, game, wanted, name);
}

export function keep_setup(game: string, { rules, players }: Setup): void {
  keep(`setup.${game}`, JSON.stringify({ rules, players }));
  keep('last', game);
}

/** The game that was begun last in this browser, if it is one of these. */
export function last_game(games: readonly Game[]): Game | undefined {
  const last = kept('last');
  return games.find(({ name }) => name === last);
}

/** One person against one bot, with the rules and the name of the game's last setup in this browser. */
export function setup_against(game: Game, bot: string, name: (seat: number) => string): Setup {
  const before = first_setup(game, kinds_of_players(game, []), name);
  const person = before.players.find(({ player }) => player === 'human') ?? { player: 'human', name: name(0) };
  return with_players({ ...before, players: [person, { player: bot, name: '' }] }, game, 2, name);
}

/** What POST /api/rooms takes. Switches that are as the rules have them are left out. */
export function new_room(game: Game, setup: Setup, files: Record<string, string>): NewRoom {
  const defaults = rule_set(game, setup.rules).switches;
  const switches = {
    ...Object.fromEntries(Object.entries(setup.switches).filter(([name, value]) => value !== defaults[name])),
    ...(has_limits(setup) ? setup.limits : {}),
  };
  return {
    game: game.name,
    rules: setup.rules,
    players: setup.players.map(({ player, name }) =>
      player === 'human' && name.trim() ? { player, name: name.trim() } : { player },
    ),
    ...(Object.keys(switches).length > 0 ? { switches } : {}),
    ...(setup.seed.trim() ? { seed: setup.seed.trim() } : {}),
    ...(Object.keys(files).length > 0 ? { files } : {}),
  };
}
