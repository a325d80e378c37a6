import { api } from './api.js';
import { byId } from './dom.js';

/** The faults that each choice of the panel sets. @type {Record<string, Record<string, object>>} */
const choices = {
  'carrier-create': {
    works: {},
    slow: { latencyMs: 5_000, operations: ['create'] },
    busy: { status: 429, retryAfterS: 2, operations: ['create'] },
    broken: { status: 500, operations: ['create'] },
    silent: { dropAfterAccept: true, operations: ['create'] },
    hangs: { hang: true, operations: ['create'] },
  },
  'carrier-delivery': {
    works: {},
    unreachable: { undelivered: true, undeliveredCode: 30003 },
    filtered: { undelivered: true, undeliveredCode: 30007 },
  },
  'carrier-webhooks': {
    works: {},
    twice: { webhookDuplication: true },
    lost: { webhookLoss: true },
  },
  'carrier-callbacks': {
    works: {},
    lost: { callbackLoss: true },
    twice: { callbackDuplication: true },
    shuffled: { callbackShuffleMs: 5_000 },
  },
  'model-answers': {
    works: {},
    slow: { latencyMs: 5_000 },
    late: { latencyMs: 40_000 },
    busy: { status: 429, retryAfterS: 2 },
    broken: { status: 500 },
    hangs: { hang: true },
    failed: { failedRun: true },
    empty: { emptyAnswer: true },
    searchless: { searchSkipped: true },
    uncited: { uncited: true },
  },
};

/** Connects the fault panel; each choice applies immediately. */
export function startFaultPanel() {
  const state = byId('fault-state');
  const selects = Object.keys(choices).map((id) => /** @type {HTMLSelectElement} */ (byId(id)));

  /** @param {Record<string, object>} faults */
  function show(faults) {
    const set = Object.entries(faults).filter(([, fault]) => Object.keys(fault).length > 0);
    state.textContent =
      set.length === 0
        ? 'None. Everything’s working.'
        : `Set now: ${set.map(([who, fault]) => `${who} ${JSON.stringify(fault)}`).join(', ')}`;
    if (set.length > 0) byId('faults').setAttribute('open', '');
    state.className = set.length === 0 ? 'small muted' : 'small bad';
  }

  /** @param {() => Promise<Record<string, object>>} change */
  async function act(change) {
    try {
      show(await change());
    } catch (error) {
      state.textContent = error instanceof Error ? error.message : 'That didn’t work.';
    }
  }

  function chosen() {
    const parts = selects.map(({ id, value }) => ({ id, fault: choices[id]?.[value] ?? {} }));
    const of = (/** @type {string} */ who) =>
      Object.assign({}, ...parts.filter(({ id }) => id.startsWith(who)).map(({ fault }) => fault));
    return { twilio: of('carrier'), perplexity: of('model') };
  }

  for (const select of selects) select.addEventListener('change', () => void act(() => api.setFaults(chosen())));
  byId('fault-clear').addEventListener('click', () => {
    for (const select of selects) select.value = 'works';
    void act(() => api.clearFaults());
  });
  void act(() => api.faults());
}
