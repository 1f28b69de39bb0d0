// Mounts pages in tests, and finds in them what a reader would.

import { flushSync, mount, unmount } from 'svelte';
import { afterEach } from 'vitest';
import App from '../App.svelte';
import { choose_language } from '../language.svelte';
import type { MockApi } from './mock_api';

let shown: Record<string, unknown> | null = null;

async function take_away(): Promise<void> {
  if (shown) await unmount(shown);
  shown = null;
}

afterEach(take_away);

/** Waits until `found` returns something, and returns it; the test's own limit ends it. */
export async function eventually<Value>(found: () => Value | null | undefined | false): Promise<Value> {
  for (;;) {
    flushSync();
    const value = found();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Shows the page of an address as a browser would after its first load, in the place of another. */
export async function show(api: MockApi, address: string, language = 'en'): Promise<void> {
  await take_away();
  history.replaceState(null, '', address);
  await choose_language(language);
  shown = mount(App, { target: document.body, props: { api } });
  await eventually(() => document.querySelector('h1'));
}

export function text(): string {
  return (document.querySelector('main')?.textContent ?? '').replace(/\s+/g, ' ');
}

export function said(): string {
  return document.querySelector('[aria-live]')?.textContent ?? '';
}

export function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent?.trim()) === name);
  if (!found) throw new Error(`no button '${name}' in: ${[...document.querySelectorAll('button')].map((one) => one.textContent).join(', ')}`);
  return found;
}

export function field<Field extends HTMLElement = HTMLInputElement>(label: string): Field {
  const labelled = document.querySelector<Field>(`[aria-label="${label}"]`);
  const inside = [...document.querySelectorAll('label')].find((one) => one.textContent?.trim().startsWith(label))?.querySelector<Field>('input, select, textarea');
  const found = labelled ?? inside;
  if (!found) throw new Error(`no field '${label}'`);
  return found;
}

export function change(element: HTMLInputElement | HTMLSelectElement, value: string): void {
  element.value = value;
  element.dispatchEvent(new Event('input', { bubbles: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
  flushSync();
}

export function click(element: HTMLElement): void {
  element.click();
  flushSync();
}
