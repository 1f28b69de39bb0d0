// What the server says and takes: docs/http.md, whose shapes are those of docs/openapi.json. Nothing
// here knows a rule of a game.

import { based } from './base';
import { newest, watch } from './contest_source';
import type { Schemas } from './generated/schemas';
import { http_host_api, type HostApi } from './host_api';
import type { Kept } from './keys';
import { answered } from './request';
import { room_socket, type RoomSocket, type Way } from './room_socket';

export type RuleSet = Schemas['RuleSet'];
export type HouseBot = Schemas['HouseBot'];
export type Game = Schemas['Game'];
export type Games = Schemas['Games'];
export type RosterBot = Schemas['RosterBot'];
export type Seating = Schemas['Seating'];
export type NewRoom = Schemas['NewRoom'];
export type OpenedRoom = Schemas['Room'];
export type SeatKey = Schemas['SeatKey'];
export type Save = Schemas['Save'];
export type GameLine = Schemas['GameLine'];
export type RoomState = Schemas['State'];
export type Review = Schemas['Review'];
export type Puzzles = Schemas['Puzzles'];
export type Puzzle = Schemas['Puzzle'];
export type JudgedPuzzle = Schemas['JudgedPuzzle'];
export type RoomMessage = Schemas['Message'];

export type Days = Schemas['Days'];
export type DailyGameOfDay = Schemas['DailyGameOfDay'];
export type DailyLine = Schemas['DailyLine'];
export type Played = Schemas['Played'];
export type PlayedGame = Schemas['PlayedGame'];

export type GameEvent = Schemas['Event'];

type Placed<Wish> = Wish extends { do: 'answer' | 'confirm' | 'hint' } ? Wish & { position: string } : Wish;
/** What is asked of a room; pages name the position that a move is of. */
export type RoomRequest = Placed<Exclude<Schemas['Request'], { keys: unknown }>>;

export type Contests = Schemas['Contests'];
export type ContestLine = Schemas['ContestLine'];
export type Live = Schemas['Live'];
export type Entries = Schemas['Entries'];
export type About = Schemas['About'];

/** What pages show of a contest, which came from a server or is in a report. */
export type Contest = Schemas['ContestState'] & Pick<Schemas['Contest'], 'pairs' | 'distinct_games'> & Partial<Pick<Schemas['Contest'], 'upsets'>> & Partial<Pick<Schemas['ReportContest'], 'about' | 'timeouts'>>;
export type Standing = Contest['standings'][number];
export type Upset = Schemas['Upsets'][number];
export type Pair = NonNullable<Contest['pairs']>[number];
export type Rating = Contest['ratings'][number];
export type Meeting = NonNullable<Contest['rounds']>[number]['meetings'][number];
export type Fault = Contest['faults'][number];
export type FaultCount = Contest['fault_summary'][number];
export type BotLine = Contest['bots'][number];

/** What a contest's document does not have of one bot; a report has its distributions only. */
export type BotDetails = Pick<Schemas['Bot'], 'measured_games' | 'of_games' | 'points' | 'decisions'> & Partial<Pick<Schemas['Bot'], 'slowest' | 'versions'>>;

/** The results of a contest's bots with their luck and without. */
export type ContestLuck = Pick<Schemas['ContestLuck'], 'luck' | 'luck_missing'> & Partial<Pick<Schemas['ContestLuck'], 'games' | 'of_games'>>;
export type BotChoices = Schemas['BotChoices'];

/** A game to step through, which came from a server or is in a report. */
export type StoredGame = Omit<Schemas['Watched'], 'schema' | 'contest'>;

/** A game that is kept in a report: what its list shows. */
export type KeptGame = Pick<Schemas['KeptGame'], 'name' | 'points' | 'winners'> & { players: string[] };

/** What was measured of every bot, in the order of the standings. */
export interface Measured {
  games: number;
  of_games: number;
  /** What the points of a game count; empty if they are its outcome. */
  unit: string;
  bots: ({ bot: string } & Schemas['Distributions'])[];
}

/** The games to step through in a report. */
export interface KeptGames {
  games: KeptGame[];
  of_games: number;
  /** Whether more would have been kept if they were shorter. */
  cut: boolean;
}

/** What pages about contests need: a server has it, and so has a report. */
export interface ContestApi {
  contest(name: string): Promise<Contest>;
  bot_details(contest: string, bot: string): Promise<BotDetails>;
  /** Of a contest that has_luck. */
  contest_luck(contest: string): Promise<ContestLuck>;
  /** Which bots play in a contest that this server hosts, and when it begins; null in a report. */
  readonly entries: ((contest: string) => Promise<Entries>) | null;
  /** Null in a report, which has none. */
  readonly bot_choices: ((contest: string, bot: string) => Promise<BotChoices>) | null;
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
  /** What the room's finished game was about. Throws a Refusal before its end. */
  review(room: string): Promise<Review>;
  days(): Promise<Days>;
  day(game: string, day: string): Promise<DailyGameOfDay>;
  /** Begins this browser's try of today, or leads to it, or begins a game of a past day. An empty name is the server's choice. */
  begin_day(game: string, day: string, name: string): Promise<OpenedRoom>;
  played(): Promise<Played>;
  forget_played(): Promise<void>;
  puzzles(): Promise<Puzzles>;
  puzzle(game: string, number: string): Promise<Puzzle>;
  /** Judges what is typed. Throws a Refusal if it is not a legal choice. */
  answer_puzzle(game: string, number: number, answer: string): Promise<JudgedPuzzle>;
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
  return (await request<Schemas['Rooms']>(path, method, body)).rooms;
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
  saves: async () => (await request<Schemas['Saves']>('/api/saves')).saves,
  delete_save: (id) => request<void>(`/api/saves/${id}`, 'DELETE'),
  contests: () => request<Contests>('/api/contests'),
  contest: newest,
  bot_details: (contest, bot) => request<BotDetails>(`/api/contests/${at(contest)}/bots/${at(bot)}`),
  contest_luck: (contest) => request<ContestLuck>(`/api/contests/${at(contest)}/luck`),
  entries: (contest) => request<Entries>(`/api/contests/${at(contest)}/entries`),
  bot_choices: (contest, bot) => request<BotChoices>(`/api/contests/${at(contest)}/bots/${at(bot)}/choices`),
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
  review: (room) => request<Review>(`/api/rooms/${at(room)}/review`),
  days: () => request<Days>('/api/daily'),
  day: (game, day) => request<DailyGameOfDay>(`/api/daily/${at(game)}/${at(day)}`),
  begin_day: (game, day, name) => request<OpenedRoom>(`/api/daily/${at(game)}/${at(day)}`, 'POST', name ? { name } : {}),
  played: () => request<Played>('/api/played'),
  forget_played: () => request<void>('/api/played', 'DELETE'),
  puzzles: () => request<Puzzles>('/api/puzzles'),
  puzzle: (game, number) => request<Puzzle>(`/api/puzzles/${at(game)}/${at(number)}`),
  answer_puzzle: (game, number, answer) => request<JudgedPuzzle>(`/api/puzzles/${at(game)}/${number}`, 'POST', { answer }),
  host: http_host_api,
};
