// What a screen reader says next: the shell's live region shows it.

let said = $state('');
let last = '';

export function announcement(): string {
  return said;
}

/** Says a text, also if it is the same as the last one. */
export function announce(text: string): void {
  last = text === last ? `${text}\u00a0` : text;
  said = last;
}
