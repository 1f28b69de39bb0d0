// What a signed-in host or author sees of the server: the newest state, and what is done there.

import { announce } from './announce.svelte';
import type { Api } from './api';
import type { HostApi, HostState } from './host_api';
import { t } from './language.svelte';
import { Refusal, why } from './request';
import type { Message } from './text';

// A state is asked for this often: while something goes on, and else.
const busy_ms = 1000;
const quiet_ms = 5000;

const kept_as = 'hilltop.token';

/** The token of this tab; it ends with the tab. */
export function kept_token(): string | null {
  try {
    return sessionStorage.getItem(kept_as);
  } catch {
    return null;
  }
}

export function keep_token(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(kept_as);
    else sessionStorage.setItem(kept_as, token);
  } catch {
    // Then it ends with the page.
  }
}

/** Returns the token in what was pasted, such as the whole line that the server printed; null if there is none. */
export function token_in(pasted: string): string | null {
  return /(?<![0-9a-z])[0-9a-f]{32}(?![0-9a-z])/i.exec(pasted)?.[0].toLowerCase() ?? null;
}

/** Returns a name for the folder of the bot in an archive: `My_Bot` of `My Bot (2).tar.gz` would be `My-Bot`. */
export function folder_of(file: string): string {
  return file
    .replace(/\.(zip|tgz|txz|tzst|tar(\.\w+)?|gz|xz|zst)$/i, '')
    .replace(/\s*\(\d+\)$/, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[.-]+|-+$/g, '')
    .slice(0, 64);
}

/** Whether the server takes a folder of this name. */
export function is_folder_name(name: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}$/.test(name);
}

export class HostDesk {
  readonly api: HostApi;
  state = $state.raw<HostState | null>(null);
  /** Why there is no newer state; null if there is. */
  lost = $state.raw<Message | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;
  private closed = false;
  private readonly refused: (why: Message) => void;

  /** `refused` is called if the server does not take the token any more. */
  constructor(api: Api, token: string, refused: (why: Message) => void) {
    this.api = api.host(token);
    this.refused = refused;
    document.addEventListener('visibilitychange', this.seen);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    document.removeEventListener('visibilitychange', this.seen);
  }

  private readonly seen = () => {
    if (!document.hidden) void this.look();
  };

  /** Asks for the state now, and again from time to time. */
  async look(): Promise<void> {
    clearTimeout(this.timer);
    const number = ++this.asked;
    try {
      const newest = await this.api.state();
      if (this.closed || number !== this.asked) return;
      this.tell(newest);
      this.state = newest;
      this.lost = null;
    } catch (error) {
      if (this.closed || number !== this.asked || this.is_refused(error)) return;
      this.lost = why(error);
    }
    const busy = this.lost !== null || this.state?.running || this.state?.bots.some((bot) => bot.check);
    if (!document.hidden) this.timer = setTimeout(() => void this.look(), busy ? busy_ms : quiet_ms);
  }

  /** Does something, and looks. Returns why the server did not do it; null if it did. */
  async act(work: () => Promise<unknown>): Promise<Message | null> {
    let problem: Message | null = null;
    try {
      await work();
    } catch (error) {
      problem = why(error);
      if (this.is_refused(error)) return problem;
      announce(t(problem));
    }
    await this.look();
    return problem;
  }

  private is_refused(error: unknown): boolean {
    const refused = error instanceof Refusal && error.status === 401;
    if (refused && !this.closed) {
      this.close();
      this.refused(error.said);
    }
    return refused;
  }

  /** Says to a screen reader what has ended since. */
  private tell(newest: HostState): void {
    for (const before of this.state?.bots ?? []) {
      const now = newest.bots.find((bot) => bot.name === before.name);
      if (!before.check || !now || now.check) continue;
      announce(t(now.versions[0]?.passed ? 'host.passed_now' : 'host.failed_now', { bot: now.name }));
    }
    if (this.state?.running && !newest.running) announce(t('host.run_ended'));
  }
}
