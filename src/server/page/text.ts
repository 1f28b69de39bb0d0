// Texts by key, in the reader's language. A text is in texts/<language>.json, or, for what one game
// says, in src/games/<game>/page/texts/<language>.json.

import type { Schemas } from './generated/schemas';

/** What a text's placeholders stand for. */
export type Params = Record<string, unknown>;

/**
 * A text, or its forms: `by` names the number that chooses one (`count` if absent), and the other
 * keys are the language's plural categories (Intl.PluralRules).
 */
export type Text = string | ({ by?: string; other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);

export type TextTable = Record<string, Text>;

/** What the server says, in English; with values, also the sentence that they are put into (docs/http.md). */
export type Message = Schemas['Said'];

/**
 * Returns the text of `key`, or `key` itself if it has none: messages of the server are English
 * sentences, which are their own keys. Their numbers are {1}, {2} and so on there: `holds at {1}` is
 * the key of `holds at 20`. A Message with values has the key in its sentence.
 *
 * `{name}` in a text is params.name: numbers in the language's form, several with spaces between
 * (dice), names listed.
 * `{box|yahtzee.box}` is the text of the key `yahtzee.box.` followed by params.box.
 */
export type Translate = (key: string | Message, params?: Params) => string;

/** Makes a Translate for `language`, a BCP 47 tag; the first table that has a key gives its text. */
export function translator(language: string, tables: readonly TextTable[]): Translate {
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  const list = new Intl.ListFormat(language, { type: 'conjunction' });

  const text_of = (key: string): Text | undefined =>
    tables.find((table) => Object.hasOwn(table, key))?.[key];

  const numbered = (sentence: string): string | undefined => {
    const numbers: Params = {};
    let count = 0;
    const key = sentence.replace(/\d+(,\d{3})*/g, (digits) => {
      numbers[++count] = Number(digits.replaceAll(',', ''));
      return `{${count}}`;
    });
    return count > 0 && text_of(key) !== undefined ? translate(key, numbers) : undefined;
  };

  const chosen = (text: Text, params: Params): string => {
    if (typeof text === 'string') return text;
    const count = Number(params[text.by ?? 'count']);
    return text[plural.select(count)] ?? text.other;
  };

  const shown = (value: unknown): string => {
    if (typeof value === 'number') return number.format(value);
    if (Array.isArray(value)) return value.every((each) => typeof each === 'number') ? value.map(shown).join(' ') : list.format(value.map(shown));
    return String(value ?? '');
  };

  const said = ({ text, sentence, values = {} }: Message): string => {
    if (sentence === undefined || text_of(sentence) === undefined) return translate(text);
    const shown_values = Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? said(value) : value]);
    return translate(sentence, Object.fromEntries(shown_values) as Params);
  };

  const translate: Translate = (key, params = {}) => {
    if (typeof key !== 'string') return said(key);
    const text = text_of(key);
    if (text === undefined) return numbered(key) ?? key;
    return chosen(text, params).replace(/\{(\w+)(?:\|([\w.]+))?\}/g, (_, name: string, prefix?: string) =>
      prefix ? translate(`${prefix}.${String(params[name])}`, params) : shown(params[name]),
    );
  };
  return translate;
}
