// One act of a person is one move: the second click of a double click, and a key that is held down, are
// not meant for the position that the first one led to.

/** Keeps a click or a key from its target if it belongs to an act that has moved already. */
export class Once {
  readonly #moves: () => number;
  #before = 0;

  /** `moves`: how many moves were made so far. */
  constructor(moves: () => number) {
    this.#moves = moves;
  }

  readonly click = (event: MouseEvent): void => {
    // A browser counts the clicks of one act, from 1; a click that a key makes has 0.
    if (event.detail <= 1) this.#before = this.#moves();
    else if (this.#moves() !== this.#before) this.#drop(event);
  };

  readonly key = (event: KeyboardEvent): void => {
    if (event.repeat && (event.key === 'Enter' || event.key === ' ') && !(event.target as Element).closest('input, textarea')) this.#drop(event);
  };

  #drop(event: Event): void {
    event.preventDefault();
    event.stopPropagation();
  }
}
