import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The browser's code. `scripts/build-web.ts` runs this twice (browser, prerender) and writes the pages. */
export default defineConfig({
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [react(), tailwindcss()],
  build: {
    // Files stay files: the page inlines what pays off by itself (styles), and hashed files are cached for a year.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Names of files are what compresses worst in the list that every page carries.
        chunkFileNames: 'assets/[name]-[hash:6].js',
        // All that every page needs goes into one file: seven small ones compress worse and cost requests.
        codeSplitting: { groups: [{ name: 'core', tags: ['$initial'] }] },
      },
    },
  },
});
