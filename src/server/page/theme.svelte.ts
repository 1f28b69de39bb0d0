// Light or dark: as the system says, or as chosen here.

import { keep, kept } from './keep';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

let chosen = $state<Theme>('system');

export function theme(): Theme {
  return chosen;
}

function show(wanted: Theme): void {
  chosen = wanted;
  if (wanted === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = wanted;
}

export function change_theme(wanted: Theme): void {
  keep('theme', wanted);
  show(wanted);
}

export function first_theme(): void {
  show(themes.find((known) => known === kept('theme')) ?? 'system');
}
