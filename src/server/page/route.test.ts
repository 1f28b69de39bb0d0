import { expect, test } from 'vitest';
import { address, route_of, type Route } from './route.svelte';

const cases: [string, Route][] = [
  ['/', { page: 'home' }],
  ['/play', { page: 'play' }],
  ['/play/', { page: 'play' }],
  ['/play/yahtzee', { page: 'setup', game: 'yahtzee' }],
  ['/room/a-b_c', { page: 'room', room: 'a-b_c' }],
  ['/host', { page: 'host' }],
  ['/host/bots', { page: 'missing' }],
  ['/contests', { page: 'contests' }],
  ['/contests/koth-pazaak', { page: 'contest', contest: 'koth-pazaak' }],
  [address.bot('a contest', 'x/y'), { page: 'bot', contest: 'a contest', bot: 'x/y' }],
  [address.game('cup', 'greedy,hold-20:1'), { page: 'game', contest: 'cup', game: 'greedy,hold-20:1' }],
  ['/contests/cup/bots', { page: 'missing' }],
  ['/contests/cup/bots/kid/more', { page: 'missing' }],
  ['/room', { page: 'missing' }],
  ['/%E0%A4%A', { page: 'missing' }],
  ['/nowhere', { page: 'missing' }],
];

test.each(cases)('%s', (path, route) => expect(route_of(path)).toEqual(route));
