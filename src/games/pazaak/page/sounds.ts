// What events of the game sound like (sounds.ts of the pages).

export const sounds = {
  'pazaak.dealt': 'card',
  'pazaak.played': 'card',
} as const;
