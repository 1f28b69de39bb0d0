import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { notices } from './notices';

// Boards and texts of games are outside this folder, beside the rules of their game. They find
// packages in this folder's node_modules.
const packages_of_boards = ['svelte', 'vitest'];

/** Returns 'ja' for src/server/page/texts/ja.json and src/games/pazaak/page/texts/ja.json. */
function language_of(file: string): string | undefined {
  return /\/texts\/([a-z]+)\.json$/.exec(file)?.[1];
}

/** Returns 'board-pazaak' for the board of pazaak, else the chunk's own name. */
function chunk_name(chunk: { name: string; facadeModuleId: string | null }): string {
  const game = /\/games\/(\w+)\/page\/Board\.svelte$/.exec(chunk.facadeModuleId ?? '')?.[1];
  return game ? `board-${game}` : chunk.name.toLowerCase();
}

/** The server's pages: files, most of which are loaded when they are needed. */
const for_server = {
  outDir: 'built',
  modulePreload: { polyfill: false },
  rollupOptions: {
    output: {
      chunkFileNames: (chunk: { name: string; facadeModuleId: string | null }) => `assets/${chunk_name(chunk)}-[hash].js`,
      // One file per language, the texts of games included.
      manualChunks: (file: string) => {
        const language = language_of(file);
        return language && language !== 'en' ? `texts-${language}` : undefined;
      },
    },
  },
};

/** The page of a report: one script and one style, which report puts into its file. */
const for_report = {
  outDir: '../../report/page/built',
  copyPublicDir: false,
  rollupOptions: {
    input: 'report.ts',
    output: { format: 'iife' as const, inlineDynamicImports: true, entryFileNames: 'page.js', assetFileNames: 'page.[ext]' },
  },
};

export default defineConfig(({ mode }) => ({
  // A server may serve the pages below a path of its own: files name each other from where they are.
  base: mode === 'report' ? '/' : './',
  plugins: [
    svelte({
      // The default hashes the path of the checkout: built files must not depend on it.
      compilerOptions: { cssHash: ({ hash, css }) => `h${hash(css)}` },
    }),
    notices('third-party.txt'),
  ],
  resolve: {
    dedupe: packages_of_boards,
    // Tests mount components: they need what Svelte gives to browsers.
    ...(process.env.VITEST ? { conditions: ['browser'] } : {}),
  },
  build: {
    ...(mode === 'report' ? for_report : for_server),
    emptyOutDir: true,
    target: ['chrome105', 'firefox110', 'safari16'],
    // Nothing is put inline: the pages' policy allows scripts and styles from files only.
    assetsInlineLimit: 0,
    // One file of styles: a page that is loaded later does not move when its styles come.
    cssCodeSplit: false,
  },
  server: { fs: { allow: ['../..'] } },
  test: {
    environment: 'jsdom',
    include: ['**/*.test.ts', '../../games/*/page/**/*.test.ts'],
    setupFiles: ['./test_setup.ts'],
    // Ends a test that would hang; on a busy machine the first page of a file takes its time to load.
    testTimeout: 60_000,
  },
}));
