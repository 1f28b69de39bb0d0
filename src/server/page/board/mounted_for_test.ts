// Boards as their tests mount them, with scenes that the tests of the rules wrote
// (src/games/<game>/golden/scenes.json).

import { flushSync, mount, unmount, type Component } from 'svelte';
import type { Advice, BoardProps } from '../board';
import { translator, type TextTable } from '../text';
import { expect, vi } from 'vitest';

export interface Given {
  answer?: boolean;
  confirm?: boolean;
  asks?: string;
  advice?: Advice['choices'];
}

/** Mounts a board as its player sees it: what it sends is in `sent`. */
export function mounted<Scene extends { seat: number | null; table: { answers: unknown } }>(
  board: Component<BoardProps<Scene>>,
  scene: Scene,
  texts: TextTable,
  given: Given = {},
) {
  const sent = vi.fn<(text: string) => void>();
  const confirmed = vi.fn<() => void>();
  const t = translator('en', [texts]);
  const app = mount(board, {
    target: document.body,
    props: {
      scene,
      seat: scene.seat,
      answer: given.answer ?? scene.table.answers !== null ? sent : null,
      confirm: given.confirm ? confirmed : null,
      asks: given.asks ?? '',
      advice: given.advice ? { type: 'advice', seat: 0, position: '0', by: 'the champion', unit: '', note: '', choices: given.advice } : null,
      t,
    },
  });
  flushSync();
  return { sent, confirmed, close: () => unmount(app) };
}

export function button(name: string | RegExp): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].filter((each) => {
    const label = (each.getAttribute('aria-label') ?? each.textContent ?? '').replace(/\s+/g, ' ').trim();
    return typeof name === 'string' ? label === name : name.test(label);
  });
  expect(found, `one button ${name}`).toHaveLength(1);
  return found[0]!;
}

export function press(name: string | RegExp): void {
  button(name).click();
  flushSync();
}

export function key(element: Element, name: string): void {
  element.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
  flushSync();
}

export function text_of(selector: string): string {
  return (document.querySelector(selector)?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** Fails for what the pages' policy forbids, and for a text that no file has. */
export function check_markup(): void {
  expect(document.querySelectorAll('[style]')).toHaveLength(0);
  expect(document.body.textContent).not.toMatch(/\b(yahtzee|pazaak|gomoku|pig|tictactoe)\.\w/);
  expect(document.body.innerHTML).not.toMatch(/"(yahtzee|pazaak|gomoku|pig|tictactoe)\.\w+"/);
}
