/**
 * The answer protocol as a state machine, small enough to visit every state (answer protocol 2.13): one text, two
 * workers, a carrier that loses requests, responses and callbacks, repeats webhooks and lists late, and processes that
 * die anywhere. `explore` proves of the design, and refutes of each weakened variant, that no one ever gets two answers
 * and that every text can still get its one.
 */

/** Each weakens the design in one place; each must be caught. */
export type Variant =
  | 'as_designed'
  | 'no_callbacks'
  | 'no_sweep'
  | 'acknowledged_before_commit'
  | 'row_not_moved_with_intent'
  | 'done_before_post'
  | 'no_fence'
  | 'new_attempt_after_timeout'
  | 'absent_without_settling'
  | 'no_post_guard'
  | 'counted_outside_flip'
  | 'resent_after_giving_up'
  | 'doubts_without_end'
  | 'crisis_taken_for_answer';

/** `leased` asks the model, `answer` has it in memory, `intent` has it on disk, `wait` has posted, `got` has the response. */
type Step = 'idle' | 'leased' | 'answer' | 'intent' | 'wait' | 'got';
/** `holdsFence`: its lease is the newest there is. */
type Worker = { at: Step; holdsFence: boolean; attempt: number };
/** One try to send. `doubtful`: taken over by the reconciler, at least a lease's time after the intent. */
type Attempt = {
  outcome: 'intent' | 'bound' | 'absent' | 'unresolved';
  doubtful: boolean;
  request: boolean;
  response: boolean;
  created: boolean;
  listed: boolean;
  callback: boolean;
};

export type State = {
  row: 'none' | 'received' | 'sending' | 'done' | 'given_up' | 'unresolved';
  /** The carrier's list can be had; where not, a doubt can only end by a callback or by giving up. */
  listWorks: boolean;
  /** A crisis reply to the same phone, which other sends do not hold back, stands in the list and is not known yet. */
  crisisListed: boolean;
  leased: boolean;
  counted: number;
  webhooks: number;
  crashes: number;
  workers: [Worker, Worker];
  attempts: Attempt[];
};

export type Budget = { readonly webhooks: number; readonly attempts: number; readonly crashes: number };

const idle: Worker = { at: 'idle', holdsFence: false, attempt: -1 };
const workers = [0, 1] as const;

export function start({ webhooks, crashes }: Budget): State {
  return {
    row: 'none',
    listWorks: true,
    crisisListed: false,
    leased: false,
    counted: 0,
    webhooks,
    crashes,
    workers: [{ ...idle }, { ...idle }],
    attempts: [],
  };
}

/** Every state that one step leads to. */
export function successors(from: State, variant: Variant, budget: Budget): State[] {
  const found: State[] = [];
  const step = (change: (next: State) => void): void => {
    const next = copyOf(from);
    change(next);
    found.push(next);
  };
  takeIn(from, variant, step);
  if (from.leased) step((next) => (next.leased = false));
  if (from.listWorks) step((next) => (next.listWorks = false)); // for good: the worst case
  if (!from.crisisListed) step((next) => (next.crisisListed = true));
  for (const index of workers) work(from, variant, { index, budget }, step);
  for (const index of from.attempts.keys()) carrier(from, variant, index, step);
  for (const index of from.attempts.keys()) reconcile(from, variant, { index, budget }, step);
  return found;
}

/** By hand: there are hundreds of thousands of them, and `structuredClone` takes ten times as long. */
function copyOf(state: State): State {
  const [first, second] = state.workers;
  return {
    ...state,
    workers: [{ ...first }, { ...second }],
    attempts: state.attempts.map((attempt) => ({ ...attempt })),
  };
}

type StepTaker = (change: (next: State) => void) => void;

function takeIn({ webhooks, row, crashes }: State, variant: Variant, step: StepTaker): void {
  const arrive = (next: State): void => {
    if (next.row === 'none') next.row = 'received';
  };
  if (webhooks > 0) {
    step((next) => {
      arrive(next);
      next.webhooks = 0; // acknowledged: the carrier sends no more copies
    });
    step((next) => {
      arrive(next);
      next.webhooks -= 1; // the acknowledgement got lost
    });
    if (crashes > 0) {
      step((next) => {
        next.crashes -= 1;
        next.webhooks = variant === 'acknowledged_before_commit' ? 0 : next.webhooks - 1;
      });
    }
  }
  // The sweep finds what no webhook brought; not what someone acknowledged and forgot, if that variant blinds it.
  const isBlind = variant === 'no_sweep' || variant === 'acknowledged_before_commit';
  if (row === 'none' && !isBlind) step(arrive);
}

function work(
  from: State,
  variant: Variant,
  { index, budget }: { index: 0 | 1; budget: Budget },
  step: StepTaker,
): void {
  const worker = from.workers[index];
  const stepWorker = (change: (worker: Worker, next: State) => void): void => {
    step((next) => change(next.workers[index], next));
  };
  const isOpen = from.attempts.some(({ outcome }) => outcome === 'intent');
  if (worker.at !== 'idle' && from.crashes > 0) {
    stepWorker((self, next) => {
      Object.assign(self, idle);
      next.crashes -= 1;
    });
  }
  switch (worker.at) {
    case 'idle':
      if (from.row === 'received' && !from.leased && !isOpen && from.attempts.length < budget.attempts) {
        stepWorker((self, next) => {
          for (const other of next.workers) other.holdsFence = false;
          Object.assign(self, { at: 'leased', holdsFence: true, attempt: -1 });
          next.leased = true;
        });
      }
      return;
    case 'leased':
      stepWorker((self) => (self.at = 'answer'));
      return;
    case 'answer': {
      const holds = variant === 'no_fence' || (from.row === 'received' && worker.holdsFence);
      // The unique index stays in every variant: at most one open send between two numbers.
      stepWorker((self, next) => {
        if (holds && !isOpen && from.attempts.length < budget.attempts) openSend(self, next, variant);
        else Object.assign(self, idle);
      });
      return;
    }
    case 'intent': {
      // The guard: an intent that others may have taken over by now is older than three seconds.
      const mayPost = variant === 'no_post_guard' || from.attempts[worker.attempt]?.doubtful === false;
      stepWorker((self, next) => {
        if (!mayPost) return void Object.assign(self, idle);
        at(next, self.attempt).request = true;
        self.at = 'wait';
      });
      return;
    }
    case 'wait':
      stepWorker((self, next) => timeOut(self, next, variant));
      return;
    case 'got':
      stepWorker((self, next) => {
        bind(next, self.attempt, variant);
        Object.assign(self, idle);
      });
  }
}

function openSend(self: Worker, next: State, variant: Variant): void {
  next.attempts.push({
    outcome: 'intent',
    doubtful: false,
    request: false,
    response: false,
    created: false,
    listed: false,
    callback: false,
  });
  if (next.row === 'received' && variant !== 'row_not_moved_with_intent') {
    next.row = variant === 'done_before_post' ? 'done' : 'sending';
  }
  Object.assign(self, { at: 'intent', attempt: next.attempts.length - 1 });
}

function timeOut(self: Worker, next: State, variant: Variant): void {
  const attempt = at(next, self.attempt);
  if (attempt.outcome === 'intent') {
    if (variant === 'new_attempt_after_timeout') {
      attempt.outcome = 'absent';
      if (next.row === 'sending') next.row = 'received';
    }
    attempt.doubtful = true;
    next.leased = false;
  }
  Object.assign(self, idle);
}

function carrier(from: State, variant: Variant, index: number, step: StepTaker): void {
  const { request, response, created, listed, callback } = at(from, index);
  const stepAttempt = (change: (attempt: Attempt, next: State) => void): void => {
    step((next) => change(at(next, index), next));
  };
  if (request) {
    stepAttempt((attempt) => (attempt.request = false)); // lost on the way
    stepAttempt((attempt) => {
      Object.assign(attempt, { request: false, created: true, response: true, callback: variant !== 'no_callbacks' });
    });
  }
  if (response) {
    stepAttempt((attempt) => (attempt.response = false)); // lost on the way back
    for (const one of workers) {
      if (from.workers[one].at !== 'wait' || from.workers[one].attempt !== index) continue;
      stepAttempt((attempt, next) => {
        attempt.response = false;
        next.workers[one].at = 'got';
      });
    }
  }
  if (created && !listed) stepAttempt((attempt) => (attempt.listed = true));
  if (callback) {
    stepAttempt((attempt) => (attempt.callback = false)); // lost
    stepAttempt((attempt, next) => {
      attempt.callback = false;
      bind(next, index, variant);
    });
  }
}

function reconcile(
  from: State,
  variant: Variant,
  { index, budget }: { index: number; budget: Budget },
  step: StepTaker,
): void {
  const { outcome, doubtful, request, created, listed } = at(from, index);
  if (outcome !== 'intent') return;
  // Take-over: the lease has ended, and with it the three seconds in which the intent might have been posted.
  if (!doubtful && !from.leased && variant !== 'row_not_moved_with_intent')
    step((next) => (at(next, index).doubtful = true));
  if (!doubtful) return;
  if (variant !== 'doubts_without_end') {
    // The text's time is over: whether it went out is not known, and nothing is ever sent for it again.
    step((next) => {
      at(next, index).outcome = 'unresolved';
      const mayResend = variant === 'resent_after_giving_up' && next.attempts.length < budget.attempts;
      if (next.row === 'sending') next.row = mayResend ? 'received' : 'unresolved';
      next.leased = false;
    });
  }
  if (!from.listWorks) return;
  const isMistaken = variant === 'crisis_taken_for_answer' && from.crisisListed;
  if (listed || isMistaken) return step((next) => bind(next, index, variant));
  // Settled: nothing of this attempt is under way any more, neither to the carrier nor to its list.
  const isSettled = !request && !created;
  if (!isSettled && variant !== 'absent_without_settling') return;
  step((next) => {
    at(next, index).outcome = 'absent';
    if (next.row === 'sending') next.row = next.attempts.length < budget.attempts ? 'received' : 'given_up';
    next.leased = false;
  });
}

function bind(next: State, index: number, variant: Variant): void {
  const attempt = at(next, index);
  const isFirst = next.counted === 0;
  if (variant === 'counted_outside_flip' || isFirst) next.counted += 1;
  attempt.outcome = 'bound';
  next.row = 'done';
  next.leased = false;
}

function at(state: State, index: number): Attempt {
  const attempt = state.attempts[index];
  if (!attempt) throw new Error(`no attempt ${index}`);
  return attempt;
}
