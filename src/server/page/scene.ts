// What every game's scene has (docs/scenes.md); `Table` is the game's own part.

export interface Scene<Table> {
  game: string;
  moment: 'before' | 'deciding' | 'after';
  seat: number | null;
  to_move: number | null;
  players: { name: string; left: boolean }[];
  result: { points: number[]; winners: number[] } | null;
  table: Table;
}
