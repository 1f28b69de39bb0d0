// Hands won, for the list of players.

/** By seat. */
export function points({ table }: { table: { players: { hands_won: number }[] } }): number[] {
  return table.players.map((player) => player.hands_won);
}
