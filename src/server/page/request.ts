// Requests, and what the server says in place of an answer.

import { note_away, note_back } from './away.svelte';
import { based } from './base';
import type { Message } from './text';

/** What the server says in place of an answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly said: Message;
  constructor(status: number, said: Message) {
    super(said.text);
    this.status = status;
    this.said = said;
  }
}

/** Returns what went wrong, for a Translate. */
export function why(error: unknown): Message {
  return error instanceof Refusal ? error.said : { text: error instanceof Error ? error.message : String(error) };
}

export const unreachable: Message = { text: 'The server does not answer. Is it still running?' };

/** Returns what an answer that refuses says; `otherwise` if it is not the server's. */
export function message_of(body: string, otherwise: string): Message {
  try {
    const { error } = JSON.parse(body) as { error: Message };
    return { ...error, text: String(error.text) };
  } catch {
    return { text: otherwise };
  }
}

/** Asks for a path of ours. Throws a Refusal if the server does not do what is asked. */
export async function answered(path: string, options: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(based(path), options);
  } catch {
    void note_away();
    throw new Refusal(0, unreachable);
  }
  note_back();
  if (!response.ok) {
    const { status, statusText } = response;
    throw new Refusal(status, message_of(await response.text(), `${status} ${statusText}`));
  }
  return response;
}
