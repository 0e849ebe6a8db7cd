import { mount } from 'svelte';
import EnginePage from './views/EnginePage.svelte';
import { language } from './shared/words.svelte';
import './shared/tokens.css';

document.documentElement.lang = language.now;

const place = document.getElementById('app');
if (place) mount(EnginePage, { target: place });
