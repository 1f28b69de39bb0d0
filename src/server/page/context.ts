// What every component may need.

import { getContext, setContext } from 'svelte';
import type { Api, ContestApi } from './api';

const key = Symbol('api');
const contests_key = Symbol('contests');

export function give_api(api: Api): void {
  setContext(key, api);
  give_contests(api);
}

/** Gives what pages about contests need; the_api() is then for others. */
export function give_contests(api: ContestApi): void {
  setContext(contests_key, api);
}

export function the_api(): Api {
  return getContext<Api>(key);
}

export function the_contests(): ContestApi {
  return getContext<ContestApi>(contests_key);
}
