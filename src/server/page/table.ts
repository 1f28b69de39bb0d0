// What a table that sorts is made of: its columns, and rows that are told apart.

export interface Column<Row> {
  id: string;
  label: string;
  /** Whether it has numbers, which end at its edge and sort with the highest first. */
  number?: boolean;
  /** Whether its cells name their rows. */
  heading?: boolean;
  /** Whether its cells are pictures. */
  chart?: boolean;
  /** Whether its cells are names, which may be long. */
  name?: boolean;
  /** Whether its cells are long texts. */
  text?: boolean;
  /** What the rows are sorted by; null comes last. Absent if the column cannot be sorted by. */
  value?: (row: Row) => number | string | null;
}

/** Returns the rows with ids that differ: a key says which row one is, and of equal keys so does their order. */
export function told_apart<Row>(rows: readonly Row[], key: (row: Row) => string): { row: Row; id: string }[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const name = key(row), before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return { row, id: `${before} ${name}` };
  });
}
