// A page that lacks a part of itself is loaded again, as soon as its server answers.

const wait_ms = 1000;
const calm_ms = 10_000;
let waits = false;

/** Whether the page was just reloaded: to do so again and again would help nobody. */
function was_just_reloaded(): boolean {
  const [how] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return how?.type === 'reload' && performance.now() < calm_ms;
}

/** Reloads the page once `address` answers. */
export async function reload_when_back(address: string): Promise<void> {
  if (waits || was_just_reloaded()) return;
  waits = true;
  for (;;) {
    try {
      if ((await fetch(address, { cache: 'no-store' })).ok) return location.reload();
    } catch {
      // It does not answer yet.
    }
    await new Promise((resolve) => setTimeout(resolve, wait_ms));
  }
}
