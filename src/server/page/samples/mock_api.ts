// An Api without a server, for tests: documents that the program wrote, and a room that the test
// speaks for.

import type {
  Api, BotChoices, BotDetails, Contest, ContestLuck, Contests, DailyGameOfDay, Days, Entries, GameLine,
  Games, JudgedPuzzle, NewRoom, OpenedRoom, Played, Puzzle, Puzzles, Review, RoomMessage, RoomState, Save, StoredGame,
} from '../api';
import { numbered_neighbours } from '../api';
import contest_gomoku from './contest_gomoku.json';
import contest_pazaak from './contest_pazaak.json';
import contest_yahtzee from './contest_yahtzee.json';
import games from './games.json';
import { MockHost } from './mock_host';
import { Refusal } from '../request';
import type { Way } from '../room_socket';

/** The browser's end of a WebSocket; the test is the server. */
export class MockSocket extends EventTarget {
  readonly sent: Record<string, unknown>[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.dispatchEvent(new Event('close'));
  }
  accept(): void {
    this.dispatchEvent(new Event('open'));
  }
  say(message: RoomMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

export class MockApi implements Api {
  readonly opened: NewRoom[] = [];
  readonly sockets: MockSocket[] = [];
  readonly contest_documents = new Map<string, Contest>(
    [contest_pazaak, contest_gomoku, contest_yahtzee].map((one) => [one.contest, structuredClone(one) as unknown as Contest]),
  );
  readonly stored = new Map<string, StoredGame>();
  kept: Save[] = [];
  /** Why the next room is not opened; empty if it is. */
  refusal = '';
  rooms = true;
  changed: ((contest: Contest) => void) | null = null;

  get socket(): MockSocket {
    return this.sockets.at(-1)!;
  }

  games = async () => structuredClone(games) as unknown as Games;
  open_room = async (room: NewRoom): Promise<OpenedRoom> => {
    if (this.refusal) throw new Refusal(400, { text: this.refusal });
    this.opened.push(room);
    return { room: 'r1', keys: [{ seat: 0, key: 'key0' }] };
  };
  saves = async () => structuredClone(this.kept);
  delete_save = async (id: number) => {
    this.kept = this.kept.filter((save) => save.id !== id);
  };
  hosted: string | null = null;
  contests = async (): Promise<Contests> => ({
    schema: 'hilltop/contests/1', store: 'results.db', contests: [...this.contest_documents.values()].map(({ contest, title, game, rules, bots }) => ({
      name: contest, title, game, rules, bots: bots.length, of_name: 1, problem: null,
    })),
    hosted: this.hosted,
  });
  contest = async (name: string) => {
    const found = this.contest_documents.get(name);
    if (!found) throw new Refusal(404, { text: `no contest '${name}'` });
    return structuredClone(found);
  };
  bot_details = async (): Promise<BotDetails> => ({
    slowest: { games: 20, answers: [{ game: 'anvil-clumsy:2', step: 7, ms: 431.5 }, { game: 'anvil-clumsy:1', step: 3, ms: 12 }] },
    versions: [
      {
        content: 'ab'.repeat(32), title: 'Clumsy', author: 'Ann', language: 'Python', plays: true, contests: ['spring'], pairings: 3, of_pairings: 3,
        games: 240, won: 60, tied: 0, lost: 180, faults: 9, mean_ms: 2.5, slowest_ms: 431.5,
      },
      {
        content: 'cd'.repeat(32), title: 'Clumsy', author: 'Ann', language: 'Python', plays: false, contests: [], pairings: 500, of_pairings: 501,
        games: 0, won: 0, tied: 0, lost: 0, faults: 0, mean_ms: null, slowest_ms: null,
      },
    ],
    measured_games: 20, of_games: 240, points: [[0, 3], [2, 5], [3, 12]], decisions: [[9, 1], [31, 19]],
  });
  contest_luck = async (): Promise<ContestLuck> => ({
    luck: [{
      worth: 'win', of: 'anvil', trials: 40, mean: 0.65, low: 0.5, high: 0.8, adjusted_mean: 0.6, adjusted_low: 0.52, adjusted_high: 0.68,
      coefficient: 0.9, factor: 3.5, factor_with_mirroring: null,
    }],
    luck_missing: [{ bot: 'clumsy', games: 80, known: 40 }],
    games: 40, of_games: 240,
  });
  before: Entries = { schema: 'hilltop/entries/1', hosted: false, starts: null, now: 1_764_000_000, running: false, entries: [] };
  entries = async () => structuredClone(this.before);
  bot_choices = async (contest: string, bot: string): Promise<BotChoices> => ({
    schema: 'hilltop/bot-choices/1', contest, bot, games: 20, worths: [{ worth: 'win', unit: 'chance to win', is_share: true }],
    certainty: 'exact', lost: [0.125], luck: [-0.031], kinds: [{ kind: 'stands at 15', decisions: 31, lost: [0.11] }],
  });
  stored_game = async (contest: string, game: string) => {
    const found = this.stored.get(`${contest} ${game}`);
    if (!found) throw new Refusal(404, { text: `no game '${game}'` });
    return structuredClone(found);
  };
  neighbours = numbered_neighbours;
  has_game = () => true;
  kept_games = null;
  measured = null;
  watch_contest = (_: string, changed: (contest: Contest) => void) => {
    this.changed = changed;
    return () => {
      this.changed = null;
    };
  };
  reach_room = async () => (this.rooms ? 'there' as const : 'missing' as const);
  readonly ways: Way[] = [];
  room_socket = (_: string, way: Way) => {
    const socket = new MockSocket();
    this.sockets.push(socket);
    this.ways.push(way);
    return socket;
  };
  mine: GameLine[] = [];
  running: GameLine[] = [];
  my_games = async () => structuredClone(this.mine);
  running_games = async () => structuredClone(this.running);
  days_now: Days = {
    schema: 'hilltop/days/1', day: '2026-11-28', ends: '2026-11-29T00:00:00Z', past: ['2026-11-27', '2026-11-26'],
    games: [{
      game: 'yahtzee', title: 'Yahtzee', rules: 'cab201-advanced', players: ['human'], tries: 2, state: 'new', commitment: 'ab'.repeat(32), next_commitment: 'cd'.repeat(32),
    }],
  };
  day_now: DailyGameOfDay = {
    schema: 'hilltop/day/1', day: '2026-11-28', game: 'yahtzee', title: 'Yahtzee', rules: 'cab201-advanced', players: ['human'], unit: 'points',
    is_over: false, commitment: 'ab'.repeat(32), seed: null, tries: 2, mine: null, list: null, waiting: 0,
  };
  readonly begun_days: { game: string; day: string; name: string }[] = [];
  played_now: Played = { schema: 'hilltop/played/1', games: [], waiting: 0 };
  days = async () => structuredClone(this.days_now);
  day = async () => structuredClone(this.day_now);
  begin_day = async (game: string, day: string, name: string): Promise<OpenedRoom> => {
    if (this.refusal) throw new Refusal(503, { text: this.refusal });
    this.begun_days.push({ game, day, name });
    return { room: 'r1', keys: [{ seat: 0, key: 'key0' }] };
  };
  played = async () => structuredClone(this.played_now);
  forget_played = async () => {
    this.played_now = { ...this.played_now, games: [] };
  };
  readonly hosting = new MockHost();
  host = (token: string) => this.hosting.as(token);
  puzzles = async (): Promise<Puzzles> => ({
    schema: 'hilltop/puzzles/1', day: '2026-11-29', games: [{ game: 'yahtzee', title: 'Yahtzee', count: 3, today: 2 }],
  });
  puzzle = async (game: string, number: string): Promise<Puzzle> => ({
    schema: 'hilltop/puzzle/1', game, title: 'Yahtzee', rules: 'cab201-basic', number: Number(number), count: 3, plies: null, found_by: 1, bots: 3,
    costs: [{ worth: 'score', unit: 'points', is_share: false }], asks: 'hold, roll or score',
    scene: { ...sample_scene(`position ${number}`, [0, 0]), seat: 0, players: [{ name: 'Greedy', left: false }, { name: 'Optimal', left: false }] },
  });
  /** What the next answer to a puzzle is. */
  judged: JudgedPuzzle = {
    schema: 'hilltop/puzzle-answer/1', right: false, choice: { typed: 'ch', lost: { score: 7.5 }, line: [] },
    best: [{ typed: 'fh', lost: { score: 0 }, line: [] }, { typed: 'ch', lost: { score: 7.5 }, line: [] }],
  };
  answer_puzzle = async (): Promise<JudgedPuzzle> => {
    if (this.refusal) throw new Refusal(422, { text: this.refusal });
    return structuredClone(this.judged);
  };
  review = async (): Promise<Review> => review_of_two();
  record = async (room: string, keys: readonly string[]) => `hilltop record of ${room} for ${keys.join()}`;
}

/** A scene that SampleBoard shows. */
export function sample_scene(shown: string, points: number[] = []): RoomState['scene'] {
  return { game: 'yahtzee', moment: 'deciding', seat: null, to_move: 0, players: [], result: null, table: { shown, points } };
}

/** A game of two choices: Ann's cost something, Bob's was the best. */
export function review_of_two(): Review {
  const nothing = { win: 0, score: 0 };
  const step = (shown: string, decision: Review['steps'][number]['decision'], win: number, luck = nothing) => ({
    scene: sample_scene(shown), events: [], decision, luck: [luck, { win: -luck.win, score: 0 }], win: [win, 1 - win],
  });
  return {
    schema: 'hilltop/review/1', game: 'yahtzee', rules: 'cab201-basic', certainty: 'exact for points, an estimate for winning',
    worths: [{ worth: 'win', unit: 'chance to win', is_share: true }, { worth: 'score', unit: 'points', is_share: false }],
    players: [
      { name: 'Ann', player: 'human', person: true, decisions: 1, luck: { win: 0.05, score: 3 }, lost: { win: 0.125, score: 12.5 } },
      { name: 'Bob', player: 'human', person: true, decisions: 1, luck: { win: -0.05, score: 0 }, lost: nothing },
    ],
    dearest: [1],
    steps: [
      step('before', null, 0.55, { win: 0.05, score: 3 }),
      step('between', { seat: 0, kind: 'keeps', done: 'hold 1 2', best: 'fh', forced: false, lost: { win: 0.125, score: 12.5 } }, 0.425),
      step('after', { seat: 1, kind: 'scores', done: '1s', best: null, forced: false, lost: nothing }, 0.425),
    ],
  };
}

/** A game of two people at one screen, before the first roll. */
export function room_state(changes: Partial<RoomState> = {}): RoomState {
  return {
    type: 'state', room: 'r1', version: 1, game: 'yahtzee', title: 'Yahtzee', rules: 'cab201-basic', luck_key: '00ff', luck_known: null, day: null,
    players: [
      { name: 'Ann', player: 'human', person: true, mine: true, present: true, clients: 1, hints: 0, left: false },
      { name: 'Bob', player: 'human', person: true, mine: true, present: true, clients: 1, hints: 0, left: false },
    ],
    pending: 0, thinking: null, preparing: [], moment: 'before', asks: 'Roll 1', step: 0, position: '0.0.0',
    can: { undo: false, save: true, hint: false, draw: false, rematch: false, replace: [], review: false },
    seat: 0, scene: sample_scene('the table', [0, 0]), events: [], over: null, agreed: false, among_people: false, hints: [], draw: [], watchers: 0, rematch: null, broken: null, unkept: null,
    ...changes,
  };
}
