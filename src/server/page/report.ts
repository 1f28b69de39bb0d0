// The page that `hilltop report` writes. Its data is in an element of its own.

import { mount } from 'svelte';
import './app.css';
import Report from './Report.svelte';
import { embedded, type PageData } from './embedded';
import { choose_language, first_language } from './language.svelte';
import { fragments, use_addresses } from './route.svelte';
import { first_theme } from './theme.svelte';

const data = JSON.parse(document.getElementById('data')!.textContent!) as PageData;
const api = embedded(data);

first_theme();
use_addresses(fragments(data.contest.contest));
void choose_language(first_language()).then(() => {
  const page = document.getElementById('page')!;
  page.textContent = ''; // it was for readers without scripts
  mount(Report, { target: page, props: { api, contest: api.document } });
});
