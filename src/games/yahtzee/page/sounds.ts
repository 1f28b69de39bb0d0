// What events of the game sound like (sounds.ts of the pages).

export const sounds = {
  'yahtzee.rolled': 'dice',
  'yahtzee.scored': 'stone',
} as const;
