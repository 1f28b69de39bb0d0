// Scores for the list of players.

/** By seat. */
export function points({ table }: { table: { scores: number[] } }): number[] {
  return table.scores;
}
