import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const REACT = 'react';

/**
 * Most of what every page needs runs while it comes alive. Told so by a comment at the very top, Chromium compiles it
 * in parallel to the main thread as it arrives, not function by function at the first call: a tenth of all work of a page's
 * start (https://v8.dev/blog/explicit-compile-hints). Other browsers read a comment.
 */
const compileHint: Plugin = {
  name: 'compile-hint',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !(chunk.isEntry || chunk.name === REACT)) continue;
        chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      }
    },
  },
};

/**
 * Lets the bundler omit the router's components that no page uses, with all that they need (its forms and `NavLink`).
 * Without a note, a call such as `forwardRef` may have an effect; to set a name for React's developer tools is one.
 */
const unusedOfRouter: Plugin = {
  name: 'unused-of-router',
  transform: {
    filter: { id: /node_modules\/react-router\/dist\/production\// },
    handler: (code) => ({
      code: code
        .replaceAll(/^\s*\w+\.displayName = "[\w.]+";?$/gm, '')
        .replaceAll(/(?<== )(?=React\$\d\.(?:forwardRef|createContext)\()/g, '/* @__PURE__ */ '),
      map: null,
    }),
  },
};

/**
 * Puts web/lib/import-part.ts around each import of a part of the site. Vite puts a function there that loads the scripts
 * and styles which the part needs, half a KiB on every page: here the lists of those scripts are off (`modulePreload`),
 * and the styles of all pages are one sheet, which web/lib/all-styles.ts loads.
 */
const importParts: Plugin = {
  name: 'import-parts',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => "export { importPart as __vitePreload } from '/web/lib/import-part.ts';",
  },
};

/**
 * Files of a few hundred bytes that the same pages load: each costs a request, of which a browser makes six at a time
 * where the server in front speaks HTTP/1.1. Without what they import, which other pages may share.
 */
const together = [
  { name: 'zod', test: /node_modules\/zod\// },
  {
    name: 'forms',
    test: /web\/ui\/(?:fill|forms\/(?:use-submit|submit-area|field)|feedback\/(?:alert|needs-javascript|note|slow-notice))\.tsx?$|web\/lib\/(?:api\/failure(?:-copy)?|format\/format-wait|use-first-touch)\.ts$/,
  },
  { name: 'passwords', test: /web\/ui\/forms\/password-(?:field|rules)\.tsx$/ },
  { name: 'phone-field', test: /web\/ui\/forms\/phone-field\.tsx$|contract\/us-phone-input\.ts$/ },
  { name: 'auth', test: /contract\/(?:auth|form-fields|user)\.ts$/ },
  { name: 'account', test: /contract\/(?:account-copy|phone-numbers|language)\.ts$/ },
  {
    name: 'queries',
    test: /node_modules\/@tanstack\/|contract\/(?:subscription(?:-copy|-display)?|ask-status|home-place|memory|service-numbers|runtime-config)\.ts$|web\/(?:account\/private-page|dashboard\/queries|lib\/api\/(?:retry-while-unavailable|query-client|runtime-config))\.tsx?$/,
  },
].map((group) => ({ ...group, minShareCount: 2, includeDependenciesRecursively: false }));

/** The browser's code. `scripts/build-web.ts` runs this twice (browser, prerender) and writes the pages. */
export default defineConfig({
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [importParts, react(), tailwindcss(), unusedOfRouter, compileHint],
  build: {
    // The oldest browsers that the pages run in (README.md). What they lack, web/tsconfig.json and .oxlintrc.json refuse.
    target: ['chrome111', 'edge111', 'firefox115', 'safari16.4', 'ios16.4'],
    // The page inlines only styles, and hashed files are cached for a year.
    assetsInlineLimit: 0,
    // The HTML names all that its page needs. The code that would do so for a page that a link leads to is on every page,
    // list of names and all (0.8 KiB); what is pointed at is fetched ahead anyway (web/app.tsx).
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // Writes each phrase of a page (`*-copy.ts`) into the place that shows it, phrases made of phrases in the later passes:
      // as variables they would add 0.7 KiB to every page (docs/decisions/0045-copy-of-the-public-pages.md).
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        // Names of files are what compresses worst of what the pages' HTML lists: 7 letters are enough for over 64 files, and
        // those of one case compress better.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        hashCharacters: 'base36',
        // All that every page needs goes into two files: seven small ones compress worse and cost requests. React stands
        // apart, because it makes errors while it is loaded: where someone listens (Lighthouse, DevTools), V8 then looks
        // up the lines of all code that is on the stack, for which it parses the whole file of the caller once more.
        codeSplitting: {
          groups: [
            // What pages say about prices, the look of a field, and its focus: four files of a few hundred bytes otherwise.
            { name: 'plans', test: /contract\/plans\.ts|format-price\.ts|control-class\.ts|use-removed-row\.ts/ },
            { name: REACT, tags: ['$initial'], test: /node_modules\/(react-dom|scheduler)\//, priority: 2 },
            { name: 'core', tags: ['$initial'], priority: 1 },
            ...together,
          ],
        },
      },
    },
  },
});
