import { expect, test } from 'vitest';
import { button, check_markup, key, mounted, press, text_of } from '../../../server/page/board/mounted_for_test';
import golden from '../golden/scenes.json';
import Board from './Board.svelte';
import type { Scene } from './scene';
import texts from './texts/en.json';

const scene = (name: keyof typeof golden) => golden[name].scene as Scene;

test('a click marks a free cell, and no other', () => {
  const { sent } = mounted(Board, scene('middle'), texts);
  press('Cell 4, free');
  expect(sent).toHaveBeenCalledExactlyOnceWith('4');
  press('Cell 1, X of perfect');
  expect(sent).toHaveBeenCalledTimes(1);
  check_markup();
});

test('arrow keys go from cell to cell and stay on the board', () => {
  mounted(Board, scene('begin'), texts);
  button('Cell 5, free').focus();
  const focused = () => document.activeElement!.getAttribute('aria-label');
  for (const [name, cell] of [['ArrowRight', 6], ['ArrowRight', 6], ['ArrowUp', 3], ['ArrowUp', 3], ['ArrowLeft', 2], ['ArrowDown', 5]] as const) {
    key(document.activeElement!, name);
    expect(focused()).toBe(`Cell ${cell}, free`);
  }
});

test('somebody who watches plays nothing', () => {
  const { sent } = mounted(Board, scene('watched'), texts);
  press('Cell 4, free');
  expect(sent).not.toHaveBeenCalled();
  expect(button('Cell 4, free').getAttribute('aria-disabled')).toBe('true');
});

test('the winning row is named', () => {
  mounted(Board, scene('over'), texts);
  for (const cell of [1, 4, 7]) button(`Cell ${cell}, X of perfect, in the winning row`);
  expect(text_of('.legend')).toBe('X perfectO random');
  check_markup();
});
