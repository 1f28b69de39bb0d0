import { expect, test, vi } from 'vitest';
import { Once } from './once';

function pressed(moves_between: number, detail: number) {
  let moves = 0;
  const once = new Once(() => moves);
  const target = document.body.appendChild(document.createElement('button'));
  const heard = vi.fn();
  target.addEventListener('click', heard);
  document.addEventListener('click', once.click, { capture: true });
  target.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true, cancelable: true }));
  moves += moves_between;
  target.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true }));
  document.removeEventListener('click', once.click, { capture: true });
  return heard.mock.calls.length;
}

test.each([
  ['the second click of a double click after a move', 1, 2, 1],
  ['one that moved nothing', 0, 2, 2],
  ['a click of its own', 1, 1, 2],
  ['a click by a key', 1, 0, 2],
])('%s', (_, moves, detail, heard) => expect(pressed(moves, detail)).toBe(heard));

test('a key that is held down presses once, and still writes', () => {
  const once = new Once(() => 0);
  const press = (target: Element, key: string, repeat: boolean) => {
    const event = new KeyboardEvent('keydown', { key, repeat, cancelable: true, bubbles: true });
    target.addEventListener('keydown', (each) => once.key(each as KeyboardEvent), { once: true });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const button = document.body.appendChild(document.createElement('button'));
  const input = document.body.appendChild(document.createElement('input'));
  expect([press(button, 'Enter', false), press(button, 'Enter', true), press(button, 'ArrowLeft', true), press(input, 'Enter', true)])
    .toEqual([false, true, false, false]);
});
