// Addresses: which page each one shows. A server gives the same document for all of them, and a
// report is one document.

import { based, unbased } from './base';

export type Route =
  | { page: 'home' | 'play' | 'puzzles' | 'contests' | 'host' | 'daily' | 'numbers' | 'missing' }
  | { page: 'puzzle'; game: string; number: string }
  | { page: 'setup' | 'rules'; game: string }
  | { page: 'room' | 'review'; room: string }
  | { page: 'day'; game: string; day: string }
  | { page: 'contest'; contest: string }
  | { page: 'bot'; contest: string; bot: string }
  | { page: 'game'; contest: string; game: string };

/** Returns the page of a path, such as `/contests/koth-pazaak/bots/kid`. */
export function route_of(path: string): Route {
  let parts: string[];
  try {
    parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return { page: 'missing' };
  }
  const [first, second, third, fourth] = parts;
  if (first === 'daily' && parts.length === 3) return { page: 'day', game: second!, day: third! };
  if (first === 'puzzles' && parts.length === 3) return { page: 'puzzle', game: second!, number: third! };
  switch (`${first ?? ''}/${third ?? ''}/${parts.length}`) {
    case '//0': return { page: 'home' };
    case 'play//1': return { page: 'play' };
    case 'play//2': return { page: 'setup', game: second! };
    case 'rules//2': return { page: 'rules', game: second! };
    case 'puzzles//1': return { page: 'puzzles' };
    case 'room//2': return { page: 'room', room: second! };
    case 'room/review/3': return { page: 'review', room: second! };
    case 'daily//1': return { page: 'daily' };
    case 'numbers//1': return { page: 'numbers' };
    case 'host//1': return { page: 'host' };
    case 'contests//1': return { page: 'contests' };
    case 'contests//2': return { page: 'contest', contest: second! };
    case 'contests/bots/4': return { page: 'bot', contest: second!, bot: fourth! };
    case 'contests/games/4': return { page: 'game', contest: second!, game: fourth! };
    default: return { page: 'missing' };
  }
}

const at = encodeURIComponent;

/** How pages are named in the address bar. */
export interface AddressForm {
  /** Reads the address bar: a path as route_of() takes it, and its query. */
  read(): { path: string; query: string };
  /** Returns the link to a path with its query. */
  write(path: string, query: string): string;
  /** Returns the address that a link of ours leads to, null if the browser itself is to follow it. */
  led_to(link: HTMLAnchorElement): string | null;
  /** Whether there is a list of contests. */
  has_list: boolean;
}

/** The addresses of a server: a path for each page. */
const paths: AddressForm = {
  read: () => ({ path: unbased(location.pathname), query: location.search }),
  write: (path, query) => based(path) + query,
  led_to: (link) => {
    if (unbased(link.pathname).startsWith('/api/')) return null;
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return null;
    return link.pathname + link.search + link.hash;
  },
  has_list: true,
};

/** A name in a fragment; `:` and `,` of games' names may stay. */
const in_fragment = (name: string) => at(name).replaceAll('%3A', ':').replaceAll('%2C', ',');

/**
 * The addresses of a file that has one contest: `#game=bold-kid:1/12` is step 12 of a game,
 * `#bot=kid/bold` a bot beside another one, and any other fragment a part of the contest's page.
 */
export function fragments(contest: string): AddressForm {
  const kinds = { game: { folder: 'games', value: 'step' }, bot: { folder: 'bots', value: 'with' } };
  const read_fragment = (fragment: string) => {
    const [, kind, name, value] = /^#(game|bot)=([^/]+)(?:\/(.*))?$/.exec(fragment) ?? [];
    if (!kind) return { path: `/contests/${at(contest)}`, query: '' };
    const { folder, value: key } = kinds[kind as keyof typeof kinds];
    return { path: `/contests/${at(contest)}/${folder}/${name}`, query: value ? `?${key}=${value}` : '' };
  };
  return {
    read: () => read_fragment(location.hash),
    write: (path, query) => {
      const route = route_of(path);
      if (route.page !== 'game' && route.page !== 'bot') return '#';
      const name = route.page === 'game' ? route.game : route.bot;
      const value = new URLSearchParams(query).get(kinds[route.page].value);
      return `#${route.page}=${in_fragment(name)}${value === null ? '' : `/${in_fragment(value)}`}`;
    },
    // A part of the page that is shown is the browser's matter.
    led_to: (link) =>
      link.getAttribute('href')!.startsWith('#') && read_fragment(link.hash).path !== current_path() ? link.hash || '#' : null,
    has_list: false,
  };
}

let form: AddressForm = paths;

/** Chooses how pages are named; the addresses of a server if this is never called. */
export function use_addresses(wanted: AddressForm): void {
  form = wanted;
}

export const address = {
  /** One of the sections of the site; empty: the first page. */
  section: (section: string) => form.write(`/${section}`, ''),
  /** Null if there is no list of contests. */
  contests: () => (form.has_list ? form.write('/contests', '') : null),
  setup: (game: string) => form.write(`/play/${at(game)}`, ''),
  /** The rules in a minute, under one of the game's rule sets; for the players of a room, with a way back to it. */
  rules: (game: string, rules: string, room?: string) => form.write(`/rules/${at(game)}`, `?rules=${at(rules)}${room === undefined ? '' : `&room=${at(room)}`}`),
  puzzle: (game: string, number: number) => form.write(`/puzzles/${at(game)}/${number}`, ''),
  room: (room: string) => form.write(`/room/${at(room)}`, ''),
  /** A position of a room's finished game. */
  review: (room: string, step: number) => form.write(`/room/${at(room)}/review`, `?step=${step}`),
  /** A daily game. */
  day: (game: string, day: string) => form.write(`/daily/${at(game)}/${at(day)}`, ''),
  contest: (contest: string) => form.write(`/contests/${at(contest)}`, ''),
  bot: (contest: string, bot: string) => form.write(`/contests/${at(contest)}/bots/${at(bot)}`, ''),
  game: (contest: string, game: string) => form.write(`/contests/${at(contest)}/games/${at(game)}`, ''),
  /** A step of the game that is shown. */
  step: (step: number) => form.write(path, `?step=${step}`),
};

let path = $state('/');
let query = $state('');
let arrival: 'forward' | 'history' | null = null;

/** How the reader came to the page that is shown now; null on a first visit, or if already taken. */
export function take_arrival(): 'forward' | 'history' | null {
  const taken = arrival;
  arrival = null;
  return taken;
}

export function current_path(): string {
  return path;
}

export function query_value(name: string): string | null {
  return new URLSearchParams(query).get(name);
}

/** Reads the address bar, before anything is shown, so that nothing of another page is. */
export function read_address(): void {
  ({ path, query } = form.read());
}

export function go(to: string): void {
  const before = path;
  history.pushState(null, '', to);
  read_address();
  if (path !== before) arrival = 'forward';
}

/** Changes one value of the query, in place: no new page, and no step back in the history. */
export function set_query(name: string, value: string | null): void {
  const values = new URLSearchParams(query);
  if (value === null) values.delete(name);
  else values.set(name, value);
  const text = values.toString();
  history.replaceState(history.state, '', form.write(path, text && `?${text}`));
  read_address();
}

/** Returns the address that a click on a link of ours leads to, if it is to be shown in this page. */
function clicked_address(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return null;
  return form.led_to(link);
}

/** Follows the address bar and clicks on links; returns how to stop that. */
export function follow_addresses(): () => void {
  const click = (event: MouseEvent) => {
    const to = clicked_address(event);
    if (to === null) return;
    event.preventDefault();
    go(to);
  };
  const moved = () => {
    if (form.read().path !== path) arrival = 'history';
    read_address();
  };
  read_address();
  window.addEventListener('popstate', moved);
  document.addEventListener('click', click);
  return () => {
    window.removeEventListener('popstate', moved);
    document.removeEventListener('click', click);
  };
}
