// The language that everything is shown in.

import { keep, kept } from './keep';
import { translator, type Translate } from './text';
import { best_language, languages, load_texts } from './texts';

let tag = $state('en');
let translate = $state.raw<Translate>(translator('en', []));

/** The text of a key in the current language; what is drawn with it changes with the language. */
export const t: Translate = (key, params) => translate(key, params);

export function language(): string {
  return tag;
}

export async function choose_language(wanted: string): Promise<void> {
  const texts = await load_texts(wanted);
  tag = wanted;
  translate = texts;
  document.documentElement.lang = wanted;
}

/** Chooses and keeps a language. */
export async function change_language(wanted: string): Promise<void> {
  keep('language', wanted);
  await choose_language(wanted);
}

/** The language of an earlier visit, else the first of the browser's that there are texts for. */
export function first_language(): string {
  const before = kept('language');
  return before && languages.includes(before) ? before : best_language(navigator.languages);
}

/** By language and options: making a format takes longer than thousands of numbers. */
const formats = new Map<string, Intl.NumberFormat>();

export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  const key = JSON.stringify([tag, options]);
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.NumberFormat(tag, options)));
  return format.format(value);
}

/** With one decimal, or as many as given. */
export function decimal(value: number, digits = 1): string {
  const shown = Number(value.toFixed(digits)) + 0; // what rounds to zero has no minus
  return number(shown, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** With its unit, and at most as many decimals as given. */
export function milliseconds(value: number, digits = 3): string {
  return number(value, { style: 'unit', unit: 'millisecond', unitDisplay: 'short', maximumFractionDigits: digits });
}

export function signed(value: number, digits = 1): string {
  return number(value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'exceptZero',
  });
}

export function date_time(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}

/** A day of UTC, such as 2026-11-28, in words. */
export function day_text(day: string): string {
  const time = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(time.getTime()) ? day : new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(time);
}

/** Such as `3 min`. */
export function duration(seconds: number): string {
  const [unit, length] = seconds < 90 ? ['second', 1] : seconds < 5400 ? ['minute', 60] : ['hour', 3600];
  return number(Math.max(1, Math.round(seconds / (length as number))), {
    style: 'unit',
    unit: unit as string,
    unitDisplay: 'short',
  });
}

export function list(items: readonly string[]): string {
  return new Intl.ListFormat(tag, { type: 'conjunction' }).format(items);
}

/** The title of a game in the current language; games say it in texts of their own. */
export function game_title(game: string, title = game): string {
  const key = `${game}.title`;
  const text = t(key);
  return text === key ? title : text;
}

/** What a rule set of a game is called, as its games say; else its name. */
export function rules_title(game: string, rules: string): string {
  const key = `${game}.rules.${rules}`;
  const text = t(key);
  return text === key ? rules : text;
}
