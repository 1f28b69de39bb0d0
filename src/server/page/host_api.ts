// What a host and its authors say to the server, with their token, and what it answers
// (docs/http.md, Hosting).

import { based } from './base';
import type { Schemas } from './generated/schemas';
import { answered, message_of, Refusal, unreachable } from './request';

export type HostState = Schemas['Host'];
export type HostedBot = Schemas['HostedBot'];
export type BotCheck = Schemas['BotCheck'];
export type HostedFault = Schemas['BotFaults']['faults'][number];

export interface HostApi {
  state(): Promise<HostState>;
  /** Calls `sent` with the part of the archive that is sent, from 0 to 1. */
  upload(bot: string, archive: Blob, sent: (part: number) => void): Promise<void>;
  enable(bot: string): Promise<void>;
  withdraw(bot: string): Promise<void>;
  remove_bot(bot: string): Promise<void>;
  check_again(bot: string): Promise<void>;
  check(bot: string, version: number): Promise<BotCheck>;
  faults(bot: string): Promise<HostedFault[]>;
  run(): Promise<void>;
  /** The contest begins by itself at this time, in seconds since 1970; null: it does not. */
  set_start(at: number | null): Promise<void>;
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
  const ask = (path: string, method = 'GET', body?: unknown) =>
    answered(`/api/host${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const json = async <Answer>(path: string, method?: string) => (await (await ask(path, method)).json()) as Answer;
  const done = async (path: string, method: string) => void (await ask(path, method));
  const token_of = async (path: string) => (await json<Schemas['Author']>(path, 'POST')).token;
  return {
    state: () => json<HostState>(''),
    upload: (bot, archive, sent) => send(`/api/host/bots/${at(bot)}`, token, archive, sent),
    enable: (bot) => done(`/bots/${at(bot)}/enable`, 'POST'),
    withdraw: (bot) => done(`/bots/${at(bot)}/withdraw`, 'POST'),
    remove_bot: (bot) => done(`/bots/${at(bot)}`, 'DELETE'),
    check_again: (bot) => done(`/bots/${at(bot)}/check`, 'POST'),
    check: (bot, version) => json<BotCheck>(`/bots/${at(bot)}/check?version=${version}`),
    faults: async (bot) => (await json<Schemas['BotFaults']>(`/bots/${at(bot)}/faults`)).faults,
    set_start: async (at) => void (await ask('/start', 'PUT', { at })),
    run: () => done('/run', 'POST'),
    reveal: () => done('/reveal', 'POST'),
    stop: () => done('/stop', 'POST'),
    log: async () => (await ask('/log')).text(),
    add_author: (author) => token_of(`/authors/${at(author)}`),
    renew_author: (author) => token_of(`/authors/${at(author)}/token`),
    remove_author: (author) => done(`/authors/${at(author)}`, 'DELETE'),
  };
}
