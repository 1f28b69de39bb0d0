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
const sides = () => [...document.querySelectorAll('section.side')].map((side) => side.getAttribute('aria-label'));

test('the turn is ended, stood on, or a side card played', () => {
  const { sent } = mounted(Board, scene('opponent_stands'), texts, { asks: 'end, stand or play a side card' });
  press('End turn');
  press('Stand');
  press(/^Play 3 makes 19$/);
  expect(sent.mock.calls).toEqual([['end'], ['stand'], ['play 3']]);
  expect(text_of('.asks')).toBe('End your turn, stand or play a side card');
  check_markup();
});

test('the own side is below and its side deck open; the other one lies on its back', () => {
  mounted(Board, scene('opponent_stands'), texts);
  expect(sides()).toEqual(['The Cincinnati Kid', 'Nestor']);
  const [theirs, mine] = document.querySelectorAll('section.side');
  expect(theirs!.querySelectorAll('.back')).toHaveLength(3);
  expect(theirs!.textContent).toContain('stands');
  expect(theirs!.textContent).toContain('from the side deck');
  expect(mine!.querySelectorAll('.play')).toHaveLength(3);
  expect(mine!.querySelector('.over')!.textContent).toBe('makes 21');
});

test('side cards stay where they are while the opponent moves', () => {
  mounted(Board, scene('waiting'), texts);
  const plays = [...document.querySelectorAll<HTMLButtonElement>('.play')];
  expect(plays.map((play) => play.textContent!.trim())).toEqual(['Play 3', 'Play 2', 'Play 5', 'Play 1']);
  for (const each of document.querySelectorAll('button')) expect(each.disabled).toBe(true);
});

test('a stranger sees no side card', () => {
  mounted(Board, scene('watched'), texts);
  expect(sides()).toEqual(['Nestor', 'The Cincinnati Kid']);
  expect(document.querySelectorAll('.back')).toHaveLength(6);
  expect(document.querySelectorAll('.play')).toHaveLength(0);
});

test('the hand before is told, with who was bust', () => {
  mounted(Board, scene('next_hand'), texts);
  expect(text_of('.last')).toBe('The hand before Nestor won hand 1. Nestor 20 5 2 2 9 2The Cincinnati Kid 22 bust 7 5 2 8');
  mounted(Board, scene('begin'), texts);
  expect(document.body.textContent).toContain('This is the first hand.');
});

test('the end has no answers', () => {
  mounted(Board, scene('over'), texts);
  expect(button('End turn').disabled).toBe(true);
  expect(document.querySelector('.wins')!.getAttribute('aria-label')).toBe('3 of 3 hands won');
  check_markup();
});

test('the keyboard is where it was when the player may move again', async () => {
  const answer = vi.fn<(text: string) => void>();
  const props = reactive({
    scene: scene('begin'),
    seat: 0,
    answer: answer as ((text: string) => void) | null,
    confirm: null,
    asks: '',
    advice: null,
    t: translator('en', [texts]),
  });
  mount(Board, { target: document.body, props });
  flushSync();
  button('Stand').focus();
  press('Stand');
  props.scene = scene('waiting');
  props.answer = null;
  flushSync();
  (document.activeElement as HTMLElement).blur();
  props.scene = scene('next_hand');
  props.answer = answer;
  flushSync();
  await tick();
  expect(document.activeElement).toBe(button('Stand'));
});
