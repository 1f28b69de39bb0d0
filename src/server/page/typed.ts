// What is typed at the terminal, in words.

import { t } from './language.svelte';

/** Games have texts for the first words of their answers; a point of a board is two numbers. */
export function in_words(game: string, typed: string): string {
  if (/^\d+ \d+$/.test(typed)) return typed.replace(' ', ', ');
  const [first, ...rest] = typed.split(' ');
  const key = `${game}.typed.${first}`;
  const words = t(key, { rest: rest.join(' ') });
  return words === key ? typed : words;
}
