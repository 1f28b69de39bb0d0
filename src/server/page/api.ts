// What the server says and takes: docs/http.md. Nothing here knows a rule of a game.

import type { Advice } from './board';
import { based } from './base';
import { newest, watch } from './contest_source';
import { http_host_api, type HostApi } from './host_api';
import type { Kept } from './keys';
import { answered } from './request';
import { room_socket, type RoomSocket, type Way } from './room_socket';
import type { Message } from './text';

export interface RuleSet {
  name: string;
  about: string;
  seats: { min: number; max: number };
  /** Whether these are the rules that people play by; the first such set is chosen at first. */
  people?: boolean;
  /** Each switch of the rules with its default. */
  switches: Record<string, string | number | boolean>;
}

export interface HouseBot {
  name: string;
  title: string;
  about: string;
}

export interface GameFile {
  /** The key under which POST /api/rooms takes the file's text, such as `dice`. */
  switch: string;
  about: string;
  /** Texts that the program has: the key takes their names too. */
  built_in: { name: string; about: string }[];
}

export interface Game {
  name: string;
  title: string;
  rules: RuleSet[];
  house_bots: HouseBot[];
  files: GameFile[];
}

/** A bot in a folder that the host lets people play against. */
export interface RosterBot {
  /** As players of a new room are named. */
  player: string;
  name: string;
  /** Empty if its folder does not say. */
  game: string;
}

export interface Games {
  games: Game[];
  /** Absent if the host lets nobody play against bots in folders. */
  bots?: RosterBot[];
  /** The most that a game may allow those bots, by limit. */
  limits_max?: Partial<Record<string, number>>;
}

/** `player` is `human`, the name of a house bot, or `bot:NAME`. */
export interface Seating {
  player: string;
  name?: string;
}

export type NewRoom =
  | {
      game: string;
      rules: string;
      switches?: Record<string, string | number | boolean>;
      players: Seating[];
      seed?: string;
      files?: Record<string, string>;
    }
  | { record: string }
  | { save: number };

export interface SeatKey {
  seat: number;
  key: string;
}

export interface OpenedRoom {
  room: string;
  keys: SeatKey[];
}

export interface Save {
  id: number;
  game: string;
  rules: string;
  players: string[];
  /** ISO 8601. */
  saved: string;
}

export interface RoomPlayer {
  name: string;
  player: string;
  person: boolean;
  mine: boolean;
  /** Whether a browser with the seat's key is connected. */
  present: boolean;
  /** Browsers with the seat's key that are connected. */
  clients: number;
  /** How often the player asked for advice in this game, since the server opened it. */
  hints: number;
  /** Whether the player has left the game. */
  left: boolean;
}

/** What a step did (docs/scenes.md): the key of a text, and its parameters. */
export interface TellableEvent {
  key: string;
  [param: string]: unknown;
}

export interface GameEvent extends TellableEvent {
  step: number;
}

export interface RoomState {
  type: 'state';
  room: string;
  version: number;
  game: string;
  title: string;
  rules: string;
  /** Null while it would tell somebody what is hidden. */
  luck_key: string | null;
  /** By what a player may know what is still dealt to others; null if nobody does. */
  luck_known: 'record' | 'choice' | null;
  players: RoomPlayer[];
  /** The person who is asked; null if nobody is. */
  pending: number | null;
  /** The bot whose move is awaited; null if none is. */
  thinking: number | null;
  /** The bots whose tables are still being built. */
  preparing: number[];
  moment: 'before' | 'deciding' | 'after' | 'over';
  asks: string;
  step: number;
  /** Differs for any two positions of the room. */
  position: string;
  can: { undo: boolean; save: boolean; hint: boolean; replace: number[] };
  /** The seat from which the scene is seen; null for strangers. */
  seat: number | null;
  scene: unknown;
  events: GameEvent[];
  over: { points: number[]; winners: number[] } | null;
  /** Why the game cannot go on; null if it can. */
  broken: string | null;
  /** Why the newest step could not be stored; null if it was. */
  unkept: string | null;
}

export type RoomMessage =
  | RoomState
  | ({ type: 'refused'; id?: number } & Message)
  | ({ type: 'advice' } & Advice)
  | { type: 'link'; seat: number; key: string }
  | { type: 'saved'; text: string };

export type RoomRequest =
  | { do: 'answer'; seat: number; text: string; position: string }
  | { do: 'confirm' | 'hint'; seat: number; position: string }
  | { do: 'undo' | 'invite' | 'leave'; seat: number }
  | { do: 'rename'; seat: number; name: string }
  | { do: 'replace'; seat: number; player: string }
  | { do: 'again' }
  | { do: 'save' };

/** A game of people in a list. */
export interface GameLine {
  room: string;
  game: string;
  title: string;
  rules: string;
  players: string[];
  /** Seats whose keys were shown. */
  mine: number[];
  /** The seat that is to move; null if the game is over. */
  turn: number | null;
}

export interface ContestLine {
  name: string;
  /** What follows is absent if the contest cannot be read. */
  title?: string;
  game?: string;
  rules?: string;
  bots?: number;
  /** Contests of this name in the store, of which the newest one is meant. */
  of_name?: number;
  /** Why it cannot be read; null if it can. */
  problem: string | null;
}

export interface Contests {
  contests: ContestLine[];
  /** The contest to which this server takes bots; null if it hosts none. */
  hosted: string | null;
}

export interface Standing {
  rank: number;
  bot: string;
  points: number;
  score_percent: number | null;
  games: number;
  won: number;
  tied: number;
  lost: number;
  faults: number;
  /** The figures of the game's unit, and whatever else the ranking has. */
  [figure: string]: number | string | null;
}

export interface Pair {
  a: string;
  b: string;
  games: number;
  a_won: number;
  b_won: number;
  tied: number;
}

export interface Rating {
  bot: string;
  /** Or `lead`, where a contest ranks by amounts: per game, in the game's unit. */
  elo?: number;
  lead?: number;
  /** null: there are too few games to know it. */
  margin: number | null;
  group: number;
}

/** The games of a seat. */
export interface SeatLine {
  seat: number;
  score_percent: number;
  score_low: number;
  score_high: number;
}

export interface Fault {
  bot: string;
  opponents: string[];
  game: number;
  fault: string;
  detail: string;
  replay: string;
  asked: string;
  said: string;
  delay_ms: number | null;
  overloaded: boolean;
  stderr: string;
}

export interface FaultCount {
  bot: string;
  fault: string;
  faults: number;
  overloaded: number;
  first: string | null;
  reason: string | null;
}

export interface Disqualified {
  bot: string;
  game: number;
  fault: string;
  detail: string;
  asked: string;
  said: string;
  stderr: string;
  /** Where it failed if it did not pass the check before the contest. */
  check?: { against: string; asked: string; said: string } | null;
}

export interface NotEntered {
  folder: string;
  bot: string;
  author: string;
  causes: { place: string; what: string }[];
}

export interface BotLine {
  bot: string;
  title: string;
  house: boolean;
  author: string;
  language: string;
  answers: number;
  mean_ms: number | null;
  slowest_ms: number | null;
}

/** A match of a round; the score is sets or games won, whichever the format counts. */
export interface Meeting {
  a: string;
  b: string;
  winner: string | null;
  a_sets?: number;
  b_sets?: number;
  a_won?: number;
  b_won?: number;
}

export interface Round {
  round: number;
  meetings: Meeting[];
  bye?: string | null;
}

export interface PlayOff {
  games: number;
  bots: { bot: string; won: number; tied: number }[];
}

export interface Live {
  games_done: number;
  games: number;
  running: boolean;
  seconds_left: number | null;
}

/** How a contest can be played again. */
export interface About {
  format: string;
  games: number;
  /** What these are, such as `per pair`. */
  games_are: string;
  mirrored: boolean;
  command: string;
  /** The contest's file, as it was run. */
  file: string;
  /** Whether only house bots play. */
  house: boolean;
}

/** The document of `hilltop show --format json` (docs/output.md), and how far the contest is. */
export interface Contest {
  contest: string;
  title: string;
  game: string;
  rules: string;
  /** null: a secret as long as games are missing, or sealed. */
  seed: string | null;
  /** Of a seed that was drawn. */
  commitment: string | null;
  digest: string;
  standings: Standing[];
  pairs?: Pair[];
  ratings: Rating[];
  seats: SeatLine[];
  faults: Fault[];
  fault_summary: FaultCount[];
  disqualified: Disqualified[];
  not_entered: NotEntered[];
  bots: BotLine[];
  rounds?: Round[];
  play_offs?: PlayOff[];
  /** In reports only. */
  about?: About;
  /** Timeouts of an overloaded machine, in reports only. */
  timeouts?: { all: number; overloaded: number; command: string };
  complete: boolean;
  /** Games that repeat no other of their pair; null or missing if the game tells none apart. */
  distinct_games?: number | null;
  live: Live;
  /**
   * The points of each bot by the number of games played, as far as the server saw them, or the
   * games won, as they follow from what is stored.
   */
  race: { unit: 'points' | 'won'; bots: string[]; points: { games: number; points: number[] }[] };
}

/** What the report does not have of one bot; each list has pairs of a number and its games. */
export interface BotDetails {
  measured_games: number;
  of_games: number;
  points: [number, number][];
  decisions: [number, number][];
  /** Of the answers whose time a record has, among so many games. This and the next are absent in a report. */
  slowest?: { games: number; answers: { game: string; step: number; ms: number }[] };
  /** The contents of the bot's folder, the newest first; none of a house bot. */
  versions?: Version[];
}

/** A content of a bot's folder, with what the store has of it in all contests. */
export interface Version {
  content: string;
  title: string;
  author: string;
  language: string;
  /** Whether it is the one of this contest. */
  plays: boolean;
  /** Contests that have it entered now. */
  contests: string[];
  pairings: number;
  of_pairings: number;
  games: number;
  won: number;
  tied: number;
  lost: number;
  faults: number;
  mean_ms: number | null;
  slowest_ms: number | null;
}

/** A game that is kept in a report: what its list shows. */
export interface KeptGame {
  name: string;
  players: string[];
  points: number[] | null;
  /** The seats with the most points. */
  winners: number[];
}

/** What was measured of every bot, in the order of the standings. */
export interface Measured {
  games: number;
  of_games: number;
  /** What the points of a game count; empty if they are its outcome. */
  unit: string;
  bots: { bot: string; points: [number, number][]; decisions: [number, number][] }[];
}

/** The games to step through in a report. */
export interface KeptGames {
  games: KeptGame[];
  of_games: number;
  /** Whether more would have been kept if they were shorter. */
  cut: boolean;
}

export interface StoredGame {
  game: string;
  rules: string;
  number: number;
  first_number: number;
  /** How many games the pairing has, from `first_number`. */
  games: number;
  players: { bot: string; name: string }[];
  /** Null if the game was cut short. */
  points: number[] | null;
  /** The first is the position before the first decision, which no `seat` made. */
  steps: { seat?: number; scene: unknown; events: TellableEvent[]; ms?: number | null }[];
}

/** What pages about contests need: a server has it, and so has a report. */
export interface ContestApi {
  contest(name: string): Promise<Contest>;
  bot_details(contest: string, bot: string): Promise<BotDetails>;
  stored_game(contest: string, game: string): Promise<StoredGame>;
  /** Returns the names of the games before and after it; null where there is none. */
  neighbours(name: string, game: StoredGame): { before: string | null; after: string | null };
  /** Whether stored_game() has it; any server has every game. */
  has_game(game: string): boolean;
  /** Calls `changed` with every new state of the contest until the returned function is called. */
  watch_contest(name: string, changed: (contest: Contest) => void): () => void;
  /** Null if every game can be shown. */
  readonly kept_games: KeptGames | null;
  /** Null if bots are measured when they are looked at. */
  readonly measured: Measured | null;
}

export interface Api extends ContestApi {
  games(): Promise<Games>;
  open_room(room: NewRoom): Promise<OpenedRoom>;
  saves(): Promise<Save[]>;
  delete_save(id: number): Promise<void>;
  contests(): Promise<Contests>;
  reach_room(room: string): Promise<'there' | 'missing' | 'unreachable'>;
  room_socket(room: string, way: Way): RoomSocket;
  /** Returns the games of the rooms that these keys are of; rooms that are no more are left out. */
  my_games(keys: Kept): Promise<GameLine[]>;
  /** Returns games that are under way, to look on. */
  running_games(): Promise<GameLine[]>;
  /** The room's game, as a save; `keys` are those of the seats that this browser plays. */
  record(room: string, keys: readonly string[]): Promise<string>;
  /** What the owner of a token may do besides. */
  host(token: string): HostApi;
}

async function request<Answer>(path: string, method = 'GET', body?: unknown): Promise<Answer> {
  const response = await answered(
    path,
    body === undefined
      ? { method }
      : { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
  );
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

const at = encodeURIComponent;

async function rooms(path: string, method?: string, body?: unknown): Promise<GameLine[]> {
  return (await request<{ rooms: GameLine[] }>(path, method, body)).rooms;
}

/** Returns the games of the same pairing. */
export function numbered_neighbours(name: string, game: StoredGame): { before: string | null; after: string | null } {
  const { number, first_number, games } = game;
  const numbered = (wanted: number) => name.replace(/(:\d+)?$/, `:${wanted}`);
  return {
    before: number > first_number ? numbered(number - 1) : null,
    after: number < first_number + games - 1 ? numbered(number + 1) : null,
  };
}

export const http_api: Api = {
  games: () => request<Games>('/api/games'),
  open_room: (room) => request<OpenedRoom>('/api/rooms', 'POST', room),
  saves: async () => (await request<{ saves: Save[] }>('/api/saves')).saves,
  delete_save: (id) => request<void>(`/api/saves/${id}`, 'DELETE'),
  contests: () => request<Contests>('/api/contests'),
  contest: newest,
  bot_details: (contest, bot) => request<BotDetails>(`/api/contests/${at(contest)}/bots/${at(bot)}`),
  stored_game: (contest, game) => request<StoredGame>(`/api/contests/${at(contest)}/games/${at(game)}`),
  neighbours: numbered_neighbours,
  has_game: () => true,
  kept_games: null,
  measured: null,
  watch_contest: watch,
  reach_room: async (room) => {
    try {
      return (await fetch(based(`/api/rooms/${at(room)}/record`))).status === 404 ? 'missing' : 'there';
    } catch {
      return 'unreachable';
    }
  },
  room_socket,
  my_games: (keys) => rooms('/api/rooms/mine', 'POST', keys),
  running_games: () => rooms('/api/rooms'),
  record: async (room, keys) => {
    const response = await answered(`/api/rooms/${at(room)}/record`, {
      headers: keys.length > 0 ? { Authorization: `Bearer ${keys.join(',')}` } : {},
    });
    return response.text();
  },
  host: http_host_api,
};
