import { brand } from '#contract/brand.ts';

/**
 * The only inline script; its hash is in the content security policy. It runs before the first paint:
 * - tells the page's code whose installation this is (contract/brand.ts);
 * - marks the page as scripted if the browser supports modules (older browsers get the plain page);
 * - marks a visitor who seems to have a session, so that the header does not show the wrong button, and asks the server
 *   for what the page will show (`data-asks`) while its scripts still load, which saves a slow phone a round trip. Not
 *   as preloads: the browser would keep one that no call read, and give it to a call after the next login;
 * - delays clicks and form submissions until the page is hydrated. Without this, an early submission would be a plain GET
 *   with the password in the URL;
 * - makes it the plain page again if its scripts cannot be loaded, or cannot be read by this browser. Forms still send
 *   nothing: what was typed stays, and they say what is missing. If the page comes alive all the same, the error was
 *   another script's (an extension's, a proxy's), and the page is marked again.
 * ES5 on purpose: it must not fail in a browser without modules.
 */
export const inlineScript = `installedBrand=${inScript(brand)};${minify(`
(function (d, w) {
  var h = d.documentElement, early, isAlive;
  if (!('noModule' in d.createElement('script'))) return;
  function mark() {
    h.className = 'js';
    if (!/(^|; )authenticated=/.test(d.cookie)) return;
    h.setAttribute('data-auth', '');
    return true;
  }
  w.earlyReplies = {};
  if (mark()) {
    d.currentScript.getAttribute('data-asks').split(' ').forEach(function (path) {
      (w.earlyReplies[path] = w.fetch(path)).catch(function () {});
    });
  }
  w.history.scrollRestoration = 'manual';
  function hold(e) {
    if (isAlive) return;
    var t = e.target.closest(e.type === 'click' ? 'button' : 'form');
    if (!t) return;
    e.preventDefault();
    early = t;
  }
  d.addEventListener('click', hold, true);
  d.addEventListener('submit', hold, true);
  w.addEventListener('error', function (e) {
    if (isAlive || !(e.target.type === 'module' || e.error instanceof SyntaxError)) return;
    h.className = '';
    h.removeAttribute('data-auth');
  }, true);
  w.replayEarlyEvents = function () {
    isAlive = true;
    mark();
    d.removeEventListener('click', hold, true);
    d.removeEventListener('submit', hold, true);
    if (!early || !early.isConnected) return;
    if (early.tagName === 'FORM') early.requestSubmit();
    else early.click();
    early = null;
  };
})(document, window);
`)}`;

/** As a literal that no HTML parser takes for a tag. */
function inScript(value: object): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

/** Removes indentation and line breaks; the code above has no strings in which they matter. */
function minify(source: string): string {
  return source.trim().replaceAll(/\n\s*/g, '');
}
