// What a browser keeps between visits. What its storage does not take (a private window, blocked
// cookies, a full disk) is kept as long as the page.

const prefix = 'hilltop.';

/** What the storage did not take. */
const memory = new Map<string, string>();

export function kept(name: string): string | null {
  const here = memory.get(name);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(prefix + name, value);
    memory.delete(name);
  } catch {
    memory.set(name, value);
  }
}

/** Whether what was kept under a name outlasts the page. */
export function lasts(name: string): boolean {
  return !memory.has(name);
}

/** Returns null for what is missing or no JSON. */
export function kept_json(name: string): unknown {
  try {
    return JSON.parse(kept(name) ?? 'null');
  } catch {
    return null;
  }
}
