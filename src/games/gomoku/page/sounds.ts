// What events of the game sound like (sounds.ts of the pages).

export const sounds = {
  'gomoku.laid': 'stone',
} as const;
