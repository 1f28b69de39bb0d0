// The notices that the licences of packages ask for: whoever gets the built files gets these too.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const packages_folder = join(dirname(fileURLToPath(import.meta.url)), 'node_modules');

/** A package under another licence is looked at by a person before it is built into the pages. */
const licences_allowed = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'];

const preamble = `Hilltop's pages in the browser contain code of the packages below, under their licences.\n`;

/** Returns the package of a module that Vite builds in: `@a/b` of node_modules/@a/b/c.js; null if it is ours. */
export function package_of(module: string): string | null {
  if (module.startsWith('\0vite/')) return 'vite';
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? null;
}

function notice_of(name: string): string {
  const folder = join(packages_folder, name);
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  if (!licences_allowed.includes(about.license ?? '')) throw new Error(`${name} has the licence ${about.license}: see notices.ts`);
  const file = readdirSync(folder).find((one) => /^licen[cs]e(\.(md|txt))?$/i.test(one));
  if (!file || !existsSync(join(folder, file))) throw new Error(`${name} has no text of its licence`);
  // The licence of Vite's package goes on with those of packages that are not built in.
  const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').split(/^# Licenses of bundled dependencies/m)[0]!;
  return `${name} ${about.version} (${about.license})\n\n${text.trim()}\n`;
}

/** Writes the notices of all packages of which code is built in to `file`. */
export function notices(file: string): Plugin {
  return {
    name: 'notices',
    apply: 'build',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? Object.keys(one.modules) : []));
      const names = [...new Set(modules.map(package_of).filter((name) => name !== null))].sort();
      const source = [preamble, ...names.map(notice_of)].join(`\n${'-'.repeat(80)}\n\n`);
      this.emitFile({ type: 'asset', fileName: file, source });
    },
  };
}
