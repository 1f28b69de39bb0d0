import { expect, test } from 'vitest';
import { mounted, text_of } from '../../../server/page/board/mounted_for_test';
import golden from '../golden/scenes.json';
import Board from './Board.svelte';
import type { Scene } from './scene';
import texts from './texts/en.json';

const rolled = (dice: number[] | null, held: number[]) => {
  const scene = structuredClone(golden.roll_1.scene) as Scene;
  return { ...scene, table: { ...scene.table, dice, held } };
};

test('the dice that were rolled roll, and those that were held lie still', () => {
  mounted(Board, rolled([1, 2, 3, 4, 5], [1, 3]), texts);
  expect([...document.querySelectorAll('.dice label > span:first-child')].map((die) => die.classList.contains('rolls'))).toEqual([true, false, true, false, true]);
});

test('five alike are celebrated, and four are not', () => {
  mounted(Board, rolled([4, 4, 4, 4, 4], []), texts);
  expect(text_of('.cheer')).toBe('Yahtzee!');
  expect(document.querySelector('.burst')!.getAttribute('aria-hidden')).toBe('true');
  document.body.replaceChildren();
  mounted(Board, rolled([4, 4, 4, 4, 3], []), texts);
  mounted(Board, rolled(null, []), texts);
  expect(document.querySelector('.cheer')).toBeNull();
});
