import { flushSync, mount, tick } from 'svelte';
import { expect, test, vi } from 'vitest';
import { button, check_markup, mounted, press, text_of } from '../../../server/page/board/mounted_for_test';
import { reactive } from '../../../server/page/board/reactive_for_test.svelte';
import { translator } from '../../../server/page/text';
import golden from '../golden/scenes.json';
import Board from './Board.svelte';
import type { Scene } from './scene';
import texts from './texts/en.json';

const scene = (name: keyof typeof golden) => golden[name].scene as Scene;
const holds = () => [...document.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
const boxes = () => [...document.querySelectorAll<HTMLButtonElement>('th button')];

test('before the first roll only the roll is active', () => {
  const { confirmed } = mounted(Board, scene('begin'), texts, { confirm: true, asks: 'Roll 1' });
  expect(text_of('.asks')).toBe('Roll 1');
  expect(text_of('.name')).toBe('greedy');
  for (const each of [...holds(), ...boxes(), button('OK')]) expect(each.disabled).toBe(true);
  press('Click to roll dice');
  expect(confirmed).toHaveBeenCalledOnce();
  check_markup();
});

test('the card has the combinations of the course in its order', () => {
  mounted(Board, scene('begin'), texts);
  const lines = [...document.querySelectorAll('.columns table')].map((column) =>
    [...column.querySelectorAll('tbody th')].map((line) => line.textContent!.trim()),
  );
  expect(lines).toEqual([
    ['Ones', 'Twos', 'Threes', 'Fours', 'Fives', 'Sixes', 'Sub-Total', 'Bonus for 63+', 'Upper Total'],
    ['3 of a Kind', '4 of a Kind', 'Full House', 'Small Straight', 'Large Straight', 'Chance', 'Yahtzee', 'Yahtzee Bonus', 'Lower Total'],
  ]);
  expect([...document.querySelectorAll('.columns .value')].map((value) => value.textContent)).toEqual(
    [...Array<string>(6).fill(''), '0', '0', '0', ...Array<string>(7).fill(''), '0', '0'],
  );
  expect(text_of('.total')).toBe('Grand Total 0');
  expect(text_of('.note')).toBe('Check box to hold value');
});

test('after a roll dice are held, all are rolled, or a combination is scored', () => {
  const { sent } = mounted(Board, scene('roll_1'), texts);
  press('Click to roll dice');
  holds()[1]!.click();
  holds()[4]!.click();
  press('Click to roll dice');
  press('Threes');
  expect(sent.mock.calls).toEqual([['roll'], ['hold 2 5'], ['3s']]);
  expect(button('OK').disabled).toBe(true);
});

test('what was held stays held for the next roll, and combinations show what they are worth', () => {
  mounted(Board, scene('roll_2'), texts);
  expect(holds().map((hold) => hold.checked)).toEqual([false, true, true, false, true]);
  const worth = document.getElementById(button('Yahtzee').getAttribute('aria-describedby')!)!;
  expect(worth.textContent).toBe('would score now: +50');
});

test('boxes are checked still when the page is loaded again with the same dice', () => {
  const checked = () => holds().map((hold) => hold.checked);
  mounted(Board, scene('roll_1'), texts);
  holds()[1]!.click();
  flushSync();
  document.body.replaceChildren();
  mounted(Board, scene('roll_1'), texts);
  expect(checked()).toEqual([false, true, false, false, false]);
  document.body.replaceChildren();
  mounted(Board, scene('roll_2'), texts);
  expect(checked()).toEqual([false, true, true, false, true]);
});

test('after the third roll one combination must be scored', () => {
  mounted(Board, scene('last_roll'), texts);
  expect(button('Click to roll dice').disabled).toBe(true);
  const table = scene('last_roll').table;
  expect(boxes().filter((box) => !box.disabled)).toHaveLength(table.lines.filter((line) => line.answer !== null).length);
  expect(boxes().some((box) => box.disabled)).toBe(true);
});

test('after the score nothing is active but OK', () => {
  const { confirmed } = mounted(Board, scene('scored'), texts, { confirm: true, asks: 'Your turn has ended - click OK' });
  for (const each of [...holds(), ...boxes(), button('Click to roll dice')]) expect(each.disabled).toBe(true);
  expect(text_of('.name')).toBe('greedy');
  press('OK');
  expect(confirmed).toHaveBeenCalledOnce();
});

test.each(['watched', 'over', 'koth', 'left'] as const)('somebody who watches does nothing in %s', (name) => {
  mounted(Board, scene(name), texts);
  for (const each of [...holds(), ...boxes(), button('Click to roll dice'), button('OK')]) expect(each.disabled).toBe(true);
  check_markup();
});

test('under koth the card is the own one, also in the turn of another', () => {
  mounted(Board, scene('koth'), texts);
  expect(text_of('.whose')).toBe('Score card of greedy');
  expect(text_of('.total')).toBe('Grand Total 311');
  expect(document.body.textContent).toContain('lowest first: 164 311');
});

test('boxes to hold are kept while the same dice lie there, and the keyboard goes on to what is next', async () => {
  const props = props_of('roll_1');
  mount(Board, { target: document.body, props });
  flushSync();
  holds()[0]!.click();
  props.scene = structuredClone(scene('roll_1'));
  flushSync();
  expect(holds()[0]!.checked).toBe(true);
  button('Threes').focus();
  press('Threes');
  props.scene = scene('scored');
  props.answer = null;
  props.confirm = () => {};
  flushSync();
  await tick();
  expect(document.activeElement).toBe(button('OK'));
  expect(holds()[0]!.checked).toBe(false);
});

function props_of(name: keyof typeof golden) {
  return reactive({
    scene: scene(name),
    seat: 0 as number | null,
    answer: vi.fn() as ((text: string) => void) | null,
    confirm: null as (() => void) | null,
    asks: '',
    advice: null,
    t: translator('en', [texts]),
  });
}
