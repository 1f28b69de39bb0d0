import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { http_api } from './api';
import { choose_language, first_language } from './language.svelte';
import { first_theme } from './theme.svelte';

// After an update of the server the files that an open page still wants may be gone.
window.addEventListener('vite:preloadError', () => location.reload());

first_theme();
void choose_language(first_language())
  .catch(() => choose_language('en'))
  .then(() => mount(App, { target: document.getElementById('page')!, props: { api: http_api } }));
