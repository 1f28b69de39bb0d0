// What a browser keeps between visits. A browser that refuses to (private windows, a full disk)
// keeps nothing, and everything else works.

const prefix = 'hilltop.';

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // Works without.
  }
}

/** Returns null for what is missing or no JSON. */
export function kept_json(name: string): unknown {
  try {
    return JSON.parse(kept(name) ?? 'null');
  } catch {
    return null;
  }
}
