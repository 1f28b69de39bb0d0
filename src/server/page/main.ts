import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { http_api } from './api';
import { based, take_base } from './base';
import { choose_language, first_language } from './language.svelte';
import { reload_when_back } from './reload';
import { first_theme } from './theme.svelte';

take_base(import.meta.url);
// While the server restarts, a part of the page that is wanted now cannot be had; after an update it
// may be gone.
window.addEventListener('vite:preloadError', () => void reload_when_back(based('/healthz')));

first_theme();
void choose_language(first_language())
  .catch(() => choose_language('en'))
  .then(() => {
    const page = document.getElementById('page')!;
    page.textContent = '';
    mount(App, { target: page, props: { api: http_api } });
  });
