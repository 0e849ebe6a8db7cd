import { mount } from 'svelte';
import App from './views/App.svelte';
import { language } from './shared/words.svelte';
import './shared/tokens.css';

// The address carries the token only once; it must not stay where it can be copied or read over a shoulder.
history.replaceState(null, '', location.pathname);
document.documentElement.lang = language.now;

const place = document.getElementById('app');
if (place) mount(App, { target: place });
