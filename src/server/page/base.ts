// Where the pages are on their host: at its root, or below a path that a proxy gave them (--base).

let base = '';

/** Finds the base from the address of a script of the pages, which is in their folder `assets`. */
export function take_base(script: string): void {
  base = /^(.*)\/assets\/[^/]*$/.exec(new URL(script).pathname)?.[1] ?? '';
}

/** Returns an address on the host for a path of ours, such as `/play`. */
export function based(path: string): string {
  return base + path;
}

/** Returns the path of ours in an address on the host. */
export function unbased(address: string): string {
  if (address === base) return '/';
  return address.startsWith(`${base}/`) ? address.slice(base.length) : address;
}
