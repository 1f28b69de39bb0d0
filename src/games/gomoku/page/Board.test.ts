import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { button, check_markup, key, mounted, press, text_of } from '../../../server/page/board/mounted_for_test';
import golden from '../golden/scenes.json';
import Board from './Board.svelte';
import type { Scene } from './scene';
import texts from './texts/en.json';

const scene = (name: keyof typeof golden) => golden[name].scene as Scene;
const goban = () => document.querySelector<HTMLElement>('[role="application"]')!;

/** Goes from (7, 7), where the cursor begins, or from `from`, and presses Enter. */
function lay(x: number, y: number, from = { x: 7, y: 7 }) {
  goban().focus();
  flushSync();
  for (let i = from.x; i !== x; i += Math.sign(x - from.x)) key(goban(), x > from.x ? 'ArrowRight' : 'ArrowLeft');
  for (let i = from.y; i !== y; i += Math.sign(y - from.y)) key(goban(), y > from.y ? 'ArrowDown' : 'ArrowUp');
  key(goban(), 'Enter');
}

test('the opening is laid stone by stone, and sent when it is complete', () => {
  const { sent } = mounted(Board, scene('opening'), texts, { asks: 'Open with two black stones and a white one (x y x y x y)' });
  expect(text_of('.asks')).toBe('Open with two black stones and a white one');
  expect(text_of('.laying p')).toBe('Lay stone 1 of 3: black.');
  lay(7, 7);
  lay(7, 7);
  expect(document.querySelectorAll('.pending')).toHaveLength(1);
  lay(8, 8);
  expect(text_of('.laying p')).toBe('Lay stone 3 of 3: white.');
  expect(button('Send').disabled).toBe(true);
  press('Take one back');
  expect(text_of('.laying p')).toBe('Lay stone 2 of 3: black.');
  lay(8, 9, { x: 8, y: 8 });
  lay(6, 9, { x: 8, y: 9 });
  expect([...document.querySelectorAll('.pending')].map((stone) => stone.classList.contains('white'))).toEqual([false, false, true]);
  expect(sent).not.toHaveBeenCalled();
  press('Send');
  expect(sent).toHaveBeenCalledExactlyOnceWith('7 7 8 9 6 9');
  check_markup();
});

test('a choice says who moves first, and one without stones is sent at once', () => {
  const { sent } = mounted(Board, scene('choosing_swap2'), texts);
  expect(button(/^Take white/).textContent).toContain('Black moves first.');
  press(/^Take black You play black as the board stands\. White moves first\.$/);
  expect(sent).toHaveBeenCalledExactlyOnceWith('black');
});

test.each([[/^Take white/, [[8, 8]], 'white 8 8'], [/^Place two/, [[8, 8], [9, 8]], 'two 8 8 9 8']] as const)(
  'a choice with stones is laid first: %s',
  (form, points, text) => {
    const { sent } = mounted(Board, scene('choosing'), texts);
    expect(button('Send').disabled).toBe(true);
    press(form);
    expect(button(form).getAttribute('aria-pressed')).toBe('true');
    let from = { x: 7, y: 7 };
    for (const [x, y] of points) {
      lay(x, y, from);
      from = { x, y };
    }
    press('Send');
    expect(sent).toHaveBeenCalledExactlyOnceWith(text);
  },
);

test('changing the choice drops what was laid', () => {
  mounted(Board, scene('choosing'), texts);
  press(/^Place two/);
  lay(8, 8);
  press(/^Take white/);
  expect(document.querySelectorAll('.pending')).toHaveLength(0);
});

test('a colour is picked', () => {
  const { sent } = mounted(Board, scene('picking'), texts);
  press(/^White You play white/);
  expect(sent).toHaveBeenCalledExactlyOnceWith('white');
  expect(goban().querySelector('.lays')).toBeNull();
});

test('a stone is laid at once, but not on another one', () => {
  const { sent } = mounted(Board, scene('stones'), texts);
  lay(7, 7);
  expect(sent).not.toHaveBeenCalled();
  expect(text_of('[aria-live="polite"]')).toContain('white, stone 2');
  lay(8, 7);
  expect(sent).toHaveBeenCalledExactlyOnceWith('8 7');
});

test('the last stone, the numbers and the winning row are shown and told', () => {
  mounted(Board, scene('watched'), texts);
  const stones = scene('watched').table.stones;
  expect(document.querySelectorAll('.stone')).toHaveLength(stones.length);
  expect(document.querySelectorAll('.stone text')).toHaveLength(0);
  document.querySelector<HTMLInputElement>('input[type="checkbox"]')!.click();
  flushSync();
  expect([...document.querySelectorAll('.stone text')].map((number) => number.textContent)).toEqual(stones.map((_, i) => String(i + 1)));
  const last = stones.at(-1)!;
  expect(document.body.textContent).toContain(`The last stone is ${last.colour} at ${last.x}, ${last.y}.`);
  expect(document.querySelectorAll('rect.last')).toHaveLength(1);
  document.body.replaceChildren();
  mounted(Board, scene('over'), texts);
  expect(document.querySelectorAll('rect.won')).toHaveLength(6);
  expect(document.body.textContent).toContain('The winning row: 3,3; 4,4; 5,5; 6,6; 7,7; 8,8.');
  check_markup();
});

test('the empty board of other rules is as large as it is, with its middle under the cursor', () => {
  const { sent } = mounted(Board, scene('empty'), texts);
  expect(document.querySelectorAll('.star')).toHaveLength(9);
  key(goban(), 'Enter');
  expect(sent).toHaveBeenCalledExactlyOnceWith('7 7');
  document.body.replaceChildren();
  mounted(Board, scene('large'), texts);
  expect(document.querySelectorAll('.coordinate')).toHaveLength(40);
  expect(document.querySelectorAll('.star')).toHaveLength(4);
  expect(goban().getAttribute('aria-label')).toBe('Board of 20 by 20 points');
  expect(document.querySelectorAll('rect.won')).toHaveLength(5);
  check_markup();
});

test('a forbidden point has a cross, and no stone can be laid there', () => {
  const { sent } = mounted(Board, scene('forbidden'), texts);
  expect(document.querySelectorAll('.forbidden')).toHaveLength(1);
  expect(document.body.textContent).toContain('Forbidden to black: 7,7.');
  expect(document.body.textContent).toContain('Black wins with exactly five');
  key(goban(), 'Enter');
  expect(sent).not.toHaveBeenCalled();
  lay(8, 8);
  expect(sent).toHaveBeenCalledExactlyOnceWith('8 8');
  check_markup();
});

test('the stones of a given position are shown', () => {
  mounted(Board, scene('from_a_position'), texts);
  expect(document.querySelectorAll('.stone')).toHaveLength(3);
});

test.each(['waiting', 'watched', 'left', 'tied', 'over'] as const)('nothing can be laid in %s', (name) => {
  const { sent } = mounted(Board, scene(name), texts);
  lay(9, 9);
  expect(sent).not.toHaveBeenCalled();
  expect(document.querySelectorAll('button')).toHaveLength(0);
});
