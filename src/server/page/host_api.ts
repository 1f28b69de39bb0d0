// What a host and its authors say to the server, with their token, and what it answers
// (docs/http.md, Hosting).

import type { Fault } from './api';
import { based } from './base';
import { answered, message_of, Refusal, unreachable } from './request';
import type { Message } from './text';

export interface BotVersion {
  number: number;
  /** ISO 8601; null if nobody knows. */
  uploaded: string | null;
  /** The bot's name in its `meta`. */
  title: string;
  /** Its check; null before its end. */
  passed: boolean | null;
}

export interface HostedBot {
  /** Of its folder. */
  name: string;
  title: string;
  /** Empty if the host put it there. */
  author: string;
  /** Whether a version plays, and whether there is one that does not. */
  plays: boolean;
  held: boolean;
  playing_version: number | null;
  held_version: number | null;
  check: 'waiting' | 'running' | null;
  /** The newest first. */
  versions: BotVersion[];
}

export interface HostState {
  contest: string;
  game: string;
  rules: string;
  /** House bots that the contest's file names, and that do not play here. */
  house_bots: string[];
  is_host: boolean;
  author: string;
  running: boolean;
  stopping: boolean;
  /** The exit code of the newest run; null if there was none, or if no server saw its end. */
  last_status: number | null;
  /** Whether the server ended in the middle of the newest run. */
  cut_off: boolean;
  /** Why strangers' bots cannot be kept in a sandbox here; null if they can. */
  unguarded: string | null;
  unguarded_message: Message | null;
  archive_bytes_max: number;
  bots: HostedBot[];
  /** Only for the host. */
  authors?: string[];
}

interface Answers {
  answers: number;
  mean_ms: number;
  slowest_ms: number;
  limit_ms: number;
}

/** What `hilltop check --format json` prints. */
export interface Verdict {
  may_compete: boolean;
  house_bots: { against: string; games: number; won: number; tied: number; lost: number }[];
  faults: { against: string; game: number; asked: string; said: string; fault: string; detail: string; stderr: string }[];
  first_answers: Answers;
  other_answers: Answers;
}

export interface BotCheck {
  version: number;
  passed: boolean | null;
  /** Null if the check did not come to its end, or has not yet. */
  verdict: Verdict | null;
  problem: string;
  /** What the check printed: of a build that failed, the compiler's messages. */
  log: string;
}

export interface HostApi {
  state(): Promise<HostState>;
  /** Calls `sent` with the part of the archive that is sent, from 0 to 1. */
  upload(bot: string, archive: Blob, sent: (part: number) => void): Promise<void>;
  enable(bot: string): Promise<void>;
  withdraw(bot: string): Promise<void>;
  remove_bot(bot: string): Promise<void>;
  check_again(bot: string): Promise<void>;
  check(bot: string, version: number): Promise<BotCheck>;
  faults(bot: string): Promise<Fault[]>;
  run(): Promise<void>;
  /** A run that shows the seed at its end. */
  reveal(): Promise<void>;
  stop(): Promise<void>;
  log(): Promise<string>;
  /** Each returns the author's token, which nobody can read again. */
  add_author(author: string): Promise<string>;
  renew_author(author: string): Promise<string>;
  remove_author(author: string): Promise<void>;
}

const at = encodeURIComponent;

/** Sends a file; fetch does not say how far it is. */
function send(path: string, token: string, body: Blob, sent: (part: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => sent(total > 0 ? loaded / total : 1);
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status < 400) resolve();
      else reject(new Refusal(status, message_of(responseText, `${status} ${statusText}`)));
    };
    request.onerror = () => reject(new Refusal(0, unreachable));
    request.open('PUT', based(path));
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.send(body);
  });
}

export function http_host_api(token: string): HostApi {
  const ask = (path: string, method = 'GET') =>
    answered(`/api/host${path}`, { method, headers: { Authorization: `Bearer ${token}` } });
  const json = async <Answer>(path: string, method?: string) => (await (await ask(path, method)).json()) as Answer;
  const done = async (path: string, method: string) => void (await ask(path, method));
  const token_of = async (path: string) => (await json<{ token: string }>(path, 'POST')).token;
  return {
    state: () => json<HostState>(''),
    upload: (bot, archive, sent) => send(`/api/host/bots/${at(bot)}`, token, archive, sent),
    enable: (bot) => done(`/bots/${at(bot)}/enable`, 'POST'),
    withdraw: (bot) => done(`/bots/${at(bot)}/withdraw`, 'POST'),
    remove_bot: (bot) => done(`/bots/${at(bot)}`, 'DELETE'),
    check_again: (bot) => done(`/bots/${at(bot)}/check`, 'POST'),
    check: (bot, version) => json<BotCheck>(`/bots/${at(bot)}/check?version=${version}`),
    faults: async (bot) => (await json<{ faults: Fault[] }>(`/bots/${at(bot)}/faults`)).faults,
    run: () => done('/run', 'POST'),
    reveal: () => done('/reveal', 'POST'),
    stop: () => done('/stop', 'POST'),
    log: async () => (await ask('/log')).text(),
    add_author: (author) => token_of(`/authors/${at(author)}`),
    renew_author: (author) => token_of(`/authors/${at(author)}/token`),
    remove_author: (author) => done(`/authors/${at(author)}`, 'DELETE'),
  };
}
