import { afterEach, vi } from 'vitest';

afterEach(() => {
  document.body.replaceChildren();
  localStorage.clear();
});

// What jsdom lacks: it lays nothing out and paints nothing.
window.matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as never;
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
window.scrollTo = () => {};
vi.mock('uplot', () => ({
  default: class {
    setData(): void {}
    setSize(): void {}
    destroy(): void {}
  },
}));
