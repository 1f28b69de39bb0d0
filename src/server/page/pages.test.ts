import { beforeEach, expect, test, vi } from 'vitest';
import { change_language } from './language.svelte';
import { keep_keys, keys_of } from './keys';
import { MockApi, room_state, sample_scene } from './samples/mock_api';
import { button, change, click, eventually, field, said, show, text } from './samples/show';
import SampleBoard from './samples/SampleBoard.svelte';

vi.mock('./boards', () => ({
  page_of: async () => ({ Board: SampleBoard, points: (scene: { table: { points: number[] } }) => scene.table.points }),
}));

let api: MockApi;
beforeEach(() => {
  localStorage.clear();
  api = new MockApi();
});

const board = () => document.querySelector('[data-testid=board]')?.textContent;

async function in_room(changes: Parameters<typeof room_state>[0] = {}) {
  keep_keys('r1', ['key0', 'key1']);
  history.replaceState(null, '', '/room/r1');
  const shown = show(api, '/room/r1');
  await eventually(() => api.sockets.length > 0);
  api.socket.accept();
  api.socket.say(room_state(changes));
  await shown;
  await eventually(board);
}

test('the first page has games, contests and how to write a bot', async () => {
  await show(api, '/');
  await eventually(() => document.querySelector('a[href="/play/pazaak"]'));
  await eventually(() => document.querySelector('a[href="/contests/koth-pazaak"]'));
  expect(text()).toContain('hilltop new pazaak python');
  expect(document.title).toBe('Hilltop');
});

test.each([
  ['/', 'Your games'], ['/contests', 'bots'], ['/play', 'Load'], ['/play/gomoku', 'Rules'], ['/contests/spring', 'clumsy'],
  ['/contests/spring/bots/clumsy', 'illegal answer'],
])('things of one name are shown on the page %s', async (address, seen) => {
  const twice = <One>(list: One[]) => list.flatMap((one) => [one, structuredClone(one)]);
  const contest = api.contest_documents.get('spring')!;
  for (const list of ['standings', 'ratings', 'fault_summary', 'disqualified', 'not_entered', 'bots', 'pairs'] as const) contest[list] = twice(contest[list] as never[]) as never;
  const { contests, games } = api;
  api.contests = async () => {
    const all = await contests();
    return { ...all, contests: twice(all.contests) };
  };
  api.games = async () => {
    const all = await games();
    return { ...all, bots: twice(all.bots) };
  };
  api.kept = [1, 2].map((id) => ({ id, game: 'yahtzee', rules: 'koth', players: ['Ann', 'Ann'], saved: 'x', problem: null }));
  api.mine = api.running = twice([{ room: 'r1', game: 'pazaak', title: 'Simple Pazaak', rules: 'koth', players: ['Ann', 'Ann'], mine: [0], turn: 0 }]);
  keep_keys('r1', ['key0']);
  await show(api, address);
  await eventually(() => text().includes(seen) && !document.querySelector('[aria-busy=true]'));
  expect(document.querySelector('[role=alert]')).toBeNull();
});

test('what fails while it is drawn says so, and the rest of the page stays', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { contests } = api;
  api.contests = async () => ({ ...(await contests()), contests: [null as never] });
  await show(api, '/');
  await eventually(() => text().includes('This part of the page could not be shown.'));
  expect(document.querySelector('a[href="/play/pazaak"]')).not.toBeNull();
  expect(complaints).toHaveBeenCalled();
  complaints.mockRestore();
});

test('a contest that has not begun is waited for', async () => {
  const spring = api.contest_documents.get('spring')!;
  api.contest_documents.delete('spring');
  await show(api, '/contests/spring');
  await eventually(() => text().includes('There is no contest “spring” here yet.'));
  expect(document.querySelector('[role=alert]')).toBeNull();
  api.contest_documents.set('spring', spring);
  await eventually(() => text().includes('clumsy'));
});

test('a page that cannot be loaded says why, and tries again', async () => {
  const contest = api.contest;
  api.contest = async () => { throw new Error('the store is damaged'); };
  await show(api, '/contests/koth-pazaak');
  await eventually(() => text().includes('the store is damaged'));
  api.contest = contest;
  click(button('Try again'));
  await eventually(() => text().includes('austin'));
});

test('a link shows its page, and the focus is on its heading', async () => {
  await show(api, '/');
  click(document.querySelector<HTMLElement>('a[href="/contests"]')!);
  const heading = await eventually(() => [...document.querySelectorAll('h1')].find((one) => one.textContent === 'Contests'));
  expect(location.pathname).toBe('/contests');
  expect(document.activeElement).toBe(heading);
  expect(document.title).toBe('Contests · Hilltop');
  history.back();
  await eventually(() => document.querySelector('h1')?.textContent === 'Hilltop');
});

test('everything changes with the language, and the choice is kept', async () => {
  await show(api, '/contests');
  await change_language('ja');
  await eventually(() => document.querySelector('h1')?.textContent === '大会');
  expect(document.documentElement.lang).toBe('ja');
  expect(localStorage.getItem('hilltop.language')).toBe('ja');
});

test('the theme is chosen and kept', async () => {
  await show(api, '/');
  change(field<HTMLSelectElement>('Colours'), 'dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(localStorage.getItem('hilltop.theme')).toBe('dark');
});

test('a game for people is set up and begun', async () => {
  await show(api, '/play/yahtzee');
  expect(text()).toContain('Rules in a minute');
  expect(button('Save').disabled).toBe(true);
  expect(button('Load').disabled).toBe(false);
  const count = field('Number of Players');
  expect([count.value, count.min, count.max]).toEqual(['2', '1', '6']);
  change(count, '3');
  change(field('Name of player 3'), 'Cy');
  change(field<HTMLSelectElement>('Who plays as player 2'), 'greedy');
  change(field('dice of a file: numbers from 1 to 6').closest('label')!.querySelector('textarea') as never, '1 2 3');
  click(button('New'));
  await eventually(() => location.pathname === '/room/r1');
  expect(api.opened).toEqual([{
    game: 'yahtzee', rules: 'cab201-basic', files: { dice: '1 2 3' },
    players: [{ player: 'human', name: 'Player 1' }, { player: 'greedy' }, { player: 'human', name: 'Cy' }],
  }]);
  expect(keys_of('r1')).toEqual(['key0']);
});

test('a bot in a folder may be given other limits', async () => {
  await show(api, '/play/gomoku');
  expect(text()).not.toContain('Limits of bots');
  change(field<HTMLSelectElement>('Who plays as player 2'), 'bot:anvil');
  for (const typed of ['5', '', '5000']) change(field('Milliseconds for an answer'), typed);
  click(button('New'));
  await eventually(() => location.pathname === '/room/r1');
  expect(api.opened).toMatchObject([{ switches: { move_ms: 5000 } }]);
});

test('a refused game says why and changes nothing', async () => {
  api.refusal = 'seed: not a number';
  await show(api, '/play/pazaak');
  click(button('Start the game'));
  await eventually(() => text().includes('seed: not a number'));
  expect(location.pathname).toBe('/play/pazaak');
  expect(said()).toContain('seed: not a number');
});

test('with many bots the tables below come after the ranking', async () => {
  const contest = [...api.contest_documents.values()][0]!;
  const of = (bot: number) => ({ ...contest.standings[0]!, bot: `bot${bot}` });
  contest.standings = Array.from({ length: 51 }, (_, bot) => of(bot));
  contest.pairs = [{ ...contest.pairs![0]!, a: 'bot0', b: 'bot1' }];
  const cells = () => document.querySelectorAll('td.cell').length;
  await show(api, `/contests/${contest.contest}`);
  await eventually(() => text().includes('bot49'));
  expect(text()).not.toContain('bot50');
  expect(cells()).toBe(0);
  await eventually(() => cells() === 2);
  click(button('Show all 51 rows'));
  expect(text()).toContain('bot50');
  change(field('Find a bot'), 'bot50');
  await eventually(() => text().includes('1 bot '));
  expect(document.querySelectorAll('table')[0]!.querySelectorAll('tbody tr')).toHaveLength(1);
});

test('a contest that ranks by amounts has leads, the figures of its unit, and what the first seat is worth', async () => {
  const contest = api.contest_documents.get('koth-pazaak')!;
  contest.standings = contest.standings.map(({ hands, ...line }) => ({ ...line, chips: Number(hands) - 9000, luck_index: 0.5 }));
  contest.ratings = contest.ratings.map(({ bot, group }, place) => ({ bot, lead: 7 - 3 * place, margin: place === 0 ? null : 2, group }));
  await show(api, '/contests/koth-pazaak');
  await eventually(() => text().includes('luck index'));
  for (const shown of ['chips', '3,652', '0.50', 'Lead', '+7.0', '+4.0 ± 2.0', 'in the unit of the game', 'The first of 2 seats scored 50.40 %'])
    expect(text()).toContain(shown);
  expect(text()).not.toContain('Elo');
});

test('matches that amounts decide show the amounts', async () => {
  const contest = api.contest_documents.get('koth-pazaak')!;
  contest.rounds = [{ round: 1, meetings: [{ a: 'bold', b: 'kid', a_score: 4321, b_score: -17, winner: 'bold' }] }];
  await show(api, '/contests/koth-pazaak');
  const table = await eventually(() => document.querySelector<HTMLElement>('table[aria-label="Round 1"]'));
  for (const shown of ['Points', '4,321', '-17']) expect(table.textContent).toContain(shown);
});

test('a save that cannot be loaded says why, and can be deleted only', async () => {
  api.kept = [{ id: 3, game: '', rules: '', players: [], saved: '2026-11-23T09:00:00Z', problem: 'the save: line 1: unknown word' }];
  await show(api, '/play/yahtzee');
  click(button('Load'));
  await eventually(() => text().includes('the save: line 1: unknown word'));
  expect(document.querySelector('button[aria-label^="Load:"]')).toBeNull();
  click(document.querySelector<HTMLElement>('button[aria-label^="Delete"]')!);
  await eventually(() => text().includes('No current saved game.'));
});

test('saves are listed, loaded and deleted, and a damaged file is refused in the course’s words', async () => {
  await show(api, '/play/yahtzee');
  click(button('Load'));
  await eventually(() => text().includes('No current saved game.'));
  api.refusal = 'line 3: unknown word';
  const upload = field('Load a save from a file');
  Object.defineProperty(upload, 'files', { value: [{ size: 8, text: async () => 'nonsense' }], configurable: true });
  upload.dispatchEvent(new Event('change', { bubbles: true }));
  await eventually(() => text().includes('line 3: unknown word'));
  expect(text()).toContain('Error reading saved game file. Cannot load saved game.');
  expect(location.pathname).toBe('/play/yahtzee');

  api.refusal = '';
  api.kept = [{ id: 1, game: 'yahtzee', rules: 'cab201-basic', players: ['Ann', 'Bob'], saved: '2026-11-23T09:00:00Z', problem: null }];
  click(button('Load'));
  click(button('Load'));
  click(await eventually(() => document.querySelector<HTMLElement>('button[aria-label^="Delete"]')));
  await eventually(() => text().includes('No current saved game.'));
  api.kept = [{ id: 2, game: 'yahtzee', rules: 'cab201-basic', players: ['Ann'], saved: 'x', problem: null }];
  click(button('Load'));
  click(button('Load'));
  click(await eventually(() => document.querySelector<HTMLElement>('button[aria-label^="Load:"]')));
  await eventually(() => location.pathname === '/room/r1');
  expect(api.opened).toEqual([{ save: 2 }]);
});

test('who is asked can answer, and only then', async () => {
  await in_room();
  expect(api.socket.sent[0]).toEqual({ keys: ['key0', 'key1'] });
  expect(board()).toContain('Roll 1');
  expect(button('hold').disabled).toBe(true);
  click(button('OK'));
  expect(api.socket.sent.at(-1)).toMatchObject({ do: 'confirm', seat: 0, position: '0.0.0' });
  api.socket.say(room_state({ moment: 'deciding', step: 1, position: '0.0.1', asks: 'Roll 2 or choose a combination to score' }));
  await eventually(() => !button('hold').disabled);
  expect(button('OK').disabled).toBe(true);
  click(button('hold'));
  expect(api.socket.sent.at(-1)).toMatchObject({ do: 'answer', seat: 0, text: 'hold 1', position: '0.0.1' });
});

test('a player elsewhere is waited for', async () => {
  const players = room_state().players.map((player, seat) => ({ ...player, mine: seat === 1 }));
  await in_room({ players, moment: 'deciding', seat: 1 });
  expect(board()).toContain('It is Ann’s turn.');
  expect(button('hold').disabled).toBe(true);
  expect(board()).toContain('for 1');
  expect(button('Hint').disabled).toBe(true);
});

test('a bot that prepares is waited for', async () => {
  await in_room({ pending: null, thinking: 1, preparing: [1], moment: 'deciding' });
  expect(board()).toContain('Bob is preparing its tables, which can take a minute.');
});

test('what happened is told once, with what comes next', async () => {
  await in_room();
  api.socket.say(room_state({ step: 1, asks: 'Roll 2', events: [{ step: 1, key: 'It happened.' }] }));
  await eventually(() => said() === 'It happened. Ann: Roll 2');
  api.socket.say(room_state({ step: 2, pending: 1, events: [{ step: 1, key: 'It happened.' }, { step: 2, key: 'And this.' }] }));
  await eventually(() => said() === 'And this. Bob: Roll 1');
  expect([...document.querySelectorAll('aside ol li')].map((item) => item.textContent)).toEqual(['And this.', 'It happened.']);
});

test('a name is changed in its place, and points are live', async () => {
  await in_room();
  change(field('Name of player 2'), ' Bea ');
  expect(api.socket.sent.at(-1)).toMatchObject({ do: 'rename', seat: 1, name: 'Bea' });
  change(field('Name of player 1'), '  ');
  expect(field('Name of player 1').value).toBe('Ann');
  api.socket.say(room_state({ version: 2, scene: sample_scene('the table', [1234, 0]) }));
  await eventually(() => text().includes('1,234'));
});

test('saving is for the start of a turn', async () => {
  await in_room();
  click(button('Save'));
  expect(api.socket.sent.at(-1)).toMatchObject({ do: 'save' });
  api.socket.say({ type: 'saved', text: 'Game saved' });
  await eventually(() => text().includes('Game saved') && said().startsWith('Game saved'));
  api.socket.say(room_state({ can: { undo: false, save: false, hint: false, draw: false, rematch: false, replace: [], review: false } }));
  await eventually(() => button('Save').disabled);
});

test('when a turn has ended, nothing but OK is active for its player', async () => {
  const active = () => [...document.querySelectorAll('main :is(button, input, select)')].filter((one) => !one.matches(':disabled')).map((one) => one.textContent);
  const can = { undo: true, save: true, hint: true, draw: false, rematch: false, replace: [], review: false };
  await in_room({ can });
  click(button('Load'));
  await eventually(() => field('Load a save from a file'));
  expect(active().length).toBeGreaterThan(5);
  api.socket.say(room_state({ can, moment: 'after', step: 1, position: '0.0.1' }));
  await eventually(() => active().length === 1);
  expect(active()).toEqual(['OK']);
  click(button('OK'));
  expect(api.socket.sent.at(-1)).toMatchObject({ do: 'confirm', seat: 0, position: '0.0.1' });
  // Somebody else's turn: what is mine stays active.
  const players = room_state().players.map((player, seat) => ({ ...player, mine: seat === 1 }));
  api.socket.say(room_state({ can, players, moment: 'after', step: 1 }));
  await eventually(() => active().includes('Load'));
});

test('a hint lists choices, and one is played with a click', async () => {
  await in_room({ moment: 'deciding', can: { undo: true, save: false, hint: true, draw: false, rematch: false, replace: [], review: false } });
  click(button('Hint'));
  expect(api.socket.sent.at(-1)).toMatchObject({ do: 'hint', seat: 0 });
  api.socket.say({
    type: 'advice', seat: 0, position: '0.0.0', by: 'The solved game', unit: 'final score on average', note: '',
    choices: [{ typed: 'hold 2 3', worth: '231.46' }, { typed: 'roll', worth: null }],
  });
  await eventually(() => text().includes('231.46'));
  click(button('Hold dice 2 3'));
  expect(api.socket.sent.at(-1)).toMatchObject({ do: 'answer', text: 'hold 2 3' });
  click(button('Undo'));
  expect(api.socket.sent.at(-1)).toMatchObject({ do: 'undo', seat: 0 });
});

test('a hint has its best choices at first, and what each other one costs', async () => {
  await in_room({ moment: 'deciding', can: { undo: true, save: false, hint: true, draw: false, rematch: false, replace: [], review: false } });
  const choices = Array.from({ length: 36 }, (_, i) => ({ typed: `hold ${i + 1}`, worth: (250.5 - i).toFixed(1) }));
  api.socket.say({ type: 'advice', seat: 0, position: '0.0.0', by: 'The solved game', unit: 'final score on average', note: '', choices });
  await eventually(() => text().includes('All 36 choices'));
  const rows = [...document.querySelectorAll('section[aria-labelledby=advice] tbody tr')].map((row) => row.textContent);
  expect(rows).toHaveLength(36);
  expect(document.querySelectorAll('section[aria-labelledby=advice] > table tbody tr')).toHaveLength(5);
  expect(rows[2]).toMatch(/248\.5\s*2\.0$/);
});

test('what others do with a seat is no secret: windows that have it open, and hints', async () => {
  const players = room_state().players.map((player, seat) => ({ ...player, mine: seat === 0 }));
  await in_room({ players });
  expect(text()).not.toContain('windows');
  api.socket.say(room_state({ version: 2, players: players.map((player, seat) => (seat === 1 ? { ...player, clients: 2, hints: 3 } : player)) }));
  await eventually(() => text().includes('open in 2 windows'));
  expect(text()).toContain('asked for 3 hints');
});

test('a player of two resigns by name, and may want a sound', async () => {
  const players = room_state().players.map((player, seat) => ({ ...player, mine: seat === 0 }));
  await in_room({ players });
  click(button('Resign'));
  await eventually(() => text().includes('Resign? Your opponent wins.'));
  expect(button('Sound').getAttribute('aria-pressed')).toBe('false');
  click(button('Sound'));
  await eventually(() => button('Sound').getAttribute('aria-pressed') === 'true');
});

test('an invitation is a link that opens the seat', async () => {
  await in_room();
  click(document.querySelector<HTMLElement>('button[aria-label="Invite somebody as Bob"]')!);
  expect(api.socket.sent.at(-1)).toMatchObject({ do: 'invite', seat: 1 });
  api.socket.say({ type: 'link', seat: 1, key: 'k-2' });
  const players = room_state().players.map((player, seat) => ({ ...player, mine: seat === 0, present: seat === 0 }));
  api.socket.say(room_state({ players }));
  const link = await eventually(() => document.querySelector<HTMLInputElement>('input[readonly]'));
  expect(link.value).toBe(`${location.origin}/room/r1#key=k-2`);
});

test('a game whose luck is known says so', async () => {
  await in_room({ luck_known: 'choice' });
  expect(text()).toContain('may know what is still to come');
});

test('a player who is away is replaced by a bot', async () => {
  const players = room_state().players.map((player, seat) => ({ ...player, mine: seat === 0, present: seat === 0 }));
  await in_room({ players, can: { undo: false, save: false, hint: false, draw: false, rematch: false, replace: [1], review: false } });
  expect(text()).toContain('not here');
  const bots = await eventually(() => document.querySelector<HTMLSelectElement>('select[aria-label="Bot in the place of Bob"]'));
  change(bots, 'optimal');
  click(button('Replace'));
  expect(api.socket.sent.at(-1)).toMatchObject({ do: 'replace', seat: 1, player: 'optimal' });
});

test('leaving is asked twice', async () => {
  await in_room();
  const before = api.socket.sent.length;
  click(button('Leave'));
  await eventually(() => document.activeElement?.textContent === 'Stay');
  expect(api.socket.sent).toHaveLength(before);
  click(button('Leave'));
  expect(api.socket.sent.at(-1)).toMatchObject({ do: 'leave', seat: 0 });
});

const ends: [string, number[], number[], string][] = [
  ['one winner', [200, 150], [0], 'Ann wins.'],
  ['a tie', [200, 200], [0, 1], 'A tie between Ann and Bob.'],
];
test.each(ends)('the end is announced and another game offered: %s', async (_, points, winners, expected) => {
  await in_room({ pending: null, moment: 'over', over: { points, winners } });
  expect(text()).toContain(expected);
  click(button('Play another game'));
  expect(api.socket.sent.at(-1)).toMatchObject({ do: 'again' });
});

test('alone, the game is over with a total', async () => {
  await in_room({ players: room_state().players.slice(0, 1), pending: null, moment: 'over', over: { points: [211], winners: [0] } });
  expect(text()).toContain('The game is over with 211 points.');
});

test('a lost connection is shown, and takes no answers', async () => {
  await in_room();
  api.socket.close();
  await eventually(() => text().includes('The connection is lost.'));
  expect(button('OK').disabled).toBe(true);
  expect(said()).toContain('The connection is lost.');
});

test('a room that is gone says so', async () => {
  api.rooms = false;
  const shown = show(api, '/room/r9');
  await eventually(() => api.sockets.length > 0);
  api.socket.close();
  await shown;
  expect(text()).toContain('There is no such game');
});

test('a contest shows its ranking, its pairs and its faults', async () => {
  await show(api, '/contests/spring');
  await eventually(() => text().includes('clumsy'));
  expect(text()).toContain('ValueError: my table has no row <b>195</b>');
  expect(text()).toContain('thinking of 195 free points');
  const cell = document.querySelector<HTMLAnchorElement>('td.won-4 a')!;
  expect(cell.getAttribute('href')).toBe('/contests/spring/games/anvil-greedy%3A1');
  expect(cell.getAttribute('aria-label')).toBe('100.0: greedy against anvil: 40 won, 0 tied of 40 games');
});

/** The addresses of a contest's listed games. */
const listed = () => [...document.querySelectorAll<HTMLAnchorElement>('ol[aria-label] a')].map((link) => link.getAttribute('href'));

test('the games of a contest are listed, by pairing', async () => {
  await show(api, '/contests/spring');
  await eventually(() => text().includes('Opponent'));
  change(field<HTMLSelectElement>('Bot'), 'clumsy');
  change(field<HTMLSelectElement>('Opponent'), 'anvil');
  await eventually(() => listed()[0] === '/contests/spring/games/anvil-clumsy%3A1');
  expect(listed()).toHaveLength(40);
});

test('games of all bots are listed too, some at a time', async () => {
  await show(api, '/contests/koth-yahtzee');
  await eventually(() => listed().length === 50);
  click(button('Later'));
  await eventually(() => listed()[0] === '/contests/koth-yahtzee/games/everyone%3A51');
  for (let i = 0; i < 2; ++i) click(button('Later'));
  await eventually(() => listed().at(-1) === '/contests/koth-yahtzee/games/everyone%3A200');
  expect(button('Later').disabled).toBe(true);
});

test('a contest is followed while it is played', async () => {
  const first = api.contest_documents.get('koth-pazaak')!;
  first.live = { games_done: 3000, games: 15_000, running: true, seconds_left: 150 };
  first.complete = false;
  await show(api, '/contests/koth-pazaak');
  await eventually(() => text().includes('3,000 of 15,000 games'));
  expect(text()).toContain('3 min left');
  const [kid, austin, ...others] = first.standings;
  const standings = [{ ...austin!, rank: 1, points: 9999 }, { ...kid!, rank: 2 }, ...others];
  api.changed!({ ...first, standings, live: { ...first.live, games_done: 6000 } });
  await eventually(() => text().includes('9,999'));
  expect(said()).toBe('austin leads now.');
  api.changed!({ ...first, standings, complete: true, live: { games_done: 15_000, games: 15_000, running: false, seconds_left: null } });
  await eventually(() => said() === 'The contest is complete. austin is first.');
});

test('a bot’s page, and beside another bot', async () => {
  await show(api, '/contests/spring/bots/clumsy');
  await eventually(() => text().includes('20 of 240 games were measured.'));
  expect(text()).toContain('illegal answer');
  const slow = document.querySelector<HTMLAnchorElement>('.slow a')!;
  expect([slow.pathname, slow.search]).toEqual(['/contests/spring/games/anvil-clumsy%3A2', '?step=7']);
  expect(text()).toContain('431.5 ms');
  const versions = [...document.querySelectorAll('tr:has(code)')].map((row) => row.textContent!.replace(/\s+/g, ' '));
  expect(versions[0]).toContain('abababababab in this contest');
  expect(versions[0]).toContain('25.0');
  expect(versions[1]).toContain('cdcdcdcdcdcd');
  expect(text()).toContain('Only a part of the pairings was added up.');
  change(field<HTMLSelectElement>('Compare with'), 'greedy');
  await eventually(() => text().includes('Against each other'));
  expect(location.search).toBe('?with=greedy');
});

test('luck and what choices cost are shown when they are asked for', async () => {
  await show(api, '/contests/koth-pazaak');
  await eventually(() => text().includes('Show results without luck'));
  expect(text()).not.toContain('65.0 ± 15.0');
  click(button('Show results without luck'));
  await eventually(() => text().includes('65.0 ± 15.0'));
  expect(text()).toContain('60.0 ± 8.0');
  expect(text()).toContain('Of 40 of 240 games, the first ones of each pairing.');
  expect(text()).toContain('Left out are games without records, of: clumsy');
  await show(api, '/contests/koth-pazaak/bots/kid');
  await eventually(() => text().includes('Show what its choices cost'));
  click(button('Show what its choices cost'));
  await eventually(() => text().includes('stands at 15'));
  expect(text()).toContain('Per game, all of them cost 12.50 %, and luck gave -3.10 %.');
});

test('a game without luck has no such part', async () => {
  await show(api, '/contests/spring');
  await eventually(() => text().includes('clumsy'));
  expect(text()).not.toContain('Show results without luck');
});

const steps = Array.from({ length: 5 }, (_, step) => ({
  ...(step > 0 ? { seat: step % 2 } : {}), scene: sample_scene(`position ${step}`), events: [{ step, key: `Step ${step} of {seat}.`, seat: step % 2 }], ms: 1.5,
}));

async function in_game(query = '') {
  api.stored.set('spring anvil-clumsy:2', {
    name: 'anvil-clumsy:2', game: 'gomoku', rules: 'koth', seat: null, number: 2, first_number: 1, games: 40, points: [1, 0], steps,
    players: [{ bot: 'anvil', name: 'anvil' }, { bot: 'clumsy', name: 'clumsy' }],
  });
  await show(api, `/contests/spring/games/anvil-clumsy:2${query}`);
  await eventually(board);
}

const press = (key: string) => {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
};

test('a game is stepped through with keys, and the address names the position', async () => {
  await in_game('?step=2');
  expect(board()).toContain('position 2 for all');
  press('ArrowRight');
  await eventually(() => board()?.includes('position 3'));
  expect(location.search).toBe('?step=3');
  expect(said()).toContain('3/4');
  press('End');
  await eventually(() => board()?.includes('position 4'));
  press('ArrowRight');
  press('Home');
  await eventually(() => board()?.includes('position 0'));
  click(document.querySelector<HTMLElement>('a[href$="?step=3"]')!);
  await eventually(() => board()?.includes('position 3'));
  expect(document.querySelector('a[href$="clumsy%3A1"]')).not.toBeNull();
  expect(document.querySelector('a[href$="clumsy%3A3"]')).not.toBeNull();
});

test.each(['?step=99', '?step=-1', '?step=x', '?step=1.5'])('a position that is not there is one that is: %s', async (query) => {
  await in_game(query);
  expect(board()).toMatch(/position [0-4]/);
});

test('a game plays by itself to its end', async () => {
  await in_game();
  press('4');
  press(' ');
  await eventually(() => board()?.includes('position 4'));
  await eventually(() => [...document.querySelectorAll('button')].some((one) => one.textContent === 'Play'));
});

test('a finished game is looked back at, position by position', async () => {
  await show(api, '/room/r1/review');
  await eventually(() => board()?.startsWith('before'));
  expect(text()).toContain('Ann: Hold dice 1 2. Better: Full House. Cost: 12.5 % of winning, 12.5 points.');
  expect(text()).toContain('Luck of Ann here: +5.0 % of winning, +3.0 points.');
  expect(text()).toContain('Ann wins: 55 %');
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  await eventually(() => board()?.startsWith('between'));
  expect(text()).toContain('Bob: Ones. Nothing was better.');
  expect(location.search).toBe('?step=1');
  click(button('Play on from here'));
  await eventually(() => api.opened.length > 0);
  expect(api.opened).toEqual([{ room: 'r1', step: 1 }]);
  expect(keys_of('r1')).toContain('key0');
});

test('a room offers a review once its game can be looked back at', async () => {
  const over = { points: [10, 20], winners: [1] };
  await in_room({ over, moment: 'over', pending: null, can: { undo: false, save: true, hint: false, draw: false, rematch: false, replace: [], review: true } });
  expect(document.querySelector('a[href="/room/r1/review?step=0"]')?.textContent).toBe('Review');
  api.socket.say(room_state({ over, moment: 'over', pending: null }));
  await eventually(() => !document.querySelector('a[href="/room/r1/review?step=0"]'));
});
