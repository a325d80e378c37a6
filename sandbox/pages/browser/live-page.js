/**
 * A page that stays current: the part marked `data-live` is fetched again after each event, and buttons with
 * `data-call` make a control call. Without this script the page shows the state at its load.
 */

/** @param {string} message @param {boolean} isFailure */
function toast(message, isFailure) {
  document.querySelector('.toast')?.remove();
  const box = document.createElement('p');
  box.className = isFailure ? 'toast danger' : 'toast';
  box.setAttribute('role', isFailure ? 'alert' : 'status');
  box.textContent = message;
  document.body.append(box);
  setTimeout(() => box.remove(), 5000);
}

/** Fetches the page and swaps its live part, keeping the scroll position and the focused control. */
async function refresh() {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('[data-live]');
  const live = document.querySelector('[data-live]');
  if (!fresh || !live) return;
  const focused = document.activeElement?.id;
  live.replaceWith(fresh);
  if (focused) document.getElementById(focused)?.focus();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let pending;
/** Combines several events into one refresh. */
function refreshSoon() {
  clearTimeout(pending);
  pending = setTimeout(() => void refresh(), 150);
}

/** @param {HTMLButtonElement} button */
async function call(button) {
  const { call: target = '', body, done = 'Done.' } = button.dataset;
  const [method = 'POST', path = ''] = target.split(' ');
  button.disabled = true;
  try {
    const response = await fetch(path, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body }),
    });
    const answer = await response.json().catch(() => ({}));
    toast(response.ok ? done : (answer.message ?? `Failed: ${response.status}`), !response.ok);
  } catch {
    toast('The sandbox isn’t responding.', true);
  } finally {
    button.disabled = false;
    refreshSoon();
  }
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-call]') : null;
  if (button instanceof HTMLButtonElement) void call(button);
});

const stream = document.querySelector('[data-stream]')?.getAttribute('data-stream');
if (stream) {
  const source = new EventSource(stream);
  const names = document.querySelector('[data-stream]')?.getAttribute('data-events') ?? 'message';
  for (const name of names.split(' ')) source.addEventListener(name, refreshSoon);
  addEventListener('pagehide', () => source.close());
}
