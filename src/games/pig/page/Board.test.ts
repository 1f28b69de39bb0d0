import { expect, test } from 'vitest';
import { button, check_markup, mounted, press, text_of } from '../../../server/page/board/mounted_for_test';
import golden from '../golden/scenes.json';
import Board from './Board.svelte';
import type { Scene } from './scene';
import texts from './texts/en.json';

const scene = (name: keyof typeof golden) => golden[name].scene as Scene;

test('a turn begins with a roll', () => {
  const { sent } = mounted(Board, scene('begin'), texts, { asks: 'roll the die' });
  expect(button('Hold 0').disabled).toBe(true);
  press('Roll');
  expect(sent).toHaveBeenCalledExactlyOnceWith('roll');
  expect(text_of('.asks')).toBe('Roll the die');
  check_markup();
});

test('after it the player rolls or holds', () => {
  const { sent } = mounted(Board, scene('rolled'), texts, { asks: 'roll again or hold 6', advice: [{ typed: 'hold', worth: '60' }] });
  expect(text_of('.asks')).toBe('Roll again or hold 6');
  press(/^Hold 6 ★the adviser’s choice$/);
  expect(sent).toHaveBeenCalledExactlyOnceWith('hold');
  expect(document.querySelector('svg[role="img"]')!.getAttribute('aria-label')).toBe('Pace Keeper rolled 6');
});

test.each(['waiting', 'watched', 'over'] as const)('nothing can be done in %s', (name) => {
  mounted(Board, scene(name), texts);
  for (const each of document.querySelectorAll('button')) expect(each.disabled).toBe(true);
  expect([...document.querySelectorAll('td')].map((cell) => Number(cell.textContent))).toEqual(scene(name).table.scores);
  check_markup();
});
