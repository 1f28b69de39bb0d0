// What a review says, in the reader's language.

import type { Review } from './api';
import { decimal, signed, t } from './language.svelte';
import { in_words } from './typed';

export type Worth = Review['worths'][number];
export type Decision = NonNullable<Review['steps'][number]['decision']>;

/** Returns a number of a worth as people see it: `+3.2 %`, `-9.1 points`. */
export function in_unit(value: number, worth: Worth): string {
  return worth.is_share ? t('review.percent', { number: signed(100 * value) }) : t(`review.of.${worth.worth}`, { number: signed(value) });
}

/** Returns numbers with their units: `5.6 % of winning, 12.7 points`; empty if all are 0. */
function listed(worths: Worth[], by_worth: Record<string, number>, written: (value: number) => string): string {
  return worths
    .filter(({ worth }) => Math.abs(by_worth[worth] ?? 0) >= 0.0005)
    .map((worth) => t(`review.of.${worth.worth}`, { number: written((by_worth[worth.worth] ?? 0) * (worth.is_share ? 100 : 1)) }))
    .join(', ');
}

/** Returns what a choice gave up: `5.6 % of winning, 12.7 points`. */
export function cost_told(worths: Worth[], lost: Record<string, number>): string {
  return listed(worths, lost, decimal) || t('review.next_to_nothing');
}

/** Returns whether anything falls in the game. */
export function has_luck(review: Review): boolean {
  return review.players.some(({ luck }) => Object.keys(luck).length > 0);
}

/** Returns what the seat that decides next got by chance, in a sentence; empty if nothing fell. */
export function luck_told(review: Review, position: number): string {
  const decision = review.steps[position + 1]?.decision;
  if (!decision) return '';
  const luck = listed(review.worths, review.steps[position]?.luck[decision.seat] ?? {}, signed);
  return luck && t('review.luck_here', { name: review.players[decision.seat]?.name ?? '', luck });
}

/** Returns what was done, what was best and what that cost. */
export function decision_told(review: Review, decision: Decision): string {
  const name = review.players[decision.seat]?.name ?? '';
  const done = in_words(review.game, decision.done);
  if (decision.forced) return t('review.forced', { name, done });
  if (!decision.best) return t('review.was_best', { name, done });
  const cost = cost_told(review.worths, decision.lost);
  return t('review.was_worse', { name, done, best: in_words(review.game, decision.best), cost });
}

/** Returns the position before the next decision of a person that gave something up; null if there is none. */
export function next_mistake(review: Review, position: number): number | null {
  for (let step = position + 2; step < review.steps.length; ++step) {
    const decision = review.steps[step]?.decision;
    if (decision?.best && review.players[decision.seat]?.person) return step - 1;
  }
  return null;
}
