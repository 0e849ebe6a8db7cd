import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Two pages: the UI an engine serves, and the shell's own page, which the desktop shows while there is no engine.
export default defineConfig({
  plugins: [svelte()],
  test: { environment: 'node' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { index: 'index.html', shell: 'shell.html' } },
  },
});
