// What a column of a table that sorts is.

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
