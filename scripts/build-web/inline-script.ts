/**
 * The only script inside the HTML; its hash goes into the content security policy. It runs before the first paint:
 * - marks the page as scripted, where the browser can run our modules at all (older ones read the plain page);
 * - marks a visitor who seems to have a session, so that the header shows neither wrong button;
 * - holds back clicks and sends that come before the page is alive, and lets them happen once it is. Without this a
 *   form sent early would go out as a plain GET, with the password in the address.
 * ES5 on purpose: it must not fail in a browser that skips the modules.
 */
export const inlineScript = minify(`
(function (d, w) {
  var h = d.documentElement, early, isAlive;
  if (!('noModule' in d.createElement('script'))) return;
  h.className = 'js';
  if (/(^|; )authenticated=/.test(d.cookie)) h.setAttribute('data-auth', '');
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
  w.replayEarlyEvents = function () {
    isAlive = true;
    d.removeEventListener('click', hold, true);
    d.removeEventListener('submit', hold, true);
    if (!early || !early.isConnected) return;
    if (early.tagName === 'FORM') early.requestSubmit();
    else early.click();
    early = null;
  };
})(document, window);
`);

/** Takes the indentation and line ends away; the code above has no text in which they would matter. */
function minify(source: string): string {
  return source.trim().replaceAll(/\n\s*/g, '');
}
