import { beforeEach, expect, test } from 'vitest';
import { folder_of, token_in } from './host_desk.svelte';
import { change_language } from './language.svelte';
import { MockApi } from './samples/mock_api';
import { ann_token, host_token, hosted_bot } from './samples/mock_host';
import { button, change, click, eventually, field, said, show, text } from './samples/show';

let api: MockApi;
beforeEach(() => {
  sessionStorage.clear();
  api = new MockApi();
  api.hosted = 'spring';
});

const submit = (name: string) => button(name).closest('form')!.requestSubmit();

async function sign_in(token: string) {
  await show(api, '/host');
  const input = await eventually(() => document.querySelector<HTMLInputElement>('input[type=password]'));
  change(input, token);
  submit('Sign in');
  await eventually(() => text().includes('signed in as') || document.querySelector('[role=alert]'));
}

async function choose(name: string, size = 100, label = 'Archive') {
  const input = field(label);
  Object.defineProperty(input, 'files', { value: [{ name, size }], configurable: true });
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await eventually(() => true);
}

test.each([
  [host_token, host_token],
  [`hilltop: the host's token, shown this once: ${host_token}\n`, host_token],
  [host_token.toUpperCase(), host_token],
  [`${host_token}0`, null],
  ['', null],
  ['パスワード', null],
])('a token is found in what is pasted: %s', (pasted, token) => expect(token_in(pasted)).toBe(token));

test.each([
  ['pebble.tar.gz', 'pebble'], ['My Bot (2).zip', 'My-Bot'], ['<img src=x onerror=alert(1)>.zip', 'img-src-x-onerror-alert-1'],
  ['.hidden.tar', 'hidden'], ['v1.2.tgz', 'v1.2'], ['碁.zip', ''], ['../../evil.zip', 'evil'], [`${'a'.repeat(99)}.zip`, 'a'.repeat(64)],
])('a folder is named after its archive: %s', (file, folder) => expect(folder_of(file)).toBe(folder));

test('a server that hosts nothing says how it would, and asks for no token', async () => {
  api.hosted = null;
  await show(api, '/host');
  await eventually(() => text().includes('hilltop serve my-contest.toml --bots my-bots'));
  expect(document.querySelector('input[type=password]')).toBeNull();
});

test('without a good token nothing is shown, and the token goes nowhere else', async () => {
  await sign_in('secret');
  expect(text()).toContain('A token has 32 characters');
  change(document.querySelector<HTMLInputElement>('input[type=password]')!, 'f'.repeat(32));
  submit('Sign in');
  await eventually(() => text().includes('a token of the host or of an author is needed'));
  expect(text()).not.toContain('pebble');
  expect(sessionStorage.length).toBe(0);
  change(document.querySelector<HTMLInputElement>('input[type=password]')!, host_token);
  submit('Sign in');
  await eventually(() => text().includes('pebble'));
  expect(location.href).not.toContain(host_token);
  expect(JSON.stringify(localStorage)).not.toContain(host_token);
  click(button('Sign out'));
  await eventually(() => document.querySelector('input[type=password]'));
  expect(sessionStorage.length).toBe(0);
});

test('an author has its own bots, and nothing of the host', async () => {
  await sign_in(ann_token);
  await eventually(() => text().includes('pebble'));
  expect(text()).toContain('You are signed in as Ann.');
  expect(text()).not.toContain('stone');
  for (const word of ['Start', 'Make a token', 'Log of the newest run']) expect(text()).not.toContain(word);
});

test('a token that is taken back while its owner is here ends the session in words', async () => {
  await sign_in(ann_token);
  await eventually(() => text().includes('pebble'));
  api.hosting.tokens.delete(ann_token);
  click(button('Withdraw: pebble'));
  await eventually(() => text().includes('a token of the host or of an author is needed'));
  expect(text()).not.toContain('pebble');
  expect(sessionStorage.length).toBe(0);
});

test('what is shown stays while the server is away, and says so', async () => {
  await sign_in(host_token);
  await eventually(() => text().includes('pebble'));
  api.hosting.up = false;
  click(button('Withdraw: pebble'));
  await eventually(() => text().includes('What is shown may be old.'));
  expect(text()).toContain('pebble');
  api.hosting.up = true;
  click(button('Try again'));
  await eventually(() => !text().includes('What is shown may be old.'));
});

test('a bot is uploaded, and its check is followed', async () => {
  await sign_in(host_token);
  await eventually(() => text().includes('pebble'));
  submit('Upload');
  await eventually(() => text().includes('Choose an archive first.'));
  await choose('huge.zip', 17 * 2 ** 20);
  expect(text()).toContain('huge.zip has 17,825,792 bytes; an archive has at most 16,777,216.');
  await choose('pebble.zip');
  change(field('Name of its folder'), '../../etc');
  submit('Upload');
  await eventually(() => text().includes('A folder is named by'));
  await choose('pebble.zip');
  expect(field('Name of its folder').value).toBe('pebble');
  expect(text()).toContain('A new version of pebble.');
  submit('Upload');
  await eventually(() => text().includes('version 2 is being checked'));
  expect(text()).toContain('version 1 plays');
  expect(api.hosting.asked).toContain('upload 100 bytes as pebble');
  api.hosting.bots = [hosted_bot({ playing_version: 2, versions: [{ number: 2, uploaded: null, title: 'Pebble', passed: true }] })];
  click(button('Stop the check: pebble'));
  await eventually(() => said().includes('pebble has passed its check.'));
});

test('a refused upload shows the server’s words and keeps what was chosen', async () => {
  await sign_in(host_token);
  await eventually(() => text().includes('pebble'));
  api.hosting.refusal = "'../../evil' leads out of the folder";
  await choose('<b>evil</b>.tar');
  submit('Upload');
  await eventually(() => text().includes("'../../evil' leads out of the folder"));
  expect(document.querySelector('main b')).toBeNull();
  expect(field('Name of its folder').value).toBe('b-evil-b');
});

test('a refusal with values is told in the reader’s language', async () => {
  await sign_in(host_token);
  await eventually(() => text().includes('pebble'));
  await change_language('ja');
  api.hosting.refusal = {
    text: "'../x' in the archive is nested deeper than 8 folders",
    sentence: "'{name}' in the archive {why}",
    values: { name: '../x', why: { text: 'is nested deeper than 8 folders' } },
  };
  await choose('pebble.tar', 100, 'アーカイブ');
  submit('アップロード');
  await eventually(() => text().includes('アーカイブの「../x」：フォルダーが8段より深く入れ子になっています'));
  api.hosting.refusal = { text: 'something new: 3', sentence: 'something new: {count}', values: { count: 3 } };
  submit('アップロード');
  await eventually(() => text().includes('something new: 3'));
  await change_language('en');
});

test('bots of the contest’s file that take no part are named', async () => {
  api.hosting.changes = { house_bots: ['greedy', 'random'] };
  await sign_in(host_token);
  await eventually(() => text().includes('The contest’s file also names greedy and random: they take no part.'));
});

test('a run in whose middle the server ended says so', async () => {
  api.hosting.changes = { cut_off: true };
  await sign_in(host_token);
  await eventually(() => text().includes('The server ended in the middle of the run; what was played is kept.'));
});

test('deleting is asked twice', async () => {
  api.hosting.bots = [hosted_bot({ plays: false, held: true, held_version: 1, playing_version: null })];
  await sign_in(host_token);
  click(await eventually(() => document.querySelector<HTMLElement>('button[aria-label="Delete: pebble"]')));
  await eventually(() => document.activeElement?.textContent === 'No');
  expect(api.hosting.asked).not.toContain('delete pebble');
  click(button('Delete'));
  await eventually(() => text().includes('There are no bots yet.'));
});

const held: [string, Partial<ReturnType<typeof hosted_bot>>, string, string][] = [
  ['that was withdrawn', { plays: false, held: true, held_version: 1 }, 'version 1 is withdrawn', 'Enable: pebble'],
  ['that failed', { plays: false, held: true, held_version: 1, versions: [{ number: 1, uploaded: null, title: 'P', passed: false }] }, 'version 1 did not pass its check', 'Check again: pebble'],
  ['whose newer version failed', { held: true, held_version: 2, versions: [{ number: 2, uploaded: null, title: 'P', passed: false }, ...hosted_bot().versions] }, 'version 1 plays version 2 did not pass its check', 'Withdraw: pebble'],
  ['that waits', { plays: false, held: true, held_version: 1, check: 'waiting' }, 'version 1 waits for its check', 'Stop the check: pebble'],
  ['that the host put there', { author: '', versions: [], playing_version: null }, 'by the host plays', 'Withdraw: pebble'],
];
test.each(held)('a bot %s says so, and offers what can be done', async (_, changes, words, label) => {
  api.hosting.bots = [hosted_bot(changes)];
  await sign_in(host_token);
  await eventually(() => text().includes('pebble'));
  expect(text()).toContain(words);
  expect(button(label).disabled).toBe(false);
});

test('a bot’s details have its check, its standard error and its faults, as text', async () => {
  api.hosting.found = {
    passed: false, log: 'bot.c:1: error: expected <i>;</i>', problem: '',
    verdict: {
      schema: 'hilltop/check/1', bot: 'pebble', game: 'gomoku', rules: 'koth', seed: '1', contests: [], slowest: [], sandbox: [],
      may_compete: false, house_bots: [{ against: 'random', games: 1, won: 0, tied: 0, lost: 1 }],
      faults: [{ against: 'random', game: 1, asked: 'A []', said: '', fault: 'crashed', detail: 'status 1', stderr: '<script>alert(1)</script>' }],
      first_answers: { answers: 0, mean_ms: 0, slowest_ms: 0, limit_ms: 1500 }, other_answers: { answers: 1, mean_ms: 2, slowest_ms: 3.25, limit_ms: 500 },
    },
  };
  await sign_in(host_token);
  await eventually(() => text().includes('pebble'));
  const details = [...document.querySelectorAll('details')].find((one) => one.textContent?.includes('standard error of pebble'))!;
  details.open = true;
  await eventually(() => text().includes('bot.c:1: error: expected <i>;</i>'));
  expect(text()).toContain('<script>alert(1)</script>');
  expect(text()).toContain('Slowest answer 3.3 ms; the limit is 500 ms.');
  await eventually(() => text().includes('There were no faults.'));
});

test('the contest is started and stopped, and its log read', async () => {
  await sign_in(host_token);
  await eventually(() => text().includes('Nothing was played yet.'));
  click(button('Start'));
  await eventually(() => text().includes('running now'));
  expect(button('Start').disabled).toBe(true);
  const log = [...document.querySelectorAll('details')].find((one) => one.textContent?.includes('Log of the newest run'))!;
  log.open = true;
  await eventually(() => text().includes('sandbox: L0 L1 L2'));
  click(button('Stop'));
  await eventually(() => text().includes('The run was stopped; what was played is kept.'));
  expect(said()).toContain('The run has ended.');
});

test('a weak sandbox is said first, and nothing can be begun', async () => {
  const why = "this machine cannot keep strangers' bots in a sandbox: L1 is missing";
  api.hosting.changes = { unguarded: why, unguarded_message: { text: why } };
  await sign_in(host_token);
  await eventually(() => text().includes('L1 is missing'));
  expect(button('Start').disabled).toBe(true);
  expect(button('Upload').disabled).toBe(true);
});

test('an author’s token is shown once', async () => {
  await sign_in(host_token);
  await eventually(() => text().includes('Name of an author'));
  change(field('Name of an author'), ' Cat ');
  submit('Make a token');
  const made = await eventually(() => document.querySelector<HTMLInputElement>('input[aria-label="Token of Cat"]'));
  expect(made.value).toBe('b'.repeat(32));
  expect(api.hosting.authors).toEqual(['Ann', 'Bob', 'Cat']);
  click(button('I have noted it'));
  expect(document.querySelector('input[aria-label="Token of Cat"]')).toBeNull();
  click(button('New token: Ann'));
  click(button('Make it'));
  await eventually(() => document.querySelector('input[aria-label="Token of Ann"]'));
  click(button('Remove: Bob'));
  click(button('Remove'));
  await eventually(() => api.hosting.authors.join() === 'Ann,Cat');
});

test('a contest that takes bots says where', async () => {
  await show(api, '/contests');
  const link = await eventually(() => [...document.querySelectorAll<HTMLAnchorElement>('a[href="/host"]')].find((one) => one.textContent === 'Send one in'));
  expect(link.closest('p')?.textContent).toContain('takes bots for the contest spring');
});
