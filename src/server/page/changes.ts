// A document as the one before and what has changed (src/report/changes.hpp).

import type { Schemas } from './generated/schemas';

/** Where something has changed or was added, and what is there now. */
export type Change = Schemas['Change'];

/** Returns the document after these changes; the one before stays as it is. */
export function changed<Document>(before: Document, changes: readonly Change[]): Document {
  const whole = { document: structuredClone(before) };
  for (const change of changes) {
    const path = ['document', ...(change.slice(0, -1) as (string | number)[])];
    const last = path.pop()!;
    const at = path.reduce<Record<string | number, unknown>>((inner, key) => inner[key] as Record<string | number, unknown>, whole);
    at[last] = change.at(-1);
  }
  return whole.document;
}
