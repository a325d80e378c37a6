import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Most of what every page needs runs while it comes alive. Told so by a comment at the very top, Chromium compiles it
 * beside the main thread as it arrives, not function by function at the first call: a tenth of all work of a page's
 * start (https://v8.dev/blog/explicit-compile-hints). Other browsers read a comment.
 */
const compileHint: Plugin = {
  name: 'compile-hint',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && chunk.isEntry) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      }
    },
  },
};

/** The browser's code. `scripts/build-web.ts` runs this twice (browser, prerender) and writes the pages. */
export default defineConfig({
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [react(), tailwindcss(), compileHint],
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
