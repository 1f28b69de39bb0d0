// Grand totals for the list of players.

interface Seen {
  players: unknown[];
  table: { lines: { id: string }[]; cards: { seat: number; values: (number | null)[] }[] };
}

/** By seat; null for a card that the onlooker may not see. */
export function points({ players, table }: Seen): (number | null)[] {
  const total = table.lines.findIndex((line) => line.id === 'grand_total');
  return players.map((_, seat) => table.cards.find((card) => card.seat === seat)?.values[total] ?? null);
}
