// What events of the game sound like (sounds.ts of the pages).

export const sounds = {
  'pig.rolled': 'dice',
  'pig.lost_turn': 'dice',
} as const;
