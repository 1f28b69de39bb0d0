// The rules of games in a minute: each is in its game's folder, and loaded when a page shows it.

import type { Component } from 'svelte';
import type { Translate } from './text';

/** `rules` is the name of a rule set of the game. The component shows a list of rules (board/RuleLine.svelte). */
export interface RulesProps {
  rules: string;
  t: Translate;
}

const pages = import.meta.glob<Component<RulesProps>>('../../games/*/page/Rules.svelte', { import: 'default' });

/** Returns null if the game's folder tells no rules. */
export async function rules_page_of(game: string): Promise<Component<RulesProps> | null> {
  return (await pages[`../../games/${game}/page/Rules.svelte`]?.()) ?? null;
}

/** Whether rules_page_of() has any for the game. */
export function has_rules_page(game: string): boolean {
  return `../../games/${game}/page/Rules.svelte` in pages;
}
