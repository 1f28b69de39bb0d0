import { beforeEach, expect, test } from 'vitest';
import type { Game } from './api';
import games from './samples/games.json';
import { first_setup, keep_setup, kinds_of_players, new_room, with_players, with_rules } from './setup';

const [gomoku, pazaak, yahtzee] = games.games as unknown as [Game, Game, Game];
const name = (seat: number) => `Player ${seat + 1}`;
const first = (game: Game) => first_setup(game, kinds_of_players(game, games.bots), name);

beforeEach(() => localStorage.clear());

test('Yahtzee begins with two people and the rules for people', () => {
  const setup = first(yahtzee);
  expect(setup.rules).toBe('cab201-basic');
  expect(setup.players).toEqual([{ player: 'human', name: 'Player 1' }, { player: 'human', name: 'Player 2' }]);
});

test('a game of two begins against a bot', () => {
  expect(first(pazaak).players.map((one) => one.player)).toEqual(['human', 'bold']);
});

test.each([[1, 1], [6, 6], [7, 6], [0, 1], [-3, 1], [NaN, 1], [2.6, 3]])('%d players are %d', (wanted, count) => {
  expect(with_players(first(yahtzee), yahtzee, wanted, name).players).toHaveLength(count);
});

test('other rules bring their switches', () => {
  const setup = with_rules(first(yahtzee), yahtzee, 'koth', name);
  expect(setup.switches).toEqual({ joker_after_zero: true });
});

test('bots of the roster play their own game', () => {
  expect(kinds_of_players(gomoku, games.bots)).toEqual(['human', 'greedy', 'random', 'bot:anvil']);
  expect(kinds_of_players(pazaak, games.bots)).not.toContain('bot:anvil');
});

test('the last game’s players are offered again', () => {
  const setup = with_players(first(yahtzee), yahtzee, 3, name);
  setup.players[2] = { player: 'greedy', name: '' };
  keep_setup('yahtzee', setup);
  expect(first(yahtzee).players).toEqual(setup.players);
});

test.each(['{', '7', '{"players":[{"player":"gone","name":"A"}]}', '{"players":{"a":1},"rules":4}'])('a damaged setup is left out: %s', (kept) => {
  localStorage.setItem('hilltop.setup.yahtzee', kept);
  expect(first(yahtzee).players.map((one) => one.name)).toEqual(['Player 1', 'Player 2']);
});

test('limits are those of bots in folders', () => {
  const setup = first(gomoku);
  setup.limits.move_ms = 5000;
  expect(new_room(gomoku, setup, {})).not.toHaveProperty('switches');
  setup.players[1] = { player: 'bot:anvil', name: '' };
  expect(new_room(gomoku, setup, {})).toMatchObject({ switches: { move_ms: 5000 } });
});

test('a new room names what is not as the rules have it', () => {
  const setup = first(pazaak);
  setup.players[0]!.name = '  Ann ';
  setup.switches.side_cards = 5;
  setup.seed = ' 7 ';
  expect(new_room(pazaak, setup, {})).toEqual({
    game: 'pazaak', rules: 'koth', players: [{ player: 'human', name: 'Ann' }, { player: 'bold' }],
    switches: { side_cards: 5 }, seed: '7',
  });
  expect(new_room(yahtzee, first(yahtzee), { dice: '1 2 3' })).toMatchObject({ files: { dice: '1 2 3' } });
});
